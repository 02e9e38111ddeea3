internal import Merkle
package import Messaging
package import ScrollbackJSON
internal import Wire

extension ExportNote {
    /// The line by which the process that writes is asked to note it.
    var line: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("as", "operator")
            writer.field("do", "noteExport")
            writer.writeScope(scope)
            writer.field("upTo", upTo)
            writer.field("root", root.description)
            writer.field("manifest", manifest.description)
            writer.field("looked", looked)
            if let reason {
                writer.field("reason", reason)
            }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    /// Writes the fields of a scope.
    package mutating func writeScope(_ scope: ExportScope) {
        if let conversation = scope.conversation {
            field("conversation", conversation.rawValue)
        }
        if let user = scope.user {
            field("user", user.rawValue)
        }
        if let from = scope.from {
            field("from", from)
        }
        if let until = scope.until {
            field("until", until)
        }
        field("deleted", scope.includesDeleted)
    }
}
