extension FieldShape {
    /// The type of the owned value's property.
    var ownedType: String {
        switch form {
        case .scalar(let scalar, let optional): scalar.swiftType + (optional ? "?" : "")
        case .enumeration(let type, let optional): type + (optional ? "?" : "")
        case .text(let optional): optional ? "String?" : "String"
        case .bytes(let optional): optional ? "[UInt8]?" : "[UInt8]"
        case .value(let type): type + "?"
        case .message(let type, let isOpaque): isOpaque ? "[UInt8]?" : type + "?"
        case .repeatedScalar(let type, _), .repeatedValue(let type, _): "[\(type)]"
        case .repeatedText: "[String]"
        case .repeatedBytes: "[[UInt8]]"
        case .repeatedMessage(let type, let isOpaque): isOpaque ? "[[UInt8]]" : "[\(type)]"
        }
    }

    /// The default of the owned value's property.
    var ownedDefault: String {
        switch form {
        case .scalar(let scalar, optional: false): scalar.defaultValue
        case .enumeration(let type, optional: false): "\(type)(rawValue: 0)"
        case .text(optional: false): "\"\""
        case .bytes(optional: false), .repeatedScalar, .repeatedText, .repeatedBytes,
            .repeatedValue, .repeatedMessage:
            "[]"
        case .scalar, .enumeration, .text, .bytes, .value, .message: "nil"
        }
    }

    /// Writes the owned value's property.
    func writeProperty(_ access: String, _ text: inout SwiftText) {
        var comment = comment
        switch form {
        case .message(let type, isOpaque: true):
            comment += " The bytes of one `\(type)`, whose oneof only they keep."
        case .repeatedMessage(let type, isOpaque: true):
            comment += " The bytes of each `\(type)`, whose oneof only they keep."
        default: break
        }
        text.document(comment)
        text.line("\(access) var \(name): \(ownedType)")
    }

    /// Writes what copies the field out of an encoded message.
    func writeCopy(_ text: inout SwiftText) {
        let copy: String
        switch form {
        case .scalar, .enumeration, .text, .value:
            copy = "encoded.\(name)"
        case .bytes(optional: false):
            copy = "encoded.bytes.array(encoded.\(place))"
        case .bytes(optional: true), .message(_, isOpaque: true):
            return writeCopyIfPresent("encoded.bytes.array(encoded.\(place))", &text)
        case .message(let type, isOpaque: false):
            return writeCopyIfPresent("try \(type)(decoding: encoded.\(plainName)Bytes)", &text)
        case .repeatedScalar, .repeatedText, .repeatedBytes, .repeatedValue:
            copy = "try encoded.\(name).array()"
        case .repeatedMessage(let type, isOpaque: false):
            copy = "try encoded.\(name).array(of: \(type).self)"
        case .repeatedMessage(_, isOpaque: true):
            copy = "try RepeatedBytes(encoded.\(place), in: encoded.bytes).array()"
        }
        text.line("\(name) = \(copy)")
    }

    private func writeCopyIfPresent(_ copy: String, _ text: inout SwiftText) {
        text.line("\(name) =")
        text.inside { text in
            text.line("encoded.\(place).isPresent")
            text.line("? \(copy) : nil")
        }
    }

    /// Writes what encodes the field.
    func writeEncoding(_ text: inout SwiftText) {
        switch form {
        case .scalar(let scalar, optional: false):
            write("\(scalar.rawValue): \(name)", if: scalar.isNotDefault(name), &text)
        case .scalar(let scalar, optional: true):
            write("\(scalar.rawValue): \(name)", if: "let \(name)", &text)
        case .enumeration(_, optional: false):
            write("int32: \(name).rawValue", if: "\(name).rawValue != 0", &text)
        case .enumeration(_, optional: true):
            write("int32: \(name).rawValue", if: "let \(name)", &text)
        case .text(optional: false), .bytes(optional: false):
            write(name, if: "!\(name).isEmpty", &text)
        case .text(optional: true), .bytes(optional: true), .value, .message:
            write(name, if: "let \(name)", &text)
        case .repeatedScalar(_, let coding):
            text.line("writer.write(packed: \(name), as: \(coding).self, field: \(number))")
        case .repeatedText, .repeatedBytes, .repeatedValue, .repeatedMessage:
            text.line("for value in \(name) { writer.write(value, field: \(number)) }")
        }
    }

    private func write(_ argument: String, if condition: String, _ text: inout SwiftText) {
        text.line("if \(condition) { writer.write(\(argument), field: \(number)) }")
    }
}
