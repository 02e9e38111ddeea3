// What is asked about people.

extension PipeBackend {
    func profile(of other: String, for user: String) throws -> Profile {
        try Profile(ask("profile", ["user": other], as: user))
    }

    func people(_ search: String, except others: [String], for user: String) throws -> [Profile] {
        try ask("users", ["search": search, "exclude": others], as: user)["items"]
            .list.map(Profile.init)
    }

    func typing(in id: String, for user: String) throws -> Typists {
        let item = try ask("typing", ["conversation": id], as: user)
        return Typists(
            users: try item["users"].list.map { try $0.requiredText("user") },
            text: item["text"].text
        )
    }

    func presence(of users: [String], for user: String) throws -> [Seen?] {
        let items = try ask("presence", ["users": users], as: user)["items"].list
        return try users.map { wanted in
            try items.first { $0["user"].text == wanted }.flatMap(Seen.init)
        }
    }

    func privacy(of user: String) throws -> Privacy {
        let settings = try ask("settings", [:], as: user)
        return Privacy(
            sendsReceipts: settings["sendReadReceipts"].flag,
            sharesTyping: settings["shareTyping"].flag,
            sharesPresence: settings["sharePresence"].flag,
            previews: try settings.requiredText("previews"),
            blocked: try ask("blocks", [:], as: user)["users"].list.map(Face.init)
        )
    }
}

extension Face {
    init(_ item: JSON) throws {
        self.init(
            user: try item.requiredText("user"),
            name: try item.requiredText("name"),
            avatar: item["avatar"].text
        )
    }
}

extension Seen {
    /// What an object says of a person; nil where it says nothing of that.
    init?(_ item: JSON) throws {
        guard item["online"].exists else { return nil }
        self.init(
            isOnline: item["online"].flag,
            lastSeenAt: try item.requiredNumber("lastSeenAt")
        )
    }
}

extension Profile {
    init(_ item: JSON) throws {
        self.init(
            user: try item.requiredText("user"),
            username: try item.requiredText("username"),
            fullName: item["fullName"].text,
            avatar: item["avatar"].text,
            email: item["email"].text,
            seen: try Seen(item)
        )
    }
}
