import EventLog
import Glibc
import LogSchema
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

private let hold = HoldID(UniqueID(high: 9, low: 1 << 63))
private let released = HoldID(UniqueID(high: 9, low: 1 << 63 | 1))

/// A backup, and what came after it.
private struct BackedUp {
    let place: KeptPlace
    let chat: ConversationID
    let erased: MessageID
    let held: MessageID
    let kept: MessageID
    let keptAt: Position
    /// The newest number that was shown.
    let last: UInt64

    init() async throws {
        place = try KeptPlace()
        let store = try place.open()
        chat = try await store.begin()
        erased = try await store.send("erased later", to: chat)
        held = try await store.send("held later", to: chat)
        let sent = try await store.session(for: ann).send("kept", to: chat)
        kept = sent.message
        keptAt = sent.position
        try await store.operator.placeHold(for: "Matter 0", on: ben, id: released)
        store.close()
        place.copy(to: "backup")

        let again = try place.open()
        _ = try await again.erase(erased)
        try await again.operator.releaseHold(released)
        try await again.operator.placeHold(for: "Matter 1", on: ann, id: hold)
        _ = try await again.send("lost", to: chat)
        last = try #require(try await again.erase(held).keeping)
        again.close()
    }

    var backup: String { place.folder.path("backup") }
}

@Suite struct `A restore with the journal` {  // D-92
    @Test func `erases again, holds again, and asks again`() async throws {
        let story = try await BackedUp()
        let journal = readFile(story.place.journal)
        let report = try story.place.restore("backup", last: story.last)
        #expect(report.line == story.last && report.linesBehindLast == 0 && !report.isTorn)
        #expect(readFile(story.place.journal) == journal, "a restore writes no line")
        #expect(try await story.place.finding(story.backup) == nil)

        let store = try story.place.open(story.backup)
        #expect(try store.text(of: story.erased) == nil)
        #expect(try store.text(of: story.held) == "held later")
        #expect(try store.text(of: story.kept) == "kept")
        let state = try await store.stateWithoutErasing()
        #expect(state.holds.map(\.hold.id) == [hold] && state.holds[0].matter == "restored")
        #expect(state.pendingErasures.count == 1 && state.earlierEpochs.count == 1)
        // The request that the hold kept waiting is carried out with its release.
        try await store.operator.releaseHold(hold)
        #expect(try store.text(of: story.held) == nil)
        store.close()
        #expect(try await story.place.finding(story.backup) == nil)
    }

    @Test func `is repeated by the next one, each event once`() async throws {
        let story = try await BackedUp()
        try story.place.restore("backup", last: story.last)
        let store = try story.place.open(story.backup)
        _ = try await store.send("more", to: story.chat)
        _ = try await store.stateWithoutErasing()
        store.close()
        let lines = try story.place.lines.count
        // A second restore, from a copy of the restored store, and one from before it.
        story.place.copy(to: "again", from: story.backup)
        #expect(try story.place.restore("again").repeated == 0)
        let again = try story.place.open(story.place.folder.path("again"))
        #expect(try again.holds().map(\.hold.id) == [hold])
        #expect(try again.operator.ask(StateQuery()).earlierEpochs.count == 2)
        again.close()
        #expect(try story.place.lines.count == lines + 1)
        #expect(try await story.place.finding(story.place.folder.path("again")) == nil)
    }

