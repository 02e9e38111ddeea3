import EventLog
import Wire

/// The events that every contestant stores, the same bytes for the same seed.
///
/// 2,000 conversations with Zipf traffic, 10,000 users, time-ordered identifiers, a structure of
/// 30 to 60 bytes and a text of 40 bytes in the median, 220 at the 95th percentile and 4,000 at
/// most. Everything lies in one buffer, so that handing an event over allocates nothing.
final class Workload: Sendable {
    static let conversations = 2_000
    static let users = 10_000
    /// The last number there is, which no schema names.
    static let eventType = EventList.types.upperBound

    struct Event: BitwiseCopyable {
        let stream: StreamID
        let actor: UniqueID
        let start: Int
        let bodyEnd: Int
        let contentEnd: Int
    }

    let events: [Event]
    private let bytes: [UInt8]

    init(count: Int, seed: UInt64, hasContent: Bool = true) {
        var generator = SplitMix64(seed: seed)
        var clock: UInt64 = 1_700_000_000_000
        func identifier() -> UniqueID {
            clock += generator.next() % 3
            let high = clock << 16 | 0x7000 | generator.next() & 0xFFF
            return UniqueID(high: high, low: generator.next() & ~(0b11 << 62) | 0b10 << 62)
        }
        let streams = (0..<Self.conversations).map { _ in StreamID.conversation(identifier()) }
        let actors = (0..<Self.users).map { _ in identifier() }
        let ranks = ZipfRanks(count: streams.count)
        let lengths = LogNormalLengths(median: 40, percentile95: 220, maximum: 4_000)
        var events: [Event] = []
        var bytes: [UInt8] = []
        events.reserveCapacity(count)
        bytes.reserveCapacity(count * 128)
        for _ in 0..<count {
            // The busiest are spread over all ages: who came first is not who talks most.
            let rank = ranks.next(&generator)
            let stream = streams[rank * 1_237 % streams.count]
            let actor = actors[Int(generator.next() % UInt64(actors.count))]
            let start = bytes.count
            Self.appendBody(identifier(), &generator, to: &bytes)
            let bodyEnd = bytes.count
            let length = hasContent ? lengths.next(&generator) : 0
            for _ in 0..<length {
                bytes.append(UInt8(truncatingIfNeeded: 97 + generator.next() % 26))
            }
            events.append(
                Event(
                    stream: stream,
                    actor: actor,
                    start: start,
                    bodyEnd: bodyEnd,
                    contentEnd: bytes.count
                )
            )
        }
        self.events = events
        self.bytes = bytes
    }

    /// A message as protobuf: an identifier, a small number, and 8 to 38 bytes of other things.
    private static func appendBody(
        _ id: UniqueID,
        _ generator: inout SplitMix64,
        to bytes: inout [UInt8]
    ) {
        bytes += [0x0A, 16]
        withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bytes += $0 }
        bytes += [0x10, UInt8(1 + generator.next() % 100)]
        let rest = 8 + Int(generator.next() % 31)
        bytes += [0x1A, UInt8(rest)]
        for _ in 0..<rest { bytes.append(UInt8(truncatingIfNeeded: generator.next())) }
    }

    /// Adds an event to a list, as a command does.
    func add(_ index: Int, to list: inout EventList) {
        let event = events[index]
        let bytes = bytes
        let all = bytes.span.bytes
        list.add(
            Self.eventType,
            to: event.stream,
            actor: event.actor,
            content: all.extracting(event.bodyEnd..<event.contentEnd)
        ) { $0.append(all.extracting(event.start..<event.bodyEnd)) }
    }

    /// What the first events come to, in whatever order they were stored.
    func digest(ofFirst count: Int) -> UInt64 {
        let bytes = bytes
        let all = bytes.span.bytes
        var sum: UInt64 = 0
        for event in events.prefix(count) {
            sum &+= EventDigest.of(
                stream: event.stream,
                actor: event.actor,
                body: all.extracting(event.start..<event.bodyEnd),
                content: all.extracting(event.bodyEnd..<event.contentEnd)
            )
        }
        return sum
    }
}

/// A number that tells an event from every other; digests of many are added up.
enum EventDigest {
    static func of(
        stream: StreamID,
        actor: UniqueID,
        body: RawSpan,
        content: RawSpan
    ) -> UInt64 {
        var hash = mix(stream.id.high ^ UInt64(stream.kind.rawValue))
        hash = mix(hash ^ stream.id.low)
        hash = mix(hash ^ actor.high)
        hash = mix(hash ^ actor.low)
        hash = of(body, from: hash)
        return of(content, from: hash)
    }

    /// Goes over bytes, eight at a time.
    static func of(_ bytes: RawSpan, from seed: UInt64 = 0) -> UInt64 {
        var hash = mix(seed ^ UInt64(bytes.byteCount) &* 0x9E37_79B9_7F4A_7C15)
        var offset = 0
        while bytes.byteCount - offset >= 8 {
            hash = mix(hash ^ bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        while offset < bytes.byteCount {
            hash = mix(
                hash ^ UInt64(bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self))
            )
            offset += 1
        }
        return hash
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
        return (product.high ^ product.low) &+ 0x9E37_79B9_7F4A_7C15
    }
}
