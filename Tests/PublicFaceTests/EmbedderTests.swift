import Foundation
import Scrollback
import Testing

@testable import ActivityExample

/// A store for one test, and the people in it; everything here is public.
private struct Backend {
    let store: Store
    let annID = UserID.fresh()
    let benID = UserID.fresh()
    let cemID = UserID.fresh()

    init(_ projectors: [any CustomProjector] = []) throws {
        var options = Store.Options()
        options.projectors = projectors
        // What a person does, such as typing, does not end while a busy machine pauses the test.
        options.clock = { Timestamp(microseconds: 1_800_000_000_000_000) }
        store = try Store.temporary(options: options)
    }

    var ann: Session { store.session(for: annID) }
    var ben: Session { store.session(for: benID) }
}

/// What a store throws; nil if nothing.
private func error(_ attempt: () async throws(StoreError) -> Void) async -> StoreError? {
    do throws(StoreError) {
        try await attempt()
        return nil
    } catch {
        return error
    }
}

@Suite struct `A package that imports Scrollback` {
    @Test func `is told why a command is refused, without anybody's words`() async throws {
        let backend = try Backend()
        defer { backend.store.close() }
        let chat = try await backend.ann.startDirect(with: backend.benID)
        let outsider = backend.store.session(for: backend.cemID)
        let refusal = await error { () async throws(StoreError) in
            try await outsider.send("let me in", to: chat)
        }
        #expect(refusal?.code == .notFound)
        #expect(refusal?.message.contains("let me in") == false)
        let empty = await error { () async throws(StoreError) in
            try await backend.ann.send("  ", to: chat)
        }
        #expect(empty?.code == .emptyMessage)
        #expect(empty?.code == StoreError.Code(RefusalCode.emptyMessage))
        #expect(try backend.ann.messages(in: chat).isEmpty)
        let permit = try outsider.may(Intention(.send, conversation: chat))
        #expect(!permit.isAllowed && permit.code == .notFound)
    }

    @Test func `can try again without doing it twice`() async throws {
        let backend = try Backend()
        defer { backend.store.close() }
        let chat = try await backend.ann.startDirect(with: backend.benID)
        let id = MessageID.fresh()
        let first = try await backend.ann.send("once", to: chat, id: id)
        #expect(try await backend.ann.send("once", to: chat, id: id) == first)
        #expect(try backend.ben.messages(in: chat).count == 1)
        let answer = try await backend.ben.send("Once?", to: chat, replyingTo: first)
        #expect(try backend.ann.replies(to: first).map(\.message) == [answer.message])
        let missed = try backend.ben.changes(since: first.position)
        #expect(missed.next == answer.position)
        let tap = CommandID.fresh()
        let position = try await backend.ben.toggleReaction(.like, on: first, id: tap)
        #expect(try await backend.ben.toggleReaction(.like, on: first, id: tap) == position)
        #expect(try backend.ann.reactions(on: first).map(\.reaction) == ["like"])
        #expect(try backend.ben.outcome(of: tap) == position)
        let other = await error { () async throws(StoreError) in
            try await backend.ann.send("twice", to: chat, id: id)
        }
        #expect(other?.code == .idempotencyConflict)
    }

    @Test func `does several things or none`() async throws {
        let backend = try Backend()
        defer { backend.store.close() }
        let chat = try await backend.ann.startDirect(with: backend.benID)
        let refused = await error { () async throws(StoreError) in
            try await backend.ann.perform([.send("hello", to: chat), .leave(chat), .pin(chat)])
        }
        #expect(refused?.code == .permissionDenied)
        #expect(refused?.index == 1)
        #expect(try backend.ann.messages(in: chat).isEmpty)
        let outcome = try await backend.ann.perform([.send("hello", to: chat), .pin(chat)])
        guard case .message(let message, let ordinal, _) = outcome.answers[0] else {
            Issue.record("sending was answered as something else")
            return
        }
        #expect(ordinal == 1)
        let row = try #require(try backend.ann.conversations().first)
        #expect(row.isPinned && row.last?.message == message && row.last?.preview == "hello")
    }

