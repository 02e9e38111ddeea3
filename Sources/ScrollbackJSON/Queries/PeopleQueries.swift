package import Messaging
internal import Wire

extension ProfileQuery: JSONQuery {
    package static let form = QueryForm<Self>(.required("user", .id(UserID.self))) {
        ProfileQuery(of: $0)
    }

    package static let rendering = Rendering.profile
}

extension UsersQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("search", .text),
        .optional("exclude", .list(of: .id(UserID.self)), else: []),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { UsersQuery(matching: $0, excluding: $1, limit: $2, cursor: $3) }

    package static let rendering = Rendering<Answer>.object(RenderedField.page(of: .profile))
}

extension PresenceQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("users", .list(of: .id(UserID.self), maximum: Limits.people))
    ) { PresenceQuery(of: $0) }

    package static let rendering = Rendering<Answer>.object(
        .always("items", .list(of: .presence)) { $0 }
    )
}

extension SettingsQuery: JSONQuery {
    package static let form = QueryForm<Self> { SettingsQuery() }

    package static let rendering = Rendering.settings
}

extension BlocksQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { BlocksQuery(limit: $0, cursor: $1) }

    package static let rendering = Rendering<Answer>.object(
        RenderedField.page(of: .id, as: "users")
    )
}
