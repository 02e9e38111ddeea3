import EventLog
import Glibc
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

private let hold = HoldID(UniqueID(high: 9, low: 1 << 63))

extension Store {
    fileprivate func placeHold() async throws {
        try await self.operator.placeHold(for: "Matter 1", id: hold)
    }
}

/// A store whose log is put back to where it was before a hold and an erasure.
private struct SetBack {
    let place: KeptPlace
    let chat: ConversationID
    let secret: MessageID
    let before: Int

    /// With a message sent between them the log is an older one.
    init(sends: Bool = false) async throws {
        place = try KeptPlace()
        let store = try place.open()
        chat = try await store.begin()
        secret = try await store.send("secret", to: chat)
        store.close()
        place.copy(to: "before", withMark: true)
        before = try place.lines.count
        let again = try place.open()
        if sends { _ = try await again.send("lost", to: chat) }
        _ = try await again.erase(secret)
        if sends { try await again.placeHold() }
        again.close()
        place.putBack("before")
    }
}

@Suite struct `At its opening a store and its journal agree` {  // D-92
    @Test func `lines of the last append are carried out`() async throws {
        let story = try await SetBack()
        let store = try story.place.open()
        #expect(try store.text(of: story.secret) == nil)
        let state = try store.operator.ask(StateQuery())
        #expect(state.pendingErasures.isEmpty && state.earlierEpochs.isEmpty)
        store.close()
        // The repeats have lines of their own.
        #expect(try story.place.lines.count == story.before + 4)
        #expect(try await story.place.finding() == nil)
    }

    @Test func `each once, however often the opening is cut short`() async throws {
        let story = try await SetBack()
        story.place.faults.fail(.write, with: ENOSPC)
        #expect(throws: StoreFault.self) { try story.place.open() }
        story.place.faults.fail(.write, with: nil)
        for _ in 0..<3 {
            let store = try story.place.open()
            #expect(try store.text(of: story.secret) == nil)
            store.close()
        }
        #expect(try story.place.lines.count == story.before + 4)
        #expect(try await story.place.finding() == nil)
    }

    @Test func `a line whose position the log has filled otherwise is made void`() async throws {
        let story = try await SetBack()
        // The event that says so stands at the position of the first line.
        let alone = try story.place.open { options in
            options.journal = nil
            options.withoutJournal = true
        }
        alone.close()
        let store = try story.place.open()
        #expect(try store.text(of: story.secret) == "secret")
        store.close()
        let voided = try story.place.lines.compactMap { line -> ClosedRange<UInt64>? in
            if case .void(let range) = line.content { range } else { nil }
        }
        #expect(voided.count == 2)
        try story.place.open().close()
        #expect(try await story.place.finding() == nil)
    }

    @Test func `an older log is refused, and accepted as a restore`() async throws {
        let story = try await SetBack(sends: true)
        let files = ["log.mdb", "keys.bin", "keys.bin.mark"].map {
            readFile("\(story.place.path)/\($0)")
        }
        guard case .isAhead = story.place.refusal() else {
            Issue.record("an older log is opened")
            return
        }
        for (name, bytes) in zip(["log.mdb", "keys.bin", "keys.bin.mark"], files) {
            #expect(readFile("\(story.place.path)/\(name)") == bytes, "\(name) is as it was")
        }
        let store = try story.place.open { $0.acceptsOlderLog = true }
        #expect(try store.text(of: story.secret) == nil)
        #expect(try store.holds().map(\.hold.id) == [hold])
        #expect(try store.holds().map(\.matter) == ["restored"])
        #expect(try store.operator.ask(StateQuery()).earlierEpochs.count == 1)
        store.close()
        #expect(try await story.place.finding() == nil)
    }

    @Test func `an accepted older log goes on wherever a crash ended the lines that it adds`()
        async throws
    {
        let place = try KeptPlace()
        let kept = try place.open()
        let chat = try await kept.begin()
        kept.close()
        let alone: (inout Engine.Options) -> Void = { options in
            options.journal = nil
            options.withoutJournal = true
        }
        // So the journal lacks events of the epoch that the restore ends, too.
        let older = try place.open(nil, journal: nil, alone)
        try await older.placeHold()
        older.close()
        place.copy(to: "older")
        let newer = try place.open(nil, journal: nil, alone)
        _ = try await newer.send("lost", to: chat)
        newer.close()
        writeFile("\(place.path)/log.mdb", readFile(place.folder.path("older/log.mdb")))
        let before = try place.lines.count
        try place.open { $0.acceptsOlderLog = true }.close()

        let whole = readFile(place.journal)
        let wanted = try place.lines.compactMap(\.event?.leaf)
        let ends = whole.indices.filter { whole[$0] == 10 }
        #expect(ends.count > before + 3)
        for end in ends[(before - 1)...] {
            writeFile(place.journal, Array(whole[...end]))
            let store = try place.open()
            #expect(try store.holds().map(\.hold.id) == [hold])
            store.close()
            #expect(try place.lines.compactMap(\.event?.leaf) == wanted)
        }
        #expect(try await place.finding() == nil)
    }

    @Test func `what the journal lacks is added`() async throws {
        let place = try KeptPlace()
        let store = try place.open()
        let chat = try await store.begin()
        let secret = try await store.send("secret", to: chat)
        let older = readFile(place.journal)
        _ = try await store.erase(secret)
        store.close()
        let newer = readFile(place.journal)
        writeFile(place.journal, older)
        try place.open().close()
        let added = try place.lines
        // One of them says how many follow.
        #expect(added.count == 5 && added[2].content == .adds(4...5))
        let lines = try JournalContents(newer).lines
        #expect(added.compactMap(\.event?.leaf) == lines.compactMap(\.event?.leaf))
        #expect(try await place.finding() == nil)
    }

