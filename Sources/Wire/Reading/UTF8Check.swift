extension RawSpan {
    /// Whether the bytes are UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
    ///
    /// - Complexity: O(n), eight bytes at a time where they are ASCII.
    package var isUTF8: Bool {
        var offset = 0
        while offset < byteCount {
            if byteCount >= 8 {
                // The last eight bytes may begin with bytes that are checked already.
                let start = Swift.min(offset, byteCount &- 8)
                // Any bit pattern is an integer, and the load is bounds-checked.
                let word = unsafe unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
                if word & 0x8080_8080_8080_8080 == 0 {
                    offset = start &+ 8
                    continue
                }
            }
            let length = scalarLength(at: offset)
            guard length > 0 else { return false }
            offset &+= length
        }
        return true
    }

    /// The length of the scalar at an offset, 0 if there is none.
    ///
    /// The first byte limits the second: this excludes the overlong forms, the surrogates and
    /// values after the end of Unicode (table 3-7 of the standard).
    private func scalarLength(at offset: Int) -> Int {
        let first = byte(at: offset)
        switch first {
        case 0x00...0x7F:
            return 1
        case 0xC2...0xDF:
            return continues(offset &+ 1, in: 0x80...0xBF) ? 2 : 0
        case 0xE0...0xEF:
            let second: ClosedRange<UInt8> =
                switch first {
                case 0xE0: 0xA0...0xBF
                case 0xED: 0x80...0x9F
                default: 0x80...0xBF
                }
            return continues(offset &+ 1, in: second)
                && continues(offset &+ 2, in: 0x80...0xBF) ? 3 : 0
        case 0xF0...0xF4:
            let second: ClosedRange<UInt8> =
                switch first {
                case 0xF0: 0x90...0xBF
                case 0xF4: 0x80...0x8F
                default: 0x80...0xBF
                }
            return continues(offset &+ 1, in: second)
                && continues(offset &+ 2, in: 0x80...0xBF)
                && continues(offset &+ 3, in: 0x80...0xBF) ? 4 : 0
        default:
            return 0
        }
    }

    private func continues(_ offset: Int, in range: ClosedRange<UInt8>) -> Bool {
        offset < byteCount && range.contains(byte(at: offset))
    }

    private func byte(at offset: Int) -> UInt8 {
        // Any bit pattern is an integer, and the load is bounds-checked.
        unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }
}
