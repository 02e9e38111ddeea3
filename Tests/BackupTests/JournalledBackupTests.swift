import EventLog
import Glibc
import Messaging
import Scrollback
import ScrollbackBackup
import TestSupport
import Testing

/// A store with a journal, a backup of it, and an erasure and a hold after that.
private final class Journalled {
    let folder = TemporaryFolder("journalled")
    static let secret = String(repeating: "the secret of the vault ", count: 20)

    let author: UserID
    let group: ConversationID
    let erased: MessageID
    /// The slot of the erased message.
    let slot: [UInt8]
    let hold: HoldID
    let last: UInt64

    var backup: String { folder.path("backup") }
    var keys: String { folder.path("vault") }
    var journal: String { folder.path("chat.journal") }

    init() async throws {
        var options = Store.Options()
        options.journal = folder.path("chat.journal")
        let store = try Store.open(folder.path("chat.scrollback"), options: options)
        defer { store.close() }
        let author = store.session(for: .fresh())
        self.author = author.user
        group = try await author.createGroup(title: "g", members: [.fresh(), .fresh()])
        erased = try await author.send(Self.secret, to: group).message
        slot = try traces(in: store.engine.log).slot
        let report = try await store.backUp(
            to: folder.path("backup"),
            keys: folder.path("vault")
        )
        #expect(try report.keeping == store.operator.ask(StateQuery()).keeping)
        #expect(report.alsoKeep.contains { $0.contains("the journal") })
        _ = try await store.operator.erase(.message(erased), basis: "law", reason: "asked")
        hold = try await store.operator.placeHold(for: "Matter 1")
        last = try #require(try store.operator.ask(StateQuery()).keeping)
    }

    func restore(
        to name: String = "restored",
        _ journal: RestoreJournal? = nil,
        isDrill: Bool = false
    ) throws(BackupError) -> RestoreReport {
        try Backup(at: backup, keys: keys).restore(
            to: folder.path(name),
            journal: journal ?? .file(self.journal, last: last),
            isDrill: isDrill
        )
    }
}

@Suite struct `A backup that is restored with the journal` {  // D-92
    @Test func `has no text that was erased after it, and the holds placed after it`()
        async throws
    {
        let story = try await Journalled()
        let report = try story.restore()
        #expect(report.repeated > 0 && report.line == story.last && report.linesBehindLast == 0)
        var options = Store.Options()
        #expect(throws: StoreError.self) {
            try Store.open(story.folder.path("restored"), options: options)
        }
        options.journal = story.journal
        let store = try Store.open(story.folder.path("restored"), options: options)
        defer { store.close() }
        #expect(try store.operator.ask(StateQuery()).holds.map(\.hold.id) == [story.hold])
        let author = store.session(for: story.author)
        #expect(try author.message(story.erased).text == nil)
        let items = try author.messages(in: story.group, limit: 100).items
        #expect(items.map(\.message).contains(story.erased))
        let answers = "\(items) \(try author.conversations())"
        #expect(!answers.contains("vault"))
        #expect(holds(story.keys, story.slot))
        store.close()
        #expect(!holds(story.folder.path("restored"), story.slot))
        try await verified(story.folder.path("restored"))
    }

    @Test func `counts a copy of the keys from the lost epoch as older`() async throws {
        let story = try await Journalled()
        var options = Store.Options()
        options.journal = story.journal
        // A copy elsewhere is up to date at a position that the restored log reaches again.
        let store = try Store.open(story.folder.path("chat.scrollback"), options: options)
        let author = store.session(for: .fresh())
        let group = try await author.createGroup(title: "more", members: [.fresh(), .fresh()])
        for number in 0..<20 { _ = try await author.send("\(number)", to: group) }
        _ = try await store.backUp(
            to: story.folder.path("other backup"),
            keys: story.folder.path("other vault")
        )
        #expect(try store.operator.state().keyCopies.map(\.isOlder) == [true, false])
        let line = try #require(try store.operator.ask(StateQuery()).keeping)
        store.close()
        _ = try story.restore(to: "restored", .file(story.journal, last: line))
        let restored = try Store.open(story.folder.path("restored"), options: options)
        defer { restored.close() }
        let copies = try restored.operator.state().keyCopies
        #expect(copies.map(\.isOlder) == [true, true])
        let size = try restored.engine.log.snapshot().size
        #expect(copies.allSatisfy { ($0.upTo ?? .zero) < size })
    }

    @Test func `is refused where the journal does not reach, and leaves nothing`() async throws {
        let story = try await Journalled()
        for journal in [
            RestoreJournal.file(story.journal, last: story.last + 1),
            .file(story.folder.path("none"), last: 0),
        ] {
            let error = #expect(throws: BackupError.self) {
                try story.restore(to: "restored", journal)
            }
            #expect(error?.code == .journal)
            #expect(access(story.folder.path("restored"), F_OK) != 0)
        }
    }

    @Test func `is only read after a drill, and the journal is as it was`() async throws {
        let story = try await Journalled()
        let before = readFile(story.journal)
        _ = try story.restore(isDrill: true)
        #expect(readFile(story.journal) == before)
        var options = Store.Options()
        options.journal = story.journal
        #expect(throws: StoreError.self) {
            try Store.open(story.folder.path("restored"), options: options)
        }
        options.access = .reading
        try Store.open(story.folder.path("restored"), options: options).close()
        try await verified(story.folder.path("restored"))
    }
}
