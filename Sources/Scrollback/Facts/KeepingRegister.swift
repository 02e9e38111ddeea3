internal import EventLog
internal import LogSchema
internal import Messaging
internal import Wire

/// The holds, the bounds of retention and the requests for erasure, as the log's own records say.
///
/// An erasure cannot be undone, so none rests on a view: a row of a view may be damaged, and then
/// a hold is not there or covers something else. What stands here comes from one walk over all
/// envelopes, made when it is first needed, and from the events since. It belongs to the writer's
/// thread.
final class KeepingRegister {
    /// A hold, and where it was released.
    struct Entry {
        var hold: HoldFacts
        var released: Position?
    }

    /// Every hold, in the order in which they were placed.
    private(set) var holds: [Entry] = []
    /// The requests for erasure.
    private(set) var requests = ErasureRequests()
    private var retention: [ConversationKind: Retention] = [:]
    private var own: [ConversationID: OwnRetention] = [:]
    private var readThrough = Position.zero

    /// The changes of messages at times that a hold covers.
    private var changes = HeldChanges()

    /// The holds that are not released, in the order in which they were placed.
    var activeHolds: [HoldFacts] { holds.filter { $0.released == nil }.map(\.hold) }

    func retention(of kind: ConversationKind) -> Retention { retention[kind] ?? Retention() }

    /// The bounds that single conversations have of their own, in the order of their ids.
    var ownRetentions: [OwnRetention] {
        own.values.sorted { $0.conversation < $1.conversation }
    }

    /// Reads on to the newest event, those of the open batch included.
    ///
    /// - Complexity: reads every envelope the first time, and each one since then once.
    func readOn(in log: borrowing LogWriter) throws(LogError) {
        try readOn(in: log, through: log.size)
    }

    private func readOn(in log: borrowing LogWriter, through last: Position) throws(LogError) {
        try log.forEachRecord(after: readThrough, through: last) { (record) throws(LogError) in
            try take(record)
            readThrough = record.position
            return true
        }
    }

    /// Reads a window of the records that it has not read yet.
    ///
    /// - Returns: whether it has read everything on which an erasure is decided.
    func readWindow(of log: borrowing LogWriter) throws(LogError) -> Bool {
        let count = UInt64(Limits.eventsInWindow)
        let last = readThrough.advanced(by: count)
        guard last >= log.size else {
            try readOn(in: log, through: last)
            return false
        }
        try readOn(in: log)
        return try changes.readWindow(of: log, under: boundedHolds, atMost: count)
    }

    /// The active holds that are about a time, which a later change of a message may lie in alone.
    private var boundedHolds: [HoldFacts] {
        activeHolds.filter(\.isBounded)
    }

    /// Forgets everything if it has read events that were undone.
    func forget(beyond size: Position) {
        guard readThrough > size || changes.readThrough > size else { return }
        holds = []
        requests = ErasureRequests()
        retention = [:]
        own = [:]
        readThrough = .zero
        changes = HeldChanges()
    }

    /// Returns the positions where a message was changed at a time that an active hold covers.
    ///
    /// Only such a change can be covered by a hold that covers nothing else of its message.
    func changes(
        of message: MessageID,
        in log: borrowing LogWriter
    ) throws(LogError) -> [Position] {
        try readOn(in: log)
        return try changes.positions(of: message, under: boundedHolds, in: log)
    }

    private func take(_ record: borrowing StoredRecord) throws(LogError) {
        let event = record.envelope.event
        let number = record.envelope.eventNumber
        var hold: HoldFacts?
        do throws(WireError) {
            switch number {
            case EnvelopeEvent.holdPlaced:
                let placed = try HoldPlaced(decoding: event)
                hold = placed.hold.map { HoldFacts(placed, as: HoldID($0), at: record.position) }
            case EnvelopeEvent.holdReleased:
                let released = try EncodedHoldReleased(event).hold
                guard let place = holds.lastIndex(where: { $0.hold.id.rawValue == released })
                else { return }
                holds[place].released = record.position
                holds[place].hold.isReleased = true
            case EnvelopeEvent.retentionSet:
                let set = try EncodedRetentionSet(event)
                let bounds = Retention(
                    minimumDays: set.minimumDays.map { Int($0) },
                    maximumDays: set.maximumDays.map { Int($0) }
                )
                if let conversation = set.conversation.map(ConversationID.init) {
                    own[conversation] =
                        bounds.isEmpty ? nil : OwnRetention(conversation, of: set.kind, bounds)
                } else {
                    retention[set.kind] = bounds
                }
            case EnvelopeEvent.erasureRequested:
                let requested = try ErasureRequested(decoding: event)
                if let request = ErasureFacts(requested, at: record.position) {
                    requests.add(request)
                }
            case EnvelopeEvent.userForgotten:
                if case .user(let user) = Stream(record.stream) {
                    requests.add(ErasureFacts(forgetting: user, at: record.position))
                }
            default:
                break
            }
        } catch {
            throw .damagedRecord(record.position, .frame(error))
        }
        guard number == EnvelopeEvent.holdPlaced else { return }
        // A hold without an id could never be released, and its coverage is unknown.
        guard let hold else { throw .damagedRecord(record.position, .field("hold")) }
        holds.append(Entry(hold: hold))
    }
}

/// The changes of messages at times that some holds cover.
private struct HeldChanges {
    private var holds: [HoldFacts] = []
    private var positions: [MessageID: [Position]] = [:]
    private(set) var readThrough = Position.zero

    /// - Complexity: reads every envelope when the holds are others than before, and each event
    ///   since then once; nothing where there is no hold.
    mutating func positions(
        of message: MessageID,
        under holds: [HoldFacts],
        in log: borrowing LogWriter
    ) throws(LogError) -> [Position] {
        if holds.isEmpty { return [] }
        begin(holds)
        try readOn(in: log, through: log.size)
        return positions[message] ?? []
    }

    /// Reads a window; returns whether nothing is left to read.
    mutating func readWindow(
        of log: borrowing LogWriter,
        under holds: [HoldFacts],
        atMost count: UInt64
    ) throws(LogError) -> Bool {
        if holds.isEmpty { return true }
        begin(holds)
        let last = min(readThrough.advanced(by: count), log.size)
        try readOn(in: log, through: last)
        return last == log.size
    }

    /// Begins anew where the holds are others than before.
    private mutating func begin(_ holds: [HoldFacts]) {
        guard holds != self.holds else { return }
        self = HeldChanges()
        self.holds = holds
    }

    private mutating func readOn(
        in log: borrowing LogWriter,
        through last: Position
    ) throws(LogError) {
        var found: [(message: MessageID, position: Position)] = []
        try log.forEachRecord(after: readThrough, through: last) { (record) throws(LogError) in
            if record.isChangeOfMessage, let content = try ContentFacts(record),
                let message = content.message, holds.contains(where: { $0.covers(content) })
            {
                found.append((message, record.position))
            }
            return true
        }
        readThrough = max(readThrough, last)
        for change in found { positions[change.message, default: []].append(change.position) }
    }
}

extension HoldFacts {
    /// Whether it is about a time, so that it may cover a part of a message.
    var isBounded: Bool { from != nil || until != nil }

    /// Takes a hold as its event says it.
    init(_ placed: HoldPlaced, as id: HoldID, at position: Position, isReleased: Bool = false) {
        self.init(
            id: id,
            position: position,
            conversation: placed.conversation.map(ConversationID.init),
            user: placed.user.map(UserID.init),
            from: placed.from.map(Timestamp.init(microseconds:)),
            until: placed.until.map(Timestamp.init(microseconds:)),
            isReleased: isReleased
        )
    }
}
