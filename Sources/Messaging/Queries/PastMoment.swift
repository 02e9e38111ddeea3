public import Wire

/// A moment of the past: a position of the log, or a time.
public enum PastMoment: Hashable, Sendable {
    /// The state at a position, as answers report it; `epoch` is the epoch of the position, nil
    /// for the store's first one.
    case position(Position, epoch: UInt64? = nil)
    /// The state at a time: after the last event that was recorded at it or before.
    case time(Timestamp)

    /// Reads a moment from text: a position (`4711`), a position of an epoch
    /// (`00c0ffee00c0ffee:4711`), or an ISO 8601 time with its zone (`2026-11-17T14:00:00Z`).
    ///
    /// - Returns: nil for other text.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        if let position = Self.position(bytes[...]) {
            self = .position(position)
        } else if bytes.count > Self.epochDigits, bytes[Self.epochDigits] == UInt8(ascii: ":"),
            let epoch = UInt64(hexadecimalText: text.prefix(Self.epochDigits)),
            let position = Self.position(bytes[(Self.epochDigits + 1)...])
        {
            self = .position(position, epoch: epoch)
        } else if let time = Timestamp(iso8601: text) {
            self = .time(time)
        } else {
            return nil
        }
    }

    private static let epochDigits = 16

    private static func position(_ digits: ArraySlice<UInt8>) -> Position? {
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt64(String(decoding: digits, as: UTF8.self)).map(Position.init)
    }
}
