/// Replaces one's whole profile.
public struct SetProfile: Hashable, Sendable {
    /// The name under which others find the user, at most 64 characters.
    public var username: String
    /// The name that is shown, where there is one.
    public var fullName: String?
    /// The URL or storage path of a picture.
    public var avatar: String?
    /// An address, where there is one.
    public var email: String?
    /// The embedder's own data, at most 4,096 bytes, given back with the profile.
    public var custom: String?

    /// Describes the whole profile; what is left out is taken away.
    public init(
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
public struct SetSettings: Hashable, Sendable {
    /// What changes.
    public var changes: SettingsChanged

    /// Says what changes.
    public init(_ changes: SettingsChanged) { self.changes = changes }
}

/// Does something about another user.
public struct Relate: Hashable, Sendable {
    /// What is done about the other user.
    public enum Action: Hashable, Sendable, CaseIterable {
        case addContact, removeContact, block, unblock
    }

    /// What is done.
    public var action: Action
    /// Whom it is done about.
    public var user: UserID

    /// Says what is done about whom.
    public init(_ action: Action, user: UserID) {
        self.action = action
        self.user = user
    }
}
