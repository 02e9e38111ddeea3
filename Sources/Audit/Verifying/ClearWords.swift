internal import EventLog
internal import LogSchema
internal import Wire

/// Words that stand in an envelope, where no erasure reaches them.
///
/// An auditor knows no message. This one thing it knows of the first schemas: the kind and the id of
/// what a request is about stood in the event that created it, as fields 5 and 6; today they are
/// content.
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
            // What is no event of this schema holds nothing that could be named.
            return false
        }
        return false
    }
}
