internal import Locking

/// What is committed to a table while its rows are added up in slices.
final class CommitFollower: Sendable {
    let table: ViewTable
    private let commits = Monitor<[Commit]>([])

    private struct Commit {
        let transaction: UInt64
        let changes: [RowChange]
    }

    init(of table: ViewTable) {
        self.table = table
    }

    /// Notes a commit, whether it has changed the table or not.
    func note(_ changes: [RowChange], of transaction: UInt64) {
        commits.change { $0.append(Commit(transaction: transaction, changes: changes)) }
    }

    /// Takes the changes of the commits after one and through another one, which is visible.
    ///
    /// - Returns: nil where one of them is not noted: it had begun before it was followed.
    func take(after start: UInt64, through end: UInt64) -> [RowChange]? {
        // A commit becomes visible a moment before it is noted.
        commits.wait(atMost: 1) { ($0.last?.transaction ?? 0) >= end }
        return commits.withLock { commits in
            commits.removeAll { $0.transaction <= start }
            let taken = commits.prefix { $0.transaction <= end }
            // They are numbered one after the other.
            guard taken.count == Int(end - start) else { return nil }
            defer { commits.removeFirst(taken.count) }
            return taken.flatMap(\.changes)
        }
    }
}

/// A row that a commit has written or removed.
struct RowChange: Sendable {
    let key: [UInt8]
    /// The checksum of the row that was there.
    let before: UInt32?
    /// The checksum of the row that is there now.
    let after: UInt32?
}
