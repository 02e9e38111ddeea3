internal import EventLog
internal import LogSchema
internal import Messaging
internal import Views
internal import Wire

/// The entry that the store makes of an event that is not a message.
struct SystemEntry {
    let id: UniqueID
    let ordinal: UInt64

    /// Makes the entry; nil for an event that makes none in a conversation of this kind.
    ///
    /// - Throws: `undeclaredEvent` for an event that never makes one.
    init?(_ record: borrowing StoredRecord, for projector: StaticString) throws(ViewsError) {
        let found: (id: UniqueID?, ordinal: UInt64)
        switch record.envelope.eventNumber {
        case EnvelopeEvent.conversationCreated:
            let event = try record.structure(EncodedConversationCreated.self, for: projector)
            guard event.entry != nil else { return nil }
            found = (event.entry, 1)
        case EnvelopeEvent.participantAdded:
            let event = try record.structure(EncodedParticipantAdded.self, for: projector)
            guard event.entry != nil else { return nil }
            found = (event.entry, event.ordinal)
        case EnvelopeEvent.detailsChanged:
            let event = try record.structure(EncodedDetailsChanged.self, for: projector)
            found = (event.entry, event.ordinal)
        case EnvelopeEvent.participantLeft:
            let event = try record.structure(EncodedParticipantLeft.self, for: projector)
            found = (event.entry, event.ordinal)
        case EnvelopeEvent.participantRemoved:
            let event = try record.structure(EncodedParticipantRemoved.self, for: projector)
            found = (event.entry, event.ordinal)
        default:
            throw record.undeclared(by: projector)
        }
        id = try record.need(found.id, for: projector)
        ordinal = found.ordinal
    }
}
