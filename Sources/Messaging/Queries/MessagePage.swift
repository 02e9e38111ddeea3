public import Wire

/// A page of a timeline, oldest entry first.
public struct MessagePage: Hashable, Sendable {
    /// The entries, oldest first.
    public var items: [MessageItem]
    /// The cursor of the page before; nil at the first entry that the viewer can see.
    public var before: Cursor?
    /// The cursor of the page after; nil at the end.
    public var after: Cursor?

    /// Creates a message page.
    public init(_ items: [MessageItem], before: Cursor? = nil, after: Cursor? = nil) {
        self.items = items
        self.before = before
        self.after = after
    }
}

/// The earlier texts of a message.
public struct MessageHistory: Hashable, Sendable {
    /// An earlier text.
    public struct Version: Hashable, Sendable {
        /// The text.
        public var text: String
        /// The time of writing.
        public var at: Timestamp

        /// Creates a version.
        public init(text: String, at: Timestamp) {
            self.text = text
            self.at = at
        }
    }

    /// The earlier texts, oldest first, without the present one.
    public var versions: [Version]
    /// The number of edits, also of those that are not shown.
    public var count: Int

    /// Creates a message history.
    public init(versions: [Version], count: Int) {
        self.versions = versions
        self.count = count
    }
}

extension MessagePage: PageAnswer {
    package var itemCount: Int { items.count }
}

extension MessagePage: RandomAccessCollection {
    /// The place of the oldest entry.
    public var startIndex: Int { items.startIndex }

    /// The place after the newest entry.
    public var endIndex: Int { items.endIndex }

    /// The entry at a place of the page.
    public subscript(place: Int) -> MessageItem { items[place] }
}
