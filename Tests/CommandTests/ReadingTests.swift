import Foundation
import TestSupport
import Testing

/// The objects that a run printed, one a line.
private func objects(_ run: Command.Run) throws -> [[String: Any]] {
    try run.output.split(separator: "\n").map {
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
}

@Suite struct `Reading commands show a store` {
    private static let words = ["--as", SmallChat.mike, "--unlogged"]

    @Test func `in the contract's shapes, with the answers of the pipe`() throws {
        let chat = try SmallChat()
        let (group, first) = (SmallChat.group, SmallChat.first)
        let asMike = #"{"as":"\#(SmallChat.mike)","ask":"#
        let asOperator = #"{"as":"operator","ask":"#
        let pairs: [([String], String)] = [
            (["info"], asOperator + #""state"}"#),
            (["stats"], asOperator + #""metrics"}"#),
            (["log"], asOperator + #""events"}"#),
            (
                [
                    "log", "--type", "messageSent", "--type", "messageEdited", "--words",
                    "--unlogged",
                ],
                asOperator + #""events","types":["messageSent","messageEdited"],"content":true}"#
            ),
            (
                ["log", "--actor", SmallChat.mike, "--conversation", group],
                asOperator
                    + #""events","actor":"\#(SmallChat.mike)","conversation":"\#(group)"}"#
            ),
            (
                ["log", "--user", SmallChat.eve, "--from", "4", "--until", "9"],
                asOperator + #""events","user":"\#(SmallChat.eve)","from":4,"until":9}"#
            ),
            (["conversations"] + Self.words, asMike + #""conversations"}"#),
            (
                ["conversations", "--words", "--unlogged"],
                asOperator + #""events","types":["conversationCreated"],"content":true}"#
            ),
            (
                ["conversations", "--user", SmallChat.eve],
                asOperator + #""memberships","user":"\#(SmallChat.eve)"}"#
            ),
            (
                ["messages", group] + Self.words,
                asMike + #""messages","conversation":"\#(group)"}"#
            ),
            (["members", group] + Self.words, asMike + #""members","conversation":"\#(group)"}"#),
            (["unread"] + Self.words, asMike + #""unread"}"#),
            (
                ["people", "--words", "--unlogged"],
                asOperator + #""profiles","users":["\#(SmallChat.sarah)","\#(SmallChat.mike)","#
                    + #""\#(SmallChat.eve)"]}"#
            ),
            (
                ["people", "--search", "sar"] + Self.words,
                asMike + #""users","search":"sar"}"#
            ),
            (["history", first], asOperator + #""events","message":"\#(first)"}"#),
            (
                ["who-saw", first, "--as", SmallChat.eve, "--unlogged"],
                #"{"as":"\#(SmallChat.eve)","ask":"receipts","message":"\#(first)"}"#
            ),
            (
                ["why", first, "--as", SmallChat.mike],
                asOperator + #""explain","message":"\#(first)","user":"\#(SmallChat.mike)"}"#
            ),
            (
                ["why", first, "--as", SmallChat.mike, "--at", "10"],
                asOperator + #""explain","message":"\#(first)","user":"\#(SmallChat.mike)","#
                    + #""asOf":10}"#
            ),
            (["info", "--at", "8"], asOperator + #""state","asOf":8}"#),
            (["log", "--at", "8"], asOperator + #""events","asOf":8}"#),
            (
                ["conversations", "--at", "8"] + Self.words,
                asMike + #""conversations","asOf":8}"#
            ),
            (
                ["messages", group, "--at", "2023-11-14T22:13:26.2Z"] + Self.words,
                asMike
                    + #""messages","conversation":"\#(group)","asOf":"2023-11-14T22:13:26.2Z"}"#
            ),
        ]
        for (words, line) in pairs {
            let run = try Command.run([words[0], chat.store] + words.dropFirst() + ["--json"])
            #expect(run.exit == 0, "\(words): \(run.errors)")
            #expect(run.errors.isEmpty)
            let (found, wanted) = (try objects(run), try chat.items(line))
            #expect(!wanted.isEmpty, "\(line)")
            #expect(found as NSArray == wanted as NSArray, "\(words)")
        }
    }

    @Test func `beside a process that writes, and follow it`() throws {
        let chat = try SmallChat()
        let pipe = try Command.startPipe(chat.store)
        func send(_ text: String) {
            pipe.writeLine(
                #"{"as":"\#(SmallChat.mike)","do":"send","conversation":"\#(SmallChat.group)","#
                    + #""text":"\#(text)"}"#
            )
            #expect(pipe.readLine()?.contains(#""ok""#) == true)
        }
        send("now")
        let seen = try Command.run(["messages", chat.store, SmallChat.group] + Self.words)
        #expect(seen.exit == 0, "\(seen.errors)")
        #expect(seen.output.contains("now"))
        let (group, first) = (SmallChat.group, SmallChat.first)
        for words in [
            ["info"], ["stats"], ["log"], ["conversations"], ["conversations"] + Self.words,
            ["members", group], ["unread"] + Self.words, ["people"], ["history", first],
            ["who-saw", first], ["why", first, "--as", SmallChat.mike], ["info", "--at", "9"],
            ["messages", group, "--at", "12"] + Self.words, ["diff"],
            ["export", "--sqlite", chat.folder.path("chat.db")],
            ["export", chat.folder.path("all")],
        ] {
            let run = try Command.run([words[0], chat.store] + words.dropFirst())
            #expect(run.exit == 0, "\(words): \(run.errors)")
            #expect(!run.output.isEmpty)
        }
        let words = ["log", chat.store, "--type", "messageSent", "--follow", "--json"]
        let follower = try StartedProgram(Command.path, words)
        for _ in 0..<4 { #expect(follower.readLine()?.contains("messageSent") == true) }
        send("then")
        #expect(follower.readLine()?.contains(SmallChat.mike) == true)
        pipe.endInput()
        #expect(pipe.wait() == .exited(0))
    }

    @Test func `from a position on without a gap, however much is stored behind it`() throws {
        let chat = try SmallChat(messages: 1_200)
        let size = try #require(try chat.items(#"{"as":"operator","ask":"state"}"#).first?["size"])
        let last = try #require(size as? Int)
        let words = ["log", chat.store, "--from", "3", "--follow", "--json"]
        let follower = try StartedProgram(Command.path, words)
        func nextPosition() throws -> Int? {
            guard let line = follower.readLine(within: 60) else { return nil }
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return event?["position"] as? Int
        }
        for position in 3...last { try #require(try nextPosition() == position) }
        let send = #""send","conversation":"\#(SmallChat.group)","text":"then""#
        let line = SmallChat.line(SmallChat.mike, send, 900_000)
        #expect(try Command.pipe(chat.store, "--clock", "given", input: [line]).exit == 0)
        #expect(try nextPosition() == last + 1)
    }

    @Test func `without words, unless they are asked for`() throws {
        let chat = try SmallChat()
        for words in [
            ["info"], ["stats"], ["log"], ["conversations"], ["messages", SmallChat.group],
            ["members", SmallChat.group], ["people"], ["history", SmallChat.first],
            ["who-saw", SmallChat.first], ["why", SmallChat.first, "--as", SmallChat.mike],
        ] {
            for form in [[], ["--json"], ["--csv"]] {
                let run = try Command.run([words[0], chat.store] + words.dropFirst() + form)
                #expect(run.exit == 0, "\(words): \(run.errors)")
                #expect(!run.output.isEmpty)
                for word in [
                    "sarah", "mike", "Mike", "=eve", "Lunch", "昼食", "owe", "s@x.org", "1+1",
                ] {
                    #expect(!run.output.contains(word), "\(words + form) shows \(word)")
                }
            }
        }
    }

    @Test func `with the titles of conversations for the operator`() throws {
        let chat = try SmallChat()
        let rename = #""rename","conversation":"\#(SmallChat.group)","title":"Din\u202ener""#
        let renamed = try Command.pipe(
            chat.store,
            "--clock",
            "given",
            input: [SmallChat.line(SmallChat.sarah, rename, 50_000)]
        )
        try #require(renamed.output.contains(#""ok""#), "\(renamed.output)")
        for list in [["conversations"], ["conversations", "--user", SmallChat.eve]] {
            for form in [[], ["--csv"]] {
                func titles(_ more: String...) throws -> String {
                    let run = try Command.run(
                        [list[0], chat.store] + list.dropFirst() + form + more
                    )
                    #expect(run.exit == 0, "\(run.errors)")
                    return run.output
                }
                let shown = try titles("--words")
                #expect(shown.contains("title") && shown.contains("Din\\u{202e}ner"), "\(shown)")
                #expect(try titles("--words", "--at", "9").contains("Lunch"))
                #expect(try !titles().contains("title"))
            }
        }
        // It is a look, which the log takes with a reason.
        let words = ["conversations", chat.store, "--words", "--reason", "a case"]
        #expect(try Command.run(words).exit == 0)
        let looks = try chat.items(
            #"{"as":"operator","ask":"events","types":["contentOpened"]}"#
        )
        #expect(looks.count == 1)
    }

    @Test func `with hostile text in its place`() throws {
        let chat = try SmallChat()
        let words = ["messages", chat.store, SmallChat.group, "--as", SmallChat.mike, "--unlogged"]
        let text = try Command.run("env", ["TZ=UTC", Command.path] + words)
        let lines = text.output.split(separator: "\n")
        // Headings, the group's creation and three messages.
        #expect(lines.count == 5, "\(text.output)")
        #expect(lines[2].contains("\\u{202e}Mike  sarah …1b6b4a03  "))
        #expect(lines[2].contains("…1b6b4a01↵3 sarah: I owe eve"))
        #expect(text.output.contains("2023-11-14 22:13:22+00:00"))
        let csv = try Command.run(words + ["--csv"])
        #expect(csv.output.contains(",'=1+1\n"))
        let json = try Command.run(words + ["--json"])
        #expect(!json.output.unicodeScalars.contains("\u{202E}"))
        #expect(try objects(json)[1]["senderName"] as? String == "\u{202E}Mike  sarah")
        let all = try Command.run(["log", chat.store, "--words", "--unlogged"])
        #expect(!all.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(all.output.contains(#"…1b6b4a01\n3 sarah: I owe eve"#))
    }

    @Test func `as it was at a time or a position`() throws {
        let chat = try SmallChat()
        func run(_ words: String...) throws -> Command.Run {
            try Command.run(["messages", chat.store, SmallChat.group] + Self.words + words)
        }
        #expect(try run().output.contains("昼食 is at one"))
        let before = try run("--at", "2023-11-14T22:13:26.2Z").output
        #expect(before.contains("昼食 is at noon") && !before.contains("=1+1"))
        for moment in ["0", "999", "2022-01-01"] {
            let refused = try run("--at", moment)
            #expect(refused.exit == 3 && refused.output.isEmpty, "\(moment): \(refused.errors)")
        }
        #expect(try run("--at", "03/04/2026").exit == 2)
        #expect(try Command.run("log", chat.store, "--follow", "--at", "3").exit == 2)
    }

    @Test func `as it was, and leave nothing behind when they are killed`() throws {
        let chat = try SmallChat(messages: 4_000)
        let scratch = chat.folder.path("scratch")
        try FileManager.default.createDirectory(
            atPath: scratch,
            withIntermediateDirectories: false
        )
        func look(_ rest: String) throws -> Command.Run {
            let command = "TMPDIR='\(scratch)' '\(Command.path)' stats '\(chat.store)' --at 3900"
            return try Command.run("bash", ["-c", "\(command) \(rest)"])
        }
        for delay in stride(from: 0.01, to: 0.2, by: 0.02) {
            _ = try look("& pid=$!; sleep \(delay); kill -9 $pid; wait $pid 2>/dev/null; exit 0")
            // Views that two readers died of would have to be looked at by a writer.
            _ = try Command.pipe(chat.store, input: [])
        }
        // A writer that ends at once may leave the views to be completed.
        #expect(try Command.run("rebuild", chat.store).exit == 0)
        let whole = try look("")
        #expect(whole.exit == 0, "\(whole.errors)")
        #expect(names(in: scratch).isEmpty, "\(names(in: scratch))")
        func withoutRoom(_ words: String) throws -> Command.Run {
            try Command.run("bash", ["-c", "TMPDIR=/nowhere '\(Command.path)' \(words)"])
        }
        let full = try withoutRoom("stats '\(chat.store)' --at 9")
        #expect(full.exit == 3 && full.errors.contains("TMPDIR"))
        #expect(full.errors.split(separator: "\n").count == 1)
        // The events need no state of the past.
        let log = try withoutRoom("log '\(chat.store)' --at 9 --actor \(SmallChat.mike)")
        #expect(log.exit == 0 && log.output.contains("\n3 "), "\(log.errors)")
        #expect(!log.output.contains("\n10 "), "\(log.output)")
    }

    @Test func `pages go on by themselves, and a limit is said`() throws {
        let chat = try SmallChat(messages: 1_200)
        func count(_ words: String...) throws -> (Int, String) {
            let run = try Command.run([words[0], chat.store] + words.dropFirst() + ["--json"])
            #expect(run.exit == 0, "\(run.errors)")
            return (run.output.split(separator: "\n").count, run.errors)
        }
        #expect(
            try count("log", "--type", "messageSent", "--from", "1", "--limit", "5000").0 == 1_203
        )
        let some = try count("log", "--type", "messageSent", "--from", "1", "--limit", "700")
        #expect(some.0 == 700 && some.1.contains("there are more events; continue with --from"))
        #expect(try count("log").0 == 100)
        let newest = try Command.run("log", chat.store, "--limit", "1", "--type", "profileSet")
        #expect(newest.output.contains("\n4 "), "\(newest.output)")
        let mike = SmallChat.mike
        let all = try count(
            "messages",
            SmallChat.group,
            "--as",
            mike,
            "--unlogged",
            "--limit",
            "5000"
        )
        #expect(all.0 == 1_204)
        let late = try count(
            "messages",
            SmallChat.group,
            "--as",
            mike,
            "--unlogged",
            "--from",
            "2023-11-14T22:13:27.700Z",
            "--until",
            "2023-11-14T22:13:28Z",
            "--limit",
            "200"
        )
        #expect(late.0 == 200 && late.1.contains("there are more messages"))
        let before = try Command.run(
            "messages",
            chat.store,
            SmallChat.group,
            "--as",
            mike,
            "--unlogged",
            "--until",
            "2023-11-14T22:13:26Z",
            "--csv"
        )
        #expect(before.output.split(separator: "\n").count == 3, "\(before.output)")
    }
}

@Suite struct `Reading commands refuse what they cannot do` {
    @Test(arguments: [
        ["log", "--from", "03/04/2026"], ["log", "--from", "tuesday"], ["log", "--type", "sent"],
        ["log", "--json", "--csv"], ["log", "--actor", "sarah"], ["log", "--limit", "0"],
        ["log", "--follow", "--until", "now"], ["log", "--from", "2026-02-30"],
        ["messages", "chat"], ["messages"], ["unread"], ["people", "--search", "a"],
        ["conversations", "--filter", "active"], ["info", "--reason", "x"],
        ["log", "--unlogged"], ["completion"],
        ["log", "--follow", "--from", "1", "--limit", "9"], ["log", "--from", "9", "--until", "4"],
        ["log", "--from", "today", "--until", "yesterday"],
        ["messages", SmallChat.group, "--from", "today", "--until", "yesterday"],
        ["stats", "--from", "today", "--until", "yesterday"],
        ["export", "nowhere", "--from", "today", "--until", "yesterday"],
    ])
    func `with a line and an exit code`(words: [String]) throws {
        let chat = try SmallChat()
        let run = try Command.run([words[0], chat.store] + words.dropFirst())
        #expect(run.exit == 2, "\(words)")
        #expect(run.output.isEmpty || words.contains("--json"))
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(run.errors.hasSuffix("see `scrollback help \(words[0])`\n"), "\(run.errors)")
    }

    @Test func `times that the local clock shows twice or never`() throws {
        let chat = try SmallChat()
        func from(_ time: String) throws -> Command.Run {
            let zone = "TZ=CET-1CEST,M3.5.0,M10.5.0/3"
            return try Command.run("env", [zone, Command.path, "log", chat.store, "--from", time])
        }
        let twice = try from("2026-10-25 02:30")
        #expect(twice.exit == 2)
        #expect(
            twice.errors.contains("2026-10-25 02:30:00+02:00 or 2026-10-25 02:30:00+01:00")
        )
        #expect(try from("2026-10-25 02:30+02:00").exit == 0)
        let never = try from("2026-03-29 02:30")
        #expect(never.exit == 2 && never.errors.contains("was set forward over"))
        #expect(try from("2026-03-04").errors == "")
        let all = try from("2023-11-14 23:13:21")
        #expect(all.output.contains("2023-11-14 23:13:21+01:00"))
        #expect(!all.output.contains("23:13:20"))
    }

    @Test func `what is not there`() throws {
        let chat = try SmallChat()
        let none = "018bcfe5-6801-7c02-8a11-5e2b9c4d7fff"
        for words in [
            ["messages", none], ["members", none], ["history", none], ["who-saw", none],
            ["why", none, "--as", SmallChat.mike],
            ["messages", none, "--as", SmallChat.mike, "--unlogged"],
        ] {
            let run = try Command.run([words[0], chat.store] + words.dropFirst() + ["--json"])
            #expect(run.exit == 3)
            #expect(try errorCode(run) == "notFound", "\(words)")
        }
        let run = try Command.run("info", "/nowhere", "--json")
        #expect(run.exit == 3)
        #expect(try errorCode(run) == "noStore")
    }

    @Test func `damage, with what verify would find`() throws {
        let chat = try SmallChat()
        let path = chat.store + "/log.mdb"
        var bytes = readFile(path)
        let id: [UInt8] = [0x01, 0x8B, 0xCF, 0xE5, 0x68, 0x01, 0x7C, 0x02, 0x8A, 0x11]
        var place = 0
        while let found = bytes[place...].firstRange(of: id) {
            bytes[found.upperBound] ^= 1
            place = found.upperBound
        }
        #expect(place > 0)
        writeFile(path, bytes)
        let run = try Command.run("log", chat.store, "--json")
        #expect(run.exit == 1, "\(run.errors)")
        #expect(
            try errorCode(Command.run("history", chat.store, SmallChat.first, "--json"))
                == "damaged"
        )
        #expect(run.errors.contains("scrollback verify"))
        #expect(run.errors.split(separator: "\n").count == 1)

        let (group, first) = (SmallChat.group, SmallChat.first)
        // What needs the damaged records says so; what needs only the views answers from them.
        for (words, isFound) in [
            (["messages", group] + Self.words, true), (["messages", group], true),
            (["log", "--at", "9"], true), (["messages", group, "--at", "9"] + Self.words, true),
            (["conversations"] + Self.words, true), (["history", first, "--at", "9"], true),
            (["stats", "--at", "9"], true), (["conversations", "--at", "9"], true),
            (["export", "--sqlite", chat.folder.path("chat.db")], true),
            (["export", "--sqlite", chat.folder.path("past.db"), "--at", "9"], true),
            (["info"], false), (["stats"], false), (["conversations"], false),
            (["members", group], false), (["unread"] + Self.words, false), (["people"], false),
            (["who-saw", first], false), (["why", first, "--as", SmallChat.mike], false),
        ] {
            let run = try Command.run(
                [words[0], chat.store] + words.dropFirst() + ["--json"]
            )
            #expect(run.exit == 1 || run.exit == 0 && !isFound, "\(words): \(run.ending)")
            guard run.exit == 1 else { continue }
            #expect(run.errors.contains("scrollback verify"), "\(words): \(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(words): \(run.errors)")
        }
        #expect(names(in: chat.folder.path) == ["chat.scrollback"])
    }

    @Test func `a log whose beginning is overwritten, as verify does`() throws {
        let chat = try SmallChat()
        let path = chat.store + "/log.mdb"
        var bytes = readFile(path)
        for place in 0..<8_192 { bytes[place] = UInt8(truncatingIfNeeded: place &* 31) }
        writeFile(path, bytes)
        let verified = try object(Command.run("verify", chat.store, "--json"))
        let finding = verified["finding"] as? [String: Any]
        let says = try #require(finding?["message"] as? String)
        #expect(says.contains("\(path) is damaged"))
        let (group, first) = (SmallChat.group, SmallChat.first)
        for words in [
            ["info"], ["log"], ["messages", group] + Self.words, ["history", first],
            ["messages", group, "--as", SmallChat.mike, "--reason", "a case"],
            ["stats", "--at", "9"], ["diff"], ["rebuild"],
            ["export", chat.folder.path("all")],
            ["export", "--sqlite", chat.folder.path("chat.db")],
            ["erase", "--message", first, "--basis", "law", "--reason", "asked"],
            ["prove", "--event", "3"],
        ] {
            let run = try Command.run(
                [words[0], chat.store] + words.dropFirst() + ["--json"]
            )
            #expect(run.exit == 1, "\(words): \(run.errors)")
            #expect(try errorCode(run) == "damaged", "\(words)")
            #expect(run.errors.contains(says), "\(words): \(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(words): \(run.errors)")
        }
        #expect(names(in: chat.folder.path) == ["chat.scrollback"])
    }

    private static let words = ["--as", SmallChat.mike, "--unlogged"]

    @Test func `a reader that has gone away ends them quietly`() throws {
        let chat = try SmallChat(messages: 600)
        let words = "log '\(chat.store)' --limit 10000 --from 1"
        let script = "set -o pipefail; '\(Command.path)' \(words) | head -n 1"
        let run = try Command.run("bash", ["-c", script])
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.errors.isEmpty)
        #expect(run.output.split(separator: "\n").count == 1)
        let full = try Command.run("sh", ["-c", "'\(Command.path)' \(words) > /dev/full"])
        #expect(full.exit == 3 && full.errors.contains("cannot be written"))
    }
}

@Suite struct `The proofs of a message's history` {
    @Test func `are written together or not at all`() throws {
        let chat = try SmallChat()
        let (key, proofs) = (chat.folder.path("key"), chat.folder.path("proofs"))
        let words = ["history", chat.store, SmallChat.first, "--proof", proofs]
        let early = try Command.run(words)
        #expect(early.exit == 3 && early.errors.contains("checkpoint"))
        #expect(early.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: proofs))
        let made = try Command.run("keygen", "--name", "example.com/log", "--out", key)
        writeFile(chat.folder.path("pub"), Array(made.output.utf8))
        #expect(try Command.run("checkpoint", chat.store, "--key", key).exit == 0)
        let run = try Command.run(words)
        #expect(run.exit == 0, "\(run.errors)")
        let files = try FileManager.default.contentsOfDirectory(atPath: proofs).sorted()
        let events = run.output.split(separator: "\n").dropFirst()
        #expect(files.count == events.count && files.count >= 3)
        for file in files {
            let check = try Command.run(
                "check",
                "\(proofs)/\(file)",
                "--key",
                chat.folder.path("pub")
            )
            #expect(check.exit == 0, "\(check.errors)")
        }
        let again = try Command.run(words)
        #expect(again.exit == 3 && again.errors.contains("exists"))
    }

    @Test func `name the erasure of its content`() throws {
        let chat = try SmallChat()
        let line =
            #"{"as":"operator","do":"erase","message":"\#(SmallChat.first)","basis":"law","#
            + #""reason":"asked"}"#
        #expect(try Command.pipe(chat.store, input: [line]).output.contains(#""erased":1"#))
        let run = try Command.run("history", chat.store, SmallChat.first)
        #expect(run.output.contains("contentErased"))
        #expect(run.output.contains("(erased)"))
        let seen = try Command.run(
            "messages",
            chat.store,
            SmallChat.group,
            "--as",
            SmallChat.mike,
            "--unlogged",
            "--csv"
        )
        #expect(seen.output.contains(",erased,"))
    }
}
