import Foundation
import Glibc
import TestSupport
import Testing

/// A chat with a journal, its export, and what happened after the export.
private struct Journalled: ~Copyable {
    let chat: SmallChat
    let place: String
    let journal: String
    /// The journal as it was before the export was noted.
    let older: [UInt8]

    static let hold = "018bcfe5-9900-7c01-9d5a-2f6f7a3a9b0f"
    static let secondWords = "昼食 is at one"
    static let thirdWords = "=1+1"

    init() throws {
        let chat = try SmallChat()
        let journal = chat.folder.path("chat.journal")
        let erase = Self.erase(SmallChat.first, 92_000)
        try Self.go(chat.store, journal, [erase])
        let older = readFile(journal)
        let place = chat.folder.path("all")
        let run = try Command.run("export", chat.store, place, "--journal", journal)
        try #require(run.exit == 0, "\(run.errors)")
        self.chat = chat
        self.place = place
        self.journal = journal
        self.older = older
    }

    /// Erases the second message, places a hold and exports a conversation.
    func goOn() throws {
        let start = SmallChat.start
        try Self.go(
            chat.store,
            journal,
            [
                Self.erase(SmallChat.second, 100_000),
                #"{"as":"operator","do":"placeHold","id":"\#(Self.hold)","conversation":"\#(SmallChat.group)","matter":"case 17","at":\#(start + 101_000)}"#,
            ]
        )
        let later = ["export", chat.store, chat.folder.path("later"), "--conversation"]
        let run = try Command.run(later + [SmallChat.group, "--journal", journal])
        try #require(run.exit == 0, "\(run.errors)")
    }

    static func erase(_ message: String, _ time: Int) -> String {
        #"{"as":"operator","do":"erase","message":"\#(message)","basis":"law","reason":"asked","at":\#(SmallChat.start + time)}"#
    }

    /// Does something in a store that keeps a journal.
    static func go(_ store: String, _ journal: String, _ lines: [String]) throws {
        let run = try Command.pipe(
            store,
            "--journal",
            journal,
            "--clock",
            "given",
            input: lines
        )
        try #require(run.exit == 0 && !run.output.contains(#""error""#), "\(run.output)")
    }

    /// Imports the export with journals, each without a number that is known.
    func move(_ name: String, _ journals: [String], _ words: [String] = []) throws -> Command.Run {
        let given = journals.flatMap { ["--journal", $0, "--last", "0"] }
        return try Command.run(["import", chat.folder.path(name), place, "--json"] + given + words)
    }

    /// What a member reads of a store.
    func seen(_ name: String) throws -> String {
        let words = ["messages", chat.folder.path(name), SmallChat.group, "--as", SmallChat.sarah]
        return try Command.run(words + ["--json"]).output
    }

    /// The answer to what is open in a store.
    func state(_ name: String) throws -> String {
        let line = #"{"as":"operator","ask":"state"}"#
        return try Command.pipe(chat.folder.path(name), "--readonly", input: [line]).output
    }

    /// The manifests of the exports that a store notes.
    func exports(_ name: String) throws -> [String] {
        let line = #"{"as":"operator","ask":"exports"}"#
        let run = try Command.pipe(chat.folder.path(name), "--readonly", input: [line])
        let items = (try object(run)["ok"] as? [String: Any])?["items"] as? [[String: Any]]
        return try #require(items).compactMap { $0["manifest"] as? String }.sorted()
    }

