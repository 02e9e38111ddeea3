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
            hasServices: false
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
        size: UInt32? = nil
    ) -> SchemaField {
        SchemaField(
            name: name,
            number: number,
            kind: kind,
            label: label,
            size: size,
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
