internal import EventLog
internal import LogSchema
internal import Messaging
internal import Views
internal import Wire

/// An erased text of a message, or a text about it, and the message's place.
struct ErasedWords {
    enum Kind {
        /// The content that the message was sent with.
        case message
        case edit
        case annotation
    }

    let kind: Kind
    let position: Position
    let conversation: UniqueID
    let ordinal: UInt64

    /// Returns the contents of messages that an erasure names.
    ///
    /// An erasure names positions, and only the log knows the events there. It is committed later
    /// than the events that it erases, so a snapshot of the log has them.
    static func named(
        by record: borrowing StoredRecord,
        in views: borrowing ViewsWriter,
        where isFolded: (Position) -> Bool = { _ in true }
    ) throws(ViewsError) -> [ErasedWords] {
        let ranges = try record.erasedRanges()
        do throws(LogError) {
            let log = try views.log.snapshot()
            var found: [ErasedWords] = []
            for range in ranges {
                for offset in 0..<range.count {
                    let position = Position(range.first).advanced(by: offset)
                    guard isFolded(position) else { continue }
                    if let words = try ErasedWords(log.record(at: position)) { found.append(words) }
                }
            }
            return found
        } catch {
            throw .log(error)
        }
    }

    /// Reads an event; nil if it is not about a message.
    private init?(_ record: borrowing StoredRecord) throws(LogError) {
        guard record.stream.kind == .conversation else { return nil }
        do throws(WireError) {
            switch record.envelope.eventNumber {
            case EnvelopeEvent.messageSent:
                kind = .message
                ordinal = try EncodedMessageSent(record.envelope.event).ordinal
            case EnvelopeEvent.messageEdited:
                kind = .edit
                ordinal = try EncodedMessageEdited(record.envelope.event).ordinal
            case EnvelopeEvent.messageAnnotated:
                kind = .annotation
                ordinal = try EncodedMessageAnnotated(record.envelope.event).ordinal
            default:
                return nil
            }
        } catch {
            throw .damagedRecord(record.position, .frame(error))
        }
        position = record.position
        conversation = record.stream.id
    }
}

/// A message whose newest text was erased.
struct ErasedMessage {
    let conversation: UniqueID
    let ordinal: UInt64
}

extension StoredRecord {
    /// The runs of positions that an erasure names.
    func erasedRanges() throws(ViewsError) -> [PositionRange] {
        do throws(WireError) {
            return try ContentErased(decoding: envelope.event).ranges
        } catch {
            throw unfoldable(by: Timeline.name)
        }
    }
}
