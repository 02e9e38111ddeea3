package import Messaging
package import Wire

/// Writes JSON into one growing buffer of bytes, on one line and without spaces.
///
/// Values follow each other: commas are put between them, and names stand before those of an
/// object. That brackets match is the caller's care, which the closures of `object` and `array`
/// take off it.
package struct JSONWriter {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false
    /// The number of bytes after which no other item of a list is written; nil for no limit.
    ///
    /// A list that was cut off must be shortened, and took no more memory than the limit and an
    /// item.
    package var limit: Int? { didSet { wholeItems = 0 } }
    /// How many items of outermost lists were written before the limit, since that was set.
    package private(set) var wholeItems = 0
    private var listDepth = 0

    /// Hides the positions and cursors that are written; nil writes them as they are.
    package var seal: (any PositionSeal)?

    package init() {}

    /// Removes all bytes, and keeps memory for at most that many bytes.
    package mutating func removeAll(keepingBytes limit: Int) {
        bytes.removeAll(keepingCapacity: bytes.capacity <= limit)
        needsComma = false
    }

    /// Removes the lines written after a number of bytes.
    package mutating func cut(to count: Int) {
        bytes.removeLast(bytes.count - count)
        needsComma = false
    }

    private mutating func beginValue() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Writes an object, whose fields the closure writes.
    package mutating func object<Failure: Error>(
        _ fields: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        beginValue()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        try fields(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes an array, whose values the closure writes.
    package mutating func array<Failure: Error>(
        _ values: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        beginValue()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        try values(&self)
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a list, whose items the closure writes, up to the limit.
    mutating func list<Item>(_ items: [Item], _ item: (Item, inout JSONWriter) -> Void) {
        array { writer in
            writer.listDepth += 1
            for value in items where !writer.isFull {
                item(value, &writer)
                if writer.listDepth == 1, !writer.isFull { writer.wholeItems += 1 }
            }
            writer.listDepth -= 1
        }
    }

    private var isFull: Bool { limit.map { bytes.count > $0 } ?? false }

    /// Writes a name; its value is to follow.
    package mutating func name(_ name: String) {
        write(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func write(_ text: String) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { unsafe appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends what needs no escape in runs, and escapes the rest.
    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for offset in 0..<text.count {
            let byte = unsafe text[offset]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                continue
            }
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<offset]))
            appendEscape(of: byte)
            start = offset + 1
        }
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    private mutating func appendEscape(of byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }

    package mutating func write(_ number: some BinaryInteger) {
        beginValue()
        bytes.append(contentsOf: number.description.utf8)
    }

    package mutating func write(_ flag: Bool) {
        beginValue()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    package mutating func writeNull() {
        beginValue()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes the shortest number that reads as the same; null for one that JSON does not have.
    package mutating func write(_ number: Double) {
        guard number.isFinite else { return writeNull() }
        beginValue()
        let text = number.description
        bytes.append(contentsOf: (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
    }

    package mutating func write(_ id: UniqueID) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: UniqueID.textCount))
        bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe id.storeText(into: UnsafeMutableBufferPointer(rebasing: buffer[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func write(_ position: Position) {
        if let seal { write(seal.text(of: position)) } else { write(position.rawValue) }
    }

    package mutating func write(_ cursor: Cursor) {
        write(seal?.text(of: cursor) ?? cursor.text)
    }

    /// Writes whole milliseconds since the start of 1970, the earlier ones of a fraction.
    package mutating func write(_ time: Timestamp) {
        write(time.microseconds.flooredQuotient(by: 1_000))
    }

    /// Writes JSON that was read or written before, as it stands.
    package mutating func write(json: some Collection<UInt8>) {
        beginValue()
        bytes.append(contentsOf: json)
    }

    /// Ends a line.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }
}

extension Int64 {
    /// The quotient, rounded towards the smaller number.
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// Makes texts of positions and cursors that tell their reader nothing.
package protocol PositionSeal: Sendable {
    /// The text of a position of the present epoch.
    func text(of position: Position) -> String
    func text(of cursor: Cursor) -> String
}
