internal import EventLog
internal import Messaging
internal import Projections
internal import Views
internal import Wire

/// Finds the users that new events and notices may concern, from the log and the views.
struct ConcernFinder: Sendable {
    let log: EventLog
    let views: Views<BuiltInProjectors>
    let signs: LiveSigns

    enum Found {
        case everyone
        case users([ConcernedUser])
    }

    /// The members of a conversation are walked if they exceed the waiting users by at most this
    /// number; else each waiting user is looked up.
    private static let someMembers = 16
    /// The contacts and conversations of one user beyond which their presence is everyone's.
    private static let mostPlaces = 1_024

    /// Finds the users for everything between two marks.
    ///
    /// `count` is the number of waiting users. `waiting` returns them; it is called only if they are
    /// fewer than the members of a conversation.
    ///
    /// - Complexity: an envelope for each event; for each conversation the smaller number of its
    ///   members and the waiting users.
    func find(
        after known: FeedMark,
        through reached: FeedMark,
        among count: Int,
        _ waiting: () -> [UserID]
    ) -> Found {
        guard let concerns = concerns(after: known, through: reached) else { return .everyone }
        var found: [ConcernedUser] = []
        var users: [UserID]?
        do throws(ViewsError) {
            let views = try views.snapshot()
            // Without the views of the newest events, their users are not known.
            guard views.position >= reached.position else { return .everyone }
            for (concern, mark) in concerns {
                switch concern {
                case .everyone: return .everyone
                case .user(let user):
                    found.append(ConcernedUser(user: user, conversation: nil, mark: mark))
                case .conversation(let id):
                    let few = count + Self.someMembers
                    if try add(membersOf: id, atMost: few, mark, known, views, &found) { continue }
                    let among = users ?? waiting()
                    users = among
                    try add(membersOf: id, among: among, mark, known, views, &found)
                case .presence(let user):
                    guard let places = try places(ofPresenceOf: user, mark, views, &found) else {
                        return .everyone
                    }
                    let begin = found.count
                    for id in places {
                        let few = count + Self.someMembers
                        if try add(membersOf: id, atMost: few, mark, known, views, &found) {
                            continue
                        }
                        let among = users ?? waiting()
                        users = among
                        try add(membersOf: id, among: among, mark, known, views, &found)
                    }
                    // Users are not told of their own presence, and each of the others is told once.
                    var seen: Set<UserID> = [user]
                    let others = found[begin...].filter { seen.insert($0.user).inserted }
                    found.replaceSubrange(begin..., with: others)
                }
            }
        } catch {
            // The followers read the same, and report the failure.
            return .everyone
        }
        return .users(found)
    }

    /// Returns the concerns of the events and notices, each with its newest mark; nil if the log
    /// cannot be read.
    private func concerns(
        after known: FeedMark,
        through reached: FeedMark
    ) -> [Concern: FeedMark]? {
        var concerns: [Concern: FeedMark] = [:]
        do throws(LogError) {
            try log.snapshot().forEachRecord(
                after: known.position,
                through: reached.position
            ) { (record) throws(LogError) in
                guard let concern = Concern(record) else { return true }
                concerns[concern] = FeedMark(position: record.position, notice: 0)
                return concern != .everyone
            }
        } catch {
            return nil
        }
        guard reached.notice > known.notice else { return concerns }
        for notice in signs.notices(after: known.notice).notices {
            // Notices come without numbers: the newest number wakes one follower too many at most.
            concerns[Concern(notice), default: FeedMark(position: .zero, notice: 0)].notice =
                reached.notice
        }
        return concerns
    }

    /// Adds the contacts of a user, to whom they are shown online, and returns the conversations
    /// whose members may be related to them; nil where these are too many to visit.
    private func places(
        ofPresenceOf user: UserID,
        _ mark: FeedMark,
        _ views: borrowing ViewsSnapshot,
        _ found: inout [ConcernedUser]
    ) throws(ViewsError) -> [ConversationID]? {
        var left = Self.mostPlaces
        var places: [ConversationID] = []
        try self.views.projectors.relations.forEach(.contact, of: user.rawValue, in: views) {
            other,
            _ in
            left -= 1
            guard left >= 0 else { return .stop }
            found.append(ConcernedUser(user: UserID(other), conversation: nil, mark: mark))
            return .goOn
        }
        try self.views.projectors.chats.forEach(of: user.rawValue, in: views) { id, row in
            left -= 1
            guard left >= 0 else { return .stop }
            if row.membership == .active { places.append(ConversationID(id)) }
            return .goOn
        }
        return left >= 0 ? places : nil
    }

    /// Adds the members of a conversation.
    ///
    /// - Returns: false if there are more than the limit, and not all were added.
    private func add(
        membersOf id: ConversationID,
        atMost limit: Int,
        _ mark: FeedMark,
        _ known: FeedMark,
        _ views: borrowing ViewsSnapshot,
        _ found: inout [ConcernedUser]
    ) throws(ViewsError) -> Bool {
        let before = found.count
        var left = limit
        try self.views.projectors.membership.forEach(of: id.rawValue, in: views) { user, row in
            if left == 0 {
                left = -1
                return .stop
            }
            left -= 1
            if row.isMember(behind: known.position) {
                found.append(ConcernedUser(user: UserID(user), conversation: id, mark: mark))
            }
            return .goOn
        }
        if left < 0 { found.removeSubrange(before...) }
        return left >= 0
    }

    /// Adds the users among `users` that are members of a conversation.
    private func add(
        membersOf id: ConversationID,
        among users: [UserID],
        _ mark: FeedMark,
        _ known: FeedMark,
        _ views: borrowing ViewsSnapshot,
        _ found: inout [ConcernedUser]
    ) throws(ViewsError) {
        let membership = self.views.projectors.membership
        for user in users {
            let row = try membership.row(of: user.rawValue, in: id.rawValue, views: views)
            guard let row, row.isMember(behind: known.position) else { continue }
            found.append(ConcernedUser(user: user, conversation: id, mark: mark))
        }
    }
}

extension MemberRow {
    /// Whether the member may see an event behind a position: their own leaving is the last.
    fileprivate func isMember(behind position: Position) -> Bool {
        isActive || intervals.last?.through.map { $0 > position } ?? false
    }
}
