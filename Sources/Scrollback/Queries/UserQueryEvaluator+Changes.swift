internal import EventLog
internal import LogSchema
public import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

// A user's changes. Catching up and following use the same function, which gives the present
// meaning of the event at a position.

extension ChangesQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.changes(query) }
    }
}

extension UserQueryEvaluator {
    /// Returns the viewer's changes after a position, in the order of the log.
    ///
    /// A page ends when it is full or after `Limits.eventsLookedAt` events, which may all concern
    /// other users; continue from its `next`. The changes of one event stay together, so a page
    /// with limit 1 may have two: the viewer's removal, and the end.
    ///
    /// - Throws: `notFound` for a conversation that the viewer was never a member of,
    ///   `invalidRequest` for a position after the newest event, and `otherEpoch` for one that a
    ///   restore lost.
    package mutating func changes(_ query: ChangesQuery) throws(QueryError) -> ChangePage {
        try changes(query, isOfFeed: false)
    }

    /// The same for a feed: its pages may go over any number of other users' events, and then read
    /// only the viewer's own streams, where these are less work than the whole log.
    mutating func changes(
        _ query: ChangesQuery,
        isOfFeed: Bool
    ) throws(QueryError) -> ChangePage {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        var reading = ChangeReading(in: query.conversation)
        if let id = query.conversation, try seat(in: id, &reading) == nil {
            throw .refused(.conversation(.notFound))
        }
        let missed = try ask { (state) throws(Refusal) in
            try MissedChanges(
                since: query.since,
                epoch: query.epoch,
                size: state.position,
                epochs: state.eventLog.epochs
            )
        }
        var events = try upcoming(missed, in: query.conversation, isOfFeed: isOfFeed)
        var items: [ChangeItem] = []
        var known = query.since
        while let position = try read({ (state) throws(ViewsError) in try events.next(on: state) })
        {
            guard reading.looked < Limits.eventsLookedAt, items.count < limit.count else {
                return try whole(ChangePage(items, next: missed.next(afterPageUpTo: known)))
            }
            let found = try changes(at: position, &reading)
            if !items.isEmpty, items.count + found.count > limit.count {
                return try whole(ChangePage(items, next: missed.next(afterPageUpTo: known)))
            }
            items += found
            known = position
        }
        return try whole(ChangePage(items, next: missed.next()))
    }

    /// Returns the streams with the events of one conversation: its own, the viewer's, and, for
    /// erasures, the store's.
    private borrowing func upcoming(
        _ missed: MissedChanges,
        in conversation: ConversationID?,
        isOfFeed: Bool
    ) throws(QueryError) -> UpcomingEvents {
        guard let conversation else {
            guard isOfFeed else { return UpcomingEvents(of: missed) }
            let own = try read { (state) throws(ViewsError) in
                try UpcomingEvents(of: missed, concerning: viewer, on: state)
            }
            return own ?? UpcomingEvents(of: missed)
        }
        let streams: [StreamID] = [
            .conversation(conversation.rawValue), .user(viewer.rawValue), .store,
        ]
        return try read { (state) throws(ViewsError) in
            try UpcomingEvents(of: missed, in: streams, on: state)
        }
    }

    /// Returns the present meaning of the event at a position for the viewer: nothing, one change,
    /// or two if their membership ended or a sending delivered earlier messages.
    mutating func changes(
        at position: Position,
        _ reading: inout ChangeReading
    ) throws(QueryError) -> [ChangeItem] {
        reading.looked += 1
        guard try mayConcern(position, &reading),
            let event = try ask({ (state) throws(Refusal) in state.event(at: position) })
        else { return [] }
        switch event.meaning {
        case nil:
            return []
        case .inConversation(let conversation, let meaning)?:
            guard let seat = try seat(in: conversation, &reading),
                meaning.isOwnMatter(of: viewer)
                    || seat.visibility.showsEntry(at: position, sentAt: event.recorded)
            else { return [] }
            return try changes(meaning, of: event, from: seat, &reading).map { change in
                ChangeItem(at: position, on: event.recorded, in: conversation, change)
            }
        case .personal(let owner, let matter)?:
            guard owner == viewer else {
                // Of everything in another user's stream only a profile comes this far.
                guard matter == .profile else { return [] }
                let profile = try namedProfile(of: owner)
                return [ChangeItem(at: position, on: event.recorded, .profile(profile))]
            }
            guard reading.covers(matter.conversation) else { return [] }
            return [
                ChangeItem(
                    at: position,
                    on: event.recorded,
                    in: matter.conversation,
                    .personal(try personal(matter, &reading))
                )
            ]
        case .erased(let ranges)?:
            guard let erased = try erasure(of: ranges, &reading) else { return [] }
            return [
                ChangeItem(
                    at: position,
                    on: event.recorded,
                    in: erased.conversation,
                    .erased(erased.erasure)
                )
            ]
        case .reported(let report)?:
            guard event.actor.user != viewer else { return [] }
            let item = try item(of: report, filedAt: position)
            return [ChangeItem(at: position, on: event.recorded, .report(item))]
        }
    }

