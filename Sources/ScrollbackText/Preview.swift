package import Messaging

extension English {
    /// The length of a preview, unless another one is requested.
    package static let previewLength = 100

    /// Returns the preview of a message for a list or a reply: its beginning, or its kind.
    ///
    /// Neither a sender nor an ellipsis is added, and newlines and mentions are not changed. The
    /// text is empty or nil if the message has only attachments; its length is in characters as a
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

    /// Returns the preview of a text, also of a system entry's.
    package static func preview(of text: String, length: Int = previewLength) -> String {
        // There are at least as many bytes as characters.
        text.utf8.count <= length ? text : String(text.prefix(max(length, 0)))
    }
}
