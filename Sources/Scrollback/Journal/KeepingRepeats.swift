internal import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
internal import Wire

/// The events that a journal has and a log lacks, as the log takes them over: each once, in the
/// journal's order.
///
/// - An event and its repeats are one, by the leaf hash of the first.
/// - An erasure names only content with the leaf hash of the erased content, if it still exists.
/// - What a repeat says of a position is translated to the position that the event has here.
/// - A request goes on here, for content that it names and its own log had lost.
/// - An erasure owes what its contents name here, in the same append. The lost events that said so
///   have lost their content.
struct KeepingRepeats: ~Copyable {
    /// The events to append, to the streams that they belong to.
    private(set) var events = EventList()
    private let log: EventLog
    private let lines: [JournalEvent]
    /// Whether the media are looked for that its erasures owe.
    private let owesMedia: Bool
    /// Where each event is, by its origin.
    private var places: [Digest: Position]
    /// The positions that the events to append erase.
    private var erased: Set<UInt64> = []
    /// Where the repeated requests are here that the events to append are, or are the progress of.
    private var requests: [Position] = []
    /// The media that they name; nil before the first erasure.
    private var media: RepeatedMedia?
    /// The end of the log before them: later positions of the lines belong to a lost epoch.
    private let start: Position
    /// The end of the log with the events to append.
    private var size: Position

    /// What lost events say about keeping; the rest of the store's stream is lost with them.
    private static let repeated: Set<UInt32> = [
        EnvelopeEvent.retentionSet, EnvelopeEvent.retentionRun, EnvelopeEvent.erasureRequested,
        EnvelopeEvent.erasureProgress, EnvelopeEvent.contentErased, EnvelopeEvent.userForgotten,
        EnvelopeEvent.holdPlaced, EnvelopeEvent.holdReleased, EnvelopeEvent.exportMade,
        EnvelopeEvent.keyCopyBegun, EnvelopeEvent.keyCopyDone, EnvelopeEvent.keyCopyGone,
    ]

    /// What stands in place of a hold's matter, which was sealed and is lost.
    private static let restoredMatter = "restored"

    /// The number of ranges that always fit into an envelope.
    private static let rangesPerErasure = 1_000

    init(
        of lines: [JournalEvent],
        to log: EventLog,
        that kept: KeptEvents,
        owesMedia: Bool = true
    ) throws(StoreFault) {
        self.log = log
        self.lines = lines
        self.owesMedia = owesMedia
        places = kept.places
        do throws(LogError) {
            start = try log.snapshot().size
        } catch {
            throw .log(error)
        }
        size = start
    }

    /// The streams to which lines append.
    static func streams(of lines: [JournalEvent]) throws(StoreFault) -> Set<StreamID> {
        var streams: Set<StreamID> = []
        for line in lines { streams.insert(try reading(line) { StreamID(of: $0) }) }
        return streams
    }

    /// Adds the events that repeat the line at an index.
    mutating func add(_ index: Int) throws(StoreFault) {
        let line = lines[index]
        let origin = try StoreFault.log { () throws(LogError) in try line.origin() }
        guard places[origin] == nil else { return }
        let type = try Self.reading(line) { $0.eventNumber }
        guard Self.repeated.contains(type) else { return }
        switch type {
        case EnvelopeEvent.contentErased:
            let ranges = try rangesToErase(line)
            try addOwed(by: ranges)
            for start in stride(from: 0, to: ranges.count, by: Self.rangesPerErasure) {
                let part = ranges[start..<min(start + Self.rangesPerErasure, ranges.count)]
                let erasure = ContentErased(ranges: Array(part))
                try add(line, origin) { erasure.encode(into: &$0) }
            }
        case EnvelopeEvent.erasureProgress:
            let progress = try Self.decoded(line, ErasureProgress.init(decoding:))
            guard let request = place(of: progress.request, before: index) else { return }
            var moved = progress
            moved.request = request.rawValue
            try add(line, origin) { moved.encode(into: &$0) }
            if try isRepeat(request), !requests.contains(request) { requests.append(request) }
        case EnvelopeEvent.holdPlaced:
            var matter = WireWriter()
            HoldContent(matter: Self.restoredMatter).encode(into: &matter)
            try add(line, origin, content: matter.bytes)
        case EnvelopeEvent.keyCopyDone:
            // An erasure that the copy carried out may get a later position here: the copy counts
            // as older than it is, never as newer.
            var done = try Self.decoded(line, KeyCopyDone.init(decoding:))
            done.upTo = min(done.upTo, start.rawValue)
            try add(line, origin) { done.encode(into: &$0) }
        case EnvelopeEvent.erasureRequested, EnvelopeEvent.userForgotten:
            try Self.requireBody(line)
            try add(line, origin)
            requests.append(size)
        default:
            try Self.requireBody(line)
            try add(line, origin)
        }
    }

