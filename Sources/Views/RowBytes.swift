public import Wire

// Rows are built and read in the modules that keep them, several for each event, so all of it can
// be inlined there.

/// A short key or value, built number by number, big-endian so that keys sort as numbers.
public struct RowBytes: Sendable {
    @usableFromInline var storage: InlineArray<16, UInt64>
    @usableFromInline var count: Int

    /// The greatest number of bytes.
    public static let capacity = 128

    /// Makes an empty row.
    @inlinable @inline(__always)
    public init() {
        storage = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        count = 0
    }

    /// The number of bytes so far.
    @inlinable
    public var byteCount: Int { count }

    /// The bytes so far, valid until the next change.
    @inlinable
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        borrowing get { storage.span.bytes.extracting(first: count) }
    }

    /// Appends a byte.
    ///
    /// - Precondition: the whole stays within `capacity`, as with all that is appended.
    @inlinable @inline(__always)
    public mutating func append(_ byte: UInt8) {
        store(byte)
    }

    /// Appends four bytes, the greatest first.
    @inlinable @inline(__always)
    public mutating func append(_ number: UInt32) {
        store(number.bigEndian)
    }

    /// Appends eight bytes, the greatest first.
    @inlinable @inline(__always)
    public mutating func append(_ number: UInt64) {
        store(number.bigEndian)
    }

    /// Appends the sixteen bytes of an identifier.
    @inlinable @inline(__always)
    public mutating func append(_ id: UniqueID) {
        store(id.high.bigEndian)
        store(id.low.bigEndian)
    }

    @inlinable @inline(__always)
    mutating func store<Value: BitwiseCopyable>(_ value: Value) {
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
    @inlinable
    public func number(at offset: Int) -> UInt64 {
        UInt64(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The byte at an offset of a row.
    ///
    /// - Precondition: the row's length was checked.
    @inlinable
    public func byte(at offset: Int) -> UInt8 {
        unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
    }
}
