/// The end of a page, from which the next one continues.
///
/// Its text has no meaning outside the store.
public struct Cursor: Hashable, Sendable {
    /// The cursor as text, to send to a client.
    public let text: String

    /// Creates a cursor from the text that a client sends back.
    ///
    /// A text that is no cursor is refused by the query that uses it.
    public init(_ text: String) { self.text = text }
}

/// A part of a list, and the cursor of the next part.
public struct Page<Item: Hashable & Sendable>: Hashable, Sendable {
    /// The items of this page.
    public var items: [Item]
    /// The cursor of the next page; nil on the last one.
    public var next: Cursor?

    /// Creates a page.
    public init(_ items: [Item], next: Cursor? = nil) {
        self.items = items
        self.next = next
    }
}

extension Page: PageAnswer {
    package var itemCount: Int { items.count }
}

extension Page: RandomAccessCollection {
    /// The place of the first item.
    public var startIndex: Int { items.startIndex }

    /// The place after the last item.
    public var endIndex: Int { items.endIndex }

    /// The item at a place of the page.
    public subscript(place: Int) -> Item { items[place] }
}
