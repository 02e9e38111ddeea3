internal import EventLog
internal import LogSchema
package import Messaging
internal import Projections
internal import Views
package import Wire

// What has to be erased is rarely asked, so it is found in the log itself: no view is kept for it.

extension ReadingFacts where Self: ~Copyable {
    package func contents(of message: MessageID) -> [ContentFacts] {
        claimedContents(of: message)
    }

    /// What the views name as a message's contents, each held against its own record.
    ///
    /// - Throws: `damagedRow`, kept as every failure, where they name something else.
    func claimedContents(of message: MessageID) -> [ContentFacts] {
        let found = look { (views, records) throws(ViewsError) -> [ContentFacts]? in
            guard let place = try projectors.messages.place(of: message.rawValue, in: views),
                let entry = try projectors.timeline.entry(
                    at: place.ordinal,
                    of: place.conversation,
                    in: views
                ), !entry.isSystem
            else { return nil }
            var claimed = [(position: entry.position, table: "timeline")]
            try projectors.edits.forEach(
                of: place.conversation,
                place.ordinal,
                descending: false,
                in: views
            ) { _, position in
                claimed.append((position, "edits"))
                return .goOn
            }
            var found: [ContentFacts] = []
            for (position, table) in claimed {
                var isPart = false
                let content = try records.lookAtClaimed(position, by: table) {
                    (record) throws(LogError) in
                    isPart = try record.message == message
                    return try contentFacts(record)
                }
                guard isPart else { throw .damagedRow(table: table) }
                if let content { found.append(content) }
            }
            return found
        }
        return joinedWithKinds(found ?? [])
    }

    package func contents(of conversation: ConversationID) -> [ContentFacts] {
        let stream = StreamID.conversation(conversation.rawValue)
        let found = look { (views, records) throws(ViewsError) -> [ContentFacts]? in
            guard let head = try projectors.streams.head(of: stream, in: views) else {
                return nil
            }
            var found: [ContentFacts] = []
            var version = Version(1)
            while version <= head.version {
                guard
                    let position = try projectors.streams.position(
                        of: version,
                        in: stream,
                        views: views
                    )
                else { throw .damagedRow(table: "streams") }
                var isOfStream = false
                let content = try records.lookAtClaimed(position, by: "streams") {
                    (record) throws(LogError) in
                    isOfStream = record.stream == stream && record.version == version
                    return try contentFacts(record)
                }
                guard isOfStream else { throw .damagedRow(table: "streams") }
                if let content { found.append(content) }
                version = version.next
            }
            return found
        }
        return joinedWithKinds(found ?? [])
    }

    package func profileContents(of user: UserID) -> [ContentFacts] {
        contents { record in
            record.envelope.eventNumber == EnvelopeEvent.profileSet
                && record.stream == .user(user.rawValue)
        }
    }

    package func contents(writtenBy user: UserID) -> [ContentFacts] {
        contents { record in
            record.envelope.actor == user.rawValue
                && record.envelope.eventNumber != EnvelopeEvent.profileSet
        }
    }

    package func contents(of kind: ConversationKind, before time: Timestamp) -> [ContentFacts] {
        contents { $0.stream.kind == .conversation && $0.sent < time }
            .filter { $0.kind == kind && !$0.isErased }
    }

    package func pendingErasures() -> [ErasureFacts] {
        let requests = look { (views, _) throws(ViewsError) in
            var requests: [Position] = []
            try projectors.holds.forEachErasure(in: views) { request in
                requests.append(request)
                return .goOn
            }
            return requests
        }
        return erasures(requestedAt: requests ?? [])
    }

    /// The requests that stand at some positions.
    func erasures(requestedAt positions: [Position]) -> [ErasureFacts] {
        positions.compactMap { position in event(at: position).flatMap { ErasureFacts($0) } }
    }

    /// What is left of what users wrote whom requests are about, with their profiles where these
    /// are to go too.
    ///
    /// - Complexity: reads every record's envelope up to the newest of those requests.
    func remainingContents(asked requests: [ErasureFacts]) -> [UserID: [ContentFacts]] {
        var newest: [UserID: Position] = [:]
        var forgotten: Set<UserID> = []
        for request in requests {
            guard case .user(let user) = request.target else { continue }
            newest[user] = max(newest[user] ?? .zero, request.position)
            if request.forgetsUser { forgotten.insert(user) }
        }
        guard let last = newest.values.max() else { return [:] }
        let remaining = contents(upTo: last) { record in
            // What is gone from the record is gone.
            guard record.sealed.byteCount > 0,
                let actor = record.envelope.actor.map(UserID.init), let request = newest[actor],
                record.position < request
            else { return false }
            return record.envelope.eventNumber != EnvelopeEvent.profileSet
                || forgotten.contains(actor)
        }.filter { !$0.isErased }
        var found: [UserID: [ContentFacts]] = [:]
        for content in remaining {
            if let actor = content.actor { found[actor, default: []].append(content) }
        }
        return found
    }

    /// The contents of all events that fit.
    ///
    /// - Complexity: reads every record's envelope.
    private func contents(
        upTo last: Position = Position(.max),
        where fits: (borrowing StoredRecord) -> Bool
    ) -> [ContentFacts] {
        let found = look { (_, records) throws(ViewsError) in
            var found: [ContentFacts] = []
            var position = Position(1)
            while position <= min(records.size, last) {
                let content = try records.lookAt(position) { (record) throws(LogError) in
                    fits(record) ? try contentFacts(record) : nil
                }
                if let content { found.append(content) }
                position = position.next
            }
            return found
        }
        return joinedWithKinds(found ?? [])
    }

