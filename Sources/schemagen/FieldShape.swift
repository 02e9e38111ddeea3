/// The Swift form of a field.
struct FieldShape {
    enum Form {
        case scalar(SchemaScalar, optional: Bool)
        case enumeration(String, optional: Bool)
        case text(optional: Bool)
        case bytes(optional: Bool)

        /// `UniqueID` or `Digest`.
        case value(String)

        /// A message; an opaque one has a oneof, which only its bytes keep whole.
        case message(String, isOpaque: Bool)
        case repeatedScalar(type: String, coding: String)
        case repeatedText
        case repeatedBytes
        case repeatedValue(String, size: UInt32)
        case repeatedMessage(String, isOpaque: Bool)
    }

    let number: UInt32
    let comment: String
    let form: Form

    /// The property's name without backticks.
    let plainName: String

    /// The property's name.
    var name: String { SwiftNames.quoted(plainName) }

    /// The name of the property that says where the value lies.
    var place: String { plainName + (isRepeated ? "Run" : "Range") }

    init(_ field: SchemaField, in schema: Schema) throws {
        number = field.number
        comment = field.comment
        plainName = SwiftNames.property(field.name)
        form = try Self.form(field, in: schema)
    }

    private static func form(_ field: SchemaField, in schema: Schema) throws -> Form {
        let isOptional = field.label == .optional
        let isRepeated = field.label == .repeated
        switch field.kind {
        case .scalar(let scalar):
            return isRepeated
                ? .repeatedScalar(type: scalar.swiftType, coding: scalar.coding)
                : .scalar(scalar, optional: isOptional)
        case .enumeration(let fullName):
            let type = try swiftName(ofEnumeration: fullName, in: schema)
            return isRepeated
                ? .repeatedScalar(type: type, coding: "Scalar.Enumeration<\(type)>")
                : .enumeration(type, optional: isOptional)
        case .string:
            return isRepeated ? .repeatedText : .text(optional: isOptional)
        case .bytes:
            guard let size = field.size else {
                return isRepeated ? .repeatedBytes : .bytes(optional: isOptional)
            }
            let type = size == 16 ? "UniqueID" : "Digest"
            return isRepeated ? .repeatedValue(type, size: size) : .value(type)
        case .message(let fullName):
            guard let message = schema.message(fullName) else {
                throw SchemaError("\(field.name): there is no message \(fullName)")
            }
            let isOpaque = !message.oneofs.isEmpty
            return isRepeated
                ? .repeatedMessage(message.swiftName, isOpaque: isOpaque)
                : .message(message.swiftName, isOpaque: isOpaque)
        case .unsupported(let type):
            throw SchemaError("\(field.name): \(type) is not supported")
        }
    }

    private static func swiftName(
        ofEnumeration fullName: String,
        in schema: Schema
    ) throws -> String {
        for file in schema.files {
            if let found = file.enumerations.first(where: { $0.fullName == fullName }) {
                return found.swiftName
            }
        }
        throw SchemaError("there is no enumeration \(fullName)")
    }

    /// The tag before a value on the wire.
    var tag: UInt32 {
        let wireType: UInt32 =
            switch form {
            case .scalar(let scalar, _): scalar.wireType
            case .enumeration: 0
            default: 2
            }
        return number << 3 | wireType
    }

    /// Whether an encoded message finds the value instead of storing it.
    var isComputed: Bool {
        switch form {
        case .scalar, .enumeration: false
        default: true
        }
    }

    /// Whether the field holds messages, which are checked when they are asked for.
    var holdsMessages: Bool {
        switch form {
        case .message, .repeatedMessage: true
        default: false
        }
    }

    private var isRepeated: Bool {
        switch form {
        case .repeatedScalar, .repeatedText, .repeatedBytes, .repeatedValue, .repeatedMessage: true
        case .scalar, .enumeration, .text, .bytes, .value, .message: false
        }
    }
}
