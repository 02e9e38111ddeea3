package import Messaging

extension English {
    /// How much of a text a preview shows unless it is asked for another length.
    package static let previewLength = 100

    /// What a list or a reply shows of a message: its beginning, or what it is.
    ///
    /// Neither a sender nor an ellipsis is added, and newlines and mentions stay as they are. The
    /// text is empty or nil where only something is attached; its length is in characters as a
    /// reader counts them.
    package static func preview(
        of kind: MessageKind,
        text: String?,
        length: Int = previewLength
    ) -> String {
        if let text, !text.isEmpty { return preview(of: text, length: length) }
        return switch kind {
        case .image: "Photo"
        case .audio: "Audio"
        case .file: "File"
        case .location: "Location"
        case .mixed: "Attachments"
        case .text, .unspecified, .unrecognized: ""
        }
    }

    /// What a list shows of a text, also of one that a system entry makes.
    package static func preview(of text: String, length: Int = previewLength) -> String {
        // There are at least as many bytes as characters.
        text.utf8.count <= length ? text : String(text.prefix(max(length, 0)))
    }
}
