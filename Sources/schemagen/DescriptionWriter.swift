/// Writes the schemas of all messages as tables, by which any event can be shown with the names of
/// its fields.
struct DescriptionWriter {
    private let schema: Schema
    private let files: [SchemaFile]

    /// The path of the tables, from the package's root.
    static let path = "Sources/Messaging/Generated/Descriptions.swift"

    /// Makes a writer for a schema that `SchemaRules` has accepted.
    init(of schema: Schema) {
        self.schema = schema
        files = schema.files.filter(\.isOfLog)
    }

    /// Whether there is anything to describe.
    var isNeeded: Bool { !files.isEmpty }

    func source() throws -> String {
        var text = SwiftText()
        text.line(
            "// Generated from the schemas by `swift package generate-schemas`; not to be edited."
        )
        text.gap()
        let messages = files.flatMap(\.messages).filter(isPlain)
        let fields = try messages.map { message in try message.fields.map(description) }
        text.block("extension MessageDescription") { text in
            for (message, fields) in zip(messages, fields) {
                text.gap()
                text.table("static let \(name(message.swiftName)) = MessageDescription", fields) {
                    "\"\(message.swiftName)\""
                }
            }
        }
        text.gap()
        text.block("extension EnumerationDescription") { text in
            for enumeration in files.flatMap(\.enumerations) {
                text.gap()
                let values = enumeration.values.filter { $0.number != 0 }.map { value in
                    let word = SwiftNames.enumerationCase(value.name, of: enumeration.swiftName)
                    return "\(value.number): \"\(word)\""
                }
                let name = name(enumeration.swiftName)
                text.table("package static let \(name) = EnumerationDescription", values) {
                    "\"\(enumeration.swiftName)\""
                }
            }
        }
        if let events = schema.events {
            text.gap()
            try write(events.oneof, &text)
        }
        return text.text
    }

    private func write(_ oneof: SchemaOneof, _ text: inout SwiftText) throws {
        let members = try oneof.members.map { member in
            let event = try SchemaEvent(member, in: schema)
            let content = event.content.map { "." + name($0.swiftName) } ?? "nil"
            let structure = "." + name(event.structure.swiftName)
            return "EventDescription(\(member.number), \"\(event.name)\", \(structure), \(content))"
        }
        text.block("extension EventDescription") { text in
            text.document("Every event that these schemas know, by number.")
            text.line("package static let all: [EventDescription] = [")
            text.inside { text in
                for member in members { text.line(member + ",") }
            }
            text.line("]")
        }
    }

    /// Whether a message is made of fields alone, as what events hold is.
    private func isPlain(_ message: SchemaMessage) -> Bool {
        message.oneofs.isEmpty
            && message.fields.allSatisfy { field in
                guard case .message(let fullName) = field.kind else { return true }
                return schema.message(fullName)?.oneofs.isEmpty ?? false
            }
    }

    private func description(of field: SchemaField) throws -> String {
        var arguments = ["\(field.number)", "\"\(SwiftNames.property(field.name))\""]
        arguments.append(try kind(of: field))
        switch field.label {
        case .implicit: break
        case .optional: arguments.append(".optional")
        case .repeated: arguments.append(".repeated")
        }
        return "FieldDescription(\(arguments.joined(separator: ", ")))"
    }

    private func kind(of field: SchemaField) throws -> String {
        switch field.kind {
        case .scalar(.bool): return ".boolean"
        case .scalar(.uint32), .scalar(.uint64): return ".unsigned"
        case .scalar(.fixed64): return ".bits"
        case .scalar(.double): return ".real"
        case .scalar(.int64):
            switch field.unit {
            case .microsecondsSince1970: return ".time"
            case nil: throw SchemaError("\(field.name): nothing says what an int64 counts")
            }
        case .scalar(let scalar):
            throw SchemaError("\(field.name): nothing says how a \(scalar.rawValue) is shown")
        case .string: return ".text"
        case .bytes:
            switch field.size {
            case 16: return ".id"
            case 32: return ".digest"
            default: return ".bytes"
            }
        case .enumeration(let fullName), .message(let fullName):
            let last = fullName.split(separator: ".").last.map(String.init) ?? fullName
            let swiftName = schema.message(fullName)?.swiftName ?? last
            if case .message = field.kind { return ".message(.\(name(swiftName)))" }
            return ".enumeration(.\(name(swiftName)))"
        case .unsupported(let type):
            throw SchemaError("\(field.name): \(type) is not supported")
        }
    }

    /// `MessageSent` as `messageSent`.
    private func name(_ type: String) -> String {
        SwiftNames.quoted(type.prefix(1).lowercased() + type.dropFirst())
    }
}

extension SwiftText {
    /// Writes a call with a name and a list, whose elements have a line each.
    fileprivate mutating func table(
        _ head: String,
        _ elements: [String],
        name: () -> String
    ) {
        guard !elements.isEmpty else {
            line("\(head)(\(name()), [])")
            return
        }
        line("\(head)(")
        inside { text in
            text.line("\(name()),")
            guard elements.count > 1 else {
                text.line("[\(elements[0])]")
                return
            }
            text.line("[")
            text.inside { text in
                for element in elements { text.line(element + ",") }
            }
            text.line("]")
        }
        line(")")
    }
}
