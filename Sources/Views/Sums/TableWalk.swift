internal import LMDB
internal import Wire

/// Adds up the rows of a table, slice by slice, and compares them with the stored sum.
///
/// A slice reads one snapshot of the file, which is then released. Changes to the rows of earlier
/// slices are taken from the commits, so that the total is always that of the newest slice's
/// snapshot.
struct TableWalk {
    let table: ViewTable
    private let file: ViewsFile
    private let group: SummedTables
    /// The commits to the table; nil if another process commits.
    private let follower: CommitFollower?
    private var sum = TableSum()
    /// The key of the last row that was added.
    private var frontier: [UInt8]?
    /// The transaction number of the state that the total belongs to.
    private var state: UInt64 = 0

    enum Outcome {
        /// The time limit was reached before the end of the table.
        case unfinished
        /// The commits between two slices are not known.
        case lost
        /// All rows are there.
        case compared
    }

    init(
        _ table: ViewTable,
        of group: SummedTables,
        in file: ViewsFile,
        _ follower: CommitFollower?
    ) {
        self.table = table
        self.group = group
        self.file = file
        self.follower = follower
    }

    var rows: UInt64 { sum.rows }

    /// Adds more rows, in one snapshot.
    ///
    /// - Throws: `damagedRow` for a row that is damaged or cannot be found by its key; `wrongSum`
    ///   if the total differs from the stored sum.
    mutating func addSlice(for limit: Duration) throws(ViewsError) -> Outcome {
        let deadline = ContinuousClock.now + limit
        let snapshot = try ViewsSnapshot(file)
        guard takeOverCommits(through: snapshot.transactionID) else { return .lost }
        guard try addRows(of: snapshot, until: deadline) else { return .unfinished }
        let sums = try snapshot.sums(of: group)
        guard sums[table.number - group.tables.lowerBound] == sum else {
            throw .wrongSum(table: file.name(of: table))
        }
        return .compared
    }

    /// Applies the commits up to another state to the total.
    private mutating func takeOverCommits(through newest: UInt64) -> Bool {
        defer { state = newest }
        guard let frontier, state < newest else { return true }
        guard let changes = follower?.take(after: state, through: newest) else { return false }
        for change in changes
        where !frontier.span.bytes.sorts(before: change.key.span.bytes) {
            if let before = change.before { sum.remove(before) }
            if let after = change.after { sum.add(after) }
        }
        return true
    }

    /// Adds the rows after the last one; false if the time limit was reached first.
    private mutating func addRows(
        of snapshot: borrowing ViewsSnapshot,
        until deadline: ContinuousClock.Instant
    ) throws(ViewsError) -> Bool {
        var cursor = try snapshot.cursor(in: table)
        var isThere = try cursor.moveToStart(of: CustomRange(behind: frontier ?? []))
        if let frontier, isThere, cursor.key.isEqual(to: frontier.span.bytes) {
            isThere = try cursor.step(CustomRange.all)
        }
        var last: StoredPlace?
        while isThere {
            let place = StoredPlace(cursor)
            guard try snapshot.isInOrder(place, behind: last, in: table),
                let checksum = StoredTable.checksum(in: cursor.stored)
            else { throw .damagedRow(table: file.name(of: table)) }
            sum.add(checksum)
            last = place
            if sum.rows.isMultiple(of: 1_024), ContinuousClock.now > deadline {
                frontier = cursor.key.withUnsafeBytes { Array($0) }
                return false
            }
            isThere = try cursor.step(CustomRange.all)
        }
        guard try snapshot.isFound(last, in: table) else {
            throw .damagedRow(table: file.name(of: table))
        }
        return true
    }
}

extension CustomRange {
    /// The rows after a key; without a key, every row.
    init(behind key: [UInt8]) {
        self.init(from: key, through: [UInt8](repeating: .max, count: CustomLimits.keyBytes))
    }
}

/// The address of a row in the file, valid as long as a snapshot lives.
@safe
private struct StoredPlace {
    let key: UnsafeRawBufferPointer
    let row: UnsafeRawPointer?

    init(_ cursor: borrowing RowCursor) {
        key = cursor.key.withUnsafeBytes { $0 }
        row = cursor.stored.withUnsafeBytes { $0.baseAddress }
    }

    /// The least size of an LMDB page.
    private static let pageBytes: UInt = 4_096

    var page: UInt { UInt(bitPattern: key.baseAddress) / Self.pageBytes }
}

extension ViewsSnapshot {
    /// Whether a row sorts after the previous one, and both are found by their keys if they may lie
    /// in different pages.
    ///
    /// A walk goes from page to page without reading the keys in branch pages. A search uses these
    /// keys; each of them is right if the rows on both sides of it are found.
    fileprivate borrowing func isInOrder(
        _ place: StoredPlace,
        behind last: StoredPlace?,
        in table: ViewTable
    ) throws(ViewsError) -> Bool {
        guard let last else { return try isFound(place, in: table) }
        let (key, keyBefore) = (
            RawSpan(_unsafeBytes: place.key), RawSpan(_unsafeBytes: last.key)
        )
        guard keyBefore.sorts(before: key) else { return false }
        if place.page == last.page { return true }
        guard try isFound(last, in: table) else { return false }
        return try isFound(place, in: table)
    }

    /// Whether a search for a row's key ends at the row.
    fileprivate borrowing func isFound(
        _ place: StoredPlace?,
        in table: ViewTable
    ) throws(ViewsError) -> Bool {
        guard let place else { return true }
        return try address(of: RawSpan(_unsafeBytes: place.key), in: table) == place.row
    }
}
