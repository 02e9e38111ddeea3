internal import Messaging
internal import Projections
internal import Scrollback
internal import ScrollbackJSON
internal import Views
internal import Wire

/// A row of a table.
struct Row {
    enum Table: Int, CaseIterable {
        case events, users, members, sights, conversations, messages, reactions, receipts, strangers
    }

    let table: Table
    let values: [Value]

    init(_ table: Table, _ values: [Value]) {
        self.table = table
        self.values = values
    }
}

extension Row.Table {
    /// The statement that adds a row.
    ///
    /// Where a row names a position, the time is that of its event.
    var insertion: String {
        func time(_ place: Int) -> String { "(SELECT at FROM events WHERE position = ?\(place))" }
        func actor(_ place: Int) -> String {
            "(SELECT actor FROM events WHERE position = ?\(place))"
        }
        func values(_ count: Int) -> String {
            (1...count).map { "?\($0)" }.joined(separator: ", ")
        }
        return switch self {
        case .events: "INSERT INTO events VALUES (\(values(10)))"
        case .users: "INSERT INTO users VALUES (\(values(9)))"
        // People without a profile, who are known as members alone.
        case .strangers:
            "INSERT OR IGNORE INTO users VALUES (?1, NULL, NULL, NULL, NULL, 'good', 0, 0, 0)"
        case .conversations:
            "INSERT INTO conversations VALUES (?1, ?2, ?3, ?4, ?5, \(time(6)), ?7, ?8)"
        case .members:
            "INSERT INTO members VALUES (?1, ?2, ?3, ?4, \(time(5)), ?5, \(time(6)), ?6, ?7)"
        case .sights: "INSERT INTO sights VALUES (\(values(4)))"
        case .messages:
            "INSERT INTO messages VALUES (\(values(12)), \(time(13)), \(time(14)), \(actor(14)), ?15)"
        case .reactions: "INSERT INTO reactions VALUES (?1, ?2, ?3, ?4, \(time(5)), ?5)"
        case .receipts: "INSERT INTO receipts VALUES (\(values(4)))"
        }
    }
}

extension EventItem {
    var row: Row {
        let (stream, id): (String, UniqueID?) =
            switch stream {
            case .store: ("store", nil)
            case .conversation(let id): ("conversation", id.rawValue)
            case .user(let id): ("user", id.rawValue)
            }
        return Row(
            .events,
            [
                .position(position), .time(recorded), .text(type), .text(stream), .id(id),
                .count(version.rawValue), .id(actor?.rawValue), .id(command?.id),
                .flag(isErased), .bytes(fields.json),
            ]
        )
    }
}

// The rows that views hold. Times, texts and names come from the log.

extension EngineSnapshot {
    /// The users that have a profile, settings or a standing.
    borrowing func userRows(words: Bool) throws(QueryError) -> [Row] {
        var users: [(UserID, UserRow)] = []
        try gather { (state) throws(ViewsError) in
            try state.projectors.users.forEach(in: state.views) { (user, row) throws(ViewsError) in
                users.append((UserID(user), row))
                return .goOn
            }
        }
        var rows: [Row] = []
        for (user, row) in users {
            let profile = words && row.profile != nil ? profile(of: user) : nil
            try complete()
            rows.append(
                Row(
                    .users,
                    [
                        .id(user.rawValue), .words(profile?.username), .words(profile?.fullName),
                        .words(profile?.email), .position(row.profile), .text(row.standing.word),
                        .count(UInt64(row.warnings)), .flag(row.isModerator),
                        .flag(row.isForgotten),
                    ]
                )
            )
        }
        return rows
    }

    /// A conversation with its members and how far they have read.
    borrowing func conversationRows(
        of conversation: UniqueID,
        words: Bool
    ) throws(QueryError) -> [Row] {
        var rows: [Row] = []
        let isMandatory = configuration.receipts.isMandatory
        var found: ConversationRow?
        try gather { (state) throws(ViewsError) in
            let projectors = state.projectors
            found = try projectors.conversations.row(of: conversation, in: state.views)
            guard let found else { return }
            try projectors.membership.forEach(of: conversation, in: state.views) {
                (user, row) throws(ViewsError) in
                guard let last = row.intervals.last else { return .goOn }
                rows.append(Row(.strangers, [.id(user)]))
                rows.append(
                    Row(
                        .members,
                        [
                            .id(conversation), .id(user), .text(row.role.name ?? ""),
                            .flag(row.isActive), .position(last.addedAt), .position(last.through),
                            .count(UInt64(row.intervals.count)),
                        ]
                    )
                )
                let sight = Visibility(
                    history: found.history,
                    intervals: MemberFacts(UserID(user), row).intervals
                )
                for range in sight.ranges {
                    let first = max(range.lowerBound, Position(1))
                    let last = range.upperBound == Position(.max) ? nil : range.upperBound
                    rows.append(
                        Row(
                            .sights,
                            [.id(conversation), .id(user), .position(first), .position(last)]
                        )
                    )
                }
                let move = try projectors.receipts.newest(
                    of: user,
                    in: conversation,
                    views: state.views
                )
                let sent = try projectors.senders.newest(
                    of: user,
                    in: conversation,
                    views: state.views
                )
                guard move != nil || sent != nil else { return .goOn }
                let marks = ReceiptMarks(
                    deliveredUpTo: max(move?.marks.delivered ?? 0, sent?.ordinal ?? 0),
                    readUpTo: max(move?.marks.read ?? 0, sent?.ordinal ?? 0),
                    loudlyReadUpTo: max(move?.marks.loudlyRead ?? 0, sent?.loudOrdinal ?? 0)
                )
                let delivered = max(marks.deliveredUpTo, marks.readUpTo, marks.loudlyReadUpTo)
                let read =
                    isMandatory
                    ? max(marks.readUpTo, marks.loudlyReadUpTo) : marks.loudlyReadUpTo
                rows.append(
                    Row(
                        .receipts,
                        [.id(conversation), .id(user), .count(delivered), .count(read)]
                    )
                )
                return .goOn
            }
        }
        guard let found else { return [] }
        var title: String?
        if words, found.kind != .direct { title = details(of: ConversationID(conversation)).title }
        try complete()
        rows.append(
            Row(
                .conversations,
                [
                    .id(conversation), .text(found.kind.name ?? ""), .words(title),
                    .time(found.createdAt),
                    found.createdBy == .zero ? .null : .id(found.createdBy),
                    .position(found.closed), .position(found.position),
                    .count(UInt64(found.members)),
                ]
            )
        )
        return rows
    }

