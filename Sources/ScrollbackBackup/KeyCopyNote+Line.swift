internal import Messaging
internal import ScrollbackJSON
internal import Wire

extension KeyCopyNote {
    /// The line by which the process that writes is asked to note it.
    var line: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("as", "operator")
            writer.field("do", "noteKeyCopy")
            writer.field("place", place.rawValue)
            switch self {
            case .begun(_, let label): writer.field("label", label)
            case .done(_, let upTo): writer.field("upTo", upTo)
            }
        }
        return writer.bytes
    }
}
