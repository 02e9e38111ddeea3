import Oracle
import Testing

@Suite struct `The oracle decides as the documents do` {
    var world = World()
    let sarah = World.sarah
    let mike = World.mike
    let anna = World.anna
    let tom = World.tom

    @Test mutating func `D-09: a creation is one event and one for each member, a send is one`() {
        let chat = world.group()
        #expect(world.oracle.position == 1 + 1 + 4)
        let answer = world.act(
            mike,
            "send",
            ["conversation": .string(chat), "text": "hi"],
            id: world.fresh()
        )
        #expect(answer.position == 7)
        #expect(answer.ok?["ordinal"] == 2)
        #expect(answer.ok?["sentAt"] == 0)
        let direct = world.act(sarah, "startDirect", ["with": .string(mike)])
        #expect(direct.position == 10)
        #expect(direct.ok?["created"] == true)
        let again = world.act(mike, "startDirect", ["with": .string(sarah)])
        #expect(again.position == 10)
        #expect(again.ok?["created"] == false)
    }

    @Test mutating func `D-02: a time before the last one is the last one`() {
        let chat = world.direct(sarah, mike)
        let first = world.send(sarah, chat, "one", at: 5_000)
        let second = world.send(sarah, chat, "two", at: 4_000)
        #expect(world.item(mike, first)?["sentAt"] == 5_000)
        #expect(world.item(mike, second)?["sentAt"] == 5_000)
    }

    @Test mutating func `D-16: who left keeps a text that is deleted later, but no erased one`() {
        let chat = world.group()
        let message = world.send(sarah, chat, "secret")
        world.act(tom, "leave", ["conversation": .string(chat)])
        world.act(sarah, "delete", ["message": .string(message)])
        #expect(world.item(tom, message)?["text"] == "secret")
        #expect(world.item(mike, message)?["deleted"] == true)
        world.act(
            Line.theOperator,
            "erase",
            ["message": .string(message), "basis": "law", "reason": "asked"]
        )
        #expect(world.item(tom, message)?["erased"] == true)
        #expect(world.item(tom, message)?["text"] == nil)
    }

    @Test mutating func `D-19: who left is not told to whom a message was shown later`() {
        let late = World.person(9)
        let chat = world.group(["history": "sinceJoin"])
        let message = world.send(sarah, chat, "before")
        world.act(sarah, "add", ["conversation": .string(chat), "user": .string(late)], at: 9_000)
        world.act(sarah, "leave", ["conversation": .string(chat)])
        world.act(late, "leave", ["conversation": .string(chat)])
        // The new creator shows the earlier messages.
        world.act(
            mike,
            "add",
            ["conversation": .string(chat), "user": .string(late), "history": ["since": 0]]
        )
        #expect(world.item(late, message)?["text"] == "before")
        #expect(world.ask(sarah, "receipts", ["message": .string(message)]).ok?["of"] == 3)
    }