    /// Imports the export into a second store with a journal of its own, and erases the third
    /// message there.
    func branch() throws -> String {
        let run = try move("branch", [journal])
        try #require(run.exit == 0, "\(run.errors)")
        let other = chat.folder.path("branch.journal")
        // What it repeats was recorded now.
        let start = Int(Date().timeIntervalSince1970 * 1_000) + 60_000 - SmallChat.start
        let lines = [Self.erase(SmallChat.third, start)]
        let place = chat.folder.path("branch")
        try Self.go(place, other, lines.map { $0.replacingOccurrences(of: "law", with: "rule") })
        return other
    }
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct `An import repeats what journals say` {
    @Test func `erasures, holds and exports that came after the export`() throws {
        let given = try Journalled()
        try given.goOn()
        let kept = readFile(given.journal)
        let run = try given.move("copy", [given.journal])
        try #require(run.exit == 0, "\(run.errors)")
        let report = try object(run)
        #expect(report["withoutJournal"] as? Bool == false)
        // The note of the export, the request, the erasure, the hold and the note of the later one.
        #expect(report["repeated"] as? Int ?? 0 >= 5)
        let used = try #require((report["journals"] as? [[String: Any]])?.first)
        #expect(used["file"] as? String == given.journal)
        #expect(used["log"] as? String == report["from"] as? String)
        #expect(used["line"] as? Int == kept.count { $0 == UInt8(ascii: "\n") })
        #expect(readFile(given.journal) == kept)
        let seen = try given.seen("copy")
        #expect(seen.contains(Journalled.thirdWords) && !seen.contains(Journalled.secondWords))
        let state = try given.state("copy")
        #expect(state.contains(Journalled.hold) && state.contains("restored"), "\(state)")
        let places = { (text: String) in text.components(separatedBy: Journalled.hold).count }
        #expect(try places(state) == places(given.state("chat.scrollback")))
        let copy = given.chat.folder.path("copy")
        #expect(try given.exports("copy") == given.exports("chat.scrollback"))
        #expect(try Command.run("verify", copy).exit == 0)
        #expect(try Command.run("diff", copy).exit == 0)
        #expect(names(ofFilesIn: copy, containing: Journalled.secondWords) == [])
    }

    @Test func `those of a store that imported the same log, in any order and once`() throws {
        let given = try Journalled()
        let branch = try given.branch()
        try given.goOn()
        let alone = try given.move("alone", [given.journal])
        #expect(alone.exit == 0)
        #expect(try given.seen("alone").contains(Journalled.thirdWords))
        for (name, journals) in [
            ("both", [given.journal, branch]), ("turned", [branch, given.journal]),
        ] {
            let run = try given.move(name, journals)
            try #require(run.exit == 0, "\(run.errors)")
            #expect((try object(run)["journals"] as? [Any])?.count == 2)
            let seen = try given.seen(name)
            #expect(!seen.contains(Journalled.secondWords))
            #expect(!seen.contains(Journalled.thirdWords), "\(seen)")
            // The note of the export is in both journals.
            #expect(try given.exports(name) == given.exports("alone"))
            let verified = try Command.run("verify", given.chat.folder.path(name))
            #expect(verified.exit == 0, "\(verified.output)")
        }
        // The export shows where the branch comes from, so its journal does alone, said loudly.
        let run = try given.move("late", [branch], ["--without-journal"])
        try #require(run.exit == 0, "\(run.errors)")
        #expect(try object(run)["withoutJournal"] as? Bool == true)
        let seen = try given.seen("late")
        #expect(seen.contains(Journalled.secondWords) && !seen.contains(Journalled.thirdWords))
    }

    /// A hold of one log may cover what another log erased, which stays erased.
    @Test(arguments: [true, false])
    func `in the order of their log, and holds that are in force last`(
        isOwnFirst: Bool
    ) throws {
        let given = try Journalled()
        let branch = try given.branch()
        let (start, released) = (SmallChat.start, "018bcfe5-9900-7c01-9d5a-2f6f7a3a9b0e")
        func hold(_ id: String, _ time: Int) -> String {
            #"{"as":"operator","do":"placeHold","id":"\#(id)","#
                + #""conversation":"\#(SmallChat.group)","matter":"case 17","at":\#(start + time)}"#
        }
        try Journalled.go(
            given.chat.store,
            given.journal,
            [
                hold(released, 100_000), Journalled.erase(SmallChat.second, 101_000),
                #"{"as":"operator","do":"releaseHold","hold":"\#(released)","at":\#(start + 102_000)}"#,
                hold(Journalled.hold, 103_000),
            ]
        )
        let journals = [given.journal, branch]
        let run = try given.move("copy", isOwnFirst ? journals : journals.reversed())
        try #require(run.exit == 0, "\(run.errors)")
        let copy = given.chat.folder.path("copy")
        let size = try #require(try object(run)["events"] as? Int)
        let log = try Command.run("log", copy, "--from", "\(size + 1)", "--json")
        let types = try log.output.split(separator: "\n").compactMap { line in
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return event?["type"] as? String
        }.filter { !["exportMade", "retentionRun", "journalBegun"].contains($0) }
        // Then each request goes on.
        #expect(types.dropFirst(7).count >= 2)
        #expect(types.dropFirst(7).allSatisfy { $0 == "erasureProgress" })
        #expect(
            types.prefix(7) == [
                "holdPlaced", "erasureRequested", "holdReleased", "contentErased",
                // Those of the other log, and then the hold that covers them.
                "erasureRequested", "contentErased", "holdPlaced",
            ]
        )
        let seen = try given.seen("copy")
        #expect(!seen.contains(Journalled.secondWords) && !seen.contains(Journalled.thirdWords))
        let state = try given.state("copy")
        #expect(state.contains(Journalled.hold) && !state.contains(released), "\(state)")
        #expect(try Command.run("verify", copy).exit == 0)
        #expect(try Command.run("diff", copy).exit == 0)
    }

