/// How the numbers of one protobuf type are read and written without a tag.
///
/// A type of protobuf is not a type of Swift: `int32`, `sint32` and `sfixed32` are all `Int32`
/// and three different sequences of bytes.
package protocol ScalarCoding {
    associatedtype Value: Sendable, Hashable, BitwiseCopyable

    /// Reads one number.
    static func read(from reader: inout WireReader) throws(WireError) -> Value

    /// Appends one number.
    static func write(_ value: Value, to writer: inout WireWriter)
}

/// The codings of protobuf's numeric types, by their names there.
package enum Scalar {
    package enum UInt32: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Swift.UInt32 { try reader.uint32() }

        package static func write(_ value: Swift.UInt32, to writer: inout WireWriter) {
            writer.append(varint: Swift.UInt64(value))
        }
    }

    package enum UInt64: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Swift.UInt64 { try reader.uint64() }

        package static func write(_ value: Swift.UInt64, to writer: inout WireWriter) {
            writer.append(varint: value)
        }
    }

    package enum Int32: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Swift.Int32 { try reader.int32() }

        package static func write(_ value: Swift.Int32, to writer: inout WireWriter) {
            writer.append(varint: Swift.UInt64(bitPattern: Swift.Int64(value)))
        }
    }

    package enum Int64: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Swift.Int64 { try reader.int64() }

        package static func write(_ value: Swift.Int64, to writer: inout WireWriter) {
            writer.append(varint: Swift.UInt64(bitPattern: value))
        }
    }

    package enum SInt32: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Swift.Int32 { try reader.sint32() }

        package static func write(_ value: Swift.Int32, to writer: inout WireWriter) {
            let folded = Swift.UInt32(bitPattern: value << 1 ^ value >> 31)
            writer.append(varint: Swift.UInt64(folded))
        }
    }

    package enum SInt64: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Swift.Int64 { try reader.sint64() }

        package static func write(_ value: Swift.Int64, to writer: inout WireWriter) {
            writer.append(varint: Swift.UInt64(bitPattern: value << 1 ^ value >> 63))
        }
    }

    package enum Fixed32: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Swift.UInt32 { try reader.fixed32() }

        package static func write(_ value: Swift.UInt32, to writer: inout WireWriter) {
            writer.append(fixed32: value)
        }
    }

    package enum Fixed64: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Swift.UInt64 { try reader.fixed64() }

        package static func write(_ value: Swift.UInt64, to writer: inout WireWriter) {
            writer.append(fixed64: value)
        }
    }

    package enum SFixed32: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Swift.Int32 { try reader.sfixed32() }

        package static func write(_ value: Swift.Int32, to writer: inout WireWriter) {
            writer.append(fixed32: Swift.UInt32(bitPattern: value))
        }
    }

    package enum SFixed64: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Swift.Int64 { try reader.sfixed64() }

        package static func write(_ value: Swift.Int64, to writer: inout WireWriter) {
            writer.append(fixed64: Swift.UInt64(bitPattern: value))
        }
    }

    package enum Double: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Swift.Double { try reader.double() }

        package static func write(_ value: Swift.Double, to writer: inout WireWriter) {
            writer.append(fixed64: value.bitPattern)
        }
    }

    package enum Bool: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Swift.Bool { try reader.bool() }

        package static func write(_ value: Swift.Bool, to writer: inout WireWriter) {
            writer.append(varint: value ? 1 : 0)
        }
    }

    /// The coding of an enumeration that the schema defines.
    package enum Enumeration<Value: WireEnumeration>: ScalarCoding {
        package static func read(
            from reader: inout WireReader
        ) throws(WireError) -> Value { Value(rawValue: try reader.int32()) }

        package static func write(_ value: Value, to writer: inout WireWriter) {
            Scalar.Int32.write(value.rawValue, to: &writer)
        }
    }
}