    @Test(arguments: [false, true])
    func `carries out requests also on what an earlier restore had lost`(
        losesCommit: Bool
    ) async throws {
        let place = try KeptPlace()
        let store = try place.open()
        let chat = try await store.begin()
        let old = try await store.send("in both backups", to: chat)
        store.close()
        place.copy(to: "earlier")
        let first = try place.open()
        let lost = try await first.send("in the later backup alone", to: chat)
        first.close()
        place.copy(to: "later")

        try place.restore("earlier")
        let second = try place.open(place.folder.path("earlier"))
        let all = Erase(target: .conversation(chat), basis: "law", reason: "asked")
        let outcome = try await second.operator.carryOut(.erase(all))
        second.close()
        try place.restore("later", last: try #require(outcome.keeping))

        let path = place.folder.path("later")
        if losesCommit { place.undoCommit(path) }
        let third = try place.open(path)
        let state = try await third.stateWithoutErasing()
        #expect(state.pendingErasures.isEmpty)
        #expect(try third.text(of: old) == nil && third.text(of: lost) == nil)
        #expect(try await third.session(for: ann).send("new", to: chat).position > .zero)
        third.close()
        #expect(try await place.finding(path) == nil)
    }

    @Test func `leaves the replaced store no place in the journal`() async throws {
        let story = try await BackedUp()
        try story.place.restore("backup", last: story.last)
        try story.place.open(story.backup).close()
        #expect(story.place.refusal() == .ofAnotherEpoch)
    }

    @Test func `is taken over only while the journal ends where it read it`() async throws {
        let story = try await BackedUp()
        try story.place.restore("backup", last: story.last)
        let old = try story.place.open()
        _ = try await old.erase(story.kept)
        old.close()
        #expect(story.place.refusal(story.backup) == .wentOn)
    }

    @Test(arguments: [false, true])
    func `is taken over after openings that could not write the lines of its events`(
        isKilled: Bool
    ) async throws {
        let story = try await BackedUp()
        let faults = story.place.faults
        try story.place.restore("backup", last: story.last)
        for _ in 0..<2 {
            // The line that announces them is written, and they are not.
            faults.fail(.write, with: ENOSPC, after: 1)
            faults.fail(.cut, with: isKilled ? EIO : nil)
            #expect(throws: StoreFault.self) { try story.place.open(story.backup) }
        }
        faults.fail(.write, with: nil)
        faults.fail(.cut, with: nil)
        #expect(try story.place.lines.count > Int(story.last), "it is announced")
        let store = try story.place.open(story.backup)
        #expect(try store.text(of: story.erased) == nil)
        #expect(try await store.stateWithoutErasing().holds.map(\.hold.id) == [hold])
        store.close()
        #expect(story.place.refusal() == .ofAnotherEpoch)
        #expect(try await story.place.finding(story.backup) == nil)
    }

    @Test func `also applies lines that the operator does not know of, and says so`() async throws {
        let story = try await BackedUp()
        let report = try story.place.restore("backup", last: story.last - 2)
        #expect(report.linesBehindLast == 2)
    }

    @Test func `is refused with a journal that is short, another log's or changed`() async throws {
        let story = try await BackedUp()
        let whole = readFile(story.place.journal)
        let lines = whole.split(separator: 10).map { Array($0) + [10] }
        let copy = story.place.folder.path("copy.journal")
        func fault(_ bytes: [UInt8], last: UInt64 = 0) -> JournalFault? {
            writeFile(copy, bytes)
            return journalFault { () throws(StoreFault) in
                try story.place.restore("backup", from: copy, last: last)
            }
        }
        #expect(fault(whole, last: story.last + 1) == .isShorter)
        #expect(fault(Array(lines.dropLast().joined()), last: story.last) == .isShorter)
        #expect(fault(Array(lines[..<2].joined())) == .lacksBackup)
        #expect(fault([]) == .empty)
        let other = try KeptPlace()
        try other.open().close()
        #expect(fault(readFile(other.journal)) == .ofAnotherLog)
        var swapped = lines
        swapped.swapAt(3, 4)
        for changed in [swapped, Array(lines[..<3] + lines[4...])] {
            guard case .damaged(line: 4, _)? = fault(changed.flatMap(\.self)) else {
                Issue.record("a changed journal is taken")
                continue
            }
        }
        // Nothing was changed by any of them.
        let log = try EventLog(opening: StoreDirectory(path: story.backup), access: .reading)
        #expect(!log.epochs.isRestored)
        log.close()
    }

    @Test func `is refused with keys that lost a slot, which is no erasure`() async throws {
        let story = try await BackedUp()
        var keys = readFile(story.backup + "/keys.bin")
        let position = Int(story.keptAt.rawValue)
        for byte in (position - 1) * 32..<position * 32 { keys[byte] = 0 }
        writeFile(story.backup + "/keys.bin", keys)
        #expect(throws: StoreFault.log(.damagedRecord(story.keptAt, .missing))) {
            try story.place.restore("backup", last: story.last)
        }
    }

