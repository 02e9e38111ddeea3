// Repeated fields in their bytes. Each starts before the first value, and `next` reads one value
// after the other; a copy continues from the same value as the original. They throw like all
// readers, although their bytes were checked with the message.

/// The packed numbers of a repeated field.
package struct RepeatedScalars<Coding: ScalarCoding>: ~Escapable {
    /// The number of values, read or not.
    package let count: Int

    private var reader: WireReader

    /// Takes a run that lies in a message.
    @_lifetime(copy bytes)
    package init(_ run: WireRun, in bytes: RawSpan) {
        count = Int(run.count)
        reader = WireReader(part: bytes.slice(run.range))
    }

    /// Reads the next number, or returns nil after the last.
    @_lifetime(self: copy self)
    package mutating func next() throws(WireError) -> Coding.Value? {
        guard reader.place < reader.bytes.byteCount else { return nil }
        return try Coding.read(from: &reader)
    }

    /// The numbers that are left, as an array.
    package func array() throws(WireError) -> [Coding.Value] {
        guard count > 0 else { return [] }
        var rest = self
        var values: [Coding.Value] = []
        values.reserveCapacity(count)
        while let value = try rest.next() { values.append(value) }
        return values
    }
}

/// The byte strings of a repeated field.
package struct RepeatedBytes: ~Escapable {
    /// The number of values, read or not.
    package let count: Int

    private var reader: WireReader

    /// Takes a run that lies in a message.
    @_lifetime(copy bytes)
    package init(_ run: WireRun, in bytes: RawSpan) {
        count = Int(run.count)
        reader = WireReader(part: bytes.slice(run.range))
    }

    /// Reads the next value, or returns nil after the last.
    @_lifetime(copy self)
    package mutating func next() throws(WireError) -> RawSpan? {
        guard reader.place < reader.bytes.byteCount else { return nil }
        _ = try reader.tag()
        return try reader.span()
    }

    /// The values that are left, copied into arrays.
    package func array() throws(WireError) -> [[UInt8]] {
        guard count > 0 else { return [] }
        var rest = self
        var values: [[UInt8]] = []
        values.reserveCapacity(count)
        while let value = try rest.next() {
            values.append(value.withUnsafeBytes { buffer in [UInt8](buffer) })
        }
        return values
    }
}

/// The texts of a repeated field.
package struct RepeatedStrings: ~Escapable {
    /// The number of values, read or not.
    package var count: Int { values.count }

    private var values: RepeatedBytes

    /// Takes a run that lies in a message.
    @_lifetime(copy bytes)
    package init(_ run: WireRun, in bytes: RawSpan) {
        values = RepeatedBytes(run, in: bytes)
    }

    /// Reads the next text, or returns nil after the last.
    @_lifetime(self: copy self)
    package mutating func next() throws(WireError) -> String? {
        guard let utf8 = try values.next() else { return nil }
        return utf8.withUnsafeBytes { buffer in String(decoding: buffer, as: UTF8.self) }
    }

    /// The texts that are left, as an array.
    package func array() throws(WireError) -> [String] {
        guard count > 0 else { return [] }
        var rest = self
        var texts: [String] = []
        texts.reserveCapacity(count)
        while let text = try rest.next() { texts.append(text) }
        return texts
    }
}

/// The identifiers or digests of a repeated field.
package struct RepeatedValues<Value: SizedValue>: ~Escapable {
    /// The number of values, read or not.
    package var count: Int { values.count }

    private var values: RepeatedBytes

    /// Takes a run that lies in a message.
    @_lifetime(copy bytes)
    package init(_ run: WireRun, in bytes: RawSpan) {
        values = RepeatedBytes(run, in: bytes)
    }

    /// Reads the next value, or returns nil after the last.
    @_lifetime(self: copy self)
    package mutating func next() throws(WireError) -> Value? {
        guard let bytes = try values.next() else { return nil }
        return Value(bytes, at: 0)
    }

    /// The values that are left, as an array.
    package func array() throws(WireError) -> [Value] {
        guard count > 0 else { return [] }
        var rest = self
        var values: [Value] = []
        values.reserveCapacity(count)
        while let value = try rest.next() { values.append(value) }
        return values
    }
}

/// The messages of a repeated field, each checked when it is read.
package struct RepeatedMessages<Encoded: EncodedWireMessage & ~Escapable>: ~Escapable {
    /// The number of values, read or not.
    package var count: Int { values.count }

    private var values: RepeatedBytes

    /// Takes a run that lies in a message.
    @_lifetime(copy bytes)
    package init(_ run: WireRun, in bytes: RawSpan) {
        values = RepeatedBytes(run, in: bytes)
    }

    /// Reads the next message, or returns nil after the last.
    @_lifetime(copy self)
    package mutating func next() throws(WireError) -> Encoded? {
        guard let bytes = try values.next() else { return nil }
        return try Encoded(bytes)
    }

    /// The messages that are left, as owned values.
    ///
    /// A message of two bytes becomes a whole value, so what it allocates is bounded by the
    /// length of the message that it lies in, times the size of a value.
    package func array<Message: WireMessage>(of type: Message.Type) throws(WireError) -> [Message] {
        guard count > 0 else { return [] }
        var rest = values
        var messages: [Message] = []
        while let bytes = try rest.next() { messages.append(try Message(decoding: bytes)) }
        return messages
    }

    /// Checks every message, to the last level.
    package func validate() throws(WireError) {
        var rest = self
        while let message = try rest.next() { try message.validate() }
    }
}
