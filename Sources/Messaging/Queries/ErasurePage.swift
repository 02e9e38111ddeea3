public import Wire

extension OperatorQuery {
    /// A page of one of the lists of an erasure.
    public struct ErasureList: Hashable, Sendable {
        /// Which list.
        public enum Kind: Hashable, Sendable {
            /// The contents that it has erased so far, in the order of erasing.
            case erased
            /// The contents that have to wait, and for what.
            case deferred
            /// The forwarded copies of what it is about.
            case forwards
        }

        /// The position of the event that began the erasure: `request` in its answer.
        public var position: Position
        /// Which of its lists.
        public var list: Kind
        /// How many; as many as a page has usually if nil.
        public var limit: Int?
        /// Where to go on; at the beginning if nil.
        public var cursor: Cursor?

        /// Names an erasure and a list.
        public init(
            _ list: Kind,
            ofErasureAt position: Position,
            limit: Int? = nil,
            cursor: Cursor? = nil
        ) {
            self.position = position
            self.list = list
            self.limit = limit
            self.cursor = cursor
        }
    }
}

/// A page of one of the lists of an erasure; it may be empty while there is more.
public enum ErasurePage: Hashable, Sendable {
    /// Where the erased contents lie.
    case erased(Page<Position>)
    case deferred(Page<Erasure.Deferred>)
    case forwards(Page<MessageID>)

    package var itemCount: Int {
        switch self {
        case .erased(let page): page.items.count
        case .deferred(let page): page.items.count
        case .forwards(let page): page.items.count
        }
    }
}
