internal import EventLog
internal import LogSchema
package import Messaging
package import Projections
package import Views
package import Wire

extension ReadingFacts where Self: ~Copyable {
    package func conversation(_ id: ConversationID) -> ConversationFacts? {
        let found = lookUp { (views, _) throws(ViewsError) -> (ConversationRow, TimelineHead?)? in
            guard let row = try projectors.conversations.row(of: id.rawValue, in: views) else {
                return nil
            }
            return (row, try projectors.timeline.head(of: id.rawValue, in: views))
        }
        guard let (row, head) = found else { return nil }
        return ConversationFacts(
            id: id,
            position: row.position,
            kind: row.kind,
            reactions: row.reactions,
            history: row.history,
            createdBy: UserID(row.createdBy),
            with: row.with.map(UserID.init),
            context: context(row),
            isClosed: row.closed != nil,
            memberCount: Int(row.members),
            entryCount: head?.entries ?? 0,
            messageCount: head?.messages ?? 0
        )
    }

    /// Returns a request's context, unless it was cleared.
    private func context(_ row: ConversationRow) -> Context? {
        guard row.kind == .request, row.contextCleared == nil else { return nil }
        return context(createdAt: row.position)
    }

    /// Returns the context of the request created at a position, unless it was erased.
    package func context(createdAt position: Position) -> Context? {
        guard let recorded = event(at: position),
            case .conversationCreated(let created, let content) = recorded.event
        else { return nil }
        return Context(of: created, content, isErased: recorded.isErased)
    }

    package func member(_ user: UserID, of conversation: ConversationID) -> MemberFacts? {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.membership.row(
                of: user.rawValue,
                in: conversation.rawValue,
                views: views
            ).map { MemberFacts(user, $0) }
        }
    }

    package func activeMembers(of conversation: ConversationID) -> [MemberFacts] {
        lookUp { (views, _) throws(ViewsError) in
            var users: [UniqueID] = []
            try projectors.membership.forEachActive(
                of: conversation.rawValue,
                in: views
            ) { user in
                users.append(user)
                return .goOn
            }
            var members: [MemberFacts] = []
            for user in users {
                let row = try projectors.membership.row(
                    of: user,
                    in: conversation.rawValue,
                    views: views
                )
                if let row { members.append(MemberFacts(UserID(user), row)) }
            }
            return members
        } ?? []
    }

    package func details(of conversation: ConversationID) -> ConversationContent {
        ConversationContent(
            title: detail(.title, of: conversation),
            photo: detail(.photo, of: conversation)
        )
    }

    /// Returns a conversation's details as of a position: the creation is read once, and later
    /// events if they change a detail.
    package func details(
        of conversation: ConversationID,
        _ row: ConversationRow,
        asOf position: Position
    ) -> ConversationContent {
        let creation = row.position
        var details =
            withEvent(at: creation) { (event, content) throws(WireError) -> ConversationContent? in
                guard event.number == EnvelopeEvent.conversationCreated, content.state == .present
                else { return nil }
                return try ConversationContent(EncodedConversationContent(content.bytes))
            } ?? ConversationContent()
        guard row.detailsChanged != nil else { return details }
        let created = details
        details.title = detail(.title, of: conversation, asOf: position) {
            $0 == creation ? created.title : text(ofDetailAt: $0)
        }
        details.photo = detail(.photo, of: conversation, asOf: position) {
            $0 == creation ? created.photo : text(ofDetailAt: $0)
        }
        return details
    }

    private func text(ofDetailAt position: Position) -> String? {
        content(at: position) { event in
            guard case .detailsChanged(_, let content) = event else { return nil }
            return content?.text
        }
    }

    /// The title or photo of a conversation as of a position; nil where it had none then.
    package func detail(
        _ kind: Details.Kind,
        of conversation: ConversationID,
        asOf position: Position = Position(.max)
    ) -> String? {
        detail(kind, of: conversation, asOf: position) { place in
            content(at: place) { event in
                switch event {
                case .conversationCreated(_, let content):
                    kind == .title ? content?.title : content?.photo
                case .detailsChanged(_, let content): content?.text
                default: nil
                }
            }
        }
    }

    private func detail(
        _ kind: Details.Kind,
        of conversation: ConversationID,
        asOf position: Position,
        _ text: (Position) -> String?
    ) -> String? {
        let place = lookUp { (views, _) throws(ViewsError) in
            try projectors.details.position(
                of: kind,
                of: conversation.rawValue,
                asOf: position,
                in: views
            )
        }
        return place.flatMap(text)
    }

    package func direct(between one: UserID, and other: UserID) -> ConversationID? {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.directs.conversation(of: one.rawValue, and: other.rawValue, in: views)
                .map(ConversationID.init)
        }
    }

    package func conversations(of user: UserID) -> [ConversationID] {
        lookUp { (views, _) throws(ViewsError) in
            var found: [(joined: Position, id: UniqueID)] = []
            try projectors.chats.forEach(of: user.rawValue, in: views) { conversation, row in
                found.append((row.firstJoined, conversation))
                return .goOn
            }
            found.sort { ($0.joined, $0.id) < ($1.joined, $1.id) }
            return found.map { ConversationID($0.id) }
        } ?? []
    }

    package func hasWritten(_ user: UserID, in conversation: ConversationID) -> Bool {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.senders.newest(
                of: user.rawValue,
                in: conversation.rawValue,
                views: views
            ) != nil
        } ?? false
    }

    package func cleared(by user: UserID, in conversation: ConversationID) -> Position {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.chats.row(of: user.rawValue, conversation.rawValue, in: views)?.cleared
        } ?? .zero
    }

    package func personal(_ user: UserID, in conversation: ConversationID) -> PersonalFacts {
        lookUp { (views, _) throws(ViewsError) in
            let id = conversation.rawValue
            guard let row = try projectors.chats.row(of: user.rawValue, id, in: views) else {
                return nil
            }
            let head = try projectors.timeline.head(of: id, in: views)
            return PersonalFacts(
                row,
                moved: try projectors.receipts.newest(
                    of: user.rawValue,
                    in: conversation.rawValue,
                    views: views
                ),
                newestSent: try projectors.senders.newest(
                    of: user.rawValue,
                    in: id,
                    views: views
                ),
                isHidden: try projectors.hides(
                    row,
                    of: user.rawValue,
                    id,
                    newestMessage: head?.newestMessage ?? .zero,
                    in: views
                )
            )
        } ?? PersonalFacts()
    }
}

