internal import EventLog
internal import LogSchema
internal import Wire

/// An event that requires content to be gone, or forbids its erasure.
enum Keeping {
    case erased(Erasure)
    case placed(Hold)
    case released(UniqueID)
    /// The log continues from an earlier state.
    case restored(LogRestored)
    /// The event cannot be understood.
    case faulty(Clause, String)

    /// Reads such an event; nil for any other.
    init?(_ record: borrowing StoredRecord) {
        let event = record.envelope.event
        switch record.envelope.eventNumber {
        case EnvelopeEvent.contentErased:
            do throws(ErasureFault) {
                self = .erased(try Erasure(event, at: record.position))
            } catch {
                self = .faulty(.erasure, "\(error)")
            }
        case EnvelopeEvent.holdPlaced:
            do throws(WireError) {
                self = Hold(try EncodedHoldPlaced(event)).map { .placed($0) } ?? Self.nameless
            } catch {
                self = .faulty(.record, "it is no hold (\(error))")
            }
        case EnvelopeEvent.holdReleased:
            do throws(WireError) {
                self = try EncodedHoldReleased(event).hold.map { .released($0) } ?? Self.nameless
            } catch {
                self = .faulty(.record, "it is no release of a hold (\(error))")
            }
        case EnvelopeEvent.logRestored:
            do throws(WireError) {
                self = .restored(try LogRestored(decoding: event))
            } catch {
                self = .faulty(.record, "it is no restore (\(error))")
            }
        default: return nil
        }
    }

    private static let nameless = Keeping.faulty(.record, "it names no hold")
}

/// A legal hold: the content that may not be erased while it lasts; each set field narrows it.
struct Hold: BitwiseCopyable {
    let id: UniqueID
    private let conversation: UniqueID?
    private let user: UniqueID?
    private let from: Int64?
    private let until: Int64?

    /// Reads a hold; nil if it has no id to release it by.
    init?(_ placed: borrowing EncodedHoldPlaced) {
        guard let id = placed.hold else { return nil }
        self.id = id
        conversation = placed.conversation
        user = placed.user
        from = placed.from
        until = placed.until
    }

    /// Whether it covers the content of an event.
    func covers(_ record: borrowing StoredRecord) -> Bool {
        if record.stream == .store { return false }
        if let conversation, record.stream != .conversation(conversation) { return false }
        if let user, record.envelope.actor != user { return false }
        let sent = record.sent.microseconds
        if let from, sent < from { return false }
        if let until, sent >= until { return false }
        return true
    }
}
