// What is asked, in the words of the outside form.

extension PipeBackend {
    func conversations(_ filter: String, search: String?, of user: String) throws -> [Row] {
        try ask("conversations", ["filter": filter, "search": search], as: user)["items"]
            .list.map(Row.init)
    }

    func conversation(_ id: String, for user: String) throws -> Portrait {
        let portrait = try ask("conversation", ["conversation": id], as: user)
        return Portrait(
            row: try Row(portrait),
            memberCount: try portrait.requiredNumber("memberCount"),
            contextID: portrait["context"]["id"].text
        )
    }

    func messages(in id: String, _ window: Window, for user: String) throws -> EntryPage {
        var fields: [String: Any?] = [
            "conversation": id, "limit": window.limit, "deleted": window.showsDeleted,
        ]
        switch window.place {
        case .newest: break
        case .before(let cursor): fields["before"] = cursor
        case .after(let cursor): fields["after"] = cursor
        }
        let page = try ask("messages", fields, as: user)
        return EntryPage(
            items: try page["items"].list.map(Entry.init),
            before: page["before"].text,
            after: page["after"].text
        )
    }

    func message(_ id: String, for user: String) throws -> Entry {
        try Entry(ask("message", ["message": id], as: user))
    }

    func earlierTexts(of message: String, for user: String) throws -> [String] {
        try ask("history", ["message": message], as: user)["versions"].list
            .map { try $0.requiredText("text") }
    }

    func receipts(of message: String, for user: String) throws -> Receipts {
        let item = try ask("receipts", ["message": message, "limit": 500], as: user)
        return Receipts(
            delivered: try item["delivered"].list.map(Receipts.Mark.init),
            read: try item["read"].list.map(Receipts.Mark.init),
            waiting: try item["waiting"].list.map { try $0.requiredText("user") },
            audience: try item.requiredNumber("of"),
            allRead: item["allRead"].flag,
            status: try item.requiredText("status")
        )
    }

    func reactions(on message: String, for user: String) throws -> [Reactors] {
        try ask("reactions", ["message": message], as: user)["groups"].list.map { group in
            Reactors(
                reaction: try group.requiredText("reaction"),
                users: try group["users"].list.map { try $0.requiredText("user") }
            )
        }
    }

    func unread(in id: String, for user: String) throws -> Int {
        try ask("unread", ["conversation": id], as: user).requiredNumber("unread")
    }

    func totals(for user: String) throws -> Totals {
        let totals = try ask("unread", [:], as: user)
        let counts = try totals["conversations"].list.map { part in
            (try part.requiredText("conversation"), try part.requiredNumber("unread"))
        }
        return Totals(
            total: try totals.requiredNumber("total"),
            badge: try totals.requiredNumber("badge"),
            counts: Dictionary(uniqueKeysWithValues: counts)
        )
    }

    func members(of id: String, for user: String) throws -> [Member] {
        try ask("members", ["conversation": id, "limit": 500], as: user)["items"].list.map { item in
            Member(
                user: try item.requiredText("user"),
                name: try item.requiredText("name"),
                role: try item.requiredText("role")
            )
        }
    }

    func mentions(of user: String) throws -> [Entry] {
        try ask("mentions", [:], as: user)["items"].list.map(Entry.init)
    }

    func reports(for moderator: String) throws -> [Report] {
        try ask("reports", [:], as: moderator)["items"].list.map { item in
            Report(
                report: try item.requiredText("report"),
                reporter: try item.requiredText("reporter"),
                user: item["user"].text,
                message: item["message"].text,
                preview: item["preview"].text,
                status: try item.requiredText("status")
            )
        }
    }

    func objection(
        to action: String,
        in id: String,
        with other: String?,
        by user: String
    ) throws -> String? {
        let permit = try ask(
            "mayI",
            ["action": action, "conversation": id, "user": other],
            as: user
        )
        return permit["allowed"].flag ? nil : try permit.requiredText("code")
    }

    func changes(
        since position: Int,
        in id: String?,
        limit: Int?,
        for user: String
    ) throws -> ChangeList {
        let page = try ask(
            "changes",
            ["since": position, "conversation": id, "limit": limit],
            as: user
        )
        return ChangeList(
            items: try page["items"].list.map(Change.init),
            next: try page.requiredNumber("next")
        )
    }

