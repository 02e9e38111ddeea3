/// A text that is read from its start, piece by piece.
struct ByteScanner {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// How far it came.
    var offset: Int { position - bytes.startIndex }

    var isAtEnd: Bool { position == bytes.endIndex }

    /// Skips a text if it comes next, and returns whether it does.
    mutating func take(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        let isHere = text.withUTF8Buffer { bytes[position...].prefix(length).elementsEqual($0) }
        if isHere { position += length }
        return isHere
    }

    /// Takes the bytes before a byte, and skips that byte; nil if it is missing.
    mutating func take(before end: UInt8) -> ArraySlice<UInt8>? {
        guard let place = bytes[position...].firstIndex(of: end) else { return nil }
        defer { position = place + 1 }
        return bytes[position..<place]
    }

    /// Takes the remaining bytes.
    mutating func takeRest() -> ArraySlice<UInt8> {
        defer { position = bytes.endIndex }
        return bytes[position...]
    }

    /// Takes a decimal number without sign and leading zeros; nil if it does not fit.
    mutating func takeDecimal() -> UInt64? {
        let digits = bytes[position...].prefix { Self.isDigit($0) }
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else {
            return nil
        }
        var number: UInt64 = 0
        for digit in digits {
            let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = tens.addingReportingOverflow(Self.value(of: digit))
            guard !overflows, !overflowsToo else { return nil }
            number = sum
        }
        position = digits.endIndex
        return number
    }

    /// Takes a fixed number of decimal digits; nil if there are fewer.
    mutating func takeDigits(_ count: Int) -> UInt64? {
        let digits = bytes[position...].prefix(count)
        guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
        position = digits.endIndex
        return digits.reduce(0) { $0 * 10 + Self.value(of: $1) }
    }

    /// A text that is nothing but a decimal number without sign and leading zeros.
    static func decimal(_ text: ArraySlice<UInt8>) -> UInt64? {
        var scanner = ByteScanner(text)
        guard let number = scanner.takeDecimal(), scanner.isAtEnd else { return nil }
        return number
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func value(of digit: UInt8) -> UInt64 { UInt64(digit - UInt8(ascii: "0")) }
}
