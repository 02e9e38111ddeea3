internal import ScrollbackJSON

/// Splits input into lines.
///
/// A line above the limit is cut off after it: it is still seen to be too long, and no input takes
/// more memory than that.
package struct LineSplitter: Sendable {
    /// The kept bytes of a line: one more than the limit.
    package static let keptBytes = JSONDocument.maximumBytes + 1

    private var lines: [[UInt8]] = []
    private var unfinished: [UInt8] = []
    private var hasBegun = false
    /// How many bytes the lines that wait have.
    package private(set) var waitingBytes = 0

    package init() {}

    /// How many lines wait.
    package var count: Int { lines.count }

    /// Adds input.
    package mutating func add(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            extend(rest[..<end])
            finish()
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty {
            extend(rest)
            hasBegun = true
        }
    }

    /// Ends the input: bytes after the last line feed are a line too.
    package mutating func end() {
        if hasBegun { finish() }
    }

    /// Takes waiting lines, the oldest first.
    package mutating func take(upTo count: Int) -> [[UInt8]] {
        let taken = Array(lines.prefix(count))
        lines.removeFirst(taken.count)
        waitingBytes -= taken.reduce(0) { $0 + $1.count }
        return taken
    }

    private mutating func extend(_ bytes: ArraySlice<UInt8>) {
        unfinished.append(contentsOf: bytes.prefix(Self.keptBytes - unfinished.count))
    }

    private mutating func finish() {
        waitingBytes += unfinished.count
        lines.append(unfinished)
        unfinished = []
        hasBegun = false
    }
}
