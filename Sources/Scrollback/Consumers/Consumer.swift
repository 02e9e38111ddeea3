internal import EventLog
public import Wire

/// A named reader of a store's events, whose mark is kept beside the store.
public struct Consumer: Hashable, Sendable {
    /// The name: 1 to 64 of a-z, 0-9, `.`, `_` and `-`.
    public let name: String
    /// The mark: the position up to which the consumer has everything.
    public package(set) var position: Position
    /// The epoch of the mark.
    public internal(set) var epoch: UInt64
    /// Whether a restore lost events that the consumer has.
    ///
    /// The mark is the last position before those. Discard everything received after it; the
    /// next `advance` ends this state.
    public internal(set) var isReset = false

    /// Since when it cannot be served.
    package var failingSince: Timestamp?
    /// Since when serving it has been given up.
    package var parkedSince: Timestamp?
    /// The first position that it missed, while it has not been told so.
    package var missedFrom: Position?
    /// Where a restore has cut its log, while it has not been told so and its mark is beyond that.
    package var untoldFork: Position?

    init(_ name: String, at position: Position, in epoch: UInt64) {
        self.name = name
        self.position = position
        self.epoch = epoch
    }

    /// The length of a name.
    package static let nameLength = 1...64

    /// Whether a text is a consumer's name.
    package static func isName(_ text: some StringProtocol) -> Bool {
        nameLength.contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "._-".utf8.contains(byte)
                }
            }
    }
}

// A line of the file of marks: name, epoch, position, failing, parked, missed, fork, in this order,
// with "-" for what is absent; times are microseconds since 1970. Without a fork the line ends before
// it, as earlier software reads it.
extension Consumer {
    private static let absent = "-"
    private static let fields = 6...7

    var line: String {
        let optional = [
            failingSince.map { "\($0.microseconds)" }, parkedSince.map { "\($0.microseconds)" },
            missedFrom.map { "\($0.rawValue)" },
        ]
        let words = [name, epoch.hexadecimalText, "\(position.rawValue)"]
        let fork = untoldFork.map { ["\($0.rawValue)"] } ?? []
        return (words + optional.map { $0 ?? Self.absent } + fork).joined(separator: " ")
    }

    init?(line: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard Self.fields ~= words.count, Self.isName(words[0]),
            let epoch = UInt64(hexadecimalText: words[1]), let position = UInt64(words[2]),
            let failing = Self.number(words[3], as: Int64.self),
            let parked = Self.number(words[4], as: Int64.self),
            let missed = Self.number(words[5], as: UInt64.self),
            let fork = Self.number(words.count > 6 ? words[6] : "-", as: UInt64.self)
        else { return nil }
        self.init(String(words[0]), at: Position(position), in: epoch)
        failingSince = failing.map(Timestamp.init(microseconds:))
        parkedSince = parked.map(Timestamp.init(microseconds:))
        missedFrom = missed.map(Position.init)
        untoldFork = fork.map(Position.init)
    }

    /// A number, or nothing for "-"; nil for another text.
    private static func number<Number: FixedWidthInteger>(
        _ word: Substring,
        as _: Number.Type
    ) -> Number?? {
        if word == absent { return .some(nil) }
        return Number(word).map { .some($0) }
    }
}