    private func contentFacts(
        _ record: borrowing StoredRecord
    ) throws(LogError) -> ContentFacts? {
        guard var content = try ContentFacts(record) else { return nil }
        content.isErased = try contents.read { (contents) throws(LogError) in
            try !contents.hasContent(record)
        }
        return content
    }

    private func joinedWithKinds(_ contents: [ContentFacts]) -> [ContentFacts] {
        var kinds: [ConversationID: ConversationKind] = [:]
        return contents.map { content in
            guard case .conversation(let id) = content.stream else { return content }
            var content = content
            if let known = kinds[id] {
                content.kind = known
            } else {
                content.kind = kind(of: id)
                kinds[id] = content.kind
            }
            return content
        }
    }

    /// The kind of a conversation that has events, as its first event says.
    ///
    /// Minimum retention depends on it, so that a view's word is not enough.
    private func kind(of conversation: ConversationID) -> ConversationKind? {
        let stream = StreamID.conversation(conversation.rawValue)
        return look { (views, records) throws(ViewsError) in
            let row = try projectors.conversations.row(of: conversation.rawValue, in: views)
            let first = try projectors.streams.position(of: Version(1), in: stream, views: views)
            guard let first else { throw .damagedRow(table: "streams") }
            var isFirst = false
            let kind = try records.lookAtClaimed(first, by: "streams") {
                (record) throws(LogError) in
                isFirst = record.stream == stream && record.version == Version(1)
                return try record.kindCreated
            }
            guard isFirst else { throw .damagedRow(table: "streams") }
            guard row?.kind == kind else { throw .damagedRow(table: "conversations") }
            return kind
        }
    }
}

extension RecordReading where Self: ~Copyable {
    /// Lends the record that a row of a view names.
    ///
    /// - Throws: `damagedRow` where there is none.
    func lookAtClaimed<Found>(
        _ position: Position,
        by table: String,
        _ body: (borrowing StoredRecord) throws(LogError) -> Found
    ) throws(ViewsError) -> Found {
        guard position > .zero, position <= size else { throw .damagedRow(table: table) }
        return try lookAt(position, body)
    }
}

extension ContentFacts {
    /// What an envelope says of its content; nil for an event that never had any.
    ///
    /// Whether it is erased, and of which kind its conversation is, stands elsewhere.
    init?(_ record: borrowing StoredRecord) throws(LogError) {
        guard record.envelope.seal != nil else { return nil }
        self.init(
            position: record.position,
            stream: Stream(record.stream),
            actor: record.envelope.actor.map(UserID.init),
            sentAt: record.sent,
            message: try record.message
        )
    }
}

extension StoredRecord {
    /// The message that the event sends, or says more of.
    var message: MessageID? {
        get throws(LogError) {
            let id = try structure { (event, number) throws(WireError) -> UniqueID? in
                switch number {
                case EnvelopeEvent.messageSent: try MessageSentView(event).message
                case EnvelopeEvent.messageEdited: try MessageEditedView(event).message
                case EnvelopeEvent.messageAnnotated: try MessageAnnotatedView(event).message
                default: nil
                }
            }
            return id.map(MessageID.init)
        }
    }

    /// Whether the event changes a message that was sent before.
    var isChangeOfMessage: Bool {
        envelope.eventNumber == EnvelopeEvent.messageEdited
            || envelope.eventNumber == EnvelopeEvent.messageAnnotated
    }

    /// The kind of the conversation that the event creates.
    fileprivate var kindCreated: ConversationKind? {
        get throws(LogError) {
            try structure { (event, number) throws(WireError) in
                number == EnvelopeEvent.conversationCreated
                    ? try ConversationCreatedView(event).kind : nil
            }
        }
    }

    /// Whether the event sends a message as a copy of another one.
    func isCopy(_ copy: UniqueID, of original: UniqueID) throws(LogError) -> Bool {
        try structure { (event, number) throws(WireError) in
            guard number == EnvelopeEvent.messageSent else { return false }
            let sent = try MessageSentView(event)
            return sent.message == copy && sent.forwardedFrom == original
        }
    }

    private func structure<Found>(
        _ read: (_ event: RawSpan, _ number: UInt32) throws(WireError) -> Found
    ) throws(LogError) -> Found {
        do throws(WireError) {
            return try read(envelope.event, envelope.eventNumber)
        } catch {
            throw .damagedRecord(position, .frame(error))
        }
    }
}

extension ErasureFacts {
    init?(_ recorded: RecordedEvent) {
        switch recorded.event {
        case .erasureRequested(let request, _):
            let target: Erase.Target
            if let message = request.message {
                target = .message(MessageID(message))
            } else if let user = request.user {
                target = .user(UserID(user))
            } else if let conversation = request.conversation {
                target = .conversation(ConversationID(conversation))
            } else {
                return nil
            }
            self.init(
                position: recorded.position,
                target: target,
                includesForwards: request.forwards
            )
        case .userForgotten:
            guard case .user(let user) = recorded.stream else { return nil }
            self.init(position: recorded.position, target: .user(user), forgetsUser: true)
        default:
            return nil
        }
    }
}