    /// Adds the events by which the repeated requests go on once the store is open.
    ///
    /// A request was carried out where it was made. Here it may name more: content that an earlier
    /// restore had lost and this one brings back. The events are in one append with the request, and
    /// with what its lines say of its progress, because what a crash leaves is not repeated again.
    mutating func addGoingOn() {
        for request in requests {
            let progress = ErasureProgress(request: request.rawValue, erased: 0, pending: 1)
            let event = NewEvent(.erasureProgress(progress), in: .store)
            events.add(event, by: .operator, command: nil)
            size = size.next
        }
        requests.removeAll()
    }

    /// Whether the event at a position repeats another one.
    private func isRepeat(_ position: Position) throws(StoreFault) -> Bool {
        if position > start { return true }
        let log = log
        return try StoreFault.log { () throws(LogError) in
            let snapshot = try log.snapshot()
            return try snapshot.record(at: position).envelope.repeats != nil
        }
    }

    /// Adds the events that say which media some contents owe once they are erased.
    private mutating func addOwed(by ranges: [PositionRange]) throws(StoreFault) {
        guard owesMedia, !ranges.isEmpty else { return }
        var known: RepeatedMedia
        if let media = media.take() {
            known = media
        } else {
            known = try RepeatedMedia(namedIn: lines, of: log)
        }
        let owed = try StoreFault.log { () throws(LogError) in try known.owed(byErasing: ranges) }
        media = known
        for event in MediaOwed.events(of: owed) {
            events.add(event, by: .operator, command: nil)
            size = size.next
        }
    }

    /// Forgets the events that were appended.
    mutating func removeAll() { events.removeAll() }

    /// Adds an event with the structure of a line, or with another one.
    private mutating func add(
        _ line: JournalEvent,
        _ origin: Digest,
        content: RawSpan = RawSpan(),
        _ body: ((inout WireWriter) -> Void)? = nil
    ) throws(StoreFault) {
        let header = try Self.reading(line) { envelope in
            Header(
                stream: StreamID(of: envelope),
                type: envelope.eventNumber,
                actor: envelope.actor,
                command: envelope.trace,
                body: envelope.event.withUnsafeBytes { Array($0) }
            )
        }
        events.add(
            header.type,
            to: header.stream,
            actor: header.actor,
            command: header.command,
            repeats: origin,
            leastReader: EventLog.readerOfJournals,
            content: content
        ) { writer in
            if let body { body(&writer) } else { writer.append(header.body.span.bytes) }
        }
        size = size.next
        if places[origin] == nil { places[origin] = size }
    }

    private struct Header {
        let stream: StreamID
        let type: UInt32
        let actor: UniqueID?
        let command: CommandTrace?
        let body: [UInt8]
    }

    /// The named content that is in this log and not erased yet.
    private mutating func rangesToErase(
        _ line: JournalEvent
    ) throws(StoreFault) -> [PositionRange] {
        var found: [PositionRange] = []
        let log = log
        let named = try StoreFault.log { () throws(LogError) in try line.erasedPositions() }
        for (number, leaf) in named {
            let isThere = try StoreFault.log { () throws(LogError) in
                try log.hasContent(at: Position(number), leaf: leaf)
            }
            guard isThere, erased.insert(number).inserted else { continue }
            if let last = found.last, last.first + last.count == number {
                found[found.count - 1].count += 1
            } else {
                found.append(PositionRange(first: number, count: 1))
            }
        }
        return found
    }

    /// Where the event is here that a line before another one is about.
    private func place(of number: UInt64, before index: Int) -> Position? {
        for line in lines[..<index].reversed() {
            if line.position.rawValue == number {
                return (try? line.origin()).flatMap { places[$0] }
            }
            // Lines before this one are of another log's journal.
            if line.position == Position(1) { return nil }
        }
        return nil
    }
}

extension KeepingRepeats {
    private static func reading<Found>(
        _ line: JournalEvent,
        _ body: (borrowing EncodedEnvelope) -> Found
    ) throws(StoreFault) -> Found {
        do throws(WireError) {
            return body(try EncodedEnvelope(line.envelope.span.bytes))
        } catch {
            throw .log(.damagedRecord(line.position, .frame(error)))
        }
    }

    /// Refuses a line whose event cannot be read: it must not enter the log.
    private static func requireBody(_ line: JournalEvent) throws(StoreFault) {
        do throws(WireError) {
            let envelope = try EncodedEnvelope(line.envelope.span.bytes)
            _ = try Event(number: envelope.eventNumber, structure: envelope.event, content: nil)
        } catch {
            throw .log(.damagedRecord(line.position, .frame(error)))
        }
    }

    private static func decoded<Body>(
        _ line: JournalEvent,
        _ decode: (RawSpan) throws(WireError) -> Body
    ) throws(StoreFault) -> Body {
        do throws(WireError) {
            return try decode(EncodedEnvelope(line.envelope.span.bytes).event)
        } catch {
            throw .log(.damagedRecord(line.position, .frame(error)))
        }
    }
}
