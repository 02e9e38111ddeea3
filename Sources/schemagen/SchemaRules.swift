/// The allowed features of a schema.
package enum SchemaRules {
    /// Names that the generated code uses itself.
    private static let takenNames: Set<String> = [
        "body", "bytes", "decoding", "encoded", "number", "reader", "tag", "validate", "value",
        "writer",
    ]

    /// Refuses a schema with features that the generator cannot write.
    package static func check(_ schema: Schema) throws {
        for file in schema.files where file.definesOptions {
            guard file.messages.isEmpty else {
                throw SchemaError("\(file.path): messages cannot stand in a file with options")
            }
        }
        for file in schema.files where file.isGenerated {
            guard file.isProto3 else { throw SchemaError("\(file.path) is not proto3") }
            guard !file.hasServices else { throw SchemaError("\(file.path) has a service") }
            for message in file.messages { try check(message, in: file, of: schema) }
            for enumeration in file.enumerations { try check(enumeration) }
        }
        try checkNames(schema)
        try EventRules.check(schema)
    }

    private static func check(
        _ message: SchemaMessage,
        in file: SchemaFile,
        of schema: Schema
    ) throws {
        let name = message.fullName
        guard !message.isMapEntry else { throw SchemaError("\(name): maps are not supported") }
        guard !message.hasExtensions else {
            throw SchemaError("\(name): extensions are not supported")
        }
        try checkCycles(from: message, path: [], in: schema)
        for field in message.fields {
            try check(field, "\(name).\(field.name)", in: file, of: schema)
        }
        guard message.oneofs.count <= 1 else {
            throw SchemaError("\(name): more than one oneof is not supported")
        }
        try checkNumbers(of: message)
        guard let oneof = message.oneofs.first else { return }
        let largest = message.fields.last?.number ?? 0
        for member in oneof.members {
            guard case .message = member.kind else {
                throw SchemaError("\(name).\(member.name): a member of a oneof must be a message")
            }
            guard member.size == nil, member.unit == nil else {
                throw SchemaError(
                    "\(name).\(member.name): (size) and (unit) are for numbers and bytes"
                )
            }
            guard member.number > largest else {
                throw SchemaError(
                    "\(name).\(member.name): the members of \(oneof.name) must have larger numbers "
                        + "than every other field, so that they come last on the wire"
                )
            }
        }
    }

    private static func check(
        _ field: SchemaField,
        _ name: String,
        in file: SchemaFile,
        of schema: Schema
    ) throws {
        guard !takenNames.contains(SwiftNames.property(field.name)) else {
            throw SchemaError("\(name): the generated code uses this name itself")
        }
        guard field.content == nil else {
            throw SchemaError("\(name): (content) is for events, which are members of the oneof")
        }
        if field.unit != nil {
            guard field.kind == .scalar(.int64) else {
                throw SchemaError("\(name): (unit) is for an int64")
            }
        } else if field.kind == .scalar(.int64), file.isOfLog {
            throw SchemaError("\(name): say what it counts: [(unit) = …]")
        }
        if let size = field.size {
            guard field.kind == .bytes, size == 16 || size == 32 else {
                throw SchemaError("\(name): (size) is for bytes, and 16 or 32")
            }
        }
        switch field.kind {
        case .unsupported(let type):
            throw SchemaError("\(name): \(type) is not supported")
        case .message(let type), .enumeration(let type):
            guard let home = schema.file(defining: type),
                OutputFolder.folder(for: home) == OutputFolder.folder(for: file)
            else {
                throw SchemaError("\(name): \(type) is generated into another module")
            }
        case .scalar, .string, .bytes:
            break
        }
    }

    private static func checkNumbers(of message: SchemaMessage) throws {
        var numbers: Set<UInt32> = []
        for field in message.fields + message.oneofs.flatMap(\.members) {
            guard (1..<1 << 29).contains(field.number), numbers.insert(field.number).inserted else {
                throw SchemaError(
                    "\(message.fullName).\(field.name): \(field.number) cannot be its number"
                )
            }
        }
    }

    /// A struct of Swift cannot hold itself, and a bounded depth is what makes reading safe.
    private static func checkCycles(
        from message: SchemaMessage,
        path: [String],
        in schema: Schema
    ) throws {
        let path = path + [message.fullName]
        for field in message.fields {
            guard case .message(let type) = field.kind else { continue }
            guard !path.contains(type) else {
                throw SchemaError("\(message.fullName).\(field.name): \(type) would hold itself")
            }
            guard let next = schema.message(type) else { continue }
            try checkCycles(from: next, path: path, in: schema)
        }
    }

    private static func check(_ enumeration: SchemaEnumeration) throws {
        var numbers: Set<Int32> = []
        var names: Set<String> = ["unrecognized"]
        for value in enumeration.values {
            let place = "\(enumeration.fullName).\(value.name)"
            guard numbers.insert(value.number).inserted else {
                throw SchemaError("\(place): two names for one number are not supported")
            }
            let name = SwiftNames.enumerationCase(value.name, of: enumeration.swiftName)
            guard names.insert(name).inserted, name.first?.isLetter ?? false else {
                throw SchemaError("\(place): \(name) cannot be the name of a case")
            }
        }
    }

    /// Nested definitions are lifted to the top, where their names must not meet others.
    private static func checkNames(_ schema: Schema) throws {
        var owners: [String: String] = [:]
        for file in schema.files where file.isGenerated {
            var names = file.enumerations.map { ($0.swiftName, $0.fullName) }
            for message in file.messages {
                names.append((message.swiftName, message.fullName))
                names.append(("Encoded" + message.swiftName, message.fullName))
                for oneof in message.oneofs {
                    let numbers = message.swiftName + SwiftNames.type(oneof.name)
                    names.append((numbers, message.fullName))
                }
            }
            for (swiftName, fullName) in names {
                let place = OutputFolder.folder(for: file) + "/" + swiftName
                if let other = owners.updateValue(fullName, forKey: place) {
                    throw SchemaError(
                        "\(other) and \(fullName) would both be \(swiftName) in Swift"
                    )
                }
            }
        }
    }
}
