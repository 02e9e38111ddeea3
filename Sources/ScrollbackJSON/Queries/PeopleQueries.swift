public import Messaging
internal import Wire

extension ProfileQuery: JSONQuery {
    package static let form = QueryForm<Self>(.required("user", .id(UserID.self))) {
        ProfileQuery(of: $0)
    }

    /// How the answer is written and read.
    public static let rendering = Rendering.profile
}

extension Shape<[UserID]> {
    fileprivate static let profiled = list(of: .id(UserID.self), maximum: Limits.people)
}

extension Rendering<[NamedProfile]> {
    fileprivate static let profiles = object {
        always("items", .list(of: .namedProfile)) { $0 }
    } make: {
        $0
    }
}

extension ProfilesQuery: JSONQuery {
    package static let form = QueryForm<Self>(.required("users", .profiled)) {
        ProfilesQuery(of: $0)
    }

    /// How the answer is written and read.
    public static let rendering = Rendering.profiles
}

extension OperatorProfilesQuery: JSONQuery {
    package static let form = QueryForm<Self>(.required("users", .profiled)) {
        OperatorProfilesQuery(of: $0)
    }

    /// How the answer is written and read.
    public static let rendering = Rendering.profiles
}

extension UsersQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("search", .text),
        .optional("exclude", .list(of: .id(UserID.self)), else: []),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { UsersQuery(matching: $0, excluding: $1, limit: $2, cursor: $3) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(RenderedFields.page(of: .profile))
}

extension ContactsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { ContactsQuery(limit: $0, cursor: $1) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(RenderedFields.page(of: .person))
}

extension PresenceQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("users", .profiled)
    ) { PresenceQuery(of: $0) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object {
        always("items", .list(of: .presence)) { $0 }
    } make: {
        $0
    }
}

extension SettingsQuery: JSONQuery {
    package static let form = QueryForm<Self> { SettingsQuery() }

    /// How the answer is written and read.
    public static let rendering = Rendering.settings
}

extension RateQuery: JSONQuery {
    package static let form = QueryForm<Self> { RateQuery() }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object {
        always("windows", .list(of: .rateWindow)) { $0 }
    } make: {
        $0
    }
}

extension BlocksQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { BlocksQuery(limit: $0, cursor: $1) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(
        RenderedFields.page(of: .person, as: "users")
    )
}
