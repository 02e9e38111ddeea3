/// Appends protobuf to a block of memory that it keeps and reuses.
///
/// It checks nothing: the generated code is responsible for order, defaults and limits; a reader
/// takes up to `WireReader.maximumByteCount`. Once the memory has grown to the largest message, a
/// message costs no allocation. As a class it would need 88 ns for an envelope of 187 bytes instead
/// of 50.
package struct WireWriter: ~Copyable {
    private var memory: UnsafeMutableRawPointer
    private var capacity: Int

    /// The number of bytes written.
    package private(set) var count = 0

    /// Makes an empty writer with room for some bytes.
    package init(capacity: Int = 1024) {
        self.capacity = max(capacity, 64)
        unsafe memory = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// The written bytes; valid until the next write.
    package var bytes: RawSpan {
        @_lifetime(borrow self)
        get {
            // The memory is this writer's alone, and it is borrowed as long as the span lives.
            let span = unsafe RawSpan(_unsafeStart: memory, byteCount: count)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Removes all bytes, and keeps the memory unless told otherwise.
    package mutating func removeAll(keepingCapacity: Bool = true) {
        count = 0
        if !keepingCapacity {
            unsafe memory.deallocate()
            capacity = 64
            unsafe memory = .allocate(byteCount: capacity, alignment: 16)
        }
    }

    /// Makes room for more bytes, so that writing them does not move the memory.
    package mutating func reserve(_ additional: Int) {
        if additional > capacity &- count { grow(by: additional) }
    }

    /// Appends bytes as they are.
    package mutating func append(_ bytes: RawSpan) {
        reserve(bytes.byteCount)
        bytes.withUnsafeBytes { source in
            if let start = source.baseAddress {
                // There is room, and a span into this memory cannot live while it is written.
                unsafe (memory + count).copyMemory(from: start, byteCount: source.count)
            }
        }
        count &+= bytes.byteCount
    }

    /// Appends a varint.
    package mutating func append(varint value: UInt64) {
        reserve(10)
        var rest = value
        while rest >= 0x80 {
            unsafe memory.storeBytes(
                of: UInt8(truncatingIfNeeded: rest) | 0x80,
                toByteOffset: count,
                as: UInt8.self
            )
            count &+= 1
            rest >>= 7
        }
        unsafe memory.storeBytes(
            of: UInt8(truncatingIfNeeded: rest),
            toByteOffset: count,
            as: UInt8.self
        )
        count &+= 1
    }

    /// Appends four bytes, the lowest first.
    package mutating func append(fixed32 value: UInt32) {
        reserve(4)
        unsafe memory.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt32.self)
        count &+= 4
    }

    /// Appends eight bytes, the lowest first.
    package mutating func append(fixed64 value: UInt64) {
        reserve(8)
        unsafe memory.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt64.self)
        count &+= 8
    }

    /// Appends a given number of bytes that the caller stores itself.
    package mutating func append(
        byteCount: Int,
        _ store: (UnsafeMutableRawBufferPointer) -> Void
    ) {
        reserve(byteCount)
        unsafe store(UnsafeMutableRawBufferPointer(start: memory + count, count: byteCount))
        count &+= byteCount
    }

    /// Starts a message whose length is not known yet.
    ///
    /// The mark goes to `endMessage`, once the fields are written.
    package mutating func beginMessage(field: UInt32) -> Mark {
        append(tag: WireTag(field, .lengthDelimited))
        reserve(1)
        count &+= 1
        return Mark(start: count)
    }

    /// Ends a message by writing its length in front.
    ///
    /// One byte was kept for the length; a message of 128 bytes or more moves up to make room.
    package mutating func endMessage(_ mark: consuming Mark) {
        let length = count &- mark.start
        let extra = Self.varintLength(UInt64(length)) &- 1
        if extra > 0 {
            reserve(extra)
            unsafe (memory + mark.start + extra).copyMemory(
                from: memory + mark.start,
                byteCount: length
            )
        }
        count = mark.start &- 1
        append(varint: UInt64(length))
        count &+= length
    }

    /// Where a message started.
    package struct Mark: ~Copyable {
        fileprivate let start: Int
    }

    private static func varintLength(_ value: UInt64) -> Int {
        (70 &- (value | 1).leadingZeroBitCount) / 7
    }

    private mutating func grow(by additional: Int) {
        let needed = max(count + additional, capacity * 2)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: needed, alignment: 16)
        unsafe larger.copyMemory(from: memory, byteCount: count)
        unsafe memory.deallocate()
        unsafe memory = larger
        capacity = needed
    }
}

// Sendable: the memory has one owner, this value, which cannot be copied.
extension WireWriter: @unchecked Sendable {}