extension BuiltInProjectors {
    /// Whether a conversation is hidden still: any message that was sent later, and that its owner
    /// can see, shows it again.
    package func hides(
        _ chat: ChatRow,
        of user: UniqueID,
        _ conversation: UniqueID,
        newestMessage: Position,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Bool {
        guard let hidden = chat.hidden else { return false }
        if newestMessage <= hidden { return true }
        // Joining shows it again, so a member hid it during this membership and sees every later
        // message.
        if chat.membership == .active { return false }
        // Messages sent before its owner left count, and later ones do not.
        guard let row = try conversations.row(of: conversation, in: views),
            let member = try membership.row(of: user, in: conversation, views: views)
        else { return true }
        let owner = Visibility(
            history: row.history,
            intervals: MemberFacts(UserID(user), member).intervals
        )
        for range in owner.ranges where range.upperBound > hidden {
            let start = max(range.lowerBound, hidden)
            let before = try timeline.messageCount(of: conversation, in: views) {
                $0.position <= start
            }
            let upTo = try timeline.messageCount(of: conversation, in: views) {
                $0.position <= range.upperBound
            }
            if upTo > before { return false }
        }
        return true
    }
}

extension MemberFacts {
    package init(_ user: UserID, _ row: MemberRow) {
        self.init(
            user: user,
            role: row.role,
            permissions: row.permissions,
            intervals: row.intervals.map {
                Interval(joined: $0.from, left: $0.through, since: $0.since)
            }
        )
    }
}

extension PersonalFacts {
    /// Combines a user's own changes with the reading that sendings imply; a list, which needs no
    /// receipts, leaves out the reported marks.
    init(
        _ row: ChatRow,
        moved: Receipts.Move? = nil,
        newestSent: Senders.Sending?,
        isHidden: Bool
    ) {
        let marks = ReceiptMarks(moved?.marks, sent: newestSent)
        self.init(
            marker: row.marker,
            readUpTo: marks.readUpTo,
            deliveredUpTo: marks.deliveredUpTo,
            loudlyReadUpTo: marks.loudlyReadUpTo,
            hasRead: row.lastRead != nil || newestSent != nil,
            isMuted: row.isMuted,
            mutedUntil: row.mutedUntil,
            hasNotifications: !row.refusesNotifications,
            isPinned: row.isPinned,
            isArchived: row.isArchived,
            isHidden: isHidden,
            cleared: row.cleared
        )
        marker = row.marker(
            joining: newestSent.map { ($0.messageNumber, $0.position) }
        )
    }
}

extension ChatRow {
    /// Returns the message after which unread begins: a sending reads everything before it.
    func marker(joining newestSent: (messageNumber: UInt64, position: Position)?) -> UInt64 {
        guard let newestSent, newestSent.position > movedBack else { return marker }
        return max(marker, newestSent.messageNumber)
    }
}

extension ReceiptMarks {
    /// Combines a user's reported marks with the reading that sendings imply.
    init(_ marks: Receipts.Marks?, sent: Senders.Sending?) {
        self.init(
            deliveredUpTo: max(marks?.delivered ?? 0, sent?.ordinal ?? 0),
            readUpTo: max(marks?.read ?? 0, sent?.ordinal ?? 0),
            loudlyReadUpTo: max(marks?.loudlyRead ?? 0, sent?.loudOrdinal ?? 0)
        )
    }
}
