internal import EventLog
internal import LogSchema
package import Messaging
internal import Projections
internal import Views
package import Wire

// What has to be erased is rarely asked, so it is found in the log itself: no view is kept for it.

extension ReadingFacts where Self: ~Copyable {
    package func contents(of message: MessageID) -> [ContentFacts] {
        let positions = look { (views, _) throws(ViewsError) -> [Position]? in
            guard let place = try projectors.messages.place(of: message.rawValue, in: views),
                let entry = try projectors.timeline.entry(
                    at: place.ordinal,
                    of: place.conversation,
                    in: views
                ), !entry.isSystem
            else { return nil }
            var positions = [entry.position]
            try projectors.edits.forEach(
                of: place.conversation,
                place.ordinal,
                descending: false,
                in: views
            ) { _, position in
                positions.append(position)
                return .goOn
            }
            return positions
        }
        return contents(at: positions ?? [])
    }

    package func contents(of conversation: ConversationID) -> [ContentFacts] {
        let stream = StreamID.conversation(conversation.rawValue)
        let positions = look { (views, _) throws(ViewsError) -> [Position]? in
            guard let head = try projectors.streams.head(of: stream, in: views) else {
                return nil
            }
            var positions: [Position] = []
            var version = Version(1)
            while version <= head.version {
                let position = try projectors.streams.position(
                    of: version,
                    in: stream,
                    views: views
                )
                if let position { positions.append(position) }
                version = version.next
            }
            return positions
        }
        return contents(at: positions ?? [])
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
        return (requests ?? []).compactMap { position in
            event(at: position).flatMap { ErasureFacts($0) }
        }
    }

    /// The contents at some positions, those without left out.
    private func contents(at positions: [Position]) -> [ContentFacts] {
        var found: [ContentFacts] = []
        for position in positions {
            let content = look { (_, records) throws(ViewsError) in
                try records.lookAt(position) { (record) throws(LogError) in
                    try contentFacts(record)
                }
            }
            if let content { found.append(content) }
        }
        return joinedWithKinds(found)
    }

    /// The contents of all events that fit.
    ///
    /// - Complexity: reads every record's envelope.
    private func contents(
        where fits: (borrowing StoredRecord) -> Bool
    ) -> [ContentFacts] {
        let found = look { (_, records) throws(ViewsError) in
            var found: [ContentFacts] = []
            var position = Position(1)
            while position <= records.size {
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
        guard record.envelope.seal != nil else { return nil }
        let isErased = try contents.read { (contents) throws(LogError) in
            try !contents.hasContent(record)
        }
        return ContentFacts(
            position: record.position,
            stream: Stream(record.stream),
            actor: record.envelope.actor.map(UserID.init),
            sentAt: record.sent,
            isErased: isErased
        )
    }

    private func joinedWithKinds(_ contents: [ContentFacts]) -> [ContentFacts] {
        var kinds: [ConversationID: ConversationKind] = [:]
        return contents.map { content in
            guard case .conversation(let id) = content.stream else { return content }
            var content = content
            if let known = kinds[id] {
                content.kind = known
            } else {
                content.kind = conversation(id)?.kind
                kinds[id] = content.kind
            }
            return content
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