    @Test func `asks several queries on one snapshot`() async throws {
        let backend = try Backend()
        defer { backend.store.close() }
        let chat = try await backend.ann.startDirect(with: backend.benID)
        let sent = try await backend.ann.send("one", to: chat)
        let unread = try backend.ben.snapshot { snapshot in
            try (
                snapshot.position, snapshot.ask(UnreadQuery(in: chat)),
                snapshot.ask(UnreadTotalsQuery())
            )
        }
        #expect(unread.0 == sent.position)
        #expect(unread.1 == (try backend.ben.ask(UnreadQuery(in: chat))))
        #expect(unread.1.count == 1 && unread.2.total == 1 && unread.2.badge == 1)
    }

    @Test func `has a natural word for everything that a user does`() async throws {
        let backend = try Backend()
        let (ann, ben) = (backend.ann, backend.ben)
        defer { backend.store.close() }
        try await ann.setProfile(SetProfile(username: "ann", fullName: "Ann Lee"))
        try await ben.setSettings(SettingsChanged(shareTyping: false, previews: .never))
        #expect(try ben.settings().previews == .never)
        try await ann.addContact(backend.benID)
        #expect(try ann.contacts().map(\.user) == [backend.benID])
        #expect(try ann.profiles(of: [backend.annID]).map(\.name) == ["Ann Lee"])
        #expect(try backend.store.operator.profiles(of: [backend.annID]).first?.username == "ann")
        try await ann.removeContact(backend.benID)

        let group = try await ann.createGroup(
            title: "Lunch",
            members: [backend.benID, backend.cemID]
        )
        try await ann.rename(group, to: "Dinner")
        try await ann.setPhoto(of: group, to: "photos/1")
        try await ann.setRole(.admin, of: backend.benID, in: group)
        try await ann.setPermissions(of: backend.cemID, in: group, canAdd: true)
        try await ben.remove(backend.cemID, from: group)
        try await ben.add(backend.cemID, to: group)
        let portrait = try ben.conversation(group)
        #expect(portrait.item.title == "Dinner" && portrait.item.photo == "photos/1")
        #expect(portrait.role == .admin && portrait.permissions.canRemove)
        #expect(portrait.memberCount == 3)
        #expect(try ben.members(of: group).page.map(\.role) == [.creator, .admin, .member])
        #expect(try ben.users(matching: "lee").map(\.user) == [backend.annID])

        let sent = try await ann.send(
            SendMessage(
                conversation: group,
                message: .fresh(),
                text: "Here.",
                location: Location(latitude: 52.5, longitude: 13.4),
                custom: "{}"
            )
        )
        try await ann.edit(sent, to: "Over here.")
        try await ann.annotate(sent, priority: AnnotateMessage.Priority(isPriority: true))
        try await ben.markDelivered(group, upTo: sent)
        try await ben.markRead(group)
        let item = try ann.message(sent.message)
        #expect(item.text == "Over here." && item.editCount == 1 && item.custom == "{}")
        #expect(item.location?.latitude == 52.5 && item.priority?.isPriority == true)
        #expect(item.receipt?.readings?.count == 1 && item.receipt?.readings?.of == 2)
        #expect(try ben.media(in: group, .location).page.map(\.message) == [sent.message])
        #expect(try ben.mentions(unreadOnly: true).isEmpty)
        #expect(try ann.history(of: sent).versions.map(\.text) == ["Here."])
        try await ben.markUnread(group, from: item)
        #expect(try ben.unread(in: group).first == sent.message)
        try await ben.react("love", to: item)
        try await ben.unreact(.love, from: item)
        #expect(try ann.reactions(on: sent).isEmpty)
        try await ann.signalTyping(true, in: group)
        #expect(try ben.typing(in: group).users.map(\.user) == [backend.annID])

        try await ben.mute(group)
        try await ben.archive(group)
        var row = try #require(try ben.conversations(.archived).first)
        #expect(row.isMuted && row.isArchived)
        try await ben.perform([.unmute(group), .unarchive(group), .pin(group), .unpin(group)])
        row = try #require(try ben.conversations().first)
        #expect(!row.isMuted && !row.isArchived && !row.isPinned)
        try await ben.hide(group)
        try await ben.unhide(group)
        try await ben.clearHistory(of: group)
        #expect(try ben.messages(in: group).isEmpty)
        try await ann.delete(sent)
        #expect(try ann.message(sent.message).isDeleted)

        let request = try await ann.openRequest(
            about: Context(kind: "ride", id: "17"),
            members: [backend.benID]
        )
        #expect(try ben.findByContext(Context(kind: "ride", id: "17")).items == [request])
        #expect(try ben.findByContext(ofKind: "ride").items == [request])
        #expect(try ben.conversations(.all, kind: .request).map(\.conversation) == [request])
        let shared = try ben.conversations(.all, with: backend.annID, search: "")
        #expect(shared.resultCount == nil && shared.contains { $0.conversation == request })
        let memberships = try backend.store.operator.memberships(of: backend.benID)
        let entry = try #require(try ben.messages(in: request).items.first)
        let explanation = try backend.store.operator.explain(entry.message, for: backend.benID)
        #expect(explanation.isVisible && explanation.because.first?.kind == .fullHistory)
        #expect(memberships.contains { $0.conversation == request && $0.leftAt == nil })
        #expect(try ben.messages(in: request, .aroundOrdinal(1)) == ben.messages(in: request))
        try await ann.cancelRequest(request)
        #expect(try !ben.conversation(request).item.isClosed)
        try await ann.completeRequest(request)
        #expect(try ben.conversation(request).item.isClosed)
        let trip = try await ann.openRequest(
            about: Context(kind: "trip", id: "17"),
            members: [backend.benID]
        )
        try await ann.clearContext(of: trip)
        #expect(try ben.conversation(trip).context == nil)
        try await ben.leave(group)
        try await ben.block(backend.annID)
        #expect(try ben.blocks().map(\.user) == [backend.annID])
        try await ben.unblock(backend.annID)
        try await ben.clearAll()
    }

