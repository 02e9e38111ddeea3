internal import EventLog
package import Messaging
internal import ScrollbackText
internal import Views
package import Wire

/// Answers one user's queries on one snapshot of the store.
///
/// It reads the profile of each person once. Keep it for a few queries, never longer: while it
/// holds the snapshot, the files grow.
package struct UserQueryEvaluator: ~Copyable {
    package let state: EngineSnapshot
    package private(set) var viewer: UserID
    /// The time at which muting, suspensions and keeping are judged.
    package let now: Timestamp
    private var profiles: [UserID: ProfileContent?] = [:]
    private var people = KnownPeople()
    /// The members of the conversation in which receipts were asked for last.
    var audience: ReceiptAudience?
    /// The viewer's sight of receipts; nil until it is needed.
    private var knownReceiptSight: ReceiptSight?
    /// When members came to the viewer's messages there.
    var reachTimes = ReachTimes()
    /// The groups and requests in which the viewer is active, once it was asked who is related to
    /// them.
    var circles: [ConversationID]?
    /// Whether any person has blocked the viewer, and which of those asked for; nil before the first.
    private var blocking: (isAny: Bool, known: [UserID: Bool])?

    package init(_ state: consuming EngineSnapshot, by viewer: UserID, now: Timestamp) {
        self.state = state
        self.viewer = viewer
        self.now = now
    }

    /// Changes the viewer on the same snapshot: for an operator's query about many users.
    mutating func turn(to viewer: UserID) {
        self.viewer = viewer
        audience = nil
        knownReceiptSight = nil
        reachTimes = ReachTimes()
        circles = nil
        blocking = nil
    }

    /// The position that answers reflect.
    package var position: Position { state.position }

    /// Whether answers reflect the whole log.
    package var isUpToDate: Bool { state.position == state.log.size }

    /// The viewer's sight of deliveries and readings.
    var receiptSight: ReceiptSight {
        mutating get {
            if let knownReceiptSight { return knownReceiptSight }
            let sight = ReceiptSight(
                policy: state.configuration.receipts,
                isSharing: state.settings(of: viewer).sendReadReceipts
            )
            knownReceiptSight = sight
            return sight
        }
    }

    /// Returns a user's present profile; nil if there is none.
    mutating func profile(of user: UserID) -> ProfileContent? {
        if let known = profiles[user] { return known }
        let profile = state.profile(of: user)
        profiles[user] = .some(profile)
        return profile
    }

    /// Returns a user's display name.
    mutating func name(of user: UserID) -> String { person(user).face.name }

    /// A person's name and picture; of a person who has blocked the viewer, the name
    /// alone.
    mutating func face(of user: UserID) -> PersonItem {
        var face = person(user).face
        if face.avatar != nil, isBlocked(by: user) { face.avatar = nil }
        return face
    }

    /// Whether a user has blocked the viewer.
    mutating func isBlocked(by user: UserID) -> Bool {
        // Views of the past may lack the streams of those who block: each is looked up by itself.
        if blocking == nil {
            blocking = (state.isPast || state.isBlockedByAnybody(viewer), [:])
        }
        guard blocking?.isAny == true else { return false }
        if let known = blocking?.known[user] { return known }
        let isBlocked = state.isBlocked(viewer, by: user)
        blocking?.known[user] = isBlocked
        return isBlocked
    }

    private mutating func person(_ user: UserID) -> KnownPerson {
        if let known = people.person(user) { return known }
        let person = state.person(user)
        people.add(person)
        return person
    }

    /// Whether a user shows others their presence, and their standing.
    borrowing func sharing(of user: UserID) -> PresenceSharing {
        people.person(user)?.sharing ?? state.sharing(of: user)
    }

    /// Some users as a list of an answer has them, in the same order.
    mutating func people(_ users: [UserID]) -> [PersonItem] {
        var people: [PersonItem] = []
        people.reserveCapacity(users.count)
        for user in users { people.append(face(of: user)) }
        return people
    }

    /// Reads views, and passes on what goes wrong.
    ///
    /// - Throws: `failed`, also for a look-up before it that found nothing because it failed.
    borrowing func read<Found>(
        _ find: (borrowing EngineSnapshot) throws(ViewsError) -> Found
    ) throws(QueryError) -> Found {
        try state.read(find)
    }

    /// Returns a result, unless a look-up for it failed and so returned nothing.
    borrowing func whole<Found>(_ found: Found) throws(QueryError) -> Found {
        try state.whole(found)
    }

    /// Applies a rule to the facts, and distinguishes its refusal from a failed look-up.
    borrowing func ask<Found>(
        _ rule: (borrowing EngineSnapshot) throws(Refusal) -> Found
    ) throws(QueryError) -> Found {
        try state.ask(rule)
    }

    /// The viewer's place in a conversation, now or once.
    borrowing func seat(in conversation: ConversationID) throws(QueryError) -> Seat {
        try ask { (state) throws(Refusal) in
            try state.anySeat(of: viewer, in: conversation, now: now)
        }
    }
}

/// The people that a query has read.
private struct KnownPeople {
    /// The first of them, and their ids: as many are looked through faster than an id is hashed.
    private var ids: [UserID] = []
    private var first: [KnownPerson] = []
    private var others: [UserID: KnownPerson] = [:]

    private static let firstLimit = 64

    func person(_ user: UserID) -> KnownPerson? {
        for place in ids.indices where ids[place] == user { return first[place] }
        return others.isEmpty ? nil : others[user]
    }

    mutating func add(_ person: KnownPerson) {
        if first.count < Self.firstLimit {
            ids.append(person.face.user)
            first.append(person)
        } else {
            others[person.face.user] = person
        }
    }
}
