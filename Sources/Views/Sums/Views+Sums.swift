internal import EventLog
internal import LMDB
internal import Locking

/// The result of comparing the tables with their sums.
package struct SumsCheck: Equatable, Sendable {
    /// The number of rows that were added up.
    package var rows: UInt64 = 0
    /// The tables that were not compared: the check was stopped, the views were replaced, or
    /// another process was writing and the table is too large to be added up in two seconds.
    package var tablesLeft: [String] = []
}

extension Views {
    /// Adds up the rows of every table, and compares them with the sums that the file keeps.
    ///
    /// Rows are read and written meanwhile. No snapshot is held longer than 2 s: the writing
    /// process adds up slices of 0.1 s, and applies its commits between them. A reading process
    /// does not get these commits; it adds up a table within 2 s, or as long as nothing is
    /// committed.
    ///
    /// - Parameters:
    ///   - slice: how long the writing process holds a snapshot.
    ///   - goesOn: called before each slice.
    ///   - progress: called after each slice with the rows added up and the total.
    /// - Returns: the number of rows added up, and the skipped tables.
    /// - Throws: `wrongSum`, `damagedRow` or `storage`, which name the damage.
    package func checkSums(
        slice: Duration = .milliseconds(100),
        goesOn: () -> Bool = { true },
        progress: ((_ done: UInt64, _ total: UInt64) -> Void)? = nil
    ) throws(ViewsError) -> SumsCheck {
        let (file, groups, total) = try tablesToCheck()
        var check = SumsCheck()
        for group in groups {
            for table in group.tables.map(ViewTable.init(number:)) where file.has(table) {
                let isCompared = try compare(table, of: group, in: file, slice) { rows in
                    progress?(check.rows + rows, total)
                    return goesOn() && isCurrent(file)
                } counted: {
                    check.rows += $0
                }
                if !isCompared { check.tablesLeft.append(file.name(of: table)) }
            }
        }
        return check
    }

    /// Returns the tables of the present file whose sums this process can read.
    private func tablesToCheck() throws(ViewsError) -> (ViewsFile, [SummedTables], rows: UInt64) {
        let snapshot = try snapshot()
        let groups = try snapshot.summedTables()
        var rows: UInt64 = 0
        for table in groups.flatMap(\.tables).map(ViewTable.init(number:))
        where snapshot.file.has(table) {
            rows += try snapshot.size(of: table).rows
        }
        return (snapshot.file, groups, rows)
    }

    /// Compares one table; false if it was skipped.
    private func compare(
        _ table: ViewTable,
        of group: SummedTables,
        in file: ViewsFile,
        _ slice: Duration,
        goesOn: (_ rows: UInt64) -> Bool,
        counted: (UInt64) -> Void
    ) throws(ViewsError) -> Bool {
        let isWriter = log.access == .writing
        // A small table is added up at once, so its commits need not be followed.
        var walk = TableWalk(table, of: group, in: file, nil)
        var follower: CommitFollower?
        defer { if let follower { file.remove(follower) } }
        var attemptsLeft = isWriter ? SumsLimits.attempts : 1
        while goesOn(walk.rows) {
            let outcome = try walk.addSlice(for: isWriter ? slice : SumsLimits.longest)
            switch outcome {
            case .compared:
                counted(walk.rows)
                return true
            case .unfinished:
                guard isWriter, follower == nil else { continue }
                follower = file.follow(table)
            case .lost:
                attemptsLeft -= 1
                if attemptsLeft == 0 { return false }
            }
            walk = TableWalk(table, of: group, in: file, follower)
        }
        return false
    }
}

/// The time for which a reading process may hold a snapshot, and the number of attempts of the
/// writing process at a table.
private enum SumsLimits {
    static let longest = Duration.seconds(2)
    /// A commit that began before following began costs one attempt.
    static let attempts = 16
}

extension ViewsFile {
    /// Begins to record the commits to a table.
    fileprivate func follow(_ table: ViewTable) -> CommitFollower {
        let follower = CommitFollower(of: table)
        followers.withLock { $0.append(follower) }
        return follower
    }

    fileprivate func remove(_ follower: CommitFollower) {
        followers.withLock { $0.removeAll { $0 === follower } }
    }
}
