// A page can be gone through without asking for its items first.

extension Page: RandomAccessCollection {
    /// Where the first item is.
    public var startIndex: Int { items.startIndex }

    /// Behind the last item.
    public var endIndex: Int { items.endIndex }

    /// The item at a place of the page.
    public subscript(place: Int) -> Item { items[place] }
}

extension MessagePage: RandomAccessCollection {
    /// Where the oldest entry is.
    public var startIndex: Int { items.startIndex }

    /// Behind the newest entry.
    public var endIndex: Int { items.endIndex }

    /// The entry at a place of the page.
    public subscript(place: Int) -> MessageItem { items[place] }
}
