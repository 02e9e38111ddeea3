import LogSchema
import Merkle
import Messaging
import Wire

/// The description of an event, by the generated tables of the schemas.
struct DescribedEvent {
    let number: UInt32
    private let description: EventDescription?
    private let structure: DescribedFields?

    init(_ envelope: borrowing EncodedEnvelope) {
        number = envelope.eventNumber
        let description = EventDescription.of(number)
        self.description = description
        structure = Self.read(envelope.event, as: description?.structure)
    }

    /// The name and number of the type; only the number for a type of newer software.
    var type: String {
        guard let description else {
            return "\(number) (a field of Envelope in schemas/scrollback/v1/record.proto)"
        }
        return "\(description.name) (\(number))"
    }

    /// The label of the event's actor.
    var actorLabel: String { number == EnvelopeEvent.messageSent ? "sender  " : "actor   " }

    /// The structure in the envelope as lines, each after a bar.
    var lines: [String] {
        guard let structure else {
            return description == nil ? [] : ["holds     nothing that its schema describes"]
        }
        let lines = Self.lines(of: structure)
        return lines.isEmpty ? [] : ["holds"] + Self.barred(lines)
    }

    /// The name and structure for programs.
    var fields: [(name: String, value: JSON)] {
        [
            ("typeName", description.map { .string($0.name) } ?? .null),
            ("fields", structure.map(Self.json) ?? .null),
        ]
    }

    /// Describes a content, as lines for people and fields for programs.
    ///
    /// Content without a schema is shown as text.
    func says(_ content: [UInt8]) -> (lines: [String], fields: JSON) {
        let count = "\(content.count) byte\(content.count == 1 ? "" : "s")"
        guard let schema = description?.content,
            let fields = Self.read(content.span.bytes, as: schema)
        else {
            return (["says      \(count):"] + Self.barred(TerminalText.lines(content)), .null)
        }
        let lines = ["says      \(schema.name), \(count):"] + Self.barred(Self.lines(of: fields))
        return (lines, Self.json(fields))
    }

    private static func read(
        _ bytes: RawSpan,
        as description: MessageDescription?
    ) -> DescribedFields? {
        guard let description else { return nil }
        do throws(WireError) {
            return try DescribedFields(reading: bytes, as: description)
        } catch {
            return nil
        }
    }

    /// Puts a bar before each line, so that content cannot imitate output of this program.
    private static func barred(_ lines: [String]) -> [String] { lines.map { "  | \($0)" } }
}

// Lines for people. Each line of a text has another bar before it, so that a text cannot imitate a
// field.

extension DescribedEvent {
    private static func lines(of fields: DescribedFields) -> [String] {
        fields.fields.flatMap { field in
            if case .list(let values) = field.value {
                return values.enumerated().flatMap { lines("\(field.name) \($0 + 1)", $1) }
            }
            return isDefault(field.value) ? [] : lines(field.name, field.value)
        }
            + fields.unknown.map {
                "field \($0.number) of a newer schema: \(Hexadecimal.encode($0.bytes.span.bytes))"
            }
    }

    private static func lines(_ name: String, _ value: DescribedValue) -> [String] {
        switch value {
        case .text(let text):
            let lines = TerminalText.lines(Array(text.utf8))
            return lines.count == 1
                ? ["\(name): \(lines[0])"] : ["\(name):"] + lines.map { "  | \($0)" }
        case .message(let fields):
            return ["\(name):"] + lines(of: fields).map { "  \($0)" }
        case .list(let values):
            return values.flatMap { lines(name, $0) }
        case .boolean(let flag): return ["\(name): \(flag ? "yes" : "no")"]
        case .unsigned(let number): return ["\(name): \(number)"]
        case .bits(let bits): return ["\(name): \(bits)"]
        case .real(let number): return ["\(name): \(number)"]
        case .time(let time): return ["\(name): \(time.iso8601)"]
        case .word(let number, let enumeration):
            return ["\(name): \(enumeration.words[number] ?? "\(number)")"]
        case .bytes(let bytes): return ["\(name): \(Hexadecimal.encode(bytes.span.bytes))"]
        case .id(let id): return ["\(name): \(id)"]
        case .digest(let digest): return ["\(name): \(digest)"]
        }
    }

    /// Whether a field that is always there says nothing.
    private static func isDefault(_ value: DescribedValue) -> Bool {
        switch value {
        case .boolean(false), .unsigned(0), .bits(0), .real(0): true
        default: false
        }
    }
}

// Fields for programs, in the form that the query `events` gives them.

extension DescribedEvent {
    private static func json(_ fields: DescribedFields) -> JSON {
        let unknown = fields.unknown.map { field in
            JSON.object([
                ("number", .number(UInt64(field.number))),
                ("hex", .string(Hexadecimal.encode(field.bytes.span.bytes))),
            ])
        }
        return .object(
            fields.fields.map { ($0.name, json($0.value)) }
                + (unknown.isEmpty ? [] : [("unknown", .array(unknown))])
        )
    }

    private static func json(_ value: DescribedValue) -> JSON {
        switch value {
        case .boolean(let flag): .boolean(flag)
        // A JSON reader may round a larger number.
        case .unsigned(let number): number < 1 << 53 ? .number(number) : .string("\(number)")
        case .bits(let bits): .string("\(bits)")
        case .real(let number): .real(number)
        case .time(let time): .string(time.iso8601)
        case .word(let number, let enumeration):
            .string(enumeration.words[number] ?? "\(number)")
        case .text(let text): .string(text)
        case .bytes(let bytes): .string(Hexadecimal.encode(bytes.span.bytes))
        case .id(let id): .string("\(id)")
        case .digest(let digest): .string("\(digest)")
        case .message(let fields): json(fields)
        case .list(let values): .array(values.map(json))
        }
    }
}
