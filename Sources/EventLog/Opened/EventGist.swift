package import Wire

/// What readers want most of an event, noted when its content is kept opened, so that finding it
/// takes no decoding: an id, a time, and which part of the content is its text.
///
/// What these mean, and of which events they are noted, is up to the readers.
package struct EventGist: BitwiseCopyable, Sendable {
    package let id: UniqueID
    /// Microseconds since 1970.
    package let time: Int64?
    private let textOffset: UInt32
    private let textCount: UInt32

    /// None: the event has to be read itself.
    package static let nothing = EventGist(id: .zero, time: nil, text: 0..<0)

    package init(id: UniqueID, time: Int64?, text: Range<Int>) {
        self.id = id
        self.time = time
        textOffset = UInt32(text.lowerBound)
        textCount = UInt32(text.count)
    }

    /// Whether nothing was noted.
    var isNothing: Bool { textCount == 0 }

    /// Where in the content the text lies; never empty where something was noted.
    var text: Range<Int> { Int(textOffset)..<Int(textOffset) + Int(textCount) }
}