    /// Whether an event can be of the viewer's at all, by its envelope alone.
    private mutating func mayConcern(
        _ position: Position,
        _ reading: inout ChangeReading
    ) throws(QueryError) -> Bool {
        let (stream, number) = try read { (state) throws(ViewsError) in
            try state.log.readRecord(position) { ($0.stream, $0.envelope.eventNumber) }
        }
        switch stream.kind {
        case .user:
            if stream.id == viewer.rawValue { return true }
            guard number == EnvelopeEvent.profileSet || number == EnvelopeEvent.userForgotten
            else { return false }
            return try isToldOfProfile(of: UserID(stream.id), &reading)
        case .store:
            if number == EnvelopeEvent.contentErased { return true }
            guard number == EnvelopeEvent.reported, reading.covers(nil) else { return false }
            return try ask { (state) throws(Refusal) in state.isModerator(viewer) }
        case .conversation:
            let conversation = ConversationID(stream.id)
            guard reading.covers(conversation) else { return false }
            return try seat(in: conversation, &reading) != nil
        }
    }

    /// Returns the changes by an event in a conversation, as far as the viewer can see them.
    private mutating func changes(
        _ meaning: EventMeaning.InConversation,
        of event: RecordedEvent,
        from seat: Seat,
        _ reading: inout ChangeReading
    ) throws(QueryError) -> [ChangeItem.Change] {
        switch meaning {
        case .sent(let ordinal, let move):
            guard let item = try item(at: ordinal, from: seat, &reading) else { return [] }
            let reached = try reached(move, at: event.position, from: seat, &reading)
            if let reached, reached.reach == .delivered {
                return [.message(item), .receipt(reached)]
            }
            return [.message(item, readUpTo: reached?.message)]
        case .edited(let ordinal):
            return try item(at: ordinal, from: seat, &reading).map { [.edited($0)] } ?? []
        case .deleted(let ordinal):
            return try item(at: ordinal, from: seat, &reading).map { [.deleted($0)] } ?? []
        case .reacted(let ordinal, let message, let user):
            guard let item = try item(at: ordinal, from: seat, &reading) else { return [] }
            return [
                .reaction(
                    message,
                    by: person(user),
                    now: item.reactions,
                    reactionCount: item.reactionCount
                )
            ]
        case .reached(let move) where move.user == viewer:
            let row = try row(of: seat.conversation.id, &reading)
            return [.personal(.row(move.isReading ? .read : .delivered, row))]
        case .reached(let move):
            let reached = try reached(move, at: event.position, from: seat, &reading)
            return reached.map { [.receipt($0)] } ?? []
        case .member(let user, let ordinal, let ends):
            return try membership(of: user, ordinal, ends: ends, from: seat, &reading)
        case .details(let ordinal):
            let entry = try ordinal.flatMap { (ordinal) throws(QueryError) in
                try item(at: ordinal, from: seat, &reading)
            }
            return [.conversation(try row(of: seat.conversation.id, &reading), entry: entry)]
        case .custom(let user):
            guard case .customRecorded(let custom, let content) = event.event else { return [] }
            return [.custom(type: custom.type, data: content?.data, by: person(user))]
        }
    }

    private mutating func membership(
        of user: UserID,
        _ ordinal: UInt64?,
        ends: Bool,
        from seat: Seat,
        _ reading: inout ChangeReading
    ) throws(QueryError) -> [ChangeItem.Change] {
        let seen = try seenChat(seat.conversation.id, &reading)
        let known = try read { (state) throws(ViewsError) -> KnownMember? in
            let row = try state.projectors.membership.row(
                of: user.rawValue,
                in: seen.id.rawValue,
                views: state.views
            )
            guard let row, let membership = row.membership(asOf: seen.end) else { return nil }
            return KnownMember(user: user, row: row, membership: membership)
        }
        guard let known else { return [] }
        let entry = try ordinal.flatMap { (ordinal) throws(QueryError) in
            try item(at: ordinal, from: seat, &reading)
        }
        let isOwn = user == viewer
        let row = isOwn ? try row(of: seen.id, &reading) : nil
        let member = try item(of: known, in: seen)
        let change = ChangeItem.Change.member(.init(member, entry: entry, row: row))
        guard ends, let row else { return [change] }
        return [change, .ended(row)]
    }

    private mutating func personal(
        _ matter: EventMeaning.Personal,
        _ reading: inout ChangeReading
    ) throws(QueryError) -> ChangeItem.Personal {
        switch matter {
        case .row(let matter, let conversation):
            return .row(matter, try row(of: conversation, &reading))
        case .profile:
            return .profile(profile(of: viewer).map { ProfileItem(viewer, $0) })
        case .settings:
            return .settings(try settings())
        case .relation(let matter, let user):
            let holds = try ask { (state) throws(Refusal) in
                switch matter {
                case .contact: state.isContact(user, of: viewer)
                case .block: state.isBlocked(user, by: viewer)
                }
            }
            return .relation(matter, person(user), holds: holds)
        case .standing: return .standing(try standing())
        }
    }

    private borrowing func standing() throws(QueryError) -> Standing {
        try ask { (state) throws(Refusal) in state.standing(of: viewer).current(at: now) }
    }

    mutating func person(_ user: UserID) -> ChangeItem.Person {
        ChangeItem.Person(user: user, name: name(of: user))
    }
}
