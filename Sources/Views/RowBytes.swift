public import Wire

/// A short key or value, put together number by number, big-endian so that keys sort as numbers.
public struct RowBytes: Sendable {
    private var storage = InlineArray<16, UInt64>(repeating: 0)
    private var count = 0

    /// The most bytes that there can be.
    public static let capacity = 128

    /// Begins with nothing.
    public init() {}

    /// How many bytes there are so far.
    public var byteCount: Int { count }

    /// What was put together, good until the next change.
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        borrowing get { storage.span.bytes.extracting(first: count) }
    }

    /// Appends a byte.
    ///
    /// - Precondition: the whole stays within `capacity`, as with all that is appended.
    public mutating func append(_ byte: UInt8) {
        store(byte)
    }

    /// Appends four bytes, the greatest first.
    public mutating func append(_ number: UInt32) {
        store(number.bigEndian)
    }

    /// Appends eight bytes, the greatest first.
    public mutating func append(_ number: UInt64) {
        store(number.bigEndian)
    }

    /// Appends the sixteen bytes of an identifier.
    public mutating func append(_ id: UniqueID) {
        store(id.high.bigEndian)
        store(id.low.bigEndian)
    }

    private mutating func store<Value: BitwiseCopyable>(_ value: Value) {
        let size = MemoryLayout<Value>.size
        precondition(count + size <= Self.capacity, "A row put together so is short.")
        var span = storage.mutableSpan
        var bytes = span.mutableBytes
        bytes.storeBytes(of: value, toByteOffset: count, as: Value.self)
        count += size
    }
}

extension RawSpan {
    /// The big-endian number at an offset of a row.
    ///
    /// - Precondition: the row's length was checked.
    public func number(at offset: Int) -> UInt64 {
        UInt64(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The byte at an offset of a row.
    ///
    /// - Precondition: the row's length was checked.
    public func byte(at offset: Int) -> UInt8 {
        unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
    }
}
