/// What is known of an event without decoding it.
package enum KeptGist: Sendable {
    /// What was noted of it, and the text that the note names.
    case noted(EventGist, text: String)
    /// Nothing was noted: the event has to be read itself.
    case nothing
    /// The event is not kept, or was erased.
    case absent

    static func noted(_ gist: EventGist, in content: UnsafeRawBufferPointer) -> KeptGist {
        let text = UnsafeRawBufferPointer(rebasing: content[gist.text])
        return .noted(gist, text: String(decoding: text, as: UTF8.self))
    }
}
