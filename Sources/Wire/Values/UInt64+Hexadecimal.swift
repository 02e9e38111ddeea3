/// All sixty-four bits as text, which JSON's numbers do not hold: epochs and custom bits.
extension UInt64 {
    private static let digitCount = 16

    /// Sixteen lower-case hexadecimal digits.
    package var hexadecimalText: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.digitCount - digits.count) + digits
    }

    /// Reads sixteen hexadecimal digits of either case; nil for other text.
    package init?(hexadecimalText text: some StringProtocol) {
        // A sign would be read as part of the number.
        guard text.utf8.count == Self.digitCount, text.utf8.first != UInt8(ascii: "+"),
            let number = UInt64(text, radix: 16)
        else { return nil }
        self = number
    }
}
