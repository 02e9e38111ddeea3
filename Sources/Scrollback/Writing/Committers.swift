package import EventLog
package import Views

/// The two steps that commit a batch.
///
/// Making it durable is one call: a cluster or a test replaces this and nothing else.
package struct Committers: Sendable {
    /// Makes the log's batch durable, or throws what is known of the outcome.
    package var log: @Sendable (_ log: inout LogWriter) throws(CommitFailure) -> Void
    /// Makes the views' batch visible; not flushed.
    package var views: @Sendable (_ batch: ViewsBatch) throws(ViewsError) -> Void

    package static let real = Committers(
        log: { (log) throws(CommitFailure) in try log.commit() },
        views: { (batch) throws(ViewsError) in try batch.commit() }
    )
}
