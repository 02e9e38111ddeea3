internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

/// Reads what a stream sends: pages of changes, or of envelopes, and the present state.
struct ChangeSource: Sendable {
    /// A page, written.
    struct Page {
        var events: [StreamEvent]
        var next: Position
        var heard: UInt64
        var isLast = false
        var isCaughtUp: Bool
    }

    /// A slow client has this many changes waiting at most, and no more behind so many bytes.
    private static let changesOfPage = 32
    private static let bytesOfPage = 256 << 10
    /// A snapshot has three parts at most, and has the limit of an answer.
    private static let bytesOfPart = Limits.answerBytes / 3

    let store: Store
    let door: Doorkeeper
    let request: ChangesRequest
    let written: WrittenChanges
    /// Whether positions are sealed: the user shows a token.
    let isSealed: Bool

    /// The seal of the positions that the user knows; nil where they are numbers.
    var seal: ViewerSeal? {
        guard isSealed, let user = request.user else { return nil }
        return door.seal(for: user, in: store.epoch)
    }

    /// Positions as one caller may know them; made once for a page, because a seal makes its keys.
    private struct Positions {
        let seal: ViewerSeal?
        /// What stands in front of a number, where the log was ever restored.
        let epoch: String

        var writer: JSONWriter {
            var writer = JSONWriter()
            writer.seal = seal
            return writer
        }

        func text(of position: Position) -> String {
            seal?.text(of: position) ?? "\(epoch)\(position.rawValue)"
        }

        /// An event behind which a client can go on.
        func event(
            _ name: StreamEvent.Name,
            at position: Position,
            _ writer: JSONWriter
        ) -> StreamEvent {
            StreamEvent(name, id: text(of: position), data: writer.bytes)
        }
    }

    private var positions: Positions {
        let epoch = store.namedEpoch.map { "\($0.hexadecimalText):" } ?? ""
        return Positions(seal: seal, epoch: epoch)
    }

    /// The position behind which a request begins; nil for a text that is no position of this
    /// caller's.
    func place(of text: String) -> HeaderPosition? {
        guard isSealed, text != "0" else { return HeaderPosition(text) }
        return seal?.position(of: text).map(HeaderPosition.init)
    }

    /// A position as this caller may know it.
    func text(of position: Position) -> String { positions.text(of: position) }

    /// Reads the page behind a position and a live notice.
    func page(
        since position: Position,
        epoch: UInt64?,
        heard: UInt64
    ) throws(StoreError) -> Page {
        guard let user = request.user else { return try envelopes(since: position, epoch) }
        let query = ChangesQuery(
            since: position,
            epoch: epoch,
            in: request.conversation,
            limit: Self.changesOfPage
        )
        let found = try store.session(for: user).streamPage(query, heard: heard)
        let items = found.page.items
        let positions = positions
        var events: [StreamEvent] = []
        var bytes = 0
        for (index, item) in items.enumerated() {
            let data = written.bytes(of: item, seal: positions.seal)
            // The changes of one event stay together: only the last one may be known alone.
            let isWhole = index + 1 == items.count || items[index + 1].position != item.position
            let id = isWhole ? positions.text(of: item.position) : nil
            events.append(StreamEvent(.change, id: id, data: data))
            bytes += data.count
            if bytes >= Self.bytesOfPage, isWhole, index + 1 < items.count {
                // The next page begins behind it.
                return Page(events: events, next: item.position, heard: heard, isCaughtUp: false)
            }
        }
        for change in found.page.live {
            var writer = positions.writer
            writer.write(change)
            events.append(StreamEvent(.change, data: writer.bytes))
        }
        return Page(
            events: events,
            next: found.page.next,
            heard: found.heard,
            isLast: found.isLast,
            isCaughtUp: found.isCaughtUp
        )
    }

