public import Wire

/// A page of the people that the user's own message has reached or waits for.
public struct ReceiptsQuery: PagedQuery {
    /// The people of the page, and totals for the whole audience.
    public typealias Answer = ReceiptItem

    package static let name = QueryName.receipts
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

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

    package var opening: Opening? { Opening(message: message) }
}

/// The receipts of a message: a page of its audience in the order of joining, each person in the
/// lists that they belong to.
public struct ReceiptItem: Hashable, Sendable {
    /// The time of sending.
    public var sentAt: Timestamp
    /// The people with the message on a device, and the time of delivery.
    public var delivered: [TimedPerson]
    /// The people who have read the message, and the time of reading.
    public var read: [TimedPerson]
    /// The people who are not known to have read the message.
    public var waiting: [PersonItem]
    /// The number of readers on all pages.
    public var readCount: Int
    /// The number of people on all pages.
    public var audience: Int
    /// Whether all of these people have read the message.
    public var allRead: Bool
    /// The status that all of these people have reached.
    public var status: ReceiptSummary.Status
    /// The cursor of the next page; nil on the last one.
    public var next: Cursor?

    /// Creates a receipt item.
    public init(
        sentAt: Timestamp,
        delivered: [TimedPerson],
        read: [TimedPerson],
        waiting: [PersonItem],
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
