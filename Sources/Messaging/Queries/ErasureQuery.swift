public import Wire

/// A page of one of the lists of an erasure; for the operator.
public struct ErasureQuery: PagedQuery {
    /// A page of the list.
    ///
    /// It may be empty while there are more items: `next` is where to continue.
    public typealias Answer = ErasurePage

    /// A list of an erasure.
    public enum List: Hashable, Sendable {
        /// The contents erased so far, in the order of erasing.
        case erased
        /// The contents that must wait, each with its reason.
        case deferred
        /// The forwarded copies of the messages concerned.
        case forwards
    }

    package static let name = QueryName.erasure
    package static let audience = Audience.operator

    /// The position of the event that began the erasure: `request` in its answer.
    public var position: Position
    /// The list to read.
    public var list: List
    /// The largest number of items; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for a list of the erasure at a position.
    public init(
        _ list: List,
        ofErasureAt position: Position,
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) {
        self.position = position
        self.list = list
        self.limit = limit
        self.cursor = cursor
    }

    package var opening: Opening? { nil }
}

/// A page of one of the lists of an erasure.
public enum ErasurePage: Hashable, Sendable {
    /// The positions of erased contents.
    case erased(Page<Position>)
    case deferred(Page<Erasure.Deferred>)
    case forwards(Page<MessageID>)
}

extension ErasurePage: PageAnswer {
    package var itemCount: Int {
        switch self {
        case .erased(let page): page.items.count
        case .deferred(let page): page.items.count
        case .forwards(let page): page.items.count
        }
    }
}
