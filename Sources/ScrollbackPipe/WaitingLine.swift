internal import Messaging
internal import ScrollbackJSON
internal import Wire

/// A line that is not answered yet.
struct WaitingLine {
    enum Content {
        case refused(ErrorForm)
        /// The next submission's result answers it.
        case submitted(SubmittedLine)
    }

    var ref: [UInt8]?
    var content: Content

    init(ref: [UInt8]?, _ content: Content) {
        self.ref = ref
        self.content = content
    }
}

/// A line's submitted commands, with the values that the answer needs once they are carried out.
struct SubmittedLine {
    var names: [CommandName]
    /// Whether the answers stand in a list, though it may have one item.
    var together: Bool
    var actor: Actor
    var time: Timestamp?
    /// Whether nothing is left unread, so that the unread count is not needed.
    var readsAll: Bool
}
