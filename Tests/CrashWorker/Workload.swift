internal import EventLog
internal import Scrollback
internal import Wire
internal import WriterSupport

/// What the worker appends: every event follows from its ordinal, so that a checker can tell
/// the right one from any other.
enum Workload {
    /// A type that no projector knows.
    private static let type: UInt32 = 4_000

    private static let streamCount: UInt64 = 8

    static func event(_ ordinal: UInt64) -> Append.Event {
        Append.Event(to: stream(ordinal), type: type, content: content(ordinal))
    }

    static func stream(_ ordinal: UInt64) -> StreamID {
        .conversation(UniqueID(high: 1, low: mix(ordinal) % streamCount))
    }

    /// Mostly the length of a message; sometimes one that takes pages of its own.
    static func content(_ ordinal: UInt64) -> [UInt8] {
        let dice = mix(ordinal)
        let length =
            switch dice >> 8 & 0xFF {
            case 0..<2: 20_000
            case 2..<12: 3_000
            default: 20 + Int(dice >> 16 & 0x7F)
            }
        var bytes = Array("\(ordinal):".utf8)
        bytes.reserveCapacity(length)
        var state = dice
        while bytes.count < length {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            bytes.append(UInt8(ascii: "a") + UInt8(state >> 59) % 26)
        }
        return bytes
    }

    /// The ordinal that a content begins with.
    static func ordinal(in content: RawSpan) -> UInt64? {
        var ordinal: UInt64 = 0
        for index in 0..<min(content.byteCount, 20) {
            let byte = content.unsafeLoad(fromByteOffset: index, as: UInt8.self)
            if byte == UInt8(ascii: ":") { return index > 0 ? ordinal : nil }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            ordinal = ordinal &* 10 &+ UInt64(byte - UInt8(ascii: "0"))
        }
        return nil
    }

    /// The first ordinal of a run on a store of some size; no two runs share one, unless the
    /// earlier one left nothing behind.
    static func firstOrdinal(size: Position) -> UInt64 {
        size.rawValue * 1_000_000
    }

    private static func mix(_ number: UInt64) -> UInt64 {
        var mixed = number &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
