public import Merkle
public import Wire

/// A message as its description shows it: every field with its name, and what newer software
/// wrote besides.
public struct DescribedFields: Hashable, Sendable {
    /// A field that the schemas know.
    public struct Field: Hashable, Sendable {
        /// The field's name in the schemas.
        public let name: String
        /// The field's value.
        public let value: DescribedValue

        /// Creates a field.
        public init(name: String, value: DescribedValue) {
            self.name = name
            self.value = value
        }
    }

    /// A field that these schemas do not know, as it stands, its tag included.
    public struct Unknown: Hashable, Sendable {
        /// Its number.
        public let number: UInt32
        /// The field's bytes as stored in the log.
        public let bytes: [UInt8]

        /// Creates an unknown field.
        public init(number: UInt32, bytes: [UInt8]) {
            self.number = number
            self.bytes = bytes
        }
    }

    /// The fields by number, without absent ones that have no default.
    public let fields: [Field]
    /// The fields of newer software.
    public let unknown: [Unknown]

    /// Without fields, for a message without a known description.
    public init(_ fields: [Field] = [], unknown: [Unknown]) {
        self.fields = fields
        self.unknown = unknown
    }

    /// Reads a message.
    ///
    /// - Throws: if the bytes are not as an encoder of these schemas writes them.
    package init(
        reading bytes: RawSpan,
        as description: MessageDescription
    ) throws(WireError) {
        try self.init(reading: bytes, as: description, depth: 0)
    }

    fileprivate init(
        reading bytes: RawSpan,
        as description: MessageDescription,
        depth: Int
    ) throws(WireError) {
        var reader = try WireReader(bytes, depth: depth)
        var found: [UInt32: DescribedValue] = [:]
        var unknown: [Unknown] = []
        while true {
            let start = reader.offset
            guard let tag = try reader.nextField() else { break }
            if let field = description.field(tag.number) {
                found[tag.number] = try field.read(&reader, tag)
            } else {
                try reader.skipUnknown(tag)
                let field = bytes.extracting(start..<reader.offset)
                unknown.append(
                    Unknown(number: tag.number, bytes: field.withUnsafeBytes { Array($0) })
                )
            }
        }
        fields = description.fields.compactMap { field in
            (found[field.number] ?? field.absent).map { Field(name: field.name, value: $0) }
        }
        self.unknown = unknown
    }
}

/// A field's value as shown.
public indirect enum DescribedValue: Hashable, Sendable {
    case boolean(Bool)
    case unsigned(UInt64)
    case bits(UInt64)
    case real(Double)
    case time(Timestamp)
    case word(Int32, EnumerationDescription)
    case text(String)
    case bytes([UInt8])
    case id(UniqueID)
    case digest(Digest)
    case message(DescribedFields)
    case list([DescribedValue])
}

extension FieldDescription {
    /// The value of an absent field; nil if it has none.
    fileprivate var absent: DescribedValue? {
        switch presence {
        case .optional: return nil
        case .repeated: return .list([])
        case .implicit: break
        }
        return switch kind {
        case .boolean: .boolean(false)
        case .unsigned: .unsigned(0)
        case .bits: .bits(0)
        case .real: .real(0)
        case .time, .enumeration, .text, .bytes, .id, .digest, .message: nil
        }
    }

    fileprivate func read(
        _ reader: inout WireReader,
        _ tag: WireTag
    ) throws(WireError) -> DescribedValue {
        if presence == .repeated { return .list(try elements(&reader, tag)) }
        guard tag.type == kind.type else { throw reader.wrongWireType() }
        if kind.type == .lengthDelimited {
            let depth = reader.depth
            return try kind.delimited(try reader.span(), depth: depth)
        }
        return try kind.scalar(&reader)
    }

    private func elements(
        _ reader: inout WireReader,
        _ tag: WireTag
    ) throws(WireError) -> [DescribedValue] {
        guard tag.isLengthDelimited else { throw reader.wrongWireType() }
        var values: [DescribedValue] = []
        if kind.type == .lengthDelimited {
            let depth = reader.depth
            let run = try reader.run(tag, of: .bytes)
            var elements = RepeatedBytes(run, in: reader.bytes)
            while let element = try elements.next() {
                values.append(try kind.delimited(element, depth: depth))
            }
        } else {
            let packed = try reader.span()
            var elements = try WireReader(packed)
            while elements.offset < packed.byteCount {
                values.append(try kind.scalar(&elements))
            }
        }
        return values
    }
}

extension FieldKind {
    /// The shape of one value.
    fileprivate var type: WireType {
        switch self {
        case .boolean, .unsigned, .time, .enumeration: .varint
        case .bits, .real: .fixed64
        case .text, .bytes, .id, .digest, .message: .lengthDelimited
        }
    }

    fileprivate func scalar(_ reader: inout WireReader) throws(WireError) -> DescribedValue {
        switch self {
        case .boolean: .boolean(try reader.bool())
        case .unsigned: .unsigned(try reader.uint64())
        case .time: .time(Timestamp(microseconds: try reader.int64()))
        case .enumeration(let enumeration): .word(try reader.int32(), enumeration)
        case .bits: .bits(try reader.fixed64())
        case .real: .real(try reader.double())
        case .text, .bytes, .id, .digest, .message: throw reader.wrongWireType()
        }
    }

    fileprivate func delimited(
        _ span: RawSpan,
        depth: Int
    ) throws(WireError) -> DescribedValue {
        switch self {
        case .text:
            .text(span.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
        case .id where span.byteCount == UniqueID.byteCount: .id(UniqueID(span, at: 0))
        case .digest where span.byteCount == Digest.byteCount: .digest(Digest(span))
        case .message(let description):
            .message(
                try DescribedFields(reading: span, as: description, depth: depth + 1)
            )
        case .bytes, .id, .digest, .boolean, .unsigned, .bits, .real, .time, .enumeration:
            .bytes(span.withUnsafeBytes { Array($0) })
        }
    }
}
