package import LMDB

/// The reason why a commit failed.
package enum CommitFailure: Error, Equatable, Sendable {
    /// Nothing was stored; writing continues when there is room.
    case storageFull
    /// The events may or may not be stored; nothing more is written until the log is reopened.
    case outcomeUnknown(LMDBError)
}