    @Test func `a crash while they are added leaves what can be added again`() async throws {
        let place = try KeptPlace()
        let plain = try place.open { $0.journal = nil }
        let chat = try await plain.begin()
        for number in 0..<8 { _ = try await plain.erase(plain.send("\(number)", to: chat)) }
        plain.close()
        try place.open().close()
        let whole = readFile(place.journal)
        let wanted = try place.lines.compactMap(\.event?.leaf)
        let ends = whole.indices.filter { whole[$0] == 10 }
        // Any of the pages of the second write may be missing, or the file end anywhere.
        for start in stride(from: ends[1] + 1, to: ends[10], by: 97) {
            var torn = Array(whole[...ends[10]])
            for index in start..<min(start + 300, torn.count) { torn[index] = 0 }
            for bytes in [torn, Array(torn[..<start])] {
                writeFile(place.journal, bytes)
                let store = try place.open()
                store.close()
                let lines = try place.lines
                #expect(lines.compactMap(\.event?.leaf) == wanted)
            }
        }
        // A change behind what was announced is damage.
        let store = try place.open()
        for number in 0..<3 { _ = try await store.erase(store.send("\(number)", to: chat)) }
        store.close()
        var bytes = readFile(place.journal)
        let last = bytes.indices.filter { bytes[$0] == 10 }
        bytes[last[last.count - 5] + 40] ^= 1
        writeFile(place.journal, bytes)
        guard case .damaged = place.refusal() else {
            Issue.record("damage is taken for a torn append")
            return
        }
    }

    @Test func `a torn end is cut off, and said`() async throws {
        let place = try KeptPlace()
        try place.open().close()
        let whole = readFile(place.journal)
        writeFile(place.journal, whole + Array("3 00000000000000ab 2 3 AAAA".utf8))
        try place.open().close()
        #expect(readFile(place.journal) == whole)
    }

    @Test func `a damaged line before others is refused`() async throws {
        let place = try KeptPlace()
        let store = try place.open()
        try await store.placeHold()
        store.close()
        var bytes = readFile(place.journal)
        bytes[2] ^= 1
        writeFile(place.journal, bytes)
        guard case .damaged(line: 1, _) = place.refusal() else {
            Issue.record("damage is taken")
            return
        }
    }

    @Test func `the journal of another log, and one in the store, are refused`() async throws {
        let place = try KeptPlace()
        try place.open().close()
        let other = try KeptPlace()
        try other.open().close()
        #expect(place.refusal(journal: other.journal) == .ofAnotherLog)
        #expect(place.refusal(journal: place.path + "/journal") == .inStore)
        #expect(place.refusal(journal: place.folder.path("new")) == .empty)
        #expect(access(place.folder.path("new"), F_OK) != 0, "no file is left")
        let store = try place.open()
        defer { store.close() }
        #expect(other.refusal(journal: place.journal) == .inUse)
    }

    @Test func `a file of something else is refused, and stays as it was`() throws {
        let wrong = [UInt8]("a letter to ann\nwith two lines\n".utf8)
        let place = try KeptPlace()
        writeFile(place.journal, wrong)
        #expect(place.refusal() == .noJournal)
        #expect(readFile(place.journal) == wrong)
        // Also where the store was last opened without its journal.
        let own = place.folder.path("own")
        try place.open(journal: own).close()
        try place.open { options in
            options.journal = nil
            options.withoutJournal = true
        }.close()
        #expect(place.refusal() == .noJournal)
        #expect(readFile(place.journal) == wrong)
        // A link does not hide a file of the store.
        let link = place.folder.path("link")
        symlink(place.path + "/keys.bin", link)
        let keys = readFile(place.path + "/keys.bin")
        #expect(place.refusal(journal: link) == .inStore)
        #expect(readFile(place.path + "/keys.bin") == keys)
        try place.open(journal: own).close()
    }

    @Test func `another copy of the store that went on is refused`() async throws {
        let place = try KeptPlace()
        try place.open().close()
        place.copy(to: "other", withMark: true)
        let store = try place.open()
        try await store.placeHold()
        store.close()
        let chat = try place.open()
        try await chat.operator.releaseHold(hold)
        chat.close()
        // The copy fills the positions of these lines otherwise.
        let other = try place.open(place.folder.path("other")) { options in
            options.journal = nil
            options.withoutJournal = true
        }
        _ = try await other.begin()
        other.close()
        let store2 = try place.open()
        try await store2.operator.placeHold(for: "Matter 2")
        store2.close()
        let fault = place.refusal(place.folder.path("other"))
        switch fault {
        case .ofAnotherCopy, .isAhead: break
        default: Issue.record("\(String(describing: fault))")
        }
    }

    @Test func `a store that has a journal is written with it only, unless that is said`()
        async throws
    {
        let place = try KeptPlace()
        // Without one, it is opened as ever.
        let first = try place.open { $0.journal = nil }
        let chat = try await first.begin()
        let secret = try await first.send("secret", to: chat)
        first.close()
        try place.open().close()
        #expect(try place.lines.count == 2)
        #expect(place.refusal { $0.journal = nil } == .isNeeded)

        let alone = try place.open { options in
            options.journal = nil
            options.withoutJournal = true
        }
        _ = try await alone.erase(secret)
        #expect(try alone.operator.ask(StateQuery()).keeping == nil)
        alone.close()
        #expect(place.refusal { $0.journal = nil } == .isNeeded, "each time")
        try place.open().close()
        #expect(try await place.finding() == nil)
    }

    @Test func `a reading process needs none`() async throws {
        let place = try KeptPlace()
        let store = try place.open()
        _ = try await store.begin()
        store.close()
        let reader = try Engine(opening: place.path, access: .reading)
        reader.close()
    }
}