    @Test func `keeps order with moderators`() async throws {
        let backend = try Backend()
        defer { backend.store.close() }
        let chat = try await backend.ann.startDirect(with: backend.benID)
        let rude = try await backend.ann.send("…!", to: chat)
        let report = try await backend.ben.report(.message(rude.message), for: .harassment)
        try await backend.store.operator.appointModerator(backend.cemID)
        let moderator = backend.store.session(for: backend.cemID)
        #expect(try moderator.reports(.open).map(\.report) == [report])
        try await moderator.resolveReport(report, with: .suspend, note: "Once more.")
        let refused = await error { () async throws(StoreError) in
            try await backend.ann.send("sorry", to: chat)
        }
        #expect(refused?.code == .suspended)
        try await moderator.reinstate(backend.annID)
        try await backend.ann.send("sorry", to: chat)
        try await backend.store.operator.dismissModerator(backend.cemID)
    }

    @Test func `erases what has to go, unless it is held`() async throws {
        let backend = try Backend()
        defer { backend.store.close() }
        let `operator` = backend.store.operator
        let chat = try await backend.ann.startDirect(with: backend.benID)
        let secret = try await backend.ann.send("my old address", to: chat)
        let hold = try await `operator`.placeHold(for: "case 12", on: backend.annID)
        let held = try await `operator`.erase(
            .message(secret.message),
            basis: "art. 17",
            reason: "asked for"
        )
        #expect(held.erased == 0)
        #expect(held.deferred.map(\.why) == [.hold(hold)])
        #expect(try backend.ben.message(secret.message).text == "my old address")
        let plan = try await `operator`.releasePlan(of: hold)
        #expect(plan.erased == 1 && plan.deferred.isEmpty && plan.request == nil)
        #expect(try backend.ben.message(secret.message).text == "my old address")
        try await `operator`.releaseHold(hold)
        try await `operator`.runRetention()
        let item = try backend.ben.message(secret.message)
        #expect(item.isErased && item.text == nil)

        try await `operator`.configure(Configure(textLimit: 5))
        try await `operator`.setRetention(of: .direct, maximum: .days(30))
        let refused = await error { () async throws(StoreError) in
            try await backend.ann.send("far too long", to: chat)
        }
        #expect(refused?.code == .messageTooLong)
        let forgotten = try await `operator`.forgetUser(backend.annID, basis: "art. 17")
        #expect(forgotten.deferred.isEmpty)
    }

