internal import EventLog
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension ReactionsQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.reactions(query) }
    }
}

extension UserQueryEvaluator {
    /// Returns the reactions on a message, the most frequent first, as many as the longest page has
    /// and the viewer's own after them, each with its first users; none for a message that is gone.
    ///
    /// - Complexity: that of the kinds of reactions, not of the users, for a viewer who has always
    ///   been a member since the message.
    package mutating func reactionGroups(on id: MessageID) throws(QueryError) -> [ReactionGroup] {
        let (seen, _, seat) = try seenEntry(id)
        let entry = try reactions(on: seen, from: seat)
        var groups: [ReactionGroup] = []
        for (number, tally) in entry.tallies.enumerated()
        where number < Limits.page.upperBound || tally.isMine {
            groups.append(try group(tally, on: entry, upTo: Limits.shownReactors, from: seat).group)
        }
        return try whole(groups)
    }

    /// A page of the reactions on a message; or, for one reaction, a page of its people.
    package mutating func reactions(
        _ query: ReactionsQuery
    ) throws(QueryError) -> Page<ReactionGroup> {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        let (seen, _, seat) = try seenEntry(query.message)
        let scope = cursors(.reactions, "\(query.message)", query.reaction ?? "")
        let entry = try reactions(on: seen, from: seat)
        if let reaction = query.reaction {
            return try whole(people(with: reaction, on: entry, query, limit, scope, from: seat))
        }
        let start = try query.cursor.map { (cursor) throws(QueryError) in
            try ask { (_) throws(Refusal) in
                try ReactionTally.Place(scope.place(of: cursor, byteCount: 16))
            }
        }
        let rest = entry.tallies.drop { tally in start.map { tally.place <= $0 } ?? false }
        var groups: [ReactionGroup] = []
        for tally in rest.prefix(limit.count) {
            groups.append(try group(tally, on: entry, upTo: Limits.shownReactors, from: seat).group)
        }
        let last = rest.count > limit.count ? rest.prefix(limit.count).last : nil
        return try whole(Page(groups, next: last.map { scope.cursor(at: $0.place.bytes) }))
    }

    private mutating func people(
        with reaction: String,
        on entry: ReactedEntry,
        _ query: ReactionsQuery,
        _ limit: PageLimit,
        _ scope: CursorScope,
        from seat: Seat
    ) throws(QueryError) -> Page<ReactionGroup> {
        let start = try position(of: query.cursor, in: scope)
        guard let tally = entry.tallies.first(where: { $0.reaction == reaction }) else {
            return Page([])
        }
        let (group, next) = try group(
            tally,
            on: entry,
            after: start,
            upTo: limit.count,
            from: seat
        )
        return Page([group], next: next.map { scope.cursor(at: $0.rawValue) })
    }

    /// A reaction with some of the people who have it, and where the last of them set it if more
    /// follow.
    private mutating func group(
        _ tally: ReactionTally,
        on entry: ReactedEntry,
        after position: Position = .zero,
        upTo limit: Int,
        from seat: Seat
    ) throws(QueryError) -> (group: ReactionGroup, next: Position?) {
        let found = try owners(
            of: tally.reaction,
            on: entry,
            after: position,
            upTo: limit + 1,
            from: seat
        )
        var users: [TimedPerson] = []
        for owner in found.prefix(limit) {
            let at = try sentAt(owner.set)
            users.append(TimedPerson(face(of: owner.user), at: at))
        }
        let group = ReactionGroup(
            reaction: tally.reaction,
            count: tally.count,
            isMine: tally.isMine,
            users: users
        )
        return (group, found.count > limit ? found[limit - 1].set : nil)
    }

    private borrowing func owners(
        of reaction: String,
        on entry: ReactedEntry,
        after position: Position,
        upTo limit: Int,
        from seat: Seat
    ) throws(QueryError) -> [(user: UserID, set: Position)] {
        if let standing = entry.standing {
            let times = standing.groups.first { $0.reaction == reaction }?.times ?? []
            return times.lazy.filter { $0.set > position }.prefix(limit).map { ($0.user, $0.set) }
        }
        return try read { (state) throws(ViewsError) in
            var owners: [(user: UserID, set: Position)] = []
            try state.projectors.reactions.forEachUser(
                with: reaction,
                on: entry.ordinal,
                of: seat.conversation.id.rawValue,
                setAfter: position,
                in: state.views
            ) { set, user in
                owners.append((UserID(user), set))
                return owners.count < limit ? .goOn : .stop
            }
            return owners
        }
    }

    private borrowing func sentAt(_ position: Position) throws(QueryError) -> Timestamp {
        try found(in: "reactions") { (state) in
            state.withRecord(at: position) { (record) throws(LogError) in record.sent }
        }
    }
}

// The reactions on entries.
extension UserQueryEvaluator {
    /// The reactions on an entry, as far as the viewer may know of them.
    private borrowing func reactions(
        on seen: SeenEntry,
        from seat: Seat
    ) throws(QueryError) -> ReactedEntry {
        guard !seen.isGone else { return ReactedEntry(ordinal: seen.ordinal) }
        let found = try reactions(on: [PlacedEntry(seen.ordinal, seen.entry)], from: seat)
        return found.first ?? ReactedEntry(ordinal: seen.ordinal)
    }

