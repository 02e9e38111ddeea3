internal import EventLog
internal import LogSchema
internal import Wire

/// Words in an envelope, which no erasure removes.
///
/// The auditor does not interpret messages, with one exception from the first schemas: the event
/// that created a request had the kind and the id of its context in the fields 5 and 6; today they
/// are content.
enum ClearWords {
    private static let contextFields: ClosedRange<UInt32> = 5...6

    /// Whether an event holds a context in the clear.
    static func holdsContext(_ record: borrowing StoredRecord) -> Bool {
        guard record.envelope.eventNumber == EnvelopeEvent.conversationCreated else { return false }
        do throws(WireError) {
            var fields = try WireReader(record.envelope.event)
            while let field = try fields.nextField(), field.number <= contextFields.upperBound {
                if contextFields.contains(field.number) { return true }
                try fields.skipUnknown(field)
            }
        } catch {
            // An event that this schema cannot read has no context to find.
            return false
        }
        return false
    }
}
