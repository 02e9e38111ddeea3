internal import Wire

/// Fields at fixed places, and behind them the CRC-32C of all.
///
/// The log's first row and its mark are stored so. Numbers are little-endian.
struct SummedFields: ~Copyable {
    static let byteCount = sumPlace + 4
    private static let sumPlace = 48

    private var bytes = InlineArray<52, UInt8>(repeating: 0)

    /// Puts a text at the beginning.
    mutating func put(_ text: StaticString) {
        for index in 0..<text.utf8CodeUnitCount { bytes[index] = text.utf8Start[index] }
    }

    mutating func put(_ number: some FixedWidthInteger, at place: Int) {
        for index in 0..<number.bitWidth / 8 {
            bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
        }
    }

    mutating func put(_ id: UniqueID, at place: Int) {
        put(id.high.byteSwapped, at: place)
        put(id.low.byteSwapped, at: place + 8)
    }

    /// Adds the checksum, and lends the bytes.
    consuming func withBytes<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        put(checksum(bytes.span.bytes.extracting(first: Self.sumPlace)), at: Self.sumPlace)
        return try body(bytes.span.bytes)
    }

    /// Whether bytes have the right length and checksum.
    static func areWhole(_ bytes: RawSpan) -> Bool {
        bytes.byteCount == byteCount
            && bytes.number(at: sumPlace, as: UInt32.self)
                == checksum(bytes.extracting(first: sumPlace))
    }
}

extension RawSpan {
    /// The number at a place, as files store it.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at place: Int,
        as type: Number.Type
    ) -> Number {
        Number(littleEndian: unsafeLoadUnaligned(fromByteOffset: place, as: type))
    }

    /// Whether the first bytes are those of a text.
    func begins(with text: StaticString) -> Bool {
        guard byteCount >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount
        where unsafeLoad(fromByteOffset: index, as: UInt8.self) != text.utf8Start[index] {
            return false
        }
        return true
    }
}