    @Test func `a log along a line of three, and not with the middle one missing`() throws {
        let given = try Journalled()
        let branch = try given.branch()
        let place = given.chat.folder.path("branch-all")
        let source = given.chat.folder.path("branch")
        #expect(try Command.run("export", source, place, "--journal", branch).exit == 0)
        let third = given.chat.folder.path("third")
        let words = ["--journal", branch, "--last", "0"]
        let made = try Command.run(["import", third, place] + words)
        try #require(made.exit == 0, "\(made.errors)")
        let journal = given.chat.folder.path("third.journal")
        let time = Int(Date().timeIntervalSince1970 * 1_000) + 120_000 - SmallChat.start
        try Journalled.go(third, journal, [Journalled.erase(SmallChat.second, time)])
        let run = try given.move("copy", [journal, given.journal, branch])
        try #require(run.exit == 0, "\(run.errors)")
        let seen = try given.seen("copy")
        #expect(!seen.contains(Journalled.secondWords) && !seen.contains(Journalled.thirdWords))
        let gap = try given.move("gap", [journal, given.journal])
        #expect(gap.exit == 3 && gap.errors.contains("between the two"), "\(gap.errors)")
        #expect(access(given.chat.folder.path("gap"), F_OK) != 0)
    }
}

/// A wrong journal, or a wrong way to name it.
private struct BadJournal: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var code = "journal"
    var words: [String] = []
    /// What the error says.
    let says: String
    let journals: @Sendable (_ given: borrowing Journalled) throws -> [String]

    init(
        _ description: String,
        code: String = "journal",
        words: [String] = [],
        says: String,
        _ journals: @escaping @Sendable (_ given: borrowing Journalled) throws -> [String]
    ) {
        testDescription = description
        self.code = code
        self.words = words
        self.says = says
        self.journals = journals
    }
}

