public import Wire

/// Media that must be deleted elsewhere, as one event of the log says.
public struct OwedMediaItem: Hashable, Sendable {
    /// The position of the event: the mark that acknowledges it and all before it.
    public var position: Position
    /// Since when they are owed.
    public var at: Timestamp
    /// The URLs or storage paths.
    public var urls: [String]

    /// Creates an item.
    public init(position: Position, at time: Timestamp, urls: [String]) {
        self.position = position
        at = time
        self.urls = urls
    }
}

/// A page of the media that must be deleted elsewhere, because the last content that named them was
/// erased; oldest first, for the operator.
///
/// `AcknowledgeMedia` says that they are deleted; then they are listed no more.
public struct MediaOwedQuery: PagedQuery {
    /// A page of owed media.
    public typealias Answer = Page<OwedMediaItem>

    package static let name = QueryName.mediaOwed
    package static let audience = Audience.operator

    /// The largest number of items; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the media that are owed.
    public init(limit: Int? = nil, cursor: Cursor? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    // Where media are, of which no content is left.
    package var opening: Opening? { nil }
}
