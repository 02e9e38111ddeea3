/// The cached facts of an event that need no decoding.
package enum KeptGist: Sendable {
    /// The gist of the event, and the text that it names.
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
