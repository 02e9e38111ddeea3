internal import Merkle
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

/// What is posted to a webhook: the body, and an id by which a receiver knows a repetition.
struct WebhookMessage: Sendable {
    let id: String
    let body: [UInt8]
}

/// Makes the messages of a webhook from the state at that moment: they hold nothing that was erased
/// since the event, and show users only what they may see now.
struct WebhookSource: Sendable {
    /// The part of an event's message that comes next.
    struct Part: Sendable {
        /// The recipients of a plan behind this place.
        var cursor: Cursor?
        /// The recipients of a message, of which fewer have room where their words are long.
        var limit = WebhookSource.recipients
        /// The changes before this one were sent.
        var offset = 0
    }

    /// What comes behind a position.
    enum Found: Sendable {
        /// A message of the event at a position; `rest` is where the same event goes on.
        case message(WebhookMessage, of: Position, rest: Part?)
        /// There is nothing to send of the events up to a position.
        case nothing(through: Position)
    }

    static let longestBody = 256 << 10
    /// The recipients in a message.
    fileprivate static let recipients = 100
    /// The bytes around the items of a message.
    private static let frame = 512

    let store: Store
    let webhook: Webhook

    /// The user whose changes are sent.
    var user: UserID? {
        if case .changes(let user) = webhook.content { user } else { nil }
    }

    /// Finds what comes behind a position that is not the newest.
    func next(behind position: Position, _ part: Part) throws(StoreError) -> Found {
        switch webhook.content {
        case .plans: try plan(of: Position(position.rawValue + 1), part)
        case .changes(let user): try change(for: user, behind: position, part)
        }
    }

    private func plan(of position: Position, _ part: Part) throws(StoreError) -> Found {
        var (cursor, limit) = (part.cursor, part.limit)
        while true {
            let page = try store.operator.notificationPlan(
                at: position,
                epoch: store.epoch,
                limit: limit,
                from: cursor
            )
            guard !page.items.isEmpty else {
                cursor = page.next
                if cursor == nil { return .nothing(through: position) }
                continue
            }
            let items = page.items.map { item in
                var writer = JSONWriter()
                writer.write(item)
                return writer.bytes
            }
            guard fits(items) || limit == 1 else {
                limit = max(1, limit / 4)
                continue
            }
            // Other recipients are another message: a receiver must not take it for a repetition.
            let message = try message(
                "notificationPlan",
                position,
                fits(items) ? items : [stub(page.items[0].user)],
                knownBy: page.items.map { "\($0.user)" }
            )
            let rest = page.next.map { Part(cursor: $0, limit: limit) }
            return .message(message, of: position, rest: rest)
        }
    }

    private func change(
        for user: UserID,
        behind position: Position,
        _ part: Part
    ) throws(StoreError) -> Found {
        // The changes of one event stay together.
        let page = try store.session(for: user)
            .changes(since: position, epoch: store.epoch, limit: 1)
        guard let event = page.items.first?.position, part.offset < page.items.count else {
            return .nothing(through: page.next)
        }
        var items: [[UInt8]] = []
        for change in page.items[part.offset...] {
            var writer = JSONWriter()
            writer.write(change)
            let item = fits([writer.bytes]) ? writer.bytes : stub(nil)
            guard fits(items + [item]) else { break }
            items.append(item)
        }
        let sent = part.offset + items.count
        let message = try message("changes", event, items, knownBy: ["\(user)", "\(part.offset)"])
        let rest = sent < page.items.count ? Part(offset: sent) : nil
        return .message(message, of: event, rest: rest)
    }

    /// Tells the receiver that a restore lost what came behind a position.
    func reset(to position: Position) throws(StoreError) -> WebhookMessage {
        try message("reset", position, nil, knownBy: [])
    }

    /// Tells the receiver what it missed and will not get.
    func missed(from first: Position, through last: Position) throws(StoreError) -> WebhookMessage {
        try message("missed", last, nil, from: first, knownBy: ["\(first)"])
    }

    private func fits(_ items: [[UInt8]]) -> Bool {
        items.reduce(Self.frame) { $0 + $1.count + 1 } <= Self.longestBody
    }

    /// What stands for an item that is too long to be sent: the receiver asks for it.
    private func stub(_ user: UserID?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            if let user { writer.field("user", user.rawValue) }
            writer.field("tooLong", true)
        }
        return writer.bytes
    }

    private func message(
        _ type: String,
        _ position: Position,
        _ items: [[UInt8]]?,
        from first: Position? = nil,
        knownBy names: [String]
    ) throws(StoreError) -> WebhookMessage {
        let time = try store.time(of: max(position, Position(1)))
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("type", type)
            writer.field("timestamp", time.iso8601)
            writer.name("data")
            writer.object { writer in
                if let first { writer.field("from", first) }
                writer.field("position", position)
                if let epoch = store.namedEpoch {
                    writer.field("epoch", epoch.hexadecimalText)
                }
                guard let items else { return }
                writer.name("items")
                writer.array { writer in
                    for item in items { writer.write(json: item) }
                }
            }
        }
        let words = [webhook.name, store.epoch.hexadecimalText, "\(position)", type] + names
        let text = Array(words.joined(separator: "\0").utf8)
        let hash = "\(SHA256.hash(text.span.bytes))"
        return WebhookMessage(id: "msg_\(hash.prefix(32))", body: writer.bytes)
    }
}
