package import EventLog
package import Merkle
package import Views
package import Wire

/// The two steps that make a batch real, as the writer knows them.
///
/// Making it durable is one call: whoever replaces it (a cluster, a test) replaces this and
/// nothing else.
package struct Committers: Sendable {
    /// Makes the log's batch durable, or says what is known of it.
    package var log: @Sendable (_ log: inout LogWriter) throws(CommitFailure) -> Void
    /// Makes the views' batch visible; not flushed.
    package var views:
        @Sendable (_ views: inout ViewsWriter, _ position: Position, _ root: Digest)
            throws(ViewsError) -> Void

    package static let real = Committers(
        log: { (log) throws(CommitFailure) in try log.commit() },
        views: { (views, position, root) throws(ViewsError) in
            try views.commit(through: position, root: root)
        }
    )
}
