internal import Wire

/// A key of the log's one table: a byte for the kind, then a number, big-endian.
///
///     01  0                     the format row
///     02  level (1), index (7)  a full tile of 256 hashes
///     03  size                  a signed checkpoint
///     04  position              a logged erasure that is not carried out yet
///     05  position              a restore
///     06  position              the beginning of a journal, or an opening without it
///     F0  position              a record
///
/// Records sort last, so that they are appended and a commit touches the right edge alone.
struct LogKey {
    private(set) var bytes: InlineArray<9, UInt8>

    static let byteCount = 9

    enum Kind: UInt8, CaseIterable {
        case format = 0x01
        case tile = 0x02
        case checkpoint = 0x03
        case pendingErasure = 0x04
        case restore = 0x05
        case journal = 0x06
        case record = 0xF0
    }

    init(_ kind: Kind, _ number: UInt64) {
        bytes = InlineArray(repeating: kind.rawValue)
        for index in 0..<8 {
            bytes[index + 1] = UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * index))
        }
    }

    static let format = LogKey(.format, 0)

    static func tile(level: UInt8, index: UInt64) -> LogKey {
        LogKey(.tile, UInt64(level) << 56 | index)
    }

    static func checkpoint(_ size: Position) -> LogKey {
        LogKey(.checkpoint, size.rawValue)
    }

    static func pendingErasure(_ position: Position) -> LogKey {
        LogKey(.pendingErasure, position.rawValue)
    }

    static func restore(_ position: Position) -> LogKey {
        LogKey(.restore, position.rawValue)
    }

    static func journal(_ position: Position) -> LogKey {
        LogKey(.journal, position.rawValue)
    }

    static func record(_ position: Position) -> LogKey {
        LogKey(.record, position.rawValue)
    }

    /// The position in the key of a record; nil for any other key.
    static func position(inKey key: RawSpan) -> Position? {
        number(inKey: key, of: .record).map { Position($0) }
    }

    /// The number in a key of some kind; nil for any other key.
    static func number(inKey key: RawSpan, of kind: Kind) -> UInt64? {
        guard key.byteCount == byteCount,
            key.unsafeLoadUnaligned(as: UInt8.self) == kind.rawValue
        else { return nil }
        return UInt64(bigEndian: key.unsafeLoadUnaligned(fromByteOffset: 1, as: UInt64.self))
    }
}
