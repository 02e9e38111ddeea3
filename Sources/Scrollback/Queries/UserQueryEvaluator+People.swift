internal import EventLog
public import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension ProfileQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.profileItem(of: query.user)
        }
    }
}

extension ProfilesQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.profiles(of: query.users)
        }
    }
}

extension OperatorProfilesQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.profiles(of: query.users)
        }
    }
}

extension UsersQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.users(query) }
    }
}

extension UserQueryEvaluator {
    /// Returns a user's profile.
    ///
    /// - Throws: `notFound` for a user without one, and for viewers that the owner has blocked.
    package mutating func profileItem(of user: UserID) throws(QueryError) -> ProfileItem {
        let profile = profile(of: user)
        let blocksViewer = isBlocked(by: user)
        try whole(())
        guard let profile,
            Profiles.shows(user, to: viewer, exists: true, blocksViewer: blocksViewer)
        else { throw .refused(.user(.notFound)) }
        return try shown(profile, of: user)
    }

    /// Returns several profiles in the order given, each once; of a person the viewer may not see,
    /// the name only.
    package mutating func profiles(of users: [UserID]) throws(QueryError) -> [NamedProfile] {
        try ask { (_) throws(Refusal) in try requireCount(of: users) }
        var items: [NamedProfile] = []
        for user in distinct(users) {
            var item = try namedProfile(of: user)
            item.presence = try presence(of: user)
            items.append(item)
        }
        return try whole(items)
    }

    /// A person's name and, as far as the viewer may see it, profile.
    mutating func namedProfile(of user: UserID) throws(QueryError) -> NamedProfile {
        guard let profile = profile(of: user) else { return NamedProfile(user, nil) }
        let isShown = Profiles.shows(
            user,
            to: viewer,
            exists: true,
            blocksViewer: isBlocked(by: user)
        )
        guard isShown else { return NamedProfile(user: user, name: English.name(of: profile)) }
        var item = NamedProfile(user, profile)
        if item.email != nil, !(try showsEmail(of: user)) { item.email = nil }
        return item
    }

    /// Whether the viewer is related to a user now.
    ///
    /// The groups and requests that both are in are looked for last, because they are many.
    mutating func isRelated(to user: UserID) throws(QueryError) -> Bool {
        if try ask({ (state) throws(Refusal) in state.isClose(viewer, to: user) }) { return true }
        let circles = try knownCircles()
        return try ask { (state) throws(Refusal) in state.shareCircle(among: circles, with: user) }
    }

    /// The groups and requests in which the viewer is active, looked up once.
    private mutating func knownCircles() throws(QueryError) -> [ConversationID] {
        if let circles { return circles }
        let found = try read { (state) throws(ViewsError) in
            var found: [ConversationID] = []
            try state.projectors.forEachListed(of: viewer.rawValue, in: state.views) {
                (id, chat, head) in
                if chat.isOfCircle(head) { found.append(ConversationID(id)) }
                return .goOn
            }
            return found
        }
        circles = found
        return found
    }

    /// A profile as the viewer is shown it.
    private mutating func shown(
        _ profile: ProfileContent,
        of user: UserID
    ) throws(QueryError) -> ProfileItem {
        var item = ProfileItem(user, profile)
        if item.email != nil, !(try showsEmail(of: user)) { item.email = nil }
        item.presence = try presence(of: user)
        return item
    }

    private mutating func showsEmail(of user: UserID) throws(QueryError) -> Bool {
        let policy = state.configuration.emails
        let isRelated = policy == .related ? try isRelated(to: user) : false
        return policy.shows(emailOf: user, to: viewer) { isRelated }
    }