    @Test func `opens, closes and opens again, for reading too`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "face-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "chat.scrollback").path
        let (annID, benID) = (UserID.fresh(), UserID.fresh())
        #expect(annID < benID)

        let store = try Store.open(path)
        let chat = try await store.session(for: annID).startDirect(with: benID)
        store.close()
        let closed = await error { () async throws(StoreError) in
            try await store.session(for: annID).send("hello", to: chat)
        }
        #expect(closed?.code == .closed)

        var reading = Store.Options()
        reading.access = .reading
        let reader = try Store.open(path, options: reading)
        defer { reader.close() }
        #expect(reader.path == path)
        let rows = try reader.session(for: benID).conversations(.all)
        #expect(rows.map(\.conversation) == [chat])
        let refused = await error { () async throws(StoreError) in
            try await reader.session(for: annID).send("hello", to: chat)
        }
        #expect(refused?.code == .readOnly)
        let missing = await error { () throws(StoreError) in
            _ = try Store.open("/nowhere/chat.scrollback")
        }
        #expect(missing?.code == .cannotOpen)
    }
}

@Suite struct `A projector of another package` {
    @Test func `counts what happens, and the same again from the log`() async throws {
        let backend = try Backend([Activity()])
        defer { backend.store.close() }
        let chat = try await backend.ann.startDirect(with: backend.benID)
        for text in ["one", "two", "three"] { try await backend.ann.send(text, to: chat) }
        try await backend.ben.send("four", to: chat)
        try await backend.ann.recordCustom("points.daily", data: "streak", in: chat)
        try await backend.ann.recordCustom("unrelated", data: "", in: chat)
        for _ in 0..<2 {
            // Midnight may lie between two of them.
            let ann = try Activity.days(of: backend.annID, in: backend.store)
            #expect(ann.map(\.messages).reduce(0, +) == 3)
            #expect(ann.map(\.points).reduce(0, +) == 10)
            let ben = try Activity.days(of: backend.benID, in: backend.store)
            #expect(ben.map(\.messages) == [1] && ben.map(\.points) == [0])
            #expect(try Activity.days(of: backend.cemID, in: backend.store).isEmpty)
            #expect(try backend.store.differenceFromRecount() == nil)
            let report = try await backend.store.rebuildViews(comparing: true)
            #expect(report.comparison == .equal)
        }
        #expect(try backend.store.customViews().map(\.condition) == [.follows])
    }

    @Test func `is left out where it throws, and everything else goes on`() async throws {
        let backend = try Backend([Activity()])
        defer { backend.store.close() }
        let chat = try await backend.ann.startDirect(with: backend.benID)
        try await backend.ann.send("one", to: chat)
        let position = try await backend.ann.recordCustom("points.weekly", data: "", in: chat)
        try await backend.ann.send("two", to: chat)
        #expect(try backend.ben.messages(in: chat).map(\.text) == ["one", "two"])
        let views = try backend.store.customViews()
        #expect(views.map(\.name) == ["activity"])
        #expect(views.map(\.condition) == [.faulted(position, error: "UnknownPoints")])
        do {
            _ = try Activity.days(of: backend.annID, in: backend.store)
            Issue.record("a view that could not fold an event was shown")
        } catch let error as StoreError {
            #expect(error.code == .unavailable)
            #expect(error.message.contains("activity"))
        }
    }
}
