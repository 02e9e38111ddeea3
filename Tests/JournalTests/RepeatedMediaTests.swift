import EventLog
import Locking
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

extension Store {
    fileprivate func send(
        _ urls: [String],
        to chat: ConversationID,
        forwarding original: MessageID? = nil
    ) async throws -> MessageID {
        try await session(for: ann).send(
            SendMessage(
                conversation: chat,
                message: .fresh(),
                attachments: urls.map { Attachment(kind: .image, url: $0, sizeInBytes: 1) },
                forwardedFrom: original
            )
        ).message
    }

    fileprivate func owed() throws -> [String] {
        try self.operator.mediaOwed().items.flatMap(\.urls)
    }

    /// Says that all owed media are deleted.
    fileprivate func pay() async throws {
        let mark = try #require(try self.operator.mediaOwed().items.last?.position)
        _ = try await self.operator.carryOut(.acknowledgeMedia(AcknowledgeMedia(through: mark)))
    }
}

/// A store that has sent media, and what happens to it after a copy of its files.
private struct Story {
    let place: KeptPlace
    let chat: ConversationID
    let one: MessageID
    let copy: MessageID
    let other: MessageID

    /// The first message and its forwarded copy name `a.jpg`; the first one names `b.jpg` alone.
    init(after: (Store, Story) async throws -> Void) async throws {
        place = try KeptPlace()
        let store = try place.open()
        chat = try await store.begin()
        one = try await store.send(["a.jpg", "b.jpg"], to: chat)
        copy = try await store.send(["a.jpg"], to: chat, forwarding: one)
        other = try await store.send(["c.jpg"], to: chat)
        store.close()
        place.copy(to: "before", withMark: true)
        place.copy(to: "backup")
        let again = try place.open()
        try await after(again, self)
        again.close()
    }
}

@Suite struct `Media of repeated erasures are owed once` {  // D-92, D-94
    @Test func `after a crash between the journal's line and the commit`() async throws {
        let story = try await Story { store, story in
            _ = try await store.erase(story.one)
            #expect(try store.owed() == ["b.jpg"])
        }
        let place = story.place
        // The process died with the lines on the disk, and again while it carried them out.
        for _ in 0..<3 {
            place.putBack("before")
            let store = try place.open()
            #expect(try store.text(of: story.one) == nil)
            #expect(try store.owed() == ["b.jpg"])
            store.close()
            #expect(try await place.finding() == nil)
        }
        let store = try place.open()
        #expect(try store.owed() == ["b.jpg"])
        _ = try await store.erase(story.copy)
        #expect(try store.owed() == ["b.jpg", "a.jpg"])
        try await store.pay()
        store.close()
        let again = try place.open()
        defer { again.close() }
        #expect(try again.owed() == [])
    }

    @Test func `after a crash before the commit of their acknowledgement`() async throws {
        let place = try KeptPlace()
        let store = try place.open()
        let chat = try await store.begin()
        _ = try await store.erase(store.send(["a.jpg"], to: chat))
        store.close()
        place.copy(to: "before", withMark: true)
        let paying = try place.open()
        try await paying.pay()
        paying.close()
        place.putBack("before")
        let again = try place.open()
        defer { again.close() }
        #expect(try again.owed() == [])
        #expect(try again.operator.state().mediaOwed == nil)
    }

    @Test func `after a restore, and after the next one`() async throws {
        let story = try await Story { store, story in
            _ = try await store.erase(story.one)
            _ = try await store.erase(story.copy)
            #expect(try store.owed() == ["b.jpg", "a.jpg"])
        }
        let place = story.place
        let report = try place.restore("backup")
        #expect(report.unknownMedia == 0, "the backup has all that was erased")
        let store = try place.open(place.folder.path("backup"))
        #expect(try store.owed() == ["b.jpg", "a.jpg"])
        #expect(try store.operator.state().mediaOwed?.count == 2)
        store.close()
        #expect(try await place.finding(place.folder.path("backup")) == nil)

        place.copy(to: "again", from: place.folder.path("backup"))
        try place.restore("again")
        let again = try place.open(place.folder.path("again"))
        #expect(try again.owed() == ["b.jpg", "a.jpg"])
        again.close()
        place.copy(to: "third", from: place.folder.path("before"))
        try place.restore("third")
        let third = try place.open(place.folder.path("third"))
        defer { third.close() }
        #expect(try third.owed() == ["b.jpg", "a.jpg"], "from before the first restore")
    }

    @Test func `but not while restored content names them`() async throws {
        let story = try await Story { store, story in
            _ = try await store.erase(story.one)
            _ = try await store.erase(story.other)
        }
        let place = story.place
        try place.restore("backup")
        let store = try place.open(place.folder.path("backup"))
        defer { store.close() }
        #expect(try store.owed() == ["b.jpg", "c.jpg"])
        _ = try await store.erase(story.copy)
        #expect(try store.owed() == ["b.jpg", "c.jpg", "a.jpg"])
    }

    @Test func `and a restore says how many it cannot know`() async throws {
        let story = try await Story { store, story in
            for url in ["paid.jpg", "lost.jpg"] {
                _ = try await store.erase(store.send([url], to: story.chat))
                if url == "paid.jpg" { try await store.pay() }
            }
            _ = try await store.erase(story.other)
        }
        let place = story.place
        #expect(try place.restore("backup").unknownMedia == 1)
        let notices = Lock<[Notice]>([])
        let store = try place.open(place.folder.path("backup")) { options in
            options.notice = { notice in notices.withLock { $0.append(notice) } }
        }
        defer { store.close() }
        let told = notices.withLock { $0 }.filter { $0.id == .mediaUnknown }
        #expect(told.map { $0.fields.map(\.value) } == [["1"]])
        #expect(try store.owed() == ["c.jpg"])
    }
}
