/// Writes the enumeration of all events, and the storage of each.
///
/// Every switch names every event, so that the compiler finds missing ones.
struct EventWriter {
    private let events: [SchemaEvent]
    /// The type that has the events' numbers.
    private let numbers: String

    /// The path of the enumeration, from the package's root.
    static let path = "Sources/Messaging/Generated/Event.swift"

    /// Makes a writer for a schema that `SchemaRules` has accepted; nil if it has no events.
    init?(of schema: Schema) throws {
        guard let (message, oneof) = schema.events else { return nil }
        numbers = message.swiftName + SwiftNames.type(oneof.name)
        events = try oneof.members.map { try SchemaEvent($0, in: schema) }
    }

    func source() -> String {
        var text = SwiftText()
        text.line(
            "// Generated from the schemas by `swift package generate-schemas`; not to be edited."
        )
        text.gap()
        text.line("public import LogSchema")
        text.line("package import Wire")
        text.gap()
        writeEnumeration(&text)
        text.gap()
        text.block("extension Event") { text in
            writeNumber(&text)
            text.gap()
            writeHasContent(&text)
            text.gap()
            writeEncoding(&text)
            text.gap()
            writeDecoding(&text)
        }
        return text.text
    }

    private func writeEnumeration(_ text: inout SwiftText) {
        text.document(
            "Everything that can happen: the structure of an event, and its content if the event "
                + "can have one. Content is nil where none was given, and after it was erased."
        )
        text.block("public enum Event: Hashable, Sendable") { text in
            for event in events {
                text.document(event.structure.comment)
                let content = event.content.map { ", \($0.swiftName)?" } ?? ""
                text.line("case \(quoted(event))(\(event.structure.swiftName)\(content))")
            }
        }
    }

    private func writeNumber(_ text: inout SwiftText) {
        text.document("The number of the event's field in the envelope.")
        text.block("package var number: UInt32") { text in
            writeSwitch(&text) { event in
                ("case .\(event.name)", "\(numbers).\(quoted(event))")
            }
        }
    }

    private func writeHasContent(_ text: inout SwiftText) {
        text.document("Whether there is content, which is stored apart from the structure.")
        text.block("package var hasContent: Bool") { text in
            writeSwitch(&text) { event in
                event.content == nil
                    ? ("case .\(event.name)", "false")
                    : ("case .\(event.name)(_, let content)", "content != nil")
            }
        }
    }

    private func writeEncoding(_ text: inout SwiftText) {
        text.document("Writes the structure, which stands in the envelope.")
        text.block("package func encodeStructure(into writer: inout WireWriter)") { text in
            writeSwitch(&text) { event in
                let rest = event.content == nil ? "" : ", _"
                return ("case .\(event.name)(let event\(rest))", "event.encode(into: &writer)")
            }
        }
        text.gap()
        text.document("Writes the content, which is sealed; nothing if there is none.")
        text.block("package func encodeContent(into writer: inout WireWriter)") { text in
            writeSwitch(&text) { event in
                event.content == nil
                    ? ("case .\(event.name)", "break")
                    : ("case .\(event.name)(_, let content)", "content?.encode(into: &writer)")
            }
        }
    }

    private func writeDecoding(_ text: inout SwiftText) {
        text.document("Reads an event; nil for one that these schemas do not know.")
        text.line("///")
        text.document("Pass nil as the content where there is none, or none any more.")
        text.line("///")
        text.document("- Throws: where the bytes are not what an encoder of these schemas writes.")
        text.block(
            "package init?(number: UInt32, structure: RawSpan, content: RawSpan?) throws(WireError)"
        ) { text in
            text.line("switch number {")
            for event in events {
                text.line("case \(numbers).\(quoted(event)):")
                text.inside { write(decoding: event, &$0) }
            }
            text.line("default:")
            text.inside { $0.line("return nil") }
            text.line("}")
        }
        text.gap()
        text.list(
            "private static func decoded<Content: WireMessage>(",
            ["_ content: RawSpan?"],
            " throws(WireError) -> Content? {"
        )
        text.inside { text in
            text.line("guard let content else { return nil }")
            text.line("return try Content(decoding: content)")
        }
        text.line("}")
    }

    private func write(decoding event: SchemaEvent, _ text: inout SwiftText) {
        let structure = "try \(event.structure.swiftName)(decoding: structure)"
        guard event.content != nil else {
            text.line("self = .\(event.name)(\(structure))")
            return
        }
        text.list("self = .\(event.name)(", [structure, "try Self.decoded(content)"], "")
    }

    /// Writes a switch over all events with a pattern and an expression for each.
    private func writeSwitch(
        _ text: inout SwiftText,
        _ branch: (SchemaEvent) -> (pattern: String, body: String)
    ) {
        text.line("switch self {")
        for event in events {
            let (pattern, body) = branch(event)
            text.line("\(pattern): \(body)")
        }
        text.line("}")
    }

    private func quoted(_ event: SchemaEvent) -> String { SwiftNames.quoted(event.name) }
}