    /// Returns the reactions on some entries, given in ascending order, for each that has any: one
    /// walk for consecutive entries.
    ///
    /// A viewer who sees everything after the entry gets the present reactions; for others every
    /// interval of a reaction is read.
    borrowing func reactions(
        on entries: [PlacedEntry],
        from seat: Seat
    ) throws(QueryError) -> [ReactedEntry] {
        let conversation = seat.conversation.id.rawValue
        let seesAll = seat.visibility.seesEverythingLater
        return try read { (state) throws(ViewsError) in
            var reacted: [ReactedEntry] = []
            var start = 0
            while start < entries.count {
                var end = start
                while end + 1 < entries.count, entries[end + 1].ordinal == entries[end].ordinal + 1
                {
                    end += 1
                }
                let run = entries[start...end]
                if seesAll {
                    try state.addStanding(on: run, in: conversation, for: viewer, to: &reacted)
                } else {
                    try state.addKnown(on: run, from: seat, to: &reacted)
                }
                start = end + 1
            }
            return reacted
        }
    }
}

extension EngineSnapshot {
    /// Adds the reactions that stand on entries that follow each other.
    fileprivate func addStanding(
        on entries: ArraySlice<PlacedEntry>,
        in conversation: UniqueID,
        for viewer: UserID,
        to reacted: inout [ReactedEntry]
    ) throws(ViewsError) {
        guard let first = entries.first, let last = entries.last else { return }
        let begin = reacted.count
        try projectors.reactions.forEachGroup(
            of: conversation,
            from: first.ordinal,
            through: last.ordinal,
            in: views
        ) { ordinal, reaction, tally in
            if reacted.count == begin || reacted[reacted.count - 1].ordinal != ordinal {
                reacted.append(ReactedEntry(ordinal: ordinal))
            }
            reacted[reacted.count - 1].tallies.append(
                ReactionTally(reaction, count: Int(tally.count), oldest: tally.oldest)
            )
            return .goOn
        }
        for index in begin..<reacted.count {
            var own: [String] = []
            try projectors.reactions.forEach(
                of: conversation,
                reacted[index].ordinal,
                user: viewer.rawValue,
                in: views
            ) { reaction in
                own.append(reaction.reaction)
                return .goOn
            }
            reacted[index].settle(own: own)
        }
    }

    /// Adds the reactions on consecutive entries, as a viewer who was away knows them.
    fileprivate func addKnown(
        on entries: ArraySlice<PlacedEntry>,
        from seat: Seat,
        to reacted: inout [ReactedEntry]
    ) throws(ViewsError) {
        guard let first = entries.first, let last = entries.last else { return }
        var times = entries.map { _ in [ReactionTime]() }
        try projectors.reactions.forEachTime(
            of: seat.conversation.id.rawValue,
            from: first.ordinal,
            through: last.ordinal,
            in: views
        ) { ordinal, time in
            times[Int(ordinal - first.ordinal)].append(ReactionTime(time))
        }
        for (entry, times) in zip(entries, times) where !times.isEmpty {
            let standing = StandingReactions(
                times,
                on: entry.entry.position,
                policy: seat.conversation.reactions,
                for: seat.visibility
            )
            reacted.append(ReactedEntry(ordinal: entry.ordinal, standing, for: seat.member.user))
        }
    }
}

/// The reactions that stand on an entry, as far as a viewer knows.
struct ReactedEntry {
    let ordinal: UInt64
    /// The most frequent first; of equal ones, the one with the oldest reaction.
    fileprivate(set) var tallies: [ReactionTally] = []
    /// With their people, for who knows less than what stands now.
    fileprivate var standing: StandingReactions?

    fileprivate init(ordinal: UInt64) { self.ordinal = ordinal }

    fileprivate init(ordinal: UInt64, _ standing: StandingReactions, for viewer: UserID) {
        self.ordinal = ordinal
        self.standing = standing
        tallies = standing.groups.map { group in
            ReactionTally(
                group.reaction,
                count: group.times.count,
                oldest: group.times[0].set,
                isMine: group.times.contains { $0.user == viewer }
            )
        }
    }

    /// Sorts the counted reactions.
    fileprivate mutating func settle(own: [String]) {
        for index in tallies.indices {
            tallies[index].isMine = own.contains(tallies[index].reaction)
        }
        tallies.sort { $0.place < $1.place }
    }
}

/// How often a message has a reaction, and since when.
struct ReactionTally {
    let reaction: String
    let count: Int
    /// The position where the oldest of them was set.
    let oldest: Position
    fileprivate(set) var isMine: Bool

    fileprivate init(_ reaction: String, count: Int, oldest: Position, isMine: Bool = false) {
        self.reaction = reaction
        self.count = count
        self.oldest = oldest
        self.isMine = isMine
    }

    /// Its place among those of its message.
    struct Place: Comparable {
        let count: UInt64
        let oldest: Position

        static func < (left: Place, right: Place) -> Bool {
            left.count == right.count ? left.oldest < right.oldest : left.count > right.count
        }
    }

    var place: Place { Place(count: UInt64(count), oldest: oldest) }
}

extension ReactionTally.Place {
    fileprivate init(_ bytes: [UInt8]) {
        let bytes = bytes.span.bytes
        self.init(count: bytes.number(at: 0), oldest: Position(bytes.number(at: 8)))
    }

    fileprivate var bytes: [UInt8] {
        [count, oldest.rawValue].flatMap { number in
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
    }
}

extension ReactionTime {
    fileprivate init(_ time: Reactions.Time) {
        self.init(
            user: UserID(time.reaction.user),
            reaction: time.reaction.reaction,
            set: time.reaction.position,
            removed: time.removed
        )
    }
}