    /// Returns a page of the people whose names match, in the order of their names.
    ///
    /// With `walks` it opens every profile, as it does when the names are not known.
    ///
    /// - Complexity: a look at every name; every profile if the names are not known.
    package mutating func users(
        _ query: UsersQuery,
        walks: Bool = false
    ) throws(QueryError) -> Page<ProfileItem> {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        let excluded = Set(query.excluded).sorted().map { "\($0)" }.joined(separator: " ")
        let scope = cursors(.users, query.search, excluded)
        let start = try namePlace(of: query.cursor, in: scope)
        let search = PeopleSearch(by: viewer, excluding: query.excluded)
        let text = FoldedText(query.search)
        let page: ArraySlice<NamePlace>
        let next: NamePlace?
        if !walks, let known = try knownPeople(search, text, behind: start, limit) {
            (page, next) = known
        } else {
            let found = try walkedPeople(search, text)
            (page, next) = NamePlace.page(of: found, behind: start, limit)
        }
        var items: [ProfileItem] = []
        for place in page {
            if let profile = profile(of: place.user) {
                items.append(try shown(profile, of: place.user))
            }
        }
        return try whole(Page(items, next: next.map { scope.cursor(at: $0.bytes) }))
    }

    /// Returns a page of the people found by the known names; nil if the names are not known.
    private mutating func knownPeople(
        _ search: PeopleSearch,
        _ text: FoldedText,
        behind start: NamePlace?,
        _ limit: PageLimit
    ) throws(QueryError) -> (places: ArraySlice<NamePlace>, next: NamePlace?)? {
        // What is known by heart is known of the present.
        if state.isPast { return nil }
        let names = try read { (state) throws(ViewsError) in
            try state.engine.names.names(at: state)
        }
        guard let names else { return nil }
        let log = state.eventLog
        var failure: LogError?
        let found = NameSearch(names: names, text: text).places(
            behind: start,
            atMost: limit.count + 1
        ) { user, profile in
            guard search.canFind(user, hasProfile: true, blocksAsker: isBlocked(by: user))
            else { return false }
            do throws(LogError) {
                return try !log.isErased(at: profile)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw .failed(.views(.log(failure))) }
        let next = found.count > limit.count ? found[limit.count - 1] : nil
        return (found.prefix(limit.count), next)
    }

    /// Returns the places of the people found by reading every profile of the store, in no order.
    private mutating func walkedPeople(
        _ search: PeopleSearch,
        _ text: FoldedText
    ) throws(QueryError) -> [NamePlace] {
        let users = try read { (state) throws(ViewsError) in
            var users: [UserID] = []
            try state.projectors.users.forEach(in: state.views) { user, row in
                if row.profile != nil { users.append(UserID(user)) }
                return .goOn
            }
            return users
        }
        var found: [NamePlace] = []
        for user in users {
            guard let profile = profile(of: user),
                [profile.username, profile.fullName].contains(where: {
                    $0.map { text.isPart(of: $0) } ?? false
                }),
                search.canFind(user, hasProfile: true, blocksAsker: isBlocked(by: user))
            else { continue }
            found.append(NamePlace(name: FoldedText(English.name(of: profile)), user: user))
        }
        return found
    }
}

extension OperatorQueryEvaluator {
    /// Several profiles in the order given, each once, with their addresses.
    package borrowing func profiles(of users: [UserID]) throws(QueryError) -> [NamedProfile] {
        try state.ask { (_) throws(Refusal) in try requireCount(of: users) }
        return try state.whole(distinct(users).map { NamedProfile($0, state.profile(of: $0)) })
    }
}

/// Refuses more users than one query can name.
func requireCount(of users: [UserID]) throws(Refusal) {
    guard users.count <= Limits.people else { throw .request(.tooManyUsers) }
}

/// The users in the same order, each once.
func distinct(_ users: [UserID]) -> [UserID] {
    var seen: Set<UserID> = []
    return users.filter { seen.insert($0).inserted }
}

extension NamedProfile {
    fileprivate init(_ user: UserID, _ profile: ProfileContent?) {
        self.init(
            user: user,
            name: English.name(of: profile),
            username: profile?.username,
            fullName: profile?.fullName,
            avatar: profile?.avatar,
            email: profile?.email
        )
    }
}

extension ProfileItem {
    init(_ user: UserID, _ profile: ProfileContent) {
        self.init(
            user: user,
            username: profile.username,
            fullName: profile.fullName,
            avatar: profile.avatar,
            email: profile.email,
            custom: profile.custom
        )
    }
}