    @Test func `without the journal brings back what was erased, and the log says so`()
        async throws
    {
        let story = try await BackedUp()
        let report = try StoreRestore(from: .none).run(
            at: StoreDirectory(path: story.backup),
            time: Timestamp(microseconds: 1)
        )
        #expect(report.line == nil && report.repeated == 0)
        #expect(story.place.refusal(story.backup) == .ofAnotherEpoch)
        let store = try story.place.open(story.backup) { $0.journal = nil }
        #expect(try store.text(of: story.erased) == "erased later")
        let restored = try store.operator.ask(EventsQuery(types: [EnvelopeEvent.logRestored])).items
        #expect(restored.count == 1)
        store.close()
        // It may begin another journal.
        try story.place.open(story.backup, journal: story.place.folder.path("new")).close()
        #expect(try await story.place.finding(story.backup) == nil)
    }

    @Test func `in a drill changes no journal, takes no lock, and makes a store to read`()
        async throws
    {
        let story = try await BackedUp()
        writeFile(story.place.journal, readFile(story.place.journal) + Array("torn".utf8))
        let bytes = readFile(story.place.journal)
        let locked = try Journal(story.place.journal, creates: false)
        let report = try story.place.restore("backup", last: story.last, isDrill: true)
        #expect(report.isTorn)
        #expect(readFile(story.place.journal) == bytes)
        withExtendedLifetime(locked) {}
        #expect(try await story.place.finding(story.backup) == nil)
        let fault = story.place.refusal(story.backup, journal: story.place.folder.path("new"))
        #expect(fault == .isDrill)
        #expect(story.place.refusal(story.backup) { $0.journal = nil } == .isDrill)
        let reader = try Engine(opening: story.backup, access: .reading)
        reader.close()
    }

    @Test func `to before the journal's beginning keeps the duty to name it`() async throws {
        let place = try KeptPlace()
        let store = try place.open { $0.journal = nil }
        let chat = try await store.begin()
        let secret = try await store.send("secret", to: chat)
        store.close()
        place.copy(to: "first")
        place.copy(to: "again")
        let kept = try place.open()
        _ = try await kept.erase(secret)
        kept.close()
        try place.restore("first")
        let restored = place.folder.path("first")
        #expect(place.refusal(restored) { $0.journal = nil } == .isNeeded)
        let opened = try place.open(restored)
        #expect(try opened.text(of: secret) == nil)
        opened.close()
        #expect(place.refusal(restored) { $0.journal = nil } == .isNeeded)
        // The journal was begun once, so it covers the earlier backup again.
        try place.restore("again")
        let again = try place.open(place.folder.path("again"))
        #expect(try again.text(of: secret) == nil)
        again.close()
        #expect(try await place.finding(place.folder.path("again")) == nil)
    }

    @Test func `refuses a backup from before the epoch in which the journal began`() async throws {
        let place = try KeptPlace()
        let plain: (inout Engine.Options) -> Void = { $0.journal = nil }
        let store = try place.open(nil, journal: nil, plain)
        _ = try await store.begin()
        store.close()
        place.copy(to: "first")
        place.copy(to: "restored")
        _ = try StoreRestore(from: .none).run(
            at: StoreDirectory(path: place.folder.path("restored")),
            time: Timestamp(microseconds: 1)
        )
        try place.open(place.folder.path("restored")).close()
        let fault = journalFault { () throws(StoreFault) in try place.restore("first") }
        #expect(fault == .begunLater)
    }
}