    func pushes(at position: Int) throws -> [Push] {
        let plan = try ask("notificationPlan", ["position": position], as: "operator")
        return try plan["recipients"].list.map { item in
            Push(
                user: try item.requiredText("user"),
                title: try item.requiredText("title"),
                subtitle: item["subtitle"].text,
                body: try item.requiredText("body"),
                badge: try item.requiredNumber("badge"),
                threadID: try item.requiredText("threadID"),
                category: try item.requiredText("category"),
                message: item["message"].text,
                conversation: item["conversation"].text,
                isMentioned: item["mentioned"].flag
            )
        }
    }
}

extension Row {
    fileprivate init(_ item: JSON) throws {
        self.init(
            conversation: try item.requiredText("conversation"),
            kind: try item.requiredText("kind"),
            title: try item.requiredText("title"),
            last: try item["last"].map { last in
                Last(
                    message: try last["entry"].text ?? last.requiredText("message"),
                    kind: try last.requiredText("kind"),
                    preview: try last.requiredText("preview"),
                    sender: try last.requiredText("sender"),
                    senderName: try last.requiredText("senderName"),
                    at: try last.requiredNumber("at"),
                    status: last["status"].text
                )
            },
            lastActivityAt: try item.requiredNumber("lastActivityAt"),
            unread: try item.requiredNumber("unread"),
            isMuted: item["muted"].flag,
            isArchived: item["archived"].flag,
            membership: try item.requiredText("membership"),
            isClosed: item["closed"].flag,
            faces: try item["avatars"].list.map(Face.init),
            seen: try Seen(item)
        )
    }
}

extension Entry {
    fileprivate init(_ item: JSON) throws {
        self.init(
            position: try item.requiredNumber("position"),
            message: try item.requiredText("message"),
            conversation: try item.requiredText("conversation"),
            ordinal: try item.requiredNumber("ordinal"),
            kind: try item.requiredText("kind"),
            sender: try item.requiredText("sender"),
            senderName: try item.requiredText("senderName"),
            text: item["text"].text,
            attachments: try item["attachments"].list.map { attachment in
                File(
                    kind: try attachment.requiredText("kind"),
                    url: try attachment.requiredText("url"),
                    thumbnail: attachment["thumbnail"].text,
                    seconds: attachment["seconds"].real
                )
            },
            place: item["location"].map { location in
                Spot(
                    latitude: location["latitude"].real ?? .nan,
                    longitude: location["longitude"].real ?? .nan,
                    name: location["name"].text,
                    address: location["address"].text
                )
            },
            sentAt: try item.requiredNumber("sentAt"),
            claimedAt: item["claimedAt"].number,
            edits: try item.requiredNumber("edited"),
            isDeleted: item["deleted"].flag,
            mentions: try item["mentions"].list.map { try $0.requiredText("user") },
            replyTo: try item["replyTo"].map { parent in
                Quote(
                    message: try parent.requiredText("message"),
                    senderName: parent["senderName"].text,
                    preview: parent["preview"].text,
                    isDeleted: parent["deleted"].flag
                )
            },
            reactions: try item["reactions"].list.map { reaction in
                Tally(
                    reaction: try reaction.requiredText("reaction"),
                    count: try reaction.requiredNumber("count"),
                    isMine: reaction["mine"].flag
                )
            },
            status: item["status"].text,
            readCount: item["readCount"].number,
            audience: item["of"].number,
            link: try item["linkPreview"].map { link in
                Link(url: try link.requiredText("url"), title: link["title"].text)
            },
            isBroadcast: item["broadcast"].flag,
            isPayment: item["payment"].flag,
            system: try item["system"].map { words in
                Words(type: try words.requiredText("type"), text: try words.requiredText("text"))
            }
        )
    }
}

extension Receipts.Mark {
    fileprivate init(_ mark: JSON) throws {
        self.init(
            user: try mark.requiredText("user"),
            name: try mark.requiredText("name"),
            at: try mark.requiredNumber("at")
        )
    }
}

extension Change {
    init(_ item: JSON) throws {
        self.init(
            position: try item.requiredNumber("position"),
            conversation: item["conversation"].text,
            type: try item.requiredText("type"),
            message: item["message"].text,
            entry: try item["item"].map(Entry.init),
            user: item["user"].text ?? item["member"]["user"].text,
            reach: item["receipt"].text,
            readUpTo: item["readUpTo"].text,
            matter: item["what"].text,
            row: try item["row"].map(Row.init)
        )
        // A person's own settings name somebody too, which no row looks at.
        if type == "personal" { user = nil }
    }
}

extension JSON {
    /// What is made of the value, where there is one.
    fileprivate func map<Made>(_ make: (JSON) throws -> Made) rethrows -> Made? {
        exists ? try make(self) : nil
    }
}
