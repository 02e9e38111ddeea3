internal import Wire

extension SetProfile: UserRule {
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

extension SetSettings: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        if let field = changes.unknownChoice { throw .user(.settingIsUnknown(field: field)) }
        guard changes.sendReadReceipts != false || !facts.configuration.receipts.isMandatory else {
            throw .user(.receiptsAreMandatory)
        }
        let current = facts.settings(of: actor)
        var changed = current
        changed.apply(changes)
        if changed == current { return Decision() }
        return Decision([NewEvent(.settingsChanged(changes), in: .user(actor))])
    }
}

extension SettingsChanged {
    /// The first setting that would have a value without a meaning.
    fileprivate var unknownChoice: String? {
        switch groupAdds {
        case .unspecified, .unrecognized: return "groupAdds"
        case nil, .everyone, .contacts, .nobody: break
        }
        switch previews {
        case .unspecified, .unrecognized: return "previews"
        case nil, .always, .whenUnlocked, .never: break
        }
        switch autoDownload {
        case .unspecified, .unrecognized: return "autoDownload"
        case nil, .wifi, .always, .never: break
        }
        switch imageQuality {
        case .unspecified, .unrecognized: return "imageQuality"
        case nil, .high, .medium, .low: break
        }
        switch keepMessages {
        case .unspecified, .unrecognized: return "keepMessages"
        case nil, .thirtyDays, .ninetyDays, .oneYear, .forever: break
        }
        return nil
    }
}

extension Relate: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard user != actor else { throw .user(.aboutOneself) }
        if isAlreadySo(for: actor, on: facts) { return Decision() }
        return Decision([NewEvent(event, in: .user(actor))])
    }

    private func isAlreadySo(
        for actor: UserID,
        on facts: borrowing some Facts & ~Copyable
    ) -> Bool {
        switch action {
        case .addContact: facts.isContact(user, of: actor)
        case .removeContact: !facts.isContact(user, of: actor)
        case .block: facts.isBlocked(user, by: actor)
        case .unblock: !facts.isBlocked(user, by: actor)
        }
    }

    private var event: Event {
        let id = user.rawValue
        return switch action {
        case .addContact: .contactAdded(ContactAdded(user: id))
        case .removeContact: .contactRemoved(ContactRemoved(user: id))
        case .block: .blocked(Blocked(user: id))
        case .unblock: .unblocked(Unblocked(user: id))
        }
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
