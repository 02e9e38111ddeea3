/// Replaces one's whole profile.
package struct SetProfile: Hashable, Sendable {
    package var username: String
    package var fullName: String?
    package var avatar: String?
    package var email: String?
    package var custom: String?

    package init(
        username: String,
        fullName: String? = nil,
        avatar: String? = nil,
        email: String? = nil,
        custom: String? = nil
    ) {
        self.username = username
        self.fullName = fullName
        self.avatar = avatar
        self.email = email
        self.custom = custom
    }
}

/// Changes some of one's settings; what is nil stays as it is.
package struct SetSettings: Hashable, Sendable {
    package var changes: SettingsChanged

    package init(_ changes: SettingsChanged) { self.changes = changes }
}

/// Does something about another user.
package struct Relate: Hashable, Sendable {
    package enum Action: Hashable, Sendable, CaseIterable {
        case addContact, removeContact, block, unblock
    }

    package var action: Action
    package var user: UserID

    package init(_ action: Action, user: UserID) {
        self.action = action
        self.user = user
    }
}
