package import EventLog
internal import LogSchema
package import Messaging
package import Views

/// A projector that folds messages, which are the most frequent events.
///
/// A message is read once and passed to each of them.
package protocol MessageProjector: Projector {
    /// Folds a sent message.
    func apply(
        _ message: borrowing EncodedMessageSent,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError)

    /// Folds another event that the projector declares; by default it declares none.
    func applyOther(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError)
}

extension MessageProjector {
    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard record.envelope.eventNumber == EnvelopeEvent.messageSent else {
            try applyOther(record, to: &views)
            return
        }
        let message = try record.structure(EncodedMessageSent.self, for: Self.name)
        try apply(message, of: record, to: &views)
    }

    package func applyOther(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        throw record.undeclared(by: Self.name)
    }
}
