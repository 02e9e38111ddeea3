internal import LogSchema
internal import Wire

/// Replaces the actor's whole profile.
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

    /// Describes the whole profile; fields that are left out are removed.
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

extension SetProfile: UserRule {
    var name: CommandName { .setProfile }
    var number: CommandKind? { .setProfile }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .setProfile(SetProfile(username: "a"))
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let profile = try normalized()
        if let current = facts.profile(of: actor), current.isSpelled(as: profile) {
            return Decision()
        }
        return Decision([NewEvent(.profileSet(ProfileSet(), profile), in: .user(actor))])
    }

    /// The profile as it is kept.
    ///
    /// - Throws: a refusal that names the first field that cannot be kept.
    func normalized() throws(Refusal) -> ProfileContent {
        guard let username = Line.normalized(username, upTo: Limits.username) else {
            throw .user(.usernameIsInvalid)
        }
        if let avatar, !Limits.allow(url: avatar) { throw .user(.avatarIsInvalid) }
        if let custom, custom.utf8.count > Limits.customBytes { throw .user(.customIsTooLong) }
        return ProfileContent(
            username: username,
            fullName: try line(fullName, upTo: Limits.fullName, or: .fullNameIsInvalid),
            avatar: avatar,
            email: try line(email, upTo: Limits.email, or: .emailIsInvalid),
            custom: custom
        )
    }

    private func line(
        _ text: String?,
        upTo characters: Int,
        or refusal: UserRefusal
    ) throws(Refusal) -> String? {
        guard let text else { return nil }
        guard let line = Line.normalized(text, upTo: characters) else { throw .user(refusal) }
        return line
    }
}

extension ProfileContent {
    fileprivate func isSpelled(as other: ProfileContent) -> Bool {
        String?(username).isSpelled(as: other.username)
            && fullName.isSpelled(as: other.fullName)
            && avatar.isSpelled(as: other.avatar)
            && email.isSpelled(as: other.email)
            && custom.isSpelled(as: other.custom)
    }
}

extension SetProfile: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .profileSet(_, let content) = first.event else { return false }
        return first.holds(as: content, normalized)
    }
}
