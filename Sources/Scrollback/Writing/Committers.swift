package import EventLog
package import Views

/// The two steps that make a batch real, as the writer knows them.
///
/// Making it durable is one call: whoever replaces it (a cluster, a test) replaces this and
/// nothing else.
package struct Committers: Sendable {
    /// Makes the log's batch durable, or says what is known of it.
    package var log: @Sendable (_ log: inout LogWriter) throws(CommitFailure) -> Void
    /// Makes the views' batch visible; not flushed.
    package var views: @Sendable (_ batch: ViewsBatch) throws(ViewsError) -> Void

    package static let real = Committers(
        log: { (log) throws(CommitFailure) in try log.commit() },
        views: { (batch) throws(ViewsError) in try batch.commit() }
    )
}
