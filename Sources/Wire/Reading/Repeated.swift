/// The packed numbers of a repeated field, read one after the other.
package struct RepeatedScalars<Coding: ScalarCoding>: ~Escapable {
    /// How many there are, whatever has been read of them.
    package let count: Int

    private var reader: WireReader

    /// Makes a view of a run that lies in a message.
    @_lifetime(copy bytes)
    package init(_ run: WireRun, in bytes: RawSpan) throws(WireError) {
        count = Int(run.count)
        reader = try WireReader(bytes.slice(run.range))
    }

    /// Reads the next number, or returns nil after the last.
    @_lifetime(self: copy self)
    package mutating func next() throws(WireError) -> Coding.Value? {
        guard reader.offset < reader.bytes.byteCount else { return nil }
        return try Coding.read(from: &reader)
    }

    /// The numbers that are left, as an array.
    package func array() throws(WireError) -> [Coding.Value] {
        var rest = self
        var values: [Coding.Value] = []
        values.reserveCapacity(count)
        while let value = try rest.next() { values.append(value) }
        return values
    }
}
