internal import Merkle
internal import Messaging
internal import ScrollbackJSON
internal import Wire

extension ExportNote {
    /// The line by which the process that writes is asked to note it.
    var line: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("as")
            writer.write("operator")
            writer.name("do")
            writer.write("noteExport")
            writer.writeScope(scope)
            writer.name("upTo")
            writer.write(upTo)
            writer.name("root")
            writer.write(root.description)
            writer.name("manifest")
            writer.write(manifest.description)
            writer.name("looked")
            writer.write(looked)
            if let reason {
                writer.name("reason")
                writer.write(reason)
            }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    /// Writes the fields of a scope.
    mutating func writeScope(_ scope: ExportScope) {
        if let conversation = scope.conversation {
            name("conversation")
            write(conversation.rawValue)
        }
        if let user = scope.user {
            name("user")
            write(user.rawValue)
        }
        if let from = scope.from {
            name("from")
            write(from)
        }
        if let until = scope.until {
            name("until")
            write(until)
        }
        name("deleted")
        write(scope.includesDeleted)
    }
}
