import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `What the messages of a conversation carry` {
    private func founded(history: HistoryPolicy = .full) async throws -> Chat {
        let chat = try Chat()
        try await chat.found(history: history)
        return chat
    }

    private func send(
        _ chat: Chat,
        _ name: String,
        text: String? = nil,
        _ attachments: [AttachmentKind] = [],
        location: Location? = nil
    ) async throws {
        try await chat.send(anna, name) { message in
            message.text = text
            message.location = location
            message.attachments = attachments.enumerated().map { index, kind in
                Messaging.Attachment(
                    kind: kind,
                    url: "\(name)/\(index)",
                    seconds: kind == .audio ? 2 : nil
                )
            }
        }
    }

    private func edit(_ chat: Chat, _ name: String, to text: String) async throws {
        try await chat.act(anna, .edit(EditMessage(message: .named(name), text: text)))
    }

    private func delete(_ chat: Chat, _ name: String) async throws {
        try await chat.act(anna, .delete(DeleteMessage(message: .named(name))))
    }

    private func annotate(_ chat: Chat, _ name: String, _ url: String) async throws {
        let annotate = AnnotateMessage(
            message: .named(name),
            linkPreview: LinkPreview(url: url, title: "title")
        )
        try await chat.act(anna, .annotate(annotate))
    }

    private func page(
        _ chat: Chat,
        _ viewer: UserID,
        _ kind: MediaKind? = nil,
        limit: Int? = nil,
        after cursor: Messaging.Cursor? = nil
    ) throws -> MediaPage {
        var view = try chat.view(viewer)
        return try view.media(
            .init(in: group, kind: kind, limit: limit, cursor: cursor)
        )
    }

    /// Everything on one page, which must be as many as are counted.
    private func words(
        _ chat: Chat,
        _ viewer: UserID,
        _ kind: MediaKind? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let page = try page(chat, viewer, kind, limit: 500)
        #expect(
            page.count == UInt64(page.page.items.count) && page.page.next == nil,
            sourceLocation: sourceLocation
        )
        return page.page.items.map(\.words)
    }

    @Test func `is attachments, locations and links, newest message first`() async throws {
        // D-53 D-55 MEDIA-18 Q16
        let chat = try await founded()
        try await send(chat, "a", text: "see http://a.b, https://c.d/e", [.image, .audio])
        try await chat.send(ben, "plain")
        try await send(chat, "b", location: Location(latitude: 1, longitude: 2, name: "Rome"))
        try await send(chat, "c", [.file, .image, .file])
        #expect(
            try words(chat, cleo) == [
                "file c/0", "image c/1", "file c/2", "location Rome", "image a/0", "audio a/1",
                "link http://a.b", "link https://c.d/e",
            ]
        )
        #expect(try words(chat, cleo, .image) == ["image c/1", "image a/0"])
        #expect(try words(chat, cleo, .audio) == ["audio a/1"])
        #expect(try words(chat, cleo, .file) == ["file c/0", "file c/2"])
        #expect(try words(chat, cleo, .location) == ["location Rome"])
        #expect(try words(chat, cleo, .link) == ["link http://a.b", "link https://c.d/e"])
        let first = try #require(try page(chat, cleo).page.items.first)
        let item = try chat.item(cleo, "c")
        #expect(first.message == item.message && first.ordinal == item.ordinal)
        #expect(first.sender == anna && first.senderName == item.senderName)
        #expect(first.sentAt == item.sentAt && first.kind == .file)
        #expect(first.medium == .attachment(item.attachments[0]))
    }

    @Test func `is nothing where nothing is carried`() async throws {
        let chat = try await founded()
        try await chat.send(anna, "plain")
        #expect(try words(chat, ben) == [] && words(chat, ben, .link) == [])
    }

    @Test(arguments: [nil] + MediaKind.allCases.map(Optional.some))
    func `comes in pages that go on where they ended`(kind: MediaKind?) async throws {
        let chat = try await founded()
        for number in 0..<8 {
            try await send(
                chat,
                "m\(number)",
                text: "http://m\(number).a and http://m\(number).b",
                [.image, .file, .image, .audio],
                location: Location(latitude: 1, longitude: Double(number), name: "\(number)")
            )
        }
        let whole = try words(chat, cleo, kind)
        let twice: [MediaKind?] = [.image, .link]
        #expect(whole.count == (kind == nil ? 56 : twice.contains(kind) ? 16 : 8))
        for limit in [1, 3, 5, 7] {
            var found: [String] = []
            var cursor: Messaging.Cursor?
            repeat {
                let page = try page(chat, cleo, kind, limit: limit, after: cursor)
                #expect(page.count == UInt64(whole.count))
                #expect(page.page.items.count == min(limit, whole.count - found.count))
                found += page.page.items.map(\.words)
                cursor = page.page.next
            } while cursor != nil
            #expect(found == whole)
        }
    }

    @Test func `goes with a message that is deleted or erased`() async throws {
        let chat = try await founded()
        try await send(chat, "a", [.image, .image])
        try await send(chat, "b", text: "http://b.b", [.image])
        try await send(chat, "c", [.image])
        let next = try #require(try page(chat, cleo, limit: 1).page.next)
        try await delete(chat, "b")
        #expect(try words(chat, cleo) == ["image c/0", "image a/0", "image a/1"])
        // What the page before ended in may be gone.
        #expect(
            try page(chat, cleo, limit: 2, after: next).page.items.map(\.words)
                == ["image a/0", "image a/1"]
        )
        let erase = Erase(target: .message(.named("a")), basis: "b", reason: "r")
        try await chat.ask(.operator, .erase(erase))
        #expect(try words(chat, cleo) == ["image c/0"])
        #expect(try words(chat, cleo, .link) == [] && words(chat, cleo, .image) == ["image c/0"])
        try await delete(chat, "a")
        #expect(try words(chat, cleo) == ["image c/0"])
    }

    @Test func `is what the text holds after an edit`() async throws {
        let chat = try await founded()
        try await send(chat, "a", text: "http://a.b http://c.d", [.image])
        try await send(chat, "b", text: "plain")
        try await edit(chat, "a", to: "http://e.f")
        try await edit(chat, "b", to: "now http://g.h")
        #expect(try words(chat, cleo) == ["link http://g.h", "image a/0", "link http://e.f"])
        try await edit(chat, "a", to: "no more")
        try await edit(chat, "b", to: "nothing")
        #expect(try words(chat, cleo) == ["image a/0"] && words(chat, cleo, .link) == [])
    }

    @Test func `is one link once something was found out about it`() async throws {
        // MEDIA-14 D-55 D-109
        let chat = try await founded()
        try await send(chat, "a", text: "http://a.b/preview http://c.d")
        try await send(chat, "b", text: "plain b.b")
        try await annotate(chat, "a", "http://a.b/preview")
        try await annotate(chat, "b", "http://b.b")
        #expect(
            try words(chat, cleo) == ["link http://b.b title", "link http://a.b/preview title"]
        )
        try await annotate(chat, "a", "http://c.d")
        #expect(try words(chat, cleo, .link).last == "link http://c.d title")
        let flag = AnnotateMessage(
            message: .named("a"),
            priority: AnnotateMessage.Priority(isPriority: true, reason: nil)
        )
        try await chat.act(anna, .annotate(flag))
        #expect(try words(chat, cleo, .link).count == 2)
        // A preview that is taken away leaves the links of the text.
        try await chat.act(
            anna,
            .annotate(AnnotateMessage(message: .named("a"), removesLinkPreview: true))
        )
        #expect(
            try words(chat, cleo, .link)
                == ["link http://b.b title", "link http://a.b/preview", "link http://c.d"]
        )
        #expect(try chat.item(cleo, "a").linkPreview == nil)
        #expect(try chat.item(cleo, "a").priority?.isPriority == true)
    }

    @Test func `loses a preview with its link, for good`() async throws {  // D-109
        let chat = try await founded()
        try await send(chat, "a", text: "http://a.b")
        try await annotate(chat, "a", "http://a.b")
        try await edit(chat, "a", to: "now http://a.b")
        #expect(try words(chat, cleo) == ["link http://a.b title"])
        try await edit(chat, "a", to: "text alone")
        #expect(try words(chat, cleo).isEmpty)
        try await edit(chat, "a", to: "http://a.b")
        #expect(try words(chat, cleo) == ["link http://a.b"])
        #expect(try chat.item(cleo, "a").linkPreview == nil)
    }

    @Test func `keeps a preview as of leaving for who left`() async throws {  // D-16 D-109
        let chat = try await founded()
        try await send(chat, "a", text: "http://a.b")
        try await annotate(chat, "a", "http://a.b")
        try await chat.act(cleo, .leave(Leave(conversation: group)))
        try await edit(chat, "a", to: "text alone")
        #expect(try words(chat, cleo) == ["link http://a.b title"])
        #expect(try chat.item(cleo, "a").linkPreview?.url == "http://a.b")
        #expect(try words(chat, anna).isEmpty)
    }

    @Test func `is as of leaving for who left`() async throws {  // D-16 D-17
        let chat = try await founded()
        try await send(chat, "a", [.image, .file])
        try await send(chat, "b", text: "http://a.b http://c.d")
        try await send(chat, "c", text: "plain")
        try await send(chat, "d", text: "http://d.d", [.image])
        try await send(chat, "e", [.audio])
        let before = try words(chat, cleo)
        try await chat.act(cleo, .leave(Leave(conversation: group)))
        try await delete(chat, "a")
        try await edit(chat, "b", to: "http://e.f")
        try await edit(chat, "c", to: "http://c.c")
        try await annotate(chat, "d", "http://d.d")
        try await send(chat, "f", [.image])
        #expect(try words(chat, cleo) == before)
        for kind in MediaKind.allCases {
            #expect(
                try words(chat, cleo, kind) == before.filter { $0.hasPrefix("\(kind)") }
            )
        }
        #expect(
            try words(chat, anna) == [
                "image f/0", "audio e/0", "image d/0", "link http://d.d title",
                "link http://c.c", "link http://e.f",
            ]
        )
        // Pages are cut the same way.
        var found: [String] = []
        var cursor: Messaging.Cursor?
        repeat {
            let page = try page(chat, cleo, limit: 2, after: cursor)
            found += page.page.items.map(\.words)
            cursor = page.page.next
        } while cursor != nil
        #expect(found == before)
        let erase = Erase(target: .message(.named("a")), basis: "b", reason: "r")
        try await chat.ask(.operator, .erase(erase))
        #expect(try words(chat, cleo) == before.filter { !$0.contains("a/") })
    }

    @Test func `has a gap where the viewer was away, and no change of then`() async throws {
        // D-16 D-17
        let chat = try await founded(history: .sinceJoin)
        try await send(chat, "a", [.image])
        try await send(chat, "b", text: "http://b.b")
        try await chat.act(cleo, .leave(Leave(conversation: group)))
        try await send(chat, "c", [.image])
        try await delete(chat, "a")
        try await edit(chat, "b", to: "gone")
        try await chat.act(anna, .add(AddParticipant(conversation: group, user: cleo)))
        try await send(chat, "d", [.image])
        #expect(try words(chat, cleo) == ["image d/0", "link http://b.b", "image a/0"])
        try await edit(chat, "b", to: "http://b.c")
        #expect(try words(chat, cleo) == ["image d/0", "link http://b.c", "image a/0"])
        #expect(try words(chat, anna) == ["image d/0", "image c/0", "link http://b.c"])
        try await chat.act(anna, .add(AddParticipant(conversation: group, user: dora)))
        #expect(try words(chat, dora) == [])
    }

    @Test func `is gone with what was cleared, and with its age`() async throws {  // D-28 D-51
        let chat = try await founded()
        try await send(chat, "a", [.image])
        try await chat.act(cleo, .arrange(Arrange(.clearHistory, conversation: group)))
        try await send(chat, "b", [.image])
        #expect(try words(chat, cleo) == ["image b/0"])
        let keep = SettingsChanged(keepMessages: .thirtyDays)
        try await chat.act(ben, .setSettings(SetSettings(keep)))
        chat.wait(days: 31)
        try await send(chat, "c", [.image])
        #expect(try words(chat, ben) == ["image c/0"])
        #expect(try words(chat, anna) == ["image c/0", "image b/0", "image a/0"])
    }

    @Test func `is counted exactly across blocks, whichever part of it is seen`() async throws {
        let chat = try await founded()
        func fill(_ numbers: Range<Int>) async throws {
            for number in numbers {
                if number % 3 == 0 {
                    try await send(chat, "m\(number)", text: "http://a.b", [.image, .image])
                } else {
                    try await chat.send(cleo, "m\(number)")
                }
                chat.wait(days: 1)
            }
        }
        try await fill(0..<40)
        try await chat.act(cleo, .arrange(Arrange(.clearHistory, conversation: group)))
        try await fill(40..<1_300)
        try await chat.act(ben, .leave(Leave(conversation: group)))
        for number in stride(from: 0, to: 1_300, by: 21) { try await delete(chat, "m\(number)") }
        try await fill(1_300..<1_310)
        for viewer in [anna, ben, cleo] {
            for kind in [nil, MediaKind.image, .link, .file] {
                var (found, cursor) = (UInt64(0), Messaging.Cursor?.none)
                repeat {
                    let page = try page(chat, viewer, kind, limit: 500, after: cursor)
                    found += UInt64(page.page.items.count)
                    cursor = page.page.next
                    if cursor == nil { #expect(page.count == found, "\(viewer) \(kind as Any)") }
                } while cursor != nil
            }
        }
        #expect(try page(chat, ben, .image).count == 2 * 434)
        #expect(try page(chat, cleo, .link).count == UInt64(434 - 14 + 3 - 60))
    }

    @Test func `loses what a hold does not keep of it`() async throws {
        let chat = try await founded()
        try await send(chat, "a", text: "http://a.b", [.image])
        chat.wait(days: 1)
        let from = chat.now
        try await edit(chat, "a", to: "http://c.d http://e.f")
        let hold = PlaceHold(hold: .named("hold"), matter: "case", conversation: group, from: from)
        try await chat.ask(.operator, .placeHold(hold))
        let erase = Erase(target: .message(.named("a")), basis: "b", reason: "r")
        try await chat.ask(.operator, .erase(erase))
        let item = try chat.item(ben, "a")
        let kept = try words(chat, ben)
        #expect(kept.count == item.attachments.count + (item.text == nil ? 0 : 2))
    }

    @Test func `is for members alone, and pages for who was given them`() async throws {
        let chat = try await founded()
        try await send(chat, "a", [.image, .image, .image])
        let next = try #require(try page(chat, anna, limit: 1).page.next)
        let images = try #require(try page(chat, ben, .image, limit: 1).page.next)
        var view = try chat.view(ben)
        for cursor in rubbishCursors + [next, images] {
            #expect(
                refusal { () throws(QueryError) in
                    _ = try view.media(.init(in: group, cursor: cursor))
                } == .request(.cursorIsForeign)
            )
        }
        for limit in [-1, 0, 501] {
            #expect(
                refusal { () throws(QueryError) in
                    _ = try view.media(.init(in: group, limit: limit))
                } == .request(.limitIsOutOfRange)
            )
        }
        var stranger = try chat.view(dora)
        for id in [group, .named("nowhere")] {
            #expect(
                refusal { () throws(QueryError) in
                    _ = try stranger.media(.init(in: id))
                } == .conversation(.notFound)
            )
        }
    }

    @Test func `stays readable where one has blocked the other`() async throws {  // D-18
        let chat = try Chat()
        try await chat.act(anna, .startDirect(StartDirect(with: cleo)))
        var view = try chat.view(cleo)
        let direct = try #require(try view.findDirect(with: anna))
        try await chat.send(anna, "a", to: direct) { $0.text = "http://a.b" }
        try await chat.act(cleo, .relate(Relate(.block, user: anna)))
        view = try chat.view(cleo)
        #expect(try view.media(.init(in: direct)).count == 1)
    }
}

extension MediaItem {
    fileprivate var words: String {
        switch medium {
        case .attachment(let attachment): "\(kind) \(attachment.url)"
        case .location(let location): "\(kind) \(location.name ?? "")"
        case .link(let link): "\(kind) \(link.url)\(link.title.map { " \($0)" } ?? "")"
        }
    }
}
