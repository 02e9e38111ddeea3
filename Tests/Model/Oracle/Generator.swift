internal import TestSupport

/// Lines of a small, quarrelsome world: few people, few chats, ids that collide, odd texts.
///
/// It looks at an oracle to choose what is likely to be accepted, and often does not.
package struct Generator: Sendable {
    private var random: SplitMix64
    private var serial = 0
    private var past: [Line] = []
    private var cursors: [(line: Line, cursor: Cursor)] = []

    /// Everybody who does something, one who seldom does, and one of whom nobody has heard.
    package static let everybody = people + [id("a", 9), id("a", 10)]

    private static let people = (1...4).map { id("a", $0) }
    private static let groups = (1...6).map { id("b", $0) }
    private static let texts = [
        "hello", "a", "  padded \n", "", " \u{2003}\t", "e\u{301}", "👨‍👩‍👧‍👦👍🏽", "שלום\u{202E}x",
        "line\r\nbreak\u{7}", "\u{200B}", "see https://example.org/a now", "Ünïcode",
        String(repeating: "x", count: 10_001), String(repeating: "y", count: 10_000),
        "@[\(id("a", 1))] and @[\(id("a", 2))]", "é @[\(id("a", 3))]!", "@[nobody]",
    ]

    package init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private static func id(_ kind: String, _ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "0000000\(kind)-0000-4000-8000-"
            + String(repeating: "0", count: 12 - digits.count) + digits
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private mutating func fresh() -> String {
        serial += 1
        return Generator.id("c", serial)
    }

    private mutating func person() -> String {
        chance(97) ? one(of: Generator.people) : Generator.id("a", 9)
    }

    private mutating func text() -> String {
        chance(75) ? "\(one(of: ["hey", "ok", "Wow"])) \(serial)" : one(of: Generator.texts)
    }

    private mutating func conversation(_ oracle: Oracle, _ actor: String) -> String {
        let chats = oracle.conversations.compactMap(oracle.truth).filter { $0.isActive(actor) }
        let active = chats.map(\.id)
        let open = chats.filter { $0.closedAt == nil }.map(\.id)
        let groups = chats.filter { $0.closedAt == nil && !$0.isDirect }.map(\.id)
        if chance(65), !groups.isEmpty { return one(of: groups) }
        if chance(80), !open.isEmpty { return one(of: open) }
        if chance(50), !active.isEmpty { return one(of: active) }
        return one(of: oracle.conversations + [Generator.id("b", 99)])
    }

    private mutating func message(
        _ oracle: Oracle,
        _ actor: String,
        own: Bool = false,
        in named: Value? = nil
    ) -> String {
        let chat = oracle.chat(named?.string ?? conversation(oracle, actor), as: actor)
        let seen = (chat?.entries ?? []).suffix(20)
        let likely = seen.filter { !$0.isSystem && !$0.isGone && (!own || $0.sender == actor) }
        if chance(85), !likely.isEmpty { return one(of: likely.map(\.id)) }
        let all = oracle.chatFacts.filter(\.isEntry).suffix(60).map(\.message)
        return one(of: (chance(50) ? seen.map(\.id) : []) + all + [Generator.id("c", 0xffff)])
    }

    /// The next line, for a world that stands as the oracle says.
    package mutating func next(_ oracle: Oracle) -> Line {
        var line = line(oracle)
        if chance(3) { line = spoiled(line) } else { line.at = time(oracle) }
        if line.id != nil { past.append(line) }
        return line
    }

    /// Forgets all cursors, which another log does not know.
    package mutating func forgetCursors() { cursors.removeAll() }

    /// Keeps the cursors of an answer, to go on from them later.
    package mutating func learn(_ line: Line, _ answer: Answer) {
        for cursor in answer.cursors.sorted(by: { $0.key < $1.key }) {
            cursors.append((line, cursor.value))
        }
        if cursors.count > 20 { cursors.removeFirst(cursors.count - 20) }
    }

    private mutating func time(_ oracle: Oracle) -> Int? {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<65: nil
        case ..<75: oracle.now
        case ..<78: max(0, oracle.now - Int.random(in: 0...5_000, using: &random))
        case ..<93: oracle.now + Int.random(in: 1...3_000, using: &random)
        case ..<99: oracle.now + Int.random(in: 1...120, using: &random) * 60_000
        default: oracle.now + Int.random(in: 1...40, using: &random) * 86_400_000
        }
    }

    private mutating func line(_ oracle: Oracle) -> Line {
        let actor = person()
        if chance(4), let old = past.suffix(40).randomElement(using: &random) {
            var again = old
            if chance(25) { again.actor = actor }
            if chance(20) { again.fields["text"] = again.fields["text"].map { _ in "other" } }
            return again
        }
        if oracle.conversations.count < 3, chance(60) {
            return command(chance(25) ? "startDirect" : "createGroup", oracle, actor)
        }
        if chance(38) { return query(oracle, actor) }
        // Punished people make dull worlds: somebody lets them in again.
        if chance(8), let punished = Generator.people.first(where: oracle.isSuspended),
            let judge = Generator.people.first(where: {
                oracle.isModerator($0) && !oracle.isSuspended($0)
            })
        {
            return Line(judge, .act("reinstate"), ["user": .string(punished)])
        }
        return command(weighted(Generator.commands), oracle, actor)
    }

    private mutating func weighted(_ table: [(String, Int)]) -> String {
        var point = Int.random(in: 0..<table.reduce(0) { $0 + $1.1 }, using: &random)
        for (name, weight) in table {
            if point < weight { return name }
            point -= weight
        }
        return table[0].0
    }

    private static let commands: [(String, Int)] = [
        ("send", 256), ("acknowledgeMedia", 4), ("edit", 40), ("delete", 25), ("annotate", 14),
        ("react", 50),
        ("unreact", 14), ("toggleReaction", 20), ("markRead", 60), ("markDelivered", 30),
        ("markUnread", 25), ("startDirect", 12), ("createGroup", 10), ("openRequest", 8),
        ("rename", 22), ("setPhoto", 10), ("clearContext", 4), ("completeRequest", 3),
        ("cancelRequest", 4), ("add", 35), ("remove", 16), ("leave", 8), ("setRole", 14),
        ("setPermissions", 12), ("passOwnership", 6), ("mute", 12), ("setNotifications", 8),
        ("unmute", 6), ("pin", 10), ("unpin", 6),
        ("archive", 9), ("unarchive", 7), ("hide", 9), ("unhide", 6), ("clearHistory", 5),
        ("clearAll", 2), ("setProfile", 20), ("setSettings", 22), ("addContact", 10),
        ("removeContact", 4), ("block", 6), ("unblock", 12), ("report", 14),
        ("resolveReport", 10), ("reinstate", 3), ("typing", 8), ("presence", 14), ("all", 12),
        ("recordCustom", 6), ("appointModerator", 8), ("dismissModerator", 2), ("erase", 6),
        ("forgetUser", 1), ("placeHold", 3), ("releaseHold", 3), ("setRetention", 3),
        ("runRetention", 2), ("configure", 10),
    ]

    private mutating func command(_ name: String, _ oracle: Oracle, _ user: String) -> Line {
        var actor = user
        if Shapes.operatorCommands.contains(name), chance(96) { actor = Line.theOperator }
        if !Shapes.operatorCommands.contains(name), chance(1) { actor = Line.theOperator }
        if Shapes.moderatorCommands.contains(name), chance(85) {
            actor = Generator.people.first(where: oracle.isModerator) ?? user
        }
        var fields: [String: Value] = [:]
        var id: String? = chance(15) ? fresh() : nil
        let words = Shapes.commands[name] ?? ""
        if words.contains("conversation:uuid") {
            fields["conversation"] = .string(conversation(oracle, user))
        }
        if Generator.inCharge.contains(name), chance(80) {
            govern(name, &fields, &actor, oracle)
        }
        if words.contains("message:uuid") {
            let own = ["edit", "annotate", "delete"].contains(name) && chance(85)
            fields["message"] = .string(message(oracle, user, own: own))
        }
        if words.contains("user:uuid"), fields["user"] == nil {
            fields["user"] = .string(person())
        }
        switch name {
        case "setProfile":
            fields["username"] = .string(one(of: ["sam", "Zoë", "Ünal", "mike", "", "bo"]))
            if chance(60) { fields["fullName"] = .string(one(of: ["Ann Lee", "émile", "O Z"])) }
            if chance(30) { fields["avatar"] = "a.jpg" }
            if chance(70) {
                fields["email"] = .string(one(of: ["a@example.org", "b@example.org"]))
            }
        case "setSettings":
            let settings: [(String, Value)] = [
                ("sendReadReceipts", false), ("sendReadReceipts", true),
                ("shareTyping", .bool(chance(70))),
                ("groupAdds", .string(one(of: ["everyone", "everyone", "contacts", "nobody"]))),
                ("groupAdds", .string(one(of: ["contacts", "nobody"]))),
                ("keepMessages", .string(one(of: ["30d", "forever", "forever"]))),
                ("notifications", .bool(chance(60))), ("previews", "never"),
                ("sharePresence", .bool(chance(70))),
            ]
            let (name, value) = one(of: settings)
            fields[name] = value
        case "startDirect":
            fields["with"] = .string(person())
            id = nil
        case "createGroup", "openRequest": found(name, &fields, &id, oracle)
        case "rename": fields["title"] = chance(15) ? .null : .string(one(of: titles))
        case "setPhoto": fields["photo"] = chance(25) ? .null : .string(one(of: ["p.jpg", "q"]))
        case "add":
            if chance(20) { fields["role"] = "admin" }
            if chance(30) {
                let since = oracle.now - Int.random(in: -9...20, using: &random) * 1_500
                fields["history"] = ["since": .int(one(of: [since, since, since, 0]))]
            }
            if chance(15) {
                fields[one(of: ["canAdd", "canRemove", "canEdit"])] = .bool(chance(70))
            }
        case "setRole": fields["role"] = .string(one(of: ["admin", "member"]))
        case "setPermissions":
            fields[one(of: ["canAdd", "canRemove", "canEdit"])] = .bool(chance(70))
        case "send": compose(&fields, &id, oracle, user)
        case "edit": fields["text"] = .string(text())
        case "annotate":
            if chance(60) {
                let there: Value = ["url": "https://example.org", "title": "E"]
                fields["linkPreview"] = one(of: [there, there, ["url": "e"], .null])
            } else {
                fields["priority"] = ["isPriority": .bool(chance(70))]
            }
        case "react", "unreact", "toggleReaction":
            let chat = oracle.conversation(ofMessage: fields["message"]?.string ?? "")
                .flatMap(oracle.truth)
            let isOpen = chat?.creation.fields["reactions"] == "open"
            fields["reaction"] = .string(
                one(
                    of: isOpen != chance(8)
                        ? ["👍", "👍🏽", "❤️", "❤", "🇩🇪", "1️⃣", "x"] : ["love", "like", "question"]
                )
            )
            if name == "toggleReaction", id == nil { id = fresh() }
        case "markDelivered":
            fields["upTo"] = .string(message(oracle, user, in: fields["conversation"]))
        case "markRead":
            if chance(50) {
                fields["upTo"] = .string(message(oracle, user, in: fields["conversation"]))
            }
        case "markUnread":
            fields["from"] = .string(message(oracle, user, in: fields["conversation"]))
        case "mute":
            if chance(60) {
                fields["until"] = .int(oracle.now + Int.random(in: -5...100_000, using: &random))
            }
        case "report":
            fields = [["message", "user", "conversation"].randomElement(using: &random) ?? "": ""]
            fields = fields.reduce(into: [:]) { result, field in
                switch field.key {
                case "message": result["message"] = .string(message(oracle, user))
                case "user": result["user"] = .string(person())
                default: result["conversation"] = .string(conversation(oracle, user))
                }
            }
            fields["reason"] = .string(one(of: ["spam", "scam"]))
            if chance(40) { fields["details"] = .string(one(of: ["why", "so\u{7}so"])) }
            id = id ?? fresh()
        case "resolveReport":
            let reports = oracle.others.compactMap { $0.fields["report"]?.string }
            let open = reports.filter { oracle.resolution($0) == nil }
            fields["report"] = .string(
                one(of: chance(80) && !open.isEmpty ? open : reports + [fresh()])
            )
            fields["action"] = .string(one(of: ["dismiss", "warn", "suspend", "suspend", "ban"]))
            if fields["action"] == "suspend" { fields["until"] = .int(oracle.now + 60_000) }
        case "typing", "setNotifications": fields["on"] = .bool(chance(60))
        case "presence":
            fields["state"] = .string(one(of: ["online", "online", "online", "offline"]))
            if chance(60) {
                fields["device"] = .string(one(of: ["phone", "tablet", " ", "a\u{7}"]))
            }
        case "all":
            fields["commands"] = .array(
                (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    let name = one(of: ["send", "send", "react", "markRead", "pin", "rename"])
                    let part = command(name, oracle, user)
                    var members = part.fields
                    members["do"] = .string(name)
                    members["id"] = part.id.map(Value.string)
                    return .object(members)
                }
            )
        case "recordCustom":
            fields["type"] = .string(one(of: ["order.paid", "x_1", "Bad Type"]))
            fields["data"] = "{}"
            if chance(60) { fields["conversation"] = .string(conversation(oracle, user)) }
        case "erase":
            fields["basis"] = "law"
            fields["reason"] = "asked"
            switch Int.random(in: 0..<10, using: &random) {
            case 0: fields["user"] = .string(person())
            case 1: fields["conversation"] = .string(conversation(oracle, user))
            default: fields["message"] = .string(message(oracle, user))
            }
            if chance(15) { fields["dryRun"] = true }
        case "forgetUser": fields["basis"] = "law"
        case "acknowledgeMedia":
            let marks = oracle.marksOfMedia
            fields["mark"] = .int(one(of: chance(90) ? marks : [0, oracle.position + 9, -1]))
        case "placeHold":
            fields["matter"] = "case"
            if chance(60) { fields["conversation"] = .string(conversation(oracle, user)) }
            id = id ?? fresh()
        case "releaseHold":
            let holds = oracle.others.compactMap { $0.fields["hold"]?.string }
            fields["hold"] = .string(one(of: holds + holds + [fresh()]))
            if chance(25) { fields["dryRun"] = true }
        case "setRetention":
            if chance(40) {
                fields["conversation"] = .string(conversation(oracle, user))
                if chance(3) { fields["kind"] = "group" }
            } else if chance(60) {
                fields["kind"] = .string(one(of: ["direct", "group", "request"]))
            }
            fields[one(of: ["minimum", "maximum"])] = one(of: [.null, 1, 5, 30])
        case "configure":
            switch Int.random(in: 0..<6, using: &random) {
            case 5:
                fields["limits"] = one(of: [
                    ["attachments": 1], ["attachments": .null], ["audioSeconds": 121],
                    ["members": 3], ["members": .null], ["members": 1],
                    ["audioSeconds": .null, "imageBytes": 5],
                ])
            case 0: fields["textLimit"] = one(of: [10, 10_000, 10_000, 0])
            case 1: fields["receipts"] = one(of: ["optional", "mandatory"])
            case 2: fields["rateLimit"] = .null
            case 3: fields["emails"] = one(of: ["everyone", "related", "related", "nobody"])
            default:
                fields["rateLimit"] = one(of: [
                    ["messages": 2, "seconds": 60],
                    [["messages": 2, "seconds": 1], ["messages": 5, "seconds": 60]],
                ])
            }
        default: break
        }
        if words.isEmpty, name != "clearAll" { fields = [:] }
        return Line(actor, .act(name), fields, id: id)
    }

    private static let inCharge: Set = [
        "add", "remove", "setRole", "setPermissions", "passOwnership", "rename", "setPhoto",
        "clearContext", "completeRequest", "cancelRequest",
    ]

    /// A chat, somebody in charge of it, and a member for what is done to members.
    private mutating func govern(
        _ name: String,
        _ fields: inout [String: Value],
        _ actor: inout String,
        _ oracle: Oracle
    ) {
        let isOfRequest = name.hasSuffix("Request") || name == "clearContext"
        let chats = oracle.conversations.compactMap(oracle.truth).filter {
            $0.closedAt == nil && (isOfRequest ? $0.kind == "request" : !$0.isDirect)
        }
        guard let chat = chats.randomElement(using: &random),
            let ruler = chat.active.filter(\.isInCharge).randomElement(using: &random)
        else { return }
        fields["conversation"] = .string(chat.id)
        actor = chance(15) ? Line.theOperator : ruler.user
        if ["remove", "setRole", "setPermissions", "passOwnership"].contains(name) {
            let others = chat.active.filter { $0.user != actor }
            if let other = others.randomElement(using: &random) {
                fields["user"] = .string(other.user)
            }
        }
        if name == "add", chance(80) {
            let absent = Generator.people.filter { !chat.isActive($0) }
            if let user = absent.randomElement(using: &random) { fields["user"] = .string(user) }
        }
    }

    private var titles: [String] {
        ["Trip", " Trip ", "", "two\nlines", "Füße", String(repeating: "t", count: 101), "Day"]
    }

    private mutating func found(
        _ name: String,
        _ fields: inout [String: Value],
        _ id: inout String?,
        _ oracle: Oracle
    ) {
        let unused = Generator.groups.filter { !oracle.conversations.contains($0) }
        id = one(of: chance(90) && !unused.isEmpty ? unused : Generator.groups)
        let some = (0..<Int.random(in: 0...4, using: &random)).map { _ in person() }
        fields["members"] = .array((chance(80) ? Generator.people : some).map(Value.string))
        if chance(30) { fields["title"] = .string(one(of: titles)) }
        if chance(40) { fields["reactions"] = "open" }
        if chance(40) { fields["history"] = "sinceJoin" }
        if name == "openRequest" {
            fields["context"] = [
                "kind": .string(one(of: ["ride", "ride", "trip", ""])), "id": "7",
            ]
        }
    }

    private mutating func compose(
        _ fields: inout [String: Value],
        _ id: inout String?,
        _ oracle: Oracle,
        _ user: String
    ) {
        id = chance(95) ? fresh() : past.last?.id ?? fresh()
        if chance(88) { fields["text"] = .string(text()) }
        if chance(15) {
            let kinds: [Value] = [
                ["kind": "image", "url": "i.jpg", "thumbnail": "t.jpg", "width": 4, "height": 3],
                ["kind": "audio", "url": "a.m4a", "seconds": 120],
                ["kind": "file", "url": "f.pdf", "name": "f.pdf", "bytes": 9],
                ["kind": "audio", "url": "a.m4a", "seconds": 121],
            ]
            fields["attachments"] = .array(
                (0..<Int.random(in: 1...2, using: &random)).map { _ in one(of: kinds) }
            )
        }
        if chance(6) {
            fields["location"] = ["latitude": .int(one(of: [52, 91])), "longitude": 13]
        }
        if chance(15) {
            fields["replyTo"] = .string(message(oracle, user, in: fields["conversation"]))
        }
        if chance(5) { fields["forwardedFrom"] = .string(message(oracle, user)) }
        if chance(5) { fields["broadcast"] = true }
        if chance(5) { fields["claimedAt"] = 17 }
    }

    /// The names of the queries that it asks.
    package static var queryNames: [String] { queries.map(\.0) }

    /// A line that asks a query, for a world that stands as the oracle says.
    package mutating func ask(_ name: String, _ oracle: Oracle) -> Line {
        query(oracle, person(), name)
    }

    private mutating func query(
        _ oracle: Oracle,
        _ actor: String,
        _ chosen: String? = nil
    ) -> Line {
        if chosen == nil, chance(8), !cursors.isEmpty {
            let (line, cursor) = one(of: cursors)
            var next = line
            next.actor = chance(92) ? line.actor : actor
            for name in ["before", "after", "around"] { next.fields[name] = nil }
            next.cursor = cursor
            return next
        }
        let name = chosen ?? weighted(Generator.queries)
        var viewer = actor
        if Shapes.operatorQueries.contains(name), chance(90) { viewer = Line.theOperator }
        if Shapes.moderatorQueries.contains(name), chance(80) {
            viewer = Generator.people.first(where: oracle.isModerator) ?? actor
        }
        let words = Shapes.queries[name] ?? ""
        var fields: [String: Value] = [:]
        if words.contains("conversation:uuid") {
            fields["conversation"] = .string(conversation(oracle, actor))
        }
        if words.contains("message:uuid") {
            fields["message"] = .string(message(oracle, actor, own: name == "receipts"))
        }
        if words.contains("user:uuid") { fields["user"] = .string(person()) }
        if words.contains("limit?"), chance(50) { fields["limit"] = one(of: [1, 2, 3, 500, 0]) }
        switch name {
        case "conversations":
            fields["filter"] = .string(
                one(of: ["active", "archived", "hidden", "former", "all", "all"])
            )
            if chance(25) { fields["search"] = .string(one(of: ["zoe", "trip", "UN", "hey", ""])) }
            if chance(15) { fields["kind"] = .string(one(of: ["direct", "group", "request"])) }
            if chance(15) { fields["with"] = .string(person()) }
            if chance(25) { fields["previewLength"] = .int(one(of: [1, 5, 100])) }
        case "messages":
            if chance(8) {
                fields["aroundOrdinal"] = .int(Int.random(in: 1...20, using: &random))
            } else if chance(8) {
                fields["aroundTime"] = .int(Int.random(in: 0...oracle.now, using: &random))
            } else if chance(45) {
                let mark =
                    chance(92)
                    ? message(oracle, actor, in: fields["conversation"]) : "rubbish"
                fields[one(of: ["before", "after", "around"])] = .string(mark)
            }
            if chance(20) { fields["deleted"] = false }
        case "mentions": if chance(50) { fields["unreadOnly"] = true }
        case "reactions":
            if chance(40) { fields["reaction"] = .string(one(of: ["love", "like", "👍", "❤️"])) }
        case "unread":
            if chance(50) {
                fields["conversation"] = nil
            } else if chance(90) {
                fields["limit"] = nil
            }
        case "members": if chance(40) { fields["former"] = true }
        case "media":
            if chance(40) {
                let kinds = ["image", "link", "audio", "file", "location"]
                fields["kind"] = .string(one(of: kinds))
            }
        case "reports": if chance(30) { fields["user"] = .string(person()) }
        case "report":
            let reports = oracle.others.compactMap { $0.fields["report"]?.string }
            fields["report"] = .string(one(of: reports + [fresh()]))
        case "standing": if chance(70) { fields["user"] = .string(person()) }
        case "findDirect": fields["with"] = .string(person())
        case "findByContext":
            fields["kind"] = "ride"
            if chance(60) { fields["id"] = "7" }
        case "profiles":
            fields["users"] = .array((0..<3).map { _ in .string(person()) })
        case "presence":
            let users: [Value] = (0..<4).map { _ in .string(person()) }
            fields["users"] = .array(users)
        case "users":
            fields["search"] = .string(one(of: ["", "zoe", "UN", "m"]))
            fields["exclude"] = .array([.string(viewer)])
        case "mayI":
            fields = [:]
            let action = one(of: Shapes.commands.keys.sorted())
            fields["action"] = .string(action)
            let needs = Shapes.commands[action] ?? ""
            if needs.contains("conversation:uuid") {
                fields["conversation"] = .string(conversation(oracle, actor))
            }
            if needs.contains("message:uuid") {
                fields["message"] = .string(message(oracle, actor))
            }
            if needs.contains("user:uuid") || action == "startDirect" || action == "createGroup" {
                fields["user"] = .string(person())
            }
        case "changes": fields["since"] = .int(Int.random(in: 0...oracle.position, using: &random))
        case "notificationPlan": fields["position"] = .int(oracle.position)
        case "metrics":
            for name in ["from", "until"] where chance(60) {
                fields[name] = .int(Int.random(in: 0...oracle.now, using: &random))
            }
        case "histogram":
            let ends = (0..<2).map { _ in Int.random(in: 0...oracle.now, using: &random) }
            (fields["from"], fields["until"]) = (.int(ends.min() ?? 0), .int(ends.max() ?? 0))
            fields["type"] = "messageSent"
            if chance(80) { fields["buckets"] = .int(Int.random(in: 1...9, using: &random)) }
        case "outcome": fields["id"] = .string(past.randomElement(using: &random)?.id ?? fresh())
        default: break
        }
        return Line(viewer, .ask(name), fields)
    }

    private static let queries: [(String, Int)] = [
        ("conversations", 30), ("conversation", 15), ("messages", 40), ("message", 15),
        ("history", 6), ("replies", 5), ("mentions", 6), ("reactions", 8), ("receipts", 12),
        ("unread", 15), ("members", 10), ("media", 6), ("findDirect", 4), ("findByContext", 4),
        ("profile", 5), ("profiles", 5), ("users", 6), ("contacts", 4), ("settings", 3),
        ("blocks", 3), ("mayI", 20), ("changes", 3), ("typing", 4), ("presence", 8),
        ("notificationPlan", 5), ("reports", 5), ("report", 6), ("standing", 4),
        ("memberships", 4), ("explain", 8), ("rate", 3), ("metrics", 2), ("histogram", 3),
        ("outcome", 6), ("mediaOwed", 6),
    ]

    /// A line that is no good any more.
    private mutating func spoiled(_ line: Line) -> Line {
        var line = line
        switch Int.random(in: 0..<4, using: &random) {
        case 0: line.fields["colour"] = "red"
        case 1: line.fields["conversation"] = 7
        case 2: line.fields["message"] = "0000000C-0000-4000-8000-00000000000A"
        default: line.verb = .act("dance")
        }
        return line
    }
}
