internal import Messaging

/// The JSON values that a place accepts, as far as JSON Schema can express it.
package indirect enum Schema: Hashable, Sendable {
    case anything
    case boolean
    case integer(ClosedRange<Int64>)
    case number
    case text
    case id
    /// 16 hexadecimal digits.
    case epoch
    /// A definition under a name in the same file.
    case reference(String)
    case choice([String])
    case list(Schema, minimum: Int = 0, maximum: Int?)
    case object(Object)
    /// An object whose content the schemas of the log define.
    case fields
    case either([Schema])
    /// The same with a sentence for the reader of the schema.
    case noted(String, Schema)
    case null
    /// Any command but `all`, without who asks and when.
    case command

    /// The fields of an object; there are no others.
    package struct Object: Hashable, Sendable {
        package var properties: [Property] = []
        package var alternatives: [Alternatives] = []

        package init(properties: [Property] = [], alternatives: [Alternatives] = []) {
            self.properties = properties
            self.alternatives = alternatives
        }
    }

    /// Names of which at most one is there.
    package struct Alternatives: Hashable, Sendable {
        package var names: [String]
        /// Whether one has to be.
        package var isRequired: Bool
    }

    package struct Property: Hashable, Sendable {
        package var name: String
        package var schema: Schema
        package var isRequired: Bool

        package init(name: String, schema: Schema, isRequired: Bool) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }

        /// One that is always there.
        package init(_ name: String, _ schema: Schema) {
            self.init(name: name, schema: schema, isRequired: true)
        }
    }
}

extension Schema {
    /// A number; for users with a token a text, which hides it.
    static let position = either([.integer(0...JSONInteger.largest), .text])

    /// Writes it as JSON Schema.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in writeFields(to: &writer) }
    }

    private func writeFields(to writer: inout JSONWriter) {
        switch self {
        case .anything: break
        case .boolean: writer.field("type", "boolean")
        case .integer(let range):
            writer.field("type", "integer")
            writer.field("minimum", range.lowerBound)
            writer.field("maximum", range.upperBound)
        case .number: writer.field("type", "number")
        case .text: writer.field("type", "string")
        case .id: writer.field("$ref", "#/$defs/id")
        case .epoch:
            writer.field("type", "string")
            writer.field("pattern", "^[0-9A-Fa-f]{16}$")
        case .reference(let name): writer.field("$ref", "#/$defs/\(name)")
        case .choice(let words): writer.field("enum", words)
        case .list(let element, let minimum, let maximum):
            writer.field("type", "array")
            writer.name("items")
            element.write(to: &writer)
            if minimum > 0 { writer.field("minItems", minimum) }
            if let maximum { writer.field("maxItems", maximum) }
        case .object(let object):
            object.writeFields(to: &writer)
            writer.field("additionalProperties", false)
        case .fields: writer.field("type", "object")
        case .noted(let sentence, let schema):
            writer.field("$comment", sentence)
            schema.writeFields(to: &writer)
        case .either(let schemas):
            writer.name("anyOf")
            writer.array { writer in
                for schema in schemas { schema.write(to: &writer) }
            }
        case .null: writer.field("type", "null")
        case .command:
            writer.field("$ref", "#/$defs/\(CommandSchema.together)")
            writer.field("unevaluatedProperties", false)
        }
    }
}

extension Schema.Object {
    /// Writes the fields and which of them have to be there, but not that there are no others.
    func writeFields(to writer: inout JSONWriter) {
        writer.field("type", "object")
        writer.name("properties")
        writer.object { writer in
            for property in properties {
                writer.name(property.name)
                property.schema.write(to: &writer)
            }
        }
        let required = properties.filter(\.isRequired).map(\.name)
        if !required.isEmpty { writer.field("required", required) }
        guard !alternatives.isEmpty else { return }
        writer.name("allOf")
        writer.array { writer in
            for choice in alternatives {
                writer.object { writer in
                    writer.name("oneOf")
                    writer.array { writer in choice.write(to: &writer) }
                }
            }
        }
    }
}

extension Schema.Alternatives {
    /// Writes the ways in which one of them, or none, can be there.
    fileprivate func write(to writer: inout JSONWriter) {
        writePresence(to: &writer)
        guard !isRequired else { return }
        writer.object { writer in
            writer.name("not")
            writer.object { writer in
                writer.name("anyOf")
                writer.array { writer in writePresence(to: &writer) }
            }
        }
    }

    private func writePresence(to writer: inout JSONWriter) {
        for name in names { writer.object { $0.field("required", [name]) } }
    }
}
