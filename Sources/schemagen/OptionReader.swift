import Wire

/// Reads the options of definitions; the numbers of Scrollback's own are those of options.proto.
///
/// An unknown option is refused, because the generated Swift would ignore it.
enum OptionReader {
    /// protobuf's own options have smaller numbers, and mean nothing here.
    private static let firstOfOthers: UInt32 = 1_000

    /// Reads the options of a field.
    static func read(
        _ bytes: RawSpan,
        into field: inout SchemaField,
        of place: String,
        in package: String
    ) throws {
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag {
            case WireTag(50_001, .varint): field.size = try reader.uint32()
            case WireTag(50_002, .varint):
                let number = try reader.int32()
                guard let unit = SchemaUnit(rawValue: number) else {
                    throw SchemaError("\(place): unit \(number) is not known to schemagen")
                }
                field.unit = unit
            case WireTag(50_003, .lengthDelimited):
                let name = bytes.text(try reader.string())
                field.content = name == "none" ? .nothing : .message("\(package).\(name)")
            default: try skip(tag, &reader, of: place)
            }
        }
    }

    /// Reads the options of a message: whether it is the entry of a map.
    static func isMapEntry(_ bytes: RawSpan, of place: String) throws -> Bool {
        var reader = try WireReader(bytes)
        var isMapEntry = false
        while let tag = try reader.nextField() {
            if tag == WireTag(7, .varint) {
                isMapEntry = try reader.bool()
            } else {
                try skip(tag, &reader, of: place)
            }
        }
        return isMapEntry
    }

    /// Reads the options of a definition that can have none of our own.
    static func check(_ bytes: RawSpan, of place: String) throws {
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() { try skip(tag, &reader, of: place) }
    }

    private static func skip(
        _ tag: WireTag,
        _ reader: inout WireReader,
        of place: String
    ) throws {
        guard tag.number < firstOfOthers else {
            throw SchemaError("\(place): option \(tag.number) is not known to schemagen")
        }
        try reader.skipUnknown(tag)
    }
}
