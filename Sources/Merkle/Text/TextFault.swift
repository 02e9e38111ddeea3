/// Why bytes are not a text of lines: UTF-8 that ends in a newline and has no other control
/// character.
public enum TextFault: Error, Hashable, Sendable {
    /// There are more bytes than the named maximum.
    case tooLong(maximumBytes: Int)
    /// The bytes from this offset on are not UTF-8.
    case notUTF8(offset: Int)
    /// A control character other than a newline stands here.
    case controlCharacter(offset: Int)
    /// The last byte is not a newline.
    case noFinalNewline
}

extension TextFault: CustomStringConvertible {
    /// A description of the fault.
    public var description: String {
        switch self {
        case .tooLong(let maximumBytes): "the text has more than \(maximumBytes) bytes"
        case .notUTF8(let offset): "the text is not UTF-8 from its byte \(offset) on"
        case .controlCharacter(let offset): "a control character is at byte \(offset)"
        case .noFinalNewline: "the text does not end with a newline"
        }
    }
}

extension TextFault {
    /// Copies the bytes if they are a text of lines.
    static func lines(_ bytes: RawSpan, maximumBytes: Int) throws(TextFault) -> [UInt8] {
        let text = try check(bytes, maximumBytes: maximumBytes, allowing: newline)
        guard text.last == newline else { throw .noFinalNewline }
        return text
    }

    /// Copies the bytes if they are a text of one line, without its newline.
    static func line(_ bytes: RawSpan, maximumBytes: Int) throws(TextFault) -> [UInt8] {
        try check(bytes, maximumBytes: maximumBytes, allowing: nil)
    }

    private static func check(
        _ bytes: RawSpan,
        maximumBytes: Int,
        allowing allowed: UInt8?
    ) throws(TextFault) -> [UInt8] {
        guard bytes.byteCount <= maximumBytes else { throw .tooLong(maximumBytes: maximumBytes) }
        let text = bytes.withUnsafeBytes { Array($0) }
        for (offset, byte) in text.enumerated() where byte < 0x20 && byte != allowed {
            throw .controlCharacter(offset: offset)
        }
        do {
            _ = try UTF8Span(validating: text.span)
        } catch {
            throw .notUTF8(offset: error.byteOffsets.lowerBound)
        }
        return text
    }
}

/// The byte at the end of each line.
let newline = UInt8(ascii: "\n")

extension String {
    /// The text of bytes that were checked to be UTF-8.
    init(checked bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
    }
}
