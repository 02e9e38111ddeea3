@testable import schemagen

/// The word for "yes, and why" in tests of refusals.
func refusal(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}

extension Schema {
    /// A schema of one file.
    static func of(
        _ messages: [SchemaMessage],
        _ enumerations: [SchemaEnumeration] = [],
        path: String = "scrollback/v1/record.proto"
    ) -> Schema {
        Schema(files: [.of(messages, enumerations, path: path)])
    }
}

extension Schema {
    /// A schema of an envelope whose events are numbered from 16, and of their messages.
    static func ofEvents(
        _ events: [(name: String, message: String, content: SchemaContent?)],
        _ messages: [SchemaMessage]
    ) -> Schema {
        let members = events.enumerated().map { index, event in
            SchemaField.of(
                16 + UInt32(index),
                event.name,
                .message("scrollback.v1.\(event.message)"),
                content: event.content
            )
        }
        let oneof = SchemaOneof(name: "event", comment: "", members: members)
        return .of([.of("Envelope", [.of(1, "version")], [oneof])] + messages)
    }
}

extension SchemaFile {
    static func of(
        _ messages: [SchemaMessage],
        _ enumerations: [SchemaEnumeration] = [],
        path: String
    ) -> SchemaFile {
        var file = SchemaFile(
            path: path,
            package: "scrollback.v1",
            isProto3: true,
            hasServices: false,
            definesOptions: false
        )
        file.messages = messages
        file.enumerations = enumerations
        return file
    }
}

extension SchemaMessage {
    static func of(
        _ name: String,
        _ fields: [SchemaField],
        _ oneofs: [SchemaOneof] = []
    ) -> SchemaMessage {
        SchemaMessage(
            fullName: "scrollback.v1.\(name)",
            swiftName: name,
            comment: "",
            isMapEntry: false,
            hasExtensions: false,
            fields: fields,
            oneofs: oneofs
        )
    }
}

extension SchemaField {
    static func of(
        _ number: UInt32,
        _ name: String,
        _ kind: SchemaKind = .scalar(.uint32),
        _ label: SchemaLabel = .implicit,
        size: UInt32? = nil,
        unit: SchemaUnit? = nil,
        content: SchemaContent? = nil
    ) -> SchemaField {
        SchemaField(
            name: name,
            number: number,
            kind: kind,
            label: label,
            size: size,
            unit: unit,
            content: content,
            comment: ""
        )
    }
}

extension SchemaEnumeration {
    static func of(_ name: String, _ values: [(String, Int32)]) -> SchemaEnumeration {
        SchemaEnumeration(
            fullName: "scrollback.v1.\(name)",
            swiftName: name,
            comment: "",
            values: values.map { SchemaEnumerationValue(name: $0.0, number: $0.1, comment: "") }
        )
    }
}
