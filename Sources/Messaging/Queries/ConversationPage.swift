/// A page of a user's list of conversations.
public struct ConversationPage: Hashable, Sendable {
    /// The rows of this page.
    public var items: [ConversationItem]
    /// The cursor of the next page; nil on the last one.
    public var next: Cursor?
    /// The number of results on all pages of a search; nil without a search.
    public var resultCount: Int?

    /// Creates a conversation page.
    public init(_ items: [ConversationItem], next: Cursor? = nil, resultCount: Int? = nil) {
        self.items = items
        self.next = next
        self.resultCount = resultCount
    }
}

extension ConversationPage: PageAnswer {
    package var itemCount: Int { items.count }
}

extension ConversationPage: RandomAccessCollection {
    /// The place of the first row.
    public var startIndex: Int { items.startIndex }

    /// The place after the last row.
    public var endIndex: Int { items.endIndex }

    /// The row at a place of the page.
    public subscript(place: Int) -> ConversationItem { items[place] }
}