    @Test mutating func `D-16: who rejoins since joining never learns of a deletion in the gap`() {
        let chat = world.group(["history": "sinceJoin"])
        let before = world.send(sarah, chat, "before")
        world.act(tom, "leave", ["conversation": .string(chat)])
        world.act(sarah, "delete", ["message": .string(before)])
        let during = world.send(sarah, chat, "during")
        world.act(sarah, "add", ["conversation": .string(chat), "user": .string(tom)])
        #expect(world.item(tom, before)?["text"] == "before")
        #expect(
            world.ask(tom, "message", ["message": .string(during)]).code == "notFound"
        )
    }

    @Test mutating func `D-17: the last to leave learns that the chat closed`() {
        let chat = world.group()
        for user in [mike, anna, tom] {
            world.act(user, "leave", ["conversation": .string(chat)])
        }
        let before = world.oracle.position
        world.act(sarah, "leave", ["conversation": .string(chat)])
        #expect(world.oracle.position == before + 2)
        #expect(world.row(sarah, chat)?["closed"] == true)
        #expect(world.row(sarah, chat)?["membership"] == "left")
        #expect(world.row(tom, chat)?["closed"] == false)
        #expect(world.texts(tom, chat).last == "You left the group")
    }

    @Test mutating func `D-19: a joiner is in no receipt until they read`() {
        let chat = world.group()
        let message = world.send(sarah, chat, "hello")
        let late = World.person(9)
        world.act(sarah, "add", ["conversation": .string(chat), "user": .string(late)])
        #expect(world.unread(late, chat) == 0)
        #expect(world.item(sarah, message)?["of"] == 4)
        #expect(world.item(sarah, message)?["readCount"] == 0)
        world.act(late, "markRead", ["conversation": .string(chat)])
        #expect(world.item(sarah, message)?["readCount"] == 1)
        world.act(sarah, "remove", ["conversation": .string(chat), "user": .string(late)])
        #expect(world.item(sarah, message)?["of"] == 3)
        #expect(world.item(sarah, message)?["readCount"] == 0)
    }

    @Test mutating func `D-82: presence lasts 75 seconds, and is shown to related people`() {
        let users: [String: Value] = ["users": .array([.string(mike)])]
        world.act(mike, "presence", ["state": "online"], at: 1_000)
        let own = world.ask(mike, "presence", users).ok?["items"]?.array?.first
        #expect(own?["online"] == true && own?["lastSeenAt"] == 1_000)
        let stranger = world.ask(sarah, "presence", users).ok?["items"]?.array?.first
        #expect(stranger == .object(["user": .string(mike)]))
        world.act(mike, "addContact", ["user": .string(sarah)], at: 75_999)
        let near = world.ask(sarah, "presence", users).ok?["items"]?.array?.first
        #expect(near?["online"] == true && near?["lastSeenAt"] == 75_999)
        let later = world.ask(sarah, "presence", users, at: 76_000).ok?["items"]?.array?.first
        #expect(later?["online"] == false && later?["lastSeenAt"] == 75_999)
    }

    @Test mutating func `D-20: sending reads what came before`() {
        let chat = world.direct(sarah, mike)
        let message = world.send(sarah, chat, "hello", at: 1_000)
        #expect(world.unread(mike, chat) == 1)
        world.send(mike, chat, "hi", at: 2_000)
        #expect(world.unread(mike, chat) == 0)
        let receipts = world.ask(sarah, "receipts", ["message": .string(message)]).ok
        #expect(receipts?["read"]?.array?.first?["at"] == 2_000)
        #expect(receipts?["delivered"]?.array?.first?["at"] == 2_000)
        #expect(receipts?["status"] == "read")
    }

    @Test mutating func `D-21: a silent reading delivers, a later loud one covers it`() {
        let chat = world.direct(sarah, mike)
        let first = world.send(sarah, chat, "one")
        world.act(mike, "setSettings", ["sendReadReceipts": false])
        world.act(mike, "markRead", ["conversation": .string(chat)])
        #expect(world.unread(mike, chat) == 0)
        #expect(world.item(sarah, first)?["status"] == "delivered")
        world.act(mike, "setSettings", ["sendReadReceipts": true])
        #expect(world.item(sarah, first)?["status"] == "delivered")
        world.send(sarah, chat, "two")
        world.act(mike, "markRead", ["conversation": .string(chat)])
        #expect(world.item(sarah, first)?["status"] == "read")
        world.act(sarah, "setSettings", ["sendReadReceipts": false])
        #expect(world.item(sarah, first)?["status"] == "delivered")
        #expect(world.item(sarah, first)?["readCount"] == nil)
    }

    @Test mutating func `D-21: mandatory receipts show what was read silently`() {
        let chat = world.direct(sarah, mike)
        let message = world.send(sarah, chat, "one")
        world.act(mike, "setSettings", ["sendReadReceipts": false])
        world.act(mike, "markRead", ["conversation": .string(chat)])
        world.act(Line.theOperator, "configure", ["receipts": "mandatory"])
        #expect(world.item(sarah, message)?["status"] == "read")
        #expect(
            world.act(anna, "setSettings", ["sendReadReceipts": false]).code == "receiptsMandatory"
        )
    }

    @Test mutating func `D-23: marking unread only moves back, and receipts stay`() {
        let chat = world.direct(sarah, mike)
        let first = world.send(sarah, chat, "one")
        let second = world.send(sarah, chat, "two")
        world.act(mike, "markRead", ["conversation": .string(chat), "upTo": .string(first)])
        let before = world.oracle.position
        let fields: [String: Value] = ["conversation": .string(chat), "from": .string(second)]
        #expect(world.act(mike, "markUnread", fields).ok?["unread"] == 1)
        #expect(world.oracle.position == before)
        let back: [String: Value] = ["conversation": .string(chat), "from": .string(first)]
        #expect(world.act(mike, "markUnread", back).ok?["unread"] == 2)
        #expect(world.item(sarah, first)?["status"] == "read")
    }

    @Test mutating func `D-24: a deletion moves the row back`() {
        let chat = world.group()
        world.send(sarah, chat, "one", at: 1_000)
        let second = world.send(mike, chat, "two", at: 2_000)
        #expect(world.row(anna, chat)?["last"]?["preview"] == "two")
        world.act(mike, "delete", ["message": .string(second)], at: 3_000)
        #expect(world.row(anna, chat)?["last"]?["preview"] == "one")
        #expect(world.row(anna, chat)?["lastActivityAt"] == 1_000)
        world.act(sarah, "rename", ["conversation": .string(chat), "title": "Trip"], at: 4_000)
        #expect(
            world.row(anna, chat)?["last"]?["preview"]
                == "Unknown changed the group name to 'Trip'"
        )
        #expect(world.row(anna, chat)?["lastActivityAt"] == 1_000)
    }

    private mutating func list(_ viewer: String, _ filter: String) -> [String] {
        let answer = world.ask(viewer, "conversations", ["filter": .string(filter)])
        return (answer.ok?["items"]?.array ?? []).compactMap { $0["conversation"]?.string }
    }

    @Test mutating func `D-26: every filter shows its own`() {
        let (one, two, three) = (world.group(), world.group(), world.group())
        world.act(mike, "archive", ["conversation": .string(one)])
        world.act(mike, "hide", ["conversation": .string(two)])
        world.act(mike, "leave", ["conversation": .string(three)])
        #expect(list(mike, "active") == [])
        #expect(list(mike, "archived") == [one])
        #expect(list(mike, "hidden") == [two])
        #expect(list(mike, "former") == [three])
        #expect(list(mike, "all").sorted() == [one, two, three].sorted())
    }

    @Test mutating func `D-27: a message unhides, even one that is deleted; a rename does not`() {
        let chat = world.group()
        world.act(mike, "hide", ["conversation": .string(chat)])
        world.act(sarah, "rename", ["conversation": .string(chat), "title": "Trip"])
        #expect(list(mike, "active") == [])
        let message = world.send(sarah, chat, "one")
        world.act(sarah, "delete", ["message": .string(message)])
        #expect(list(mike, "active") == [chat])
        let direct = world.direct(sarah, mike)
        world.act(mike, "block", ["user": .string(sarah)])
        #expect(list(mike, "hidden") == [direct])
        #expect(list(sarah, "active").contains(direct))
        world.act(mike, "unblock", ["user": .string(sarah)])
        #expect(list(mike, "hidden") == [])
    }

    @Test mutating func `D-108: being added again unhides`() {
        let chat = world.group()
        world.act(mike, "hide", ["conversation": .string(chat)])
        world.act(sarah, "remove", ["conversation": .string(chat), "user": .string(mike)])
        #expect(list(mike, "hidden") == [chat])
        world.act(sarah, "add", ["conversation": .string(chat), "user": .string(mike)])
        #expect(list(mike, "active") == [chat])
    }

    @Test mutating func `D-28: what is cleared is gone for one, and clearing all hides`() {
        let chat = world.group()
        let message = world.send(sarah, chat, "one")
        let before = world.oracle.position
        world.act(mike, "clearAll")
        #expect(world.oracle.position == before + 2)
        #expect(world.ask(mike, "message", ["message": .string(message)]).code == "notFound")
        #expect(world.unread(mike, chat) == 0)
        #expect(list(mike, "hidden") == [chat])
        let reply = world.send(sarah, chat, "two", ["replyTo": .string(message)])
        #expect(world.item(mike, reply)?["replyTo"]?["preview"] == nil)
        #expect(world.item(anna, reply)?["replyTo"]?["preview"] == "one")
    }

    @Test mutating func `D-31: muted ones count in the total, not in the badge`() {
        let (one, two) = (world.group(), world.group())
        world.send(sarah, one, "one")
        world.send(sarah, two, "two")
        world.act(mike, "mute", ["conversation": .string(one), "until": 1_000])
        #expect(world.ask(mike, "unread").ok?["total"] == 2)
        #expect(world.ask(mike, "unread").ok?["badge"] == 1)
        #expect(world.ask(mike, "unread", at: 1_000).ok?["badge"] == 2)
        world.act(mike, "hide", ["conversation": .string(two)])
        #expect(world.ask(mike, "unread").ok?["total"] == 1)
    }

    @Test mutating func `D-33: an untitled group is called after the others`() {
        for (user, name) in [(sarah, "S"), (mike, "M"), (anna, "A"), (tom, "T")] {
            world.act(user, "setProfile", ["username": .string(name)])
        }
        let chat = world.group()
        #expect(world.row(sarah, chat)?["title"] == "M, A and 1 other")
        world.act(sarah, "add", ["conversation": .string(chat), "user": .string(World.person(9))])
        #expect(world.row(mike, chat)?["title"] == "S, A and 2 others")
        for user in [mike, anna, World.person(9)] {
            world.act(user, "leave", ["conversation": .string(chat)])
        }
        #expect(world.row(sarah, chat)?["title"] == "T")
        #expect(world.row(sarah, chat)?["titled"] == false)
        world.act(tom, "leave", ["conversation": .string(chat)])
        #expect(world.row(sarah, chat)?["title"] == "You")
    }

    @Test mutating func `D-35: a preview is text or the kind, cut between clusters`() {
        let chat = world.direct(sarah, mike)
        let family = "👨‍👩‍👧‍👦"
        world.send(sarah, chat, family + family + "x")
        let short = world.ask(mike, "conversations", ["previewLength": 1]).ok?["items"]?.array?[0]
        #expect(short?["last"]?["preview"] == .string(family))
        let image: Value = ["kind": "image", "url": "a"]
        let audio: Value = ["kind": "audio", "url": "b", "seconds": 3]
        for (attachments, word) in [
            ([image], "Photo"), ([audio], "Audio"), ([image, audio], "Attachments"),
        ] {
            world.act(
                sarah,
                "send",
                ["conversation": .string(chat), "attachments": .array(attachments)],
                id: world.fresh()
            )
            #expect(world.row(mike, chat)?["last"]?["preview"] == .string(word))
        }
    }

    @Test mutating func `D-41: a deleted message keeps its place and nothing else`() {
        let chat = world.group()
        let parent = world.send(sarah, chat, "parent")
        let message = world.send(sarah, chat, "words", ["replyTo": .string(parent)])
        world.act(mike, "react", ["message": .string(message), "reaction": "love"])
        world.act(sarah, "delete", ["message": .string(message)])
        let item = world.item(mike, message)
        #expect(item?["text"] == nil)
        #expect(item?["replyTo"] == nil)
        #expect(item?["reactions"] == [])
        #expect(item?["deletedBy"] == .string(sarah))
        #expect(item?["ordinal"] == 3)
        let unreact = world.act(
            mike,
            "unreact",
            ["message": .string(message), "reaction": "love"]
        )
        #expect(unreact.code == "messageDeleted")
        let fields: [String: Value] = [
            "conversation": .string(chat), "text": "late", "replyTo": .string(message),
        ]
        #expect(world.act(anna, "send", fields, id: world.fresh()).ok != nil)
    }

    @Test mutating func `D-50: a window of sends, with the wait until its oldest leaves`() {
        world.act(Line.theOperator, "configure", ["rateLimit": ["messages": 2, "seconds": 10]])
        let chat = world.direct(sarah, mike)
        world.send(sarah, chat, "one", at: 1_000)
        world.send(sarah, chat, "two", at: 2_000)
        let fields: [String: Value] = ["conversation": .string(chat), "text": "three"]
        let refused = world.act(sarah, "send", fields, at: 3_000)
        #expect(refused.code == "rateLimited")
        #expect(refused.value["error"]?["retryAfter"] == 8_000)
        #expect(world.act(sarah, "send", fields, at: 10_999).code == "rateLimited")
        #expect(world.act(sarah, "send", fields, at: 11_000).ok != nil)
    }

    @Test mutating func `D-51: what is older than kept is hidden from that one's answers`() {
        let chat = world.group()
        let day = 86_400_000
        world.send(sarah, chat, "old")
        world.act(mike, "setSettings", ["keepMessages": "30d"])
        #expect(world.ask(mike, "unread", at: 30 * day).ok?["total"] == 1)
        #expect(world.ask(mike, "unread", at: 30 * day + 1).ok?["total"] == 0)
        #expect(world.texts(mike, chat) == [])
        #expect(world.texts(anna, chat).count == 2)
    }

    @Test mutating func `D-53: a page around a message leaves room unused at the ends`() {
        let chat = world.direct(sarah, mike)
        let ids = (1...9).map { world.send(sarah, chat, "\($0)") }
        func page(_ fields: [String: Value]) -> Answer {
            world.ask(mike, "messages", fields.merging(["conversation": .string(chat)]) { $1 })
        }
        func texts(_ answer: Answer) -> [String] {
            (answer.ok?["items"]?.array ?? []).compactMap { $0["text"]?.string }
        }
        let middle = page(["around": .string(ids[4]), "limit": 4])
        #expect(texts(middle) == ["4", "5", "6", "7"])
        #expect(middle.ok?["before"] == "cursor")
        let edge = page(["around": .string(ids[0]), "limit": 4])
        #expect(texts(edge) == ["1", "2", "3"])
        #expect(edge.ok?["before"] == nil)
        let newest = page(["limit": 4])
        #expect(texts(newest) == ["6", "7", "8", "9"])
        #expect(newest.ok?["after"] == nil)
        let older = world.oracle.answer(
            Line(
                mike,
                .ask("messages"),
                ["conversation": .string(chat), "limit": 4],
                cursor: newest.cursors["before"]
            )
        )
        #expect(texts(older) == ["2", "3", "4", "5"])
        #expect(page(["limit": 0]).code == "invalidRequest")
        #expect(page(["before": "rubbish"]).code == "invalidCursor")
        let both = page(["before": .string(ids[0]), "after": .string(ids[1])])
        #expect(both.code == "invalidRequest")
    }

    @Test mutating func `D-69: asking whether one may changes nothing and minds no content`() {
        let chat = world.group()
        let before = world.oracle.position
        func may(_ user: String, _ action: String, _ fields: [String: Value]) -> Value? {
            world.ask(user, "mayI", fields.merging(["action": .string(action)]) { $1 }).ok
        }
        let here: [String: Value] = ["conversation": .string(chat)]
        #expect(may(mike, "send", here)?["allowed"] == true)
        #expect(may(mike, "rename", here)?["allowed"] == false)
        #expect(may(mike, "configure", [:])?["code"] == "permissionDenied")
        #expect(may(mike, "createGroup", ["user": .string(anna)])?["allowed"] == true)
        world.act(anna, "setSettings", ["groupAdds": "nobody"])
        #expect(may(mike, "createGroup", ["user": .string(anna)])?["allowed"] == false)
        #expect(world.oracle.position == before + 1)
    }

    @Test mutating func `D-05 and D-72: an id is used up by what was written, and only by that`() {
        let chat = world.group()
        let id = world.fresh()
        let fields: [String: Value] = ["conversation": .string(chat), "text": " hi "]
        let first = world.act(mike, "send", fields, id: id)
        world.act(mike, "delete", ["message": .string(id)])
        #expect(
            world.act(mike, "send", ["conversation": .string(chat), "text": "hi"], id: id) == first
        )
        #expect(world.act(anna, "send", fields, id: id).code == "idempotencyConflict")
        let other = world.fresh()
        world.act(mike, "unpin", ["conversation": .string(chat)], id: other)
        #expect(world.act(mike, "pin", ["conversation": .string(chat)], id: other).ok != nil)
        #expect(
            world.act(mike, "unpin", ["conversation": .string(chat)], id: other).code
                == "idempotencyConflict"
        )
    }
}
