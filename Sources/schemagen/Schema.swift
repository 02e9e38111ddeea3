/// The messages and enumerations of a set of proto files, as the generator sees them.
package struct Schema {
    /// The files, in the order in which protoc lists them: imports first.
    package var files: [SchemaFile]

    /// The oneof of the log's messages, whose members are the events; nil for schemas without one.
    package var events: (message: SchemaMessage, oneof: SchemaOneof)? {
        for message in files.filter(\.isOfLog).flatMap(\.messages) {
            if let oneof = message.oneofs.first { return (message, oneof) }
        }
        return nil
    }

    /// The message with a full name such as `scrollback.v1.Record`.
    package func message(_ fullName: String) -> SchemaMessage? {
        for file in files {
            if let message = file.messages.first(where: { $0.fullName == fullName }) {
                return message
            }
        }
        return nil
    }

    /// The file that defines a message or an enumeration.
    package func file(defining fullName: String) -> SchemaFile? {
        files.first { file in
            file.messages.contains { $0.fullName == fullName }
                || file.enumerations.contains { $0.fullName == fullName }
        }
    }
}

/// One proto file, with nested definitions lifted to the top.
package struct SchemaFile {
    /// The path from the import root, such as `scrollback/v1/record.proto`.
    package var path: String
    package var package: String
    package var isProto3: Bool
    package var hasServices: Bool
    /// Whether it declares options, which are for the other files.
    package var definesOptions: Bool
    package var messages: [SchemaMessage] = []
    package var enumerations: [SchemaEnumeration] = []

    /// The path's last part without its extension.
    package var name: String {
        let last = path.split(separator: "/").last ?? ""
        return String(last.prefix { $0 != "." })
    }
}

package struct SchemaMessage {
    package var fullName: String
    package var swiftName: String
    package var comment: String
    package var isMapEntry: Bool
    package var hasExtensions: Bool

    /// The fields outside of any oneof, by number.
    package var fields: [SchemaField]
    package var oneofs: [SchemaOneof]
}

package struct SchemaField {
    package var name: String
    package var number: UInt32
    package var kind: SchemaKind
    package var label: SchemaLabel

    /// The one length that the field may have, of `(scrollback.v1.size)`.
    package var size: UInt32?
    /// The unit of the number, from `(scrollback.v1.unit)`.
    package var unit: SchemaUnit?
    /// The content sealed with the event of the field, from `(scrollback.v1.content)`.
    package var content: SchemaContent?
    package var comment: String
}

/// A unit of a number; the raw values are those of `scrollback.v1.Unit`.
package enum SchemaUnit: Int32 {
    case microsecondsSince1970 = 1
}

/// The content sealed with an event.
package enum SchemaContent: Equatable {
    case nothing
    /// A message, by its full name.
    case message(String)
}

package enum SchemaLabel: String {
    /// Absent when it has its default.
    case implicit
    case optional
    case repeated
}

package enum SchemaKind: Equatable {
    case scalar(SchemaScalar)
    case string
    case bytes
    case message(String)
    case enumeration(String)

    /// A type that the generator does not write, by its name.
    case unsupported(String)
}

/// The numeric types that are supported; the raw values are protobuf's names.
package enum SchemaScalar: String {
    case uint32, uint64, int32, int64, sint32, sint64
    case fixed32, fixed64, sfixed32, sfixed64, double, bool
}

package struct SchemaOneof {
    package var name: String
    package var comment: String

    /// The members, by number.
    package var members: [SchemaField]
}

package struct SchemaEnumeration {
    package var fullName: String
    package var swiftName: String
    package var comment: String
    package var values: [SchemaEnumerationValue]
}

package struct SchemaEnumerationValue {
    package var name: String
    package var number: Int32
    package var comment: String
}

/// Why a schema cannot be used, in a sentence.
package struct SchemaError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
