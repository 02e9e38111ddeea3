internal import Merkle
internal import Wire

/// Text of lines whose last one is the SHA-256 of those before it, so that a file that is cut or
/// changed is noticed.
struct SummedText {
    private var rest: [Substring].SubSequence

    /// Joins lines and adds their sum.
    static func adding(to lines: [String]) -> String {
        let text = lines.joined(separator: "\n") + "\n"
        return "\(text)sha256 \(SHA256.hash(Array(text.utf8).span.bytes))\n"
    }

    /// The lines of a text without its sum; nil if the sum is not that of the text.
    static func lines(of text: String) -> SummedText? {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.popLast() == "", let last = lines.popLast(),
            let sum = value(of: "sha256", in: last)
        else { return nil }
        let summed = lines.joined(separator: "\n") + "\n"
        guard "\(SHA256.hash(Array(summed.utf8).span.bytes))" == sum else { return nil }
        return SummedText(rest: lines[...])
    }

    mutating func next() -> Substring? { rest.popFirst() }

    /// The next line's value, if it has this name.
    mutating func value(_ name: String) -> Substring? {
        guard let line = rest.first, let value = Self.value(of: name, in: line) else { return nil }
        rest.removeFirst()
        return value
    }

    /// The same, if the value is an id, a number or a hash.
    mutating func id(_ name: String) -> UniqueID? {
        value(name).flatMap { UniqueID(String($0)) }
    }

    mutating func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
        value(name).flatMap { Number($0) }
    }

    mutating func digest(_ name: String) -> Digest? {
        value(name).flatMap { Digest(hexadecimal: $0) }
    }

    static func value(of name: String, in line: Substring) -> Substring? {
        line.hasPrefix("\(name) ") ? line.dropFirst(name.utf8.count + 1) : nil
    }
}
