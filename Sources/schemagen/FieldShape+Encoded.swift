extension FieldShape {
    /// Writes the stored properties of an encoded message for the field.
    func writeStorage(_ text: inout SwiftText) {
        switch form {
        case .scalar(let scalar, let optional):
            text.document(comment)
            let type = optional ? scalar.swiftType + "?" : scalar.swiftType
            let value = optional ? "" : " = \(scalar.defaultValue)"
            text.line("package private(set) var \(name): \(type)\(value)")
            text.gap()
        case .enumeration(let type, let optional):
            text.document(comment)
            let suffix = optional ? "?" : " = \(type)(rawValue: 0)"
            text.line("package private(set) var \(name): \(type)\(suffix)")
            text.gap()
        case .text, .bytes, .value, .message, .repeatedScalar, .repeatedText, .repeatedBytes,
            .repeatedValue, .repeatedMessage:
            break
        }
    }

    /// Writes where an encoded message finds the field, if it does not store the value.
    func writePlace(_ text: inout SwiftText) {
        switch form {
        case .scalar, .enumeration:
            break
        case .text, .bytes, .value, .message:
            text.line("fileprivate var \(place) = WireRange.absent")
        case .repeatedScalar, .repeatedText, .repeatedBytes, .repeatedValue, .repeatedMessage:
            text.line("fileprivate var \(place) = WireRun.none")
        }
    }

    /// Writes the case that reads the field.
    func writeReading(_ text: inout SwiftText) {
        text.line("case \(tag):")
        text.inside { text in
            switch form {
            case .scalar(let scalar, let optional):
                text.line("\(name) = try reader.\(scalar.rawValue)()")
                if !optional { refuseDefault(scalar.isDefault(name), &text) }
            case .enumeration(let type, let optional):
                text.line("\(name) = \(type)(rawValue: try reader.int32())")
                if !optional { refuseDefault("\(name).rawValue == 0", &text) }
            case .text(let optional):
                text.line("\(place) = try reader.string()")
                if !optional { refuseDefault("\(place).count == 0", &text) }
            case .bytes(let optional):
                text.line("\(place) = try reader.range()")
                if !optional { refuseDefault("\(place).count == 0", &text) }
            case .value(let type):
                text.line("\(place) = try reader.sized(\(type == "UniqueID" ? 16 : 32))")
            case .message:
                text.line("\(place) = try reader.range()")
            case .repeatedScalar(_, let coding):
                text.line("\(place) = try reader.packed(\(coding).self)")
            case .repeatedText:
                text.line("\(place) = try reader.run(tag, of: .string)")
            case .repeatedValue(_, let size):
                text.line("\(place) = try reader.run(tag, of: .sized(\(size)))")
            case .repeatedBytes, .repeatedMessage:
                text.line("\(place) = try reader.run(tag, of: .bytes)")
            }
        }
    }

    /// Writes the properties that find the field's value.
    func writeAccess(_ text: inout SwiftText) {
        switch form {
        case .scalar, .enumeration:
            return
        case .text(let optional):
            writeComputed("\(name): String\(optional ? "?" : "")", &text) { text in
                let value = "bytes.text(\(place))"
                text.line(optional ? "\(place).isPresent ? \(value) : nil" : value)
            }
            text.gap()
            text.document("The UTF-8 of `\(plainName)`, none if it is absent.")
            writeLent("\(plainName)UTF8: RawSpan", &text) { text in
                text.line("bytes.slice(\(place))")
            }
        case .bytes(let optional):
            text.document(comment)
            writeLent("\(name): RawSpan\(optional ? "?" : "")", &text) { text in
                if optional { text.line("guard \(place).isPresent else { return nil }") }
                text.line("\(optional ? "return " : "")bytes.slice(\(place))")
            }
        case .value(let type):
            writeComputed("\(name): \(type)?", &text) { text in
                text.line("bytes.\(type == "UniqueID" ? "uniqueID" : "digest")(\(place))")
            }
        case .message(let type, _):
            text.document(comment)
            writeLent("\(name): Encoded\(type)?", throwing: true, &text) { text in
                text.line("guard \(place).isPresent else { return nil }")
                text.line("return try Encoded\(type)(bytes.slice(\(place)))")
            }
            text.gap()
            text.document("The bytes of `\(plainName)`, none if it is absent.")
            writeLent("\(plainName)Bytes: RawSpan", &text) { text in
                text.line("bytes.slice(\(place))")
            }
        case .repeatedScalar, .repeatedText, .repeatedBytes, .repeatedValue, .repeatedMessage:
            text.document(comment)
            let type = repeatedType
            writeLent("\(name): \(type)", &text) { text in
                text.line("\(type)(\(place), in: bytes)")
            }
        }
    }

    /// Writes what checks the messages in the field, to the last level.
    func writeValidation(_ text: inout SwiftText) {
        switch form {
        case .message: text.line("if let message = try \(name) { try message.validate() }")
        case .repeatedMessage: text.line("try \(name).validate()")
        default: break
        }
    }

    private var repeatedType: String {
        switch form {
        case .repeatedScalar(_, let coding): "RepeatedScalars<\(coding)>"
        case .repeatedText: "RepeatedStrings"
        case .repeatedValue(let type, _): "RepeatedValues<\(type)>"
        case .repeatedMessage(let type, _): "RepeatedMessages<Encoded\(type)>"
        default: "RepeatedBytes"
        }
    }

    private func refuseDefault(_ condition: String, _ text: inout SwiftText) {
        text.line("if \(condition) { throw reader.defaultValueWritten() }")
    }

    private func writeComputed(
        _ declaration: String,
        _ text: inout SwiftText,
        _ body: (inout SwiftText) -> Void
    ) {
        text.document(comment)
        text.block("package var \(declaration)", body)
    }

    private func writeLent(
        _ declaration: String,
        throwing: Bool = false,
        _ text: inout SwiftText,
        _ body: (inout SwiftText) -> Void
    ) {
        text.block("package var \(declaration)") { text in
            text.line("@_lifetime(copy self)")
            text.block("get\(throwing ? " throws(WireError)" : "")", body)
        }
    }
}
