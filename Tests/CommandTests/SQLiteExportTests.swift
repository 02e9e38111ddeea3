import EventLog
import Foundation
import Messaging
import Scrollback
import ScrollbackExport
import ScrollbackSQLite
import TestSupport
import Testing

/// Rows of a database, read by Python's own library.
private func rows(_ file: String, _ sql: String) throws -> [[String]] {
    let program = """
        import json, sqlite3, sys
        base = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
        print(json.dumps([[str(cell) for cell in row] for row in base.execute(sys.argv[2])]))
        """
    let run = try Command.run("python3", ["-c", program, file, sql])
    guard run.exit == 0 else { throw SmallChat.Failed(output: run.errors) }
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return value as? [[String]] ?? []
}

private func number(_ file: String, _ sql: String) throws -> Int? {
    try rows(file, sql).first?.first.flatMap { Int($0) }
}

@Suite(.timeLimit(.minutes(5))) struct `An export to SQLite` {
    private static let words = ["--words", "--unlogged"]

    @Test func `holds what the queries answer`() throws {
        let chat = try SmallChat(messages: 30)
        let file = chat.folder.path("chat.db")
        let run = try Command.run(
            ["export", chat.store, "--sqlite", file, "--json"] + Self.words
        )
        #expect(run.exit == 0, "\(run.errors)")
        let report = try object(run)
        let counts = report["rows"] as? [String: Int] ?? [:]
        #expect(report["position"] as? Int == counts["events"])
        #expect(try rows(file, "PRAGMA integrity_check") == [["ok"]])
        for (table, count) in counts {
            #expect(try number(file, "SELECT count(*) FROM \(table)") == count, "\(table)")
        }
        let asOperator = #"{"as":"operator","ask":"#
        let group = SmallChat.group
        #expect(
            try chat.items(asOperator + #""metrics"}"#).first?["messages"] as? Int
                == counts["messages"]
        )
        let all = try chat.items(asOperator + #""events"}"#)
        // The last one notes the export.
        #expect(all.last?["type"] as? String == "exportMade")
        let events = all.dropLast()
        #expect(events.count == counts["events"])
        for event in events {
            let stored = try rows(
                file,
                "SELECT type, at, fields FROM events WHERE position = \(event["position"] ?? 0)"
            )
            #expect(stored.first?[0] == event["type"] as? String)
            #expect(stored.first?[1] == (event["at"] as? Int).map { "\($0)" })
            let fields = try JSONSerialization.jsonObject(
                with: Data((stored.first?[2] ?? "").utf8)
            )
            #expect(fields as? NSDictionary == event["fields"] as? NSDictionary)
        }
        let seen = try chat.items(
            #"{"as":"\#(SmallChat.mike)","ask":"messages","conversation":"\#(group)","limit":100}"#
        ).filter { $0["system"] == nil }
        let stored = try rows(file, "SELECT message, text, edits FROM messages ORDER BY ordinal")
        #expect(stored.map { $0[0] } == seen.map { $0["message"] as? String })
        #expect(stored.map { $0[1] } == seen.map { $0["text"] as? String })
        #expect(stored.contains { $0[1].contains("I owe eve") })
        #expect(stored.map { $0[2] } == seen.map { "\($0["edited"] as? Int ?? 0)" })
        #expect(
            try rows(file, "SELECT user, reaction FROM reactions") == [[SmallChat.mike, "love"]]
        )
        for (message, sender) in [
            (SmallChat.first, SmallChat.eve), (SmallChat.second, SmallChat.sarah),
            (SmallChat.third, SmallChat.mike),
        ] {
            let receipts = try chat.items(
                #"{"as":"\#(sender)","ask":"receipts","message":"\#(message)"}"#
            ).first
            let view = "FROM message_receipts WHERE message = '\(message)'"
            #expect(receipts?["of"] as? Int == (try number(file, "SELECT count(*) \(view)")))
            #expect(
                receipts?["readCount"] as? Int
                    == (try number(file, "SELECT coalesce(sum(read), 0) \(view)"))
            )
        }
        #expect(
            try rows(file, "SELECT full_name FROM users WHERE username = '=eve'")
                == [["\u{202E}Mike  sarah"]]
        )
        #expect(try rows(file, "SELECT title, members FROM conversations") == [["Lunch", "3"]])
        #expect(
            try number(
                file,
                "SELECT count(*) FROM members WHERE active = 1 AND joined_at > 1600000000000"
            ) == 3
        )
        for view in [
            "conversation_list", "message_list", "message_receipts", "message_reactions",
            "daily_activity",
        ] {
            #expect(try number(file, "SELECT count(*) FROM \(view)") ?? 0 > 0, "\(view)")
        }
    }

    /// D-17, D-19: who came and went sees each of their stays.
    @Test(arguments: [("sinceJoin", [2, 1, 2]), ("full", [2, 2, 2])])
    func `knows to whom a message was shown who was there more than once`(
        history: String,
        audiences: [Int]
    ) throws {
        let folder = TemporaryFolder("sights")
        let (store, file) = (folder.path("chat.scrollback"), folder.path("chat.db"))
        let (sarah, mike, eve) = (SmallChat.sarah, SmallChat.mike, SmallChat.eve)
        let group = SmallChat.group
        let here = #""conversation":"\#(group)""#
        func send(_ message: String, _ time: Int) -> String {
            SmallChat.line(sarah, #""send",\#(here),"id":"\#(message)","text":"a""#, time)
        }
        let messages = [SmallChat.first, SmallChat.second, SmallChat.third]
        let told = try Command.pipe(
            store,
            "--create",
            "--clock",
            "given",
            input: [
                SmallChat.line(
                    sarah,
                    #""createGroup","id":"\#(group)","history":"\#(history)","#
                        + #""members":["\#(mike)","\#(eve)"]"#,
                    1_000
                ),
                send(messages[0], 2_000),
                SmallChat.line(eve, #""markRead",\#(here)"#, 2_500),
                SmallChat.line(eve, #""leave",\#(here)"#, 3_000),
                send(messages[1], 4_000),
                SmallChat.line(sarah, #""add",\#(here),"user":"\#(eve)""#, 5_000),
                send(messages[2], 6_000),
            ]
        )
        try #require(told.exit == 0 && !told.output.contains(#""error""#), "\(told.output)")
        #expect(try Command.run("export", store, "--sqlite", file).exit == 0)
        for (message, audience) in zip(messages, audiences) {
            let line = #"{"as":"\#(sarah)","ask":"receipts","message":"\#(message)"}"#
            let answer = try object(Command.pipe(store, "--readonly", input: [line]))["ok"]
            let receipts = try #require(answer as? [String: Any])
            #expect(receipts["of"] as? Int == audience)
            let shown = "FROM message_receipts WHERE message = '\(message)'"
            #expect(try number(file, "SELECT count(*) \(shown)") == audience)
            #expect(
                try number(file, "SELECT coalesce(sum(read), 0) \(shown)")
                    == receipts["readCount"] as? Int
            )
        }
        let sights = try rows(
            file,
            "SELECT from_position, to_position FROM sights WHERE user = '\(eve)'"
        )
        let isFull = history == "full"
        #expect(sights.count == (isFull ? 1 : 2) && sights.last?.last == "None", "\(sights)")
        #expect(sights.first?.first == (isFull ? "1" : "2"))
    }

    @Test func `holds no words unless they are asked for, and none that are gone`() throws {
        let chat = try SmallChat()
        let file = chat.folder.path("plain.db")
        let secret = "the code is 4711"
        let lines = [
            #"{"as":"\#(SmallChat.sarah)","do":"send","conversation":"\#(SmallChat.group)","#
                + #""id":"018bcfe5-6803-7c02-8a11-5e2b9c4d7f0a","text":"\#(secret)"}"#,
            #"{"as":"\#(SmallChat.sarah)","do":"send","conversation":"\#(SmallChat.group)","#
                + #""id":"018bcfe5-6803-7c02-8a11-5e2b9c4d7f0b","text":"never mind"}"#,
            #"{"as":"\#(SmallChat.sarah)","do":"delete","#
                + #""message":"018bcfe5-6803-7c02-8a11-5e2b9c4d7f0b"}"#,
        ]
        #expect(try Command.pipe(chat.store, input: lines).exit == 0)
        #expect(try Command.run("export", chat.store, "--sqlite", file).exit == 0)
        let plain = String(decoding: readFile(file), as: UTF8.self)
        for word in [secret, "never mind", "noon", "Lunch", "sarah", "s@x.org"] {
            #expect(!plain.contains(word), "\(word)")
        }
        #expect(try number(file, "SELECT count(*) FROM messages") == 5)

        let worded = chat.folder.path("words.db")
        func export(_ file: String, _ more: String...) throws {
            let run = try Command.run(
                ["export", chat.store, "--sqlite", file] + Self.words + more
            )
            #expect(run.exit == 0, "\(run.errors)")
        }
        try export(worded)
        let text = String(decoding: readFile(worded), as: UTF8.self)
        #expect(text.contains(secret) && !text.contains("never mind"))
        let position = try #require(try number(worded, "SELECT max(position) FROM events"))
        try export(chat.folder.path("deleted.db"), "--deleted")
        #expect(
            String(decoding: readFile(chat.folder.path("deleted.db")), as: UTF8.self)
                .contains("never mind")
        )

        let erase =
            #"{"as":"operator","do":"erase","message":"018bcfe5-6803-7c02-8a11-5e2b9c4d7f0a","#
            + #""basis":"law","reason":"asked"}"#
        #expect(try Command.pipe(chat.store, input: [erase]).output.contains(#""ok""#))
        // Erased is erased in the past too; the rest is as it was.
        try export(chat.folder.path("past.db"), "--at", "\(position)", "--deleted")
        let past = String(decoding: readFile(chat.folder.path("past.db")), as: UTF8.self)
        #expect(!past.contains(secret) && past.contains("never mind"))
        #expect(
            try number(chat.folder.path("past.db"), "SELECT max(position) FROM events") == position
        )
        #expect(
            try number(
                chat.folder.path("past.db"),
                "SELECT count(*) FROM messages WHERE erased = 1"
            ) == 1
        )
    }

    @Test func `is one new file of the owner, or none`() throws {
        let chat = try SmallChat()
        let folder = chat.folder.path("out")
        mkdir(folder, 0o755)
        let file = "\(folder)/chat.db"
        // Beside a process that writes.
        let pipe = try Command.startPipe(chat.store)
        pipe.writeLine(#"{"as":"\#(SmallChat.mike)","ask":"unread"}"#)
        #expect(pipe.readLine() != nil)
        let run = try Command.run("export", chat.store, "--sqlite", file)
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output.contains("\nmessages       3\n"))
        pipe.endInput()
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(names(in: folder) == ["chat.db"])

        let before = readFile(file)
        let again = try Command.run("export", chat.store, "--sqlite", file, "--json")
        #expect(again.exit == 3)
        #expect(try errorCode(again) == "alreadyExists")
        #expect(readFile(file) == before)
        for (words, code) in [
            (["--sqlite", "\(folder)/no/chat.db"], "cannotWrite"),
            (["--sqlite", "\(folder)/past.db", "--at", "1000000"], "invalidRequest"),
        ] {
            let refused = try Command.run(["export", chat.store, "--json"] + words)
            #expect(refused.exit == 3, "\(words)")
            #expect(try errorCode(refused) == code, "\(refused.errors)")
        }
        let unread = ["--sqlite", "\(folder)/unread.db"]
        let place = "\(folder)/all"
        for (words, says) in [
            ([], "needs DIR or --sqlite"), (unread + ["--deleted"], "with --words only"),
            (unread + ["--reason", "a case"], "with --words only"), (unread + [place], "one of"),
            (unread + ["--conversation", SmallChat.group], "not with --sqlite"),
            (unread + ["--from", "yesterday"], "not with --sqlite"),
            ([place, "--at", "9"], "with --sqlite only"),
            ([place, "--words"], "with --sqlite only"),
            ([place, place], "no further word"),
        ] {
            let refused = try Command.run(["export", chat.store] + words)
            #expect(refused.exit == 2, "\(words)")
            #expect(refused.errors.contains(says), "\(refused.errors)")
            #expect(refused.errors.split(separator: "\n").count == 1)
        }
        #expect(names(in: folder) == ["chat.db"])
    }

    @Test func `leaves nothing if it is killed`() throws {
        let chat = try SmallChat(messages: 3_000)
        let folder = chat.folder.path("out")
        mkdir(folder, 0o755)
        let words = ["export", chat.store, "--sqlite", "\(folder)/chat.db", "--progress"]
        var killed = 0
        for delay in stride(from: UInt32(5), through: 400, by: 25) {
            let export = try StartedProgram(Command.path, words + Self.words)
            usleep(delay * 1_000)
            if export.crash() == .killed(signal: SIGKILL) { killed += 1 }
            if names(in: folder).contains("chat.db") {
                // It was done before this test had its turn again.
                guard killed == 0 else { break }
                unlink("\(folder)/chat.db")
            }
            #expect(names(in: folder).isEmpty)
        }
        #expect(killed > 0)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "No disk can be mounted here; run as root."))
    func `says that a disk is full, and leaves nothing there`() throws {
        let chat = try SmallChat(messages: 3_000)
        let disk = try #require(SmallDisk(megabytes: 1))
        let run = try Command.run(
            ["export", chat.store, "--sqlite", "\(disk.path)/chat.db"] + Self.words
        )
        #expect(run.exit == 3)
        #expect(run.errors.contains("full"), "\(run.errors)")
        #expect(names(in: disk.path).isEmpty)
    }

    @Test func `with words is noted in the log, at rest and beside the writer`() throws {
        let chat = try SmallChat()
        func noted(_ file: String, _ run: Command.Run) throws {
            #expect(run.exit == 0, "\(run.errors)")
            let report = try object(run)
            let sum = try Command.run("sha256sum", [file]).output.prefix(64)
            #expect(report["sha256"] as? String == String(sum))
            let exports = try chat.items(#"{"as":"operator","ask":"exports"}"#)
            let last = try #require(exports.last)
            #expect(last["manifest"] as? String == String(sum))
            #expect(last["position"] as? Int == report["noted"] as? Int)
            #expect(last["upTo"] as? Int == report["position"] as? Int)
            #expect(last["reason"] as? String == "a case")
            #expect(last["who"] as? String == "uid:\(geteuid())")
            #expect((last["scope"] as? [String: Any])?["deleted"] as? Bool != true)
            let root = try rows(file, "SELECT value FROM store WHERE name = 'root'").first?.first
            #expect(last["root"] as? String == root)
        }
        let words = ["--words", "--reason", "a case", "--json"]
        let file = chat.folder.path("rest.db")
        try noted(file, Command.run(["export", chat.store, "--sqlite", file] + words))
        let plan = try Command.run(
            "erase",
            chat.store,
            "--message",
            SmallChat.first,
            "--basis",
            "law",
            "--reason",
            "asked",
            "--dry-run"
        )
        #expect(plan.exit == 0, "\(plan.errors)")
        #expect(plan.output.contains("export"), "\(plan.output)")

        // Without words nothing leaves the store that could be erased.
        let plain = chat.folder.path("plain.db")
        let quiet = try Command.run("export", chat.store, "--sqlite", plain, "--json")
        #expect(quiet.exit == 0, "\(quiet.errors)")
        let isUnnoted = try object(quiet)["noted"] is NSNull
        #expect(isUnnoted)
        #expect(try chat.items(#"{"as":"operator","ask":"exports"}"#).count == 1)

        let held = try Command.startPipe(chat.store)
        held.writeLine(#"{"as":"\#(SmallChat.mike)","ask":"unread"}"#)
        #expect(held.readLine() != nil)
        let beside = chat.folder.path("beside.db")
        try noted(beside, Command.run(["export", chat.store, "--sqlite", beside] + words))
        held.endInput()
        #expect(held.wait() == .exited(0))

        let deaf = try Command.startPipe(chat.store, "--no-control")
        deaf.writeLine(#"{"as":"\#(SmallChat.mike)","ask":"unread"}"#)
        #expect(deaf.readLine() != nil)
        let unnoted = ["export", chat.store, "--sqlite", chat.folder.path("deaf.db")] + words
        let refused = try Command.run(unnoted)
        #expect(refused.exit == 3)
        #expect(try errorCode(refused) == "lookNotLogged")
        let allowed = try Command.run(unnoted + ["--unlogged"])
        #expect(allowed.exit == 0 && allowed.errors.contains("not noted"), "\(allowed.errors)")
        deaf.endInput()
        #expect(deaf.wait() == .exited(0))
        #expect(try chat.items(#"{"as":"operator","ask":"exports"}"#).count == 2)
    }

    /// Exports in this process, and erases a message at a moment of the first attempt.
    private func export(
        _ chat: borrowing SmallChat,
        to file: String,
        whenWritten: Bool
    ) async throws -> (report: SQLiteExport.Report, attempts: Int) {
        let store = try Store.open(chat.store)
        defer { store.close() }
        let message = try #require(MessageID(SmallChat.first))
        let past = try store.asOf(.position(store.position))
        var export = SQLiteExport(of: past, words: true)
        export.noting = ExportNoting(store, reason: "a case")
        let attempts = Counter()
        let erase = { @Sendable in
            guard attempts.raise() == 1 else { return }
            _ = try? await store.operator.erase(.message(message), basis: "law", reason: "asked")
        }
        if whenWritten { export.afterWriting = erase } else { export.afterFlushing = erase }
        let report = try await export.write(to: file)
        return (report, attempts.count)
    }

    @Test(arguments: [true, false])
    func `has nothing that is erased while it is written, to the last moment`(
        whenWritten: Bool
    ) async throws {
        let chat = try SmallChat()
        let file = chat.folder.path("chat.db")
        let (report, attempts) = try await export(chat, to: file, whenWritten: whenWritten)
        #expect(attempts == 2)
        #expect(!String(decoding: readFile(file), as: UTF8.self).contains("I owe eve"))
        #expect(try number(file, "SELECT count(*) FROM messages WHERE erased = 1") == 1)
        let exports = try chat.items(#"{"as":"operator","ask":"exports"}"#)
        #expect(exports.count == 1)
        #expect(exports.first?["manifest"] as? String == "\(report.digest)")
    }

    @Test func `without nameless files it is swept after a kill, and takes no other's file`()
        async throws
    {
        let chat = try SmallChat()
        let folder = chat.folder.path("out")
        mkdir(folder, 0o700)
        // A file of the person's own, under a name that was once taken.
        let own = "\(folder)/chat.db.partial"
        writeFile(own, Array("my own".utf8))
        let store = try Store.open(chat.store)
        var export = SQLiteExport(of: try store.asOf(.position(store.position)), words: true)
        export.noting = ExportNoting(store, reason: nil)
        export.mayBeNameless = false
        let path = chat.store
        let left = Counter()
        export.afterWriting = {
            for name in names(in: folder) where name.hasPrefix(".chat.db.exporting-") {
                var status = stat()
                #expect(stat("\(folder)/\(name)", &status) == 0 && status.st_mode & 0o777 == 0o600)
                // While it is written to, it is no leftover.
                ExportMark.sweep(StoreDirectory(path: path))
                let bytes = readFile("\(folder)/\(name)")
                #expect(String(decoding: bytes, as: UTF8.self).contains("I owe eve"))
                left.keep("\(folder)/\(name)", bytes)
            }
            for name in names(in: path) where name.hasPrefix("export.") {
                left.keep("\(path)/\(name)", readFile("\(path)/\(name)"))
            }
        }
        _ = try await export.write(to: "\(folder)/chat.db")
        #expect(names(in: folder).sorted() == ["chat.db", "chat.db.partial"])
        #expect(names(in: path).allSatisfy { !$0.hasPrefix("export.") })
        store.close()
        #expect(readFile(own) == Array("my own".utf8))

        // As a kill leaves them.
        #expect(left.kept.count == 2)
        for (file, bytes) in left.kept { writeFile(file, bytes) }
        try Store.open(chat.store).close()
        #expect(names(in: folder).sorted() == ["chat.db", "chat.db.partial"])
        #expect(names(in: path).allSatisfy { !$0.hasPrefix("export.") })
        #expect(readFile(own) == Array("my own".utf8))
    }

    @Test func `does not lie in the store's folder`() throws {
        let chat = try SmallChat()
        let run = try Command.run(
            "export",
            chat.store,
            "--sqlite",
            "\(chat.store)/chat.db"
        )
        #expect(run.exit == 2)
        #expect(run.errors.contains("store's folder"), "\(run.errors)")
        #expect(!names(in: chat.store).contains("chat.db"))
    }
}

private final class Counter: @unchecked Sendable {
    // Sendable: used by one export, one call after the other.
    private(set) var count = 0
    private(set) var kept: [(file: String, bytes: [UInt8])] = []

    func raise() -> Int {
        count += 1
        return count
    }

    func keep(_ file: String, _ bytes: [UInt8]) { kept.append((file, bytes)) }
}
