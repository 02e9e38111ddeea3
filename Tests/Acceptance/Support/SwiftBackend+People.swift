import Scrollback

// What is asked about people.

extension SwiftBackend {
    func profile(of other: String, for user: String) throws -> Profile {
        try asking { Profile(try session(user).profile(of: UserID(given: other))) }
    }

    func people(_ search: String, except others: [String], for user: String) throws -> [Profile] {
        try asking {
            let others = others.map { UserID(given: $0) }
            return try session(user).users(matching: search, excluding: others).map(Profile.init)
        }
    }

    func typing(in id: String, for user: String) throws -> Typists {
        try asking {
            let item = try session(user).typing(in: ConversationID(given: id))
            return Typists(users: item.users.map { "\($0.user)" }, text: item.text)
        }
    }

    func presence(of users: [String], for user: String) throws -> [Seen?] {
        try asking {
            let items = try session(user).presence(of: users.map { UserID(given: $0) })
            return users.map { wanted in
                items.first { "\($0.user)" == wanted }?.presence.map(Seen.init)
            }
        }
    }

    func privacy(of user: String) throws -> Privacy {
        try asking {
            let settings = try session(user).settings()
            return Privacy(
                sendsReceipts: settings.sendReadReceipts,
                sharesTyping: settings.shareTyping,
                sharesPresence: settings.sharePresence,
                previews: "\(settings.previews)",
                blocked: try session(user).blocks().map(Face.init)
            )
        }
    }
}

extension Face {
    init(_ person: PersonItem) {
        self.init(user: "\(person.user)", name: person.name, avatar: person.avatar)
    }
}

extension Seen {
    init(_ presence: Presence) {
        self.init(isOnline: presence.isOnline, lastSeenAt: presence.lastSeenAt.milliseconds)
    }
}

extension Profile {
    init(_ item: ProfileItem) {
        self.init(
            user: "\(item.user)",
            username: item.username,
            fullName: item.fullName,
            avatar: item.avatar,
            email: item.email,
            seen: item.presence.map(Seen.init)
        )
    }
}
