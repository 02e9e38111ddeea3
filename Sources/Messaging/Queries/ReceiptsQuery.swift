public import Wire

/// A page of the people that the user's own message has reached or waits for.
public struct ReceiptsQuery: PagedQuery {
    /// The people of the page, and totals for the whole audience.
    public typealias Answer = ReceiptItem

    package static let name = QueryName.receipts
    package static let audience = Audience.users

    /// The message, which the user has sent.
    public var message: MessageID
    /// The largest number of people; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the receipts of a message.
    public init(of message: MessageID, limit: Int? = nil, cursor: Cursor? = nil) {
        self.message = message
        self.limit = limit
        self.cursor = cursor
    }
}

/// Whom a message has reached, as its sender is told: a page of its audience in the order of
/// joining, each in the lists that they belong to.
public struct ReceiptItem: Hashable, Sendable {
    /// When it was sent.
    public var sentAt: Timestamp
    /// Who has it on a device, and since when.
    public var delivered: [TimedPerson]
    /// Who has read it, and when.
    public var read: [TimedPerson]
    /// Who is not known to have read it.
    public var waiting: [UserID]
    /// How many have read it, on this page or another.
    public var readCount: Int
    /// How many could read it, on this page or another.
    public var audience: Int
    /// Whether everybody has read it who could.
    public var allRead: Bool
    /// How far it has come with everybody.
    public var status: ReceiptSummary.Status
    /// Where the next page begins; nil where nobody follows.
    public var next: Cursor?

    package init(
        sentAt: Timestamp,
        delivered: [TimedPerson],
        read: [TimedPerson],
        waiting: [UserID],
        readCount: Int,
        audience: Int,
        allRead: Bool,
        status: ReceiptSummary.Status,
        next: Cursor? = nil
    ) {
        self.sentAt = sentAt
        self.delivered = delivered
        self.read = read
        self.waiting = waiting
        self.readCount = readCount
        self.audience = audience
        self.allRead = allRead
        self.status = status
        self.next = next
    }
}

extension ReceiptItem: PageAnswer {
    package var itemCount: Int { read.count + waiting.count }
}
