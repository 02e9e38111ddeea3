internal import Locking

/// The commits to a table while its rows are summed in slices.
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

    /// Adds a commit, also one that has not changed the table.
    func note(_ changes: [RowChange], of transaction: UInt64) {
        commits.change { $0.append(Commit(transaction: transaction, changes: changes)) }
    }

    /// Removes and returns the changes after one commit and through another, which is visible.
    ///
    /// - Returns: nil if one of the commits is missing, because it began before following began.
    func take(after start: UInt64, through end: UInt64) -> [RowChange]? {
        // A commit becomes visible a moment before it is added here.
        commits.wait(atMost: 1) { ($0.last?.transaction ?? 0) >= end }
        return commits.withLock { commits in
            commits.removeAll { $0.transaction <= start }
            let taken = commits.prefix { $0.transaction <= end }
            // Commits are numbered without gaps.
            guard taken.count == Int(end - start) else { return nil }
            defer { commits.removeFirst(taken.count) }
            return taken.flatMap(\.changes)
        }
    }
}

/// A row that a commit has written or removed.
struct RowChange: Sendable {
    let key: [UInt8]
    /// The checksum of the row before the commit.
    let before: UInt32?
    /// The checksum of the row after the commit.
    let after: UInt32?
}
