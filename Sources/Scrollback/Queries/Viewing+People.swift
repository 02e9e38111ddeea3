public import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension ProfileQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, viewing) throws(QueryError) in
            try viewing.profileItem(of: query.user)
        }
    }
}

extension UsersQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, viewing) throws(QueryError) in try viewing.users(query) }
    }
}

extension Viewing {
    /// Somebody's profile.
    ///
    /// - Throws: `notFound` for who has none, and for whoever the owner has blocked.
    package mutating func profileItem(of user: UserID) throws(QueryError) -> ProfileItem {
        let profile = profile(of: user)
        let blocksViewer = try blocksViewer(user)
        guard let profile,
            Profiles.shows(user, to: viewer, exists: true, blocksViewer: blocksViewer)
        else { throw .refused(.user(.notFound)) }
        return try shown(profile, of: user)
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
        if policy == .related, circles == nil { circles = state.circles(of: viewer) }
        return try ask { (state) throws(Refusal) in
            policy.shows(emailOf: user, to: viewer) {
                state.isRelated(viewer, in: circles ?? [], to: user)
            }
        }
    }

    private borrowing func blocksViewer(_ user: UserID) throws(QueryError) -> Bool {
        try ask { (state) throws(Refusal) in state.isBlocked(viewer, by: user) }
    }

    /// A page of the people whose names match, in the order of their names.
    ///
    /// - Complexity: every profile of the store, for what people are called is sealed in the log.
    package mutating func users(_ query: UsersQuery) throws(QueryError) -> Page<ProfileItem> {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        let excluded = Set(query.excluded).sorted().map { "\($0)" }.joined(separator: " ")
        let scope = cursors(.users, query.search, excluded)
        let start = try query.cursor.map { (cursor) throws(QueryError) in
            try ask { (_) throws(Refusal) in
                NamePlace(try scope.place(of: cursor, byteCounts: NamePlace.byteCounts))
            }
        }
        var found = try people(PeopleSearch(by: viewer, excluding: query.excluded), query.search)
        if let start { found.removeAll { $0 <= start } }
        found.sort()
        var items: [ProfileItem] = []
        for place in found.prefix(limit.count) {
            if let profile = profile(of: place.user) {
                items.append(try shown(profile, of: place.user))
            }
        }
        let next = found.count > limit.count ? found[limit.count - 1] : nil
        return try whole(Page(items, next: next.map { scope.cursor(at: $0.bytes) }))
    }

    /// Where those stand whom a search finds, in no order.
    private mutating func people(
        _ search: PeopleSearch,
        _ text: String
    ) throws(QueryError) -> [NamePlace] {
        let users = try read { (state) throws(ViewsError) in
            var users: [UserID] = []
            try state.projectors.users.forEach(in: state.views) { user, row in
                if row.profile != nil { users.append(UserID(user)) }
                return .goOn
            }
            return users
        }
        let text = FoldedText(text)
        var found: [NamePlace] = []
        for user in users {
            guard let profile = profile(of: user),
                [profile.username, profile.fullName].contains(where: {
                    $0.map { text.isPart(of: $0) } ?? false
                }),
                search.canFind(user, hasProfile: true, blocksAsker: try blocksViewer(user))
            else { continue }
            found.append(NamePlace(name: FoldedText(English.name(of: profile)), user: user))
        }
        return found
    }
}

/// Where a list of people has somebody: by name, equal ones by id.
private struct NamePlace: Comparable {
    let name: FoldedText
    let user: UserID

    /// The id, and whatever the name takes.
    static let byteCounts = UniqueID.byteCount...

    init(name: FoldedText, user: UserID) {
        self.name = name
        self.user = user
    }

    init(_ bytes: [UInt8]) {
        user = UserID(UniqueID(bytes.span.bytes))
        name = FoldedText(bytes: Array(bytes.dropFirst(UniqueID.byteCount)))
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for half in [user.rawValue.high, user.rawValue.low] {
            withUnsafeBytes(of: half.bigEndian) { bytes += $0 }
        }
        return bytes + name.bytes
    }

    static func < (left: NamePlace, right: NamePlace) -> Bool {
        left.name == right.name ? left.user < right.user : left.name < right.name
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