    private func envelopes(
        since position: Position,
        _ epoch: UInt64?
    ) throws(StoreError) -> Page {
        try store.require(position, epoch: epoch, field: "since")
        return try store.asking { (state, now) throws(QueryError) in
            let end = state.position
            guard position <= end else { throw .refused(.request(.positionIsAhead)) }
            guard position < end else {
                return Page(events: [], next: position, heard: 0, isCaughtUp: true)
            }
            let evaluator = OperatorQueryEvaluator(state, now: now)
            let first = Position(position.rawValue + 1)
            let found = try evaluator.events(
                EventsQuery(from: first, until: end, epoch: store.epoch)
            )
            let positions = positions
            let events = found.items.map { item in
                var writer = positions.writer
                writer.write(item)
                return positions.event(.change, at: item.position, writer)
            }
            let next = found.next.map { Position($0.rawValue - 1) } ?? end
            return Page(events: events, next: next, heard: 0, isCaughtUp: next >= end)
        }
    }

    /// Writes the answer to a query, with fewer items where it is too long for a part of a snapshot.
    private func part<Asked: ServedQuery & JSONQuery>(
        _ query: Asked,
        _ positions: Positions,
        _ answer: (Asked) throws(QueryError) -> Asked.Answer
    ) throws(QueryError) -> [UInt8] {
        var query = query
        while true {
            let found = try answer(query)
            var writer = positions.writer
            writer.write(found, to: Asked.self)
            let isLong = writer.bytes.count > Self.bytesOfPart
            guard isLong, let count = Asked.itemCount(of: found), count > 1,
                let shorter = query.limited(to: count / 2)
            else { return writer.bytes }
            query = shorter
        }
    }

    /// The header that says from where an answer goes on.
    func header(resumedFrom position: Position) -> (name: String, value: String) {
        ("Scrollback-Resumed-From", text(of: position))
    }

    /// Reads the present state, all of it from one.
    func snapshot() throws(StoreError) -> (event: StreamEvent, position: Position) {
        try store.asking { (state, now) throws(QueryError) in
            let positions = positions
            var writer = positions.writer
            let position = state.position
            guard let user = request.user else {
                writer.object { $0.field("position", position) }
                return (positions.event(.snapshot, at: position, writer), position)
            }
            var evaluator = UserQueryEvaluator(state, by: user, now: now)
            if let conversation = request.conversation {
                let row = try part(ConversationQuery(conversation), positions) {
                    (query) throws(QueryError) in try evaluator.answer(query)
                }
                let messages = try part(MessagesQuery(in: conversation), positions) {
                    (query) throws(QueryError) in try evaluator.answer(query)
                }
                writer.object { writer in
                    writer.name("conversation")
                    writer.write(json: row)
                    writer.name("messages")
                    writer.write(json: messages)
                    writer.field("position", position)
                }
            } else {
                let list = try part(ConversationsQuery(), positions) { (query) throws(QueryError) in
                    try evaluator.answer(query)
                }
                let unread = try part(AnyUnreadQuery(), positions) { (query) throws(QueryError) in
                    try evaluator.answer(query)
                }
                let settings = try part(SettingsQuery(), positions) { (query) throws(QueryError) in
                    try evaluator.answer(query)
                }
                writer.object { writer in
                    writer.name("conversations")
                    writer.write(json: list)
                    writer.name("unread")
                    writer.write(json: unread)
                    writer.name("settings")
                    writer.write(json: settings)
                    writer.field("position", position)
                }
            }
            return (positions.event(.snapshot, at: position, writer), position)
        }
    }

    /// Says to a consumer what to throw away: what it has behind its mark.
    ///
    /// It has no id: who comes back without having heard it is told again.
    func reset(_ reason: String, at mark: Position) -> StreamEvent {
        var writer = positions.writer
        writer.object { writer in
            writer.field("reason", reason)
            writer.field("position", mark)
            if let epoch = store.namedEpoch {
                writer.field("epoch", epoch.hexadecimalText)
            }
        }
        return StreamEvent(.reset, data: writer.bytes)
    }

    /// Says that all that was missed has come.
    func caughtUp(at position: Position) -> StreamEvent {
        let positions = positions
        var writer = positions.writer
        writer.object { $0.field("position", position) }
        return positions.event(.caughtUp, at: position, writer)
    }
}
