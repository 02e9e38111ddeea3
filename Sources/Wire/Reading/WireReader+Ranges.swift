extension WireReader {
    /// Reads a length and passes over that many bytes.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func range() throws(WireError) -> WireRange {
        let lengthStart = place
        let length = try varint()
        // Subtracted rather than added: a length close to 2^64 must not wrap round.
        guard length <= UInt64(bytes.byteCount &- place) else {
            throw .truncated(at: lengthStart)
        }
        // Both fit: a message has at most `maximumByteCount` bytes.
        let range = WireRange(
            offset: UInt32(truncatingIfNeeded: place),
            count: UInt32(truncatingIfNeeded: length)
        )
        place &+= Int(length)
        return range
    }

    /// Reads a length-delimited value as the span of its bytes.
    @_lifetime(copy self)
    package mutating func span() throws(WireError) -> RawSpan {
        bytes.slice(try range())
    }

    /// Reads a `string` and checks that it is UTF-8.
    @_lifetime(self: copy self)
    package mutating func string() throws(WireError) -> WireRange {
        let range = try range()
        guard bytes.slice(range).isUTF8 else { throw .invalidUTF8(field: number, at: start) }
        return range
    }

    /// Reads a value that has one possible length.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func sized(_ count: Int) throws(WireError) -> WireRange {
        let range = try range()
        guard range.count == count else {
            throw .wrongLength(
                field: number,
                expected: count,
                actual: Int(range.count),
                at: start
            )
        }
        return range
    }

    /// Reads the packed numbers of a repeated field and checks each.
    @_lifetime(self: copy self)
    package mutating func packed<Coding: ScalarCoding>(
        _ coding: Coding.Type
    ) throws(WireError) -> WireRun {
        let range = try range()
        guard range.count > 0 else { throw defaultValueWritten() }
        var elements = WireReader(part: bytes.slice(range), depth: depth)
        elements.number = number
        var count: UInt32 = 0
        while elements.place < Int(range.count) {
            _ = try Coding.read(from: &elements)
            count &+= 1
        }
        return WireRun(range: range, count: count)
    }

    /// Reads a repeated field of length-delimited values, starting with the value of the last tag.
    @_lifetime(self: copy self)
    package mutating func run(
        _ tag: WireTag,
        of element: WireElement
    ) throws(WireError) -> WireRun {
        let first = start
        var count: UInt32 = 0
        var end = place
        repeat {
            switch element {
            case .bytes: _ = try range()
            case .string: _ = try string()
            case .sized(let count): _ = try sized(count)
            }
            count &+= 1
            end = place
        } while try isNext(tag)
        place = end
        return WireRun(
            range: WireRange(
                offset: UInt32(truncatingIfNeeded: first),
                count: UInt32(truncatingIfNeeded: end &- first)
            ),
            count: count
        )
    }

    /// Reads the next tag if it equals the last one; else the caller returns to its old place.
    @_lifetime(self: copy self)
    private mutating func isNext(_ tag: WireTag) throws(WireError) -> Bool {
        guard place < bytes.byteCount else { return false }
        let before = place
        let next = try self.tag()
        guard next.number == tag.number else { return false }
        start = before
        guard next == tag else { throw wrongWireType() }
        return true
    }
}
