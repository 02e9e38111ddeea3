extension WireReader {
    /// Reads a varint of up to 64 bits.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func varint() throws(WireError) -> UInt64 {
        guard place < bytes.byteCount else { throw .truncated(at: place) }
        // The line above checks the bounds.
        let first = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: place, as: UInt8.self)
        place &+= 1
        guard first >= 0x80 else { return UInt64(first) }
        return try longVarint(after: first)
    }

    @usableFromInline
    @_lifetime(self: copy self)
    mutating func longVarint(after first: UInt8) throws(WireError) -> UInt64 {
        let start = place &- 1
        var value = UInt64(first & 0x7F)
        var shift: UInt64 = 7
        while place < bytes.byteCount {
            // The loop's condition checks the bounds.
            let byte = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: place, as: UInt8.self)
            place &+= 1
            if shift == 63 && byte > 1 { throw .varintTooLong(at: start) }
            value |= UInt64(byte & 0x7F) &<< shift
            if byte < 0x80 {
                guard byte != 0 else { throw .varintNotMinimal(at: start) }
                return value
            }
            shift &+= 7
        }
        throw .truncated(at: start)
    }

    /// Reads four bytes, the lowest first.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func fixed32() throws(WireError) -> UInt32 {
        guard bytes.byteCount &- place >= 4 else { throw .truncated(at: place) }
        // Any bit pattern is an integer, and the load is bounds-checked.
        let value = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self)
        place &+= 4
        return UInt32(littleEndian: value)
    }

    /// Reads eight bytes, the lowest first.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func fixed64() throws(WireError) -> UInt64 {
        guard bytes.byteCount &- place >= 8 else { throw .truncated(at: place) }
        // Any bit pattern is an integer, and the load is bounds-checked.
        let value = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
        place &+= 8
        return UInt64(littleEndian: value)
    }

    /// Reads a `uint32`.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func uint32() throws(WireError) -> UInt32 {
        guard let value = UInt32(exactly: try varint()) else { throw valueOutOfRange() }
        return value
    }

    /// Reads a `uint64`.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func uint64() throws(WireError) -> UInt64 {
        try varint()
    }

    /// Reads an `int32` or an enumeration's number: a negative one has ten bytes.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func int32() throws(WireError) -> Int32 {
        guard let value = Int32(exactly: try int64()) else { throw valueOutOfRange() }
        return value
    }

    /// Reads an `int64`.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func int64() throws(WireError) -> Int64 {
        Int64(bitPattern: try varint())
    }

    /// Reads a `sint32`: small magnitudes are short, with either sign.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func sint32() throws(WireError) -> Int32 {
        let folded = try uint32()
        return Int32(bitPattern: folded >> 1) ^ -Int32(bitPattern: folded & 1)
    }

    /// Reads a `sint64`: small magnitudes are short, with either sign.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func sint64() throws(WireError) -> Int64 {
        let folded = try varint()
        return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
    }

    /// Reads a `sfixed32`.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func sfixed32() throws(WireError) -> Int32 {
        Int32(bitPattern: try fixed32())
    }

    /// Reads a `sfixed64`.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func sfixed64() throws(WireError) -> Int64 {
        Int64(bitPattern: try fixed64())
    }

    /// Reads a `double`.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func double() throws(WireError) -> Double {
        Double(bitPattern: try fixed64())
    }

    /// Reads a `bool`.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func bool() throws(WireError) -> Bool {
        switch try varint() {
        case 0: return false
        case 1: return true
        default: throw .invalidBool(field: number, at: start)
        }
    }

    @usableFromInline
    func valueOutOfRange() -> WireError {
        .valueOutOfRange(field: number, at: start)
    }
}