/// A journal of other bytes.
private func changed(
    _ given: borrowing Journalled,
    _ change: (inout [String]) -> Void
) -> [String] {
    var lines = String(decoding: readFile(given.journal), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    change(&lines)
    return [
        given.chat.folder.file("changed", Array(lines.map { $0 + "\n" }.joined().utf8))
    ]
}

private let badJournals: [BadJournal] = [
    BadJournal("a missing file", says: "does not exist") { given in
        [given.chat.folder.path("nowhere")]
    },
    BadJournal("a folder", says: "not a regular file") { given in [given.chat.store] },
    BadJournal("an empty file", says: "empty") { given in [given.chat.folder.file("none", [])] },
    BadJournal("any file", says: "no journal") { given in
        [given.chat.folder.file("any", Array("a letter\nto a friend\n".utf8))]
    },
    BadJournal("zeros", says: "no journal") { given in
        [given.chat.folder.file("zeros", [UInt8](repeating: 0, count: 100_000))]
    },
    BadJournal("another log's alone", code: "journalNeeded", says: "is missing") { given in
        let other = given.chat.folder.path("other")
        let journal = given.chat.folder.path("other.journal")
        _ = try Command.pipe(other, "--create", "--journal", journal, input: [])
        return [journal]
    },
    BadJournal("another log's too", says: "not the journal of the exported log") { given in
        let other = given.chat.folder.path("other")
        let journal = given.chat.folder.path("other.journal")
        _ = try Command.pipe(other, "--create", "--journal", journal, input: [])
        return [given.journal, journal]
    },
    BadJournal("an older copy", says: "notes this export") { given in
        [given.chat.folder.file("older", given.older)]
    },
    BadJournal("the same twice", says: "named twice") { given in [given.journal, given.journal] },
    BadJournal("one that is not to be used", words: ["--without-journal"], says: "leave it out") {
        given in [given.journal]
    },
    BadJournal("a changed byte", says: "damaged") { given in
        changed(given) { lines in
            lines[2] = lines[2].replacingOccurrences(of: "A", with: "B")
        }
    },
    BadJournal("a line that is missing", says: "damaged") { given in
        changed(given) { $0.remove(at: 3) }
    },
    BadJournal("lines in another order", says: "damaged") { given in
        changed(given) { $0.swapAt(2, 3) }
    },
    BadJournal("without its first line", says: "damaged") { given in
        changed(given) { $0.removeFirst() }
    },
]

@Suite(.serialized, .timeLimit(.minutes(5))) struct `An import refuses a wrong journal` {
    @Test(arguments: badJournals) private func refuses(_ bad: BadJournal) throws {
        let given = try Journalled()
        try given.goOn()
        let journals = try bad.journals(given)
        let before = names(in: given.chat.folder.path)
        let bytes = readFile(given.journal)
        let run = try given.move("copy", journals, bad.words)
        #expect(run.exit == (bad.code == "journalNeeded" ? 2 : 3), "\(run.output) \(run.errors)")
        if run.exit == 3 { #expect(try errorCode(run) == bad.code) }
        #expect(run.errors.contains(bad.says), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
        // Nothing is left, and the journal is as it was.
        #expect(names(in: given.chat.folder.path) == before)
        #expect(readFile(given.journal) == bytes)
    }

    @Test func `one with fewer lines than are known, one in use, and wrong words`() throws {
        let given = try Journalled()
        let copy = given.chat.folder.path("copy")
        func move(_ words: String...) throws -> Command.Run {
            try Command.run(["import", copy, given.place, "--json"] + words)
        }
        let short = try move("--journal", given.journal, "--last", "9999")
        #expect(short.exit == 3 && short.errors.contains("fewer lines"), "\(short.errors)")
        #expect(try move("--journal", given.journal).exit == 2)
        #expect(try move("--last", "3", "--without-journal").exit == 2)
        #expect(try move("--journal", given.journal, "--last", "many").exit == 2)
        #expect(try move("--journal", given.journal, "--last", "-1").exit == 2)
        let file = open(given.journal, O_RDWR)
        defer { close(file) }
        #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
        let used = try move("--journal", given.journal, "--last", "0")
        #expect(used.exit == 3 && used.errors.contains("Stop that process"), "\(used.errors)")
        #expect(access(copy, F_OK) != 0)
    }
}