    /// The messages between two ordinals with the reactions that stand on them.
    borrowing func messageRows(
        of conversation: UniqueID,
        from first: UInt64,
        through last: UInt64,
        words: Bool,
        deleted: Bool
    ) throws(QueryError) -> [Row] {
        var entries: [(ordinal: UInt64, entry: TimelineEntry)] = []
        var reactions: [(ordinal: UInt64, reaction: Reactions.Reaction)] = []
        try gather { (state) throws(ViewsError) in
            try state.projectors.timeline.forEachEntry(
                of: conversation,
                from: first,
                through: last,
                descending: false,
                in: state.views
            ) { (ordinal, entry) throws(ViewsError) in
                if !entry.isSystem { entries.append((ordinal, entry)) }
                return .goOn
            }
            try state.projectors.reactions.forEachStanding(
                of: conversation,
                from: first,
                through: last,
                in: state.views
            ) { ordinal, reaction in
                reactions.append((ordinal, reaction))
                return .goOn
            }
        }
        var rows: [Row] = []
        rows.reserveCapacity(entries.count + reactions.count)
        var living: [UInt64: UniqueID] = [:]
        for (ordinal, entry) in entries {
            guard case .messageSent(let sent, let content)? = event(at: entry.position)?.event,
                let message = sent.message
            else {
                try complete()
                throw .failed(.views(.damagedRow(table: "timeline")))
            }
            var text = content?.text
            var characters = UInt64(sent.characters)
            if entry.edits > 0,
                case .messageEdited(let edited, let words)? = event(at: entry.content)?.event
            {
                (text, characters) = (words?.text, UInt64(edited.characters))
            }
            try complete()
            let isShown = words && !entry.isErased && (entry.deleted == nil || deleted)
            if entry.isLivingMessage { living[ordinal] = message }
            rows.append(
                Row(
                    .messages,
                    [
                        .id(message), .id(conversation), .count(ordinal),
                        .position(entry.position), .id(entry.sender),
                        .text(entry.kind?.name ?? ""), .time(entry.sentAt),
                        isShown ? .words(text) : .null,
                        .count(characters), .count(UInt64(sent.attachments.count)),
                        .id(sent.replyTo), .count(UInt64(entry.edits)),
                        entry.edits > 0 ? .position(entry.content) : .null,
                        .position(entry.deleted), .flag(entry.isErased),
                    ]
                )
            )
        }
        for (ordinal, reaction) in reactions {
            guard let message = living[ordinal] else { continue }
            rows.append(
                Row(
                    .reactions,
                    [
                        .id(message), .id(conversation), .id(reaction.user),
                        .text(reaction.reaction), .position(reaction.position),
                    ]
                )
            )
        }
        return rows
    }

    /// The number of entries of a conversation.
    borrowing func entryCount(of conversation: UniqueID) throws(QueryError) -> UInt64 {
        var count: UInt64 = 0
        try gather { (state) throws(ViewsError) in
            count =
                try state.projectors.timeline.head(of: conversation, in: state.views)?.entries ?? 0
        }
        return count
    }

    private borrowing func gather(
        _ body: (borrowing EngineSnapshot) throws(ViewsError) -> Void
    ) throws(QueryError) {
        do throws(ViewsError) {
            try body(self)
        } catch {
            throw .failed(.views(error))
        }
    }

    /// Throws if a look-up failed.
    private borrowing func complete() throws(QueryError) {
        if let failure = takeFailure() { throw .failed(.views(failure)) }
    }
}

extension Standing {
    fileprivate var word: String {
        switch self {
        case .good: "good"
        case .suspended: "suspended"
        case .banned: "banned"
        }
    }
}
