import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct `Content is erased, held and kept from the shell` {
    private static let why = ["--basis", "GDPR 17", "--reason", "case 4"]

    @Test func `a dry run says what would go and changes nothing`() throws {
        let chat = try SmallChat()
        let words = ["erase", chat.store, "--conversation", SmallChat.group, "--dry-run"]
        let run = try Command.run(words + Self.why)
        #expect(run.exit == 0, "\(run.errors)")
        // A title, three messages and a changed one.
        #expect(run.output.hasPrefix("would go  5 contents; nothing was changed\n"))
        #expect(run.output.contains("\nexports   no logged export held what would go\n"))
        let again = try object(Command.run(words + Self.why + ["--json"]))
        #expect(again["erased"] as? Int == 5 && again["dryRun"] as? Bool == true)
        #expect(again["request"] is NSNull)
        #expect(
            try Command.run("forget", chat.store, SmallChat.eve, "--basis", "b", "--dry-run").exit
                == 0
        )
        let state = try chat.items(#"{"as":"operator","ask":"state"}"#)
        #expect((state.first?["pendingErasures"] as? [Any])?.isEmpty == true)
        #expect(try chat.items(Self.message(SmallChat.first)).first?["text"] != nil)
    }

    @Test func `what goes is gone, what is held waits, and goes with the release`() throws {
        let chat = try SmallChat()
        let placed = try object(
            Command.run(
                "hold",
                chat.store,
                "place",
                "--matter",
                "case 4",
                "--user",
                SmallChat.mike,
                "--json"
            )
        )
        let hold = try #require(placed["hold"] as? String)
        let listed = try Command.run("hold", chat.store, "list")
        #expect(listed.output.contains(hold) && listed.output.contains(SmallChat.mike))
        #expect(!listed.output.contains("case 4"))
        let words = ["erase", chat.store, "--conversation", SmallChat.group]
        let run = try Command.run(words + Self.why)
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("erased    4 contents, by the request at position "))
        #expect(run.output.contains("\nwaits     1 content; "))
        #expect(run.output.contains(": for the hold \(hold)\n"))
        #expect(try chat.items(Self.message(SmallChat.first)).first?["text"] == nil)
        #expect(try chat.items(Self.message(SmallChat.third)).first?["text"] != nil)
        let shown = try Command.run("retain", chat.store, "show")
        #expect(shown.output.contains("1 content (for the hold \(hold))"), "\(shown.output)")
        let release = ["hold", chat.store, "release", "--hold", hold]
        let plan = try Command.run(release + ["--dry-run"])
        #expect(plan.output.hasPrefix("would go  1 content; nothing was changed\n"))
        #expect(try chat.items(Self.message(SmallChat.third)).first?["text"] != nil)
        // Another hold keeps it.
        let other = try object(
            Command.run("hold", chat.store, "place", "--matter", "case 5", "--json")
        )
        let second = try #require(other["hold"] as? String)
        let held = try object(Command.run(release + ["--dry-run", "--json"]))
        #expect(held["erased"] as? Int == 0 && held["deferredCount"] as? Int == 1)
        let waiting = try #require(held["deferred"] as? [[String: Any]]).first
        #expect(waiting?["why"] as? String == "hold" && waiting?["hold"] as? String == second)
        #expect(try Command.run("hold", chat.store, "release", "--hold", second).exit == 0)
        let released = try Command.run(release)
        #expect(released.exit == 0, "\(released.errors)")
        #expect(try chat.items(Self.message(SmallChat.third)).first?["text"] == nil)
        let late = try Command.run(release + ["--dry-run"])
        #expect(late.output.hasPrefix("would go  0 contents; nothing was changed\n"))
        #expect(try Command.run("hold", chat.store, "list").output == "holds     none\n")
        #expect(try Command.run("verify", chat.store).exit == 0)
    }

    @Test func `a hold whose answer was lost is placed once when it is placed again`() throws {
        let chat = try SmallChat()
        let place = ["hold", chat.store, "place", "--matter", "case 4", "--user", SmallChat.mike]
        let hold: String
        do {
            let pipe = try Command.startPipe(chat.store, "--no-control")
            defer { _ = pipe.crash() }
            #expect(try Self.ask(pipe, #"{"as":"operator","ask":"state"}"#).contains("ok"))
            let writer = try FalseWriter.start(saying: "")
            let lost = try Command.run(place + ["--control", writer.socket, "--json"])
            #expect(lost.exit == 3)
            #expect(try errorCode(lost) == "outcomeUnknown")
            let heard = try JSONSerialization.jsonObject(with: Data(writer.heard().utf8))
            hold = try #require((heard as? [String: Any])?["id"] as? String)
            #expect(lost.errors.contains("--hold \(hold)"), "\(lost.errors)")
        }
        for _ in 0..<2 {
            let run = try Command.run(place + ["--hold", hold, "--json"])
            #expect(try object(run)["hold"] as? String == hold, "\(run.errors)")
        }
        let listed = try object(Command.run("hold", chat.store, "list", "--json"))
        #expect((listed["holds"] as? [Any])?.count == 1)
        let other = try Command.run(place + ["--hold", hold, "--from", "2024-01-02", "--json"])
        #expect(try errorCode(other) == "idempotencyConflict")
    }

    @Test func `a dry run lists the exports that held what would go`() throws {
        let chat = try SmallChat()
        func export(_ name: String, _ words: String...) throws -> Int {
            let words = ["export", chat.store, chat.folder.path(name), "--json"] + words
            let run = try Command.run(words)
            return try #require(object(run)["position"] as? Int, "\(run.errors)")
        }
        let all = try export("all")
        let group = try export("group", "--conversation", SmallChat.group)
        let mikes = try export("mike", "--person", SmallChat.mike)
        _ = try export("before", "--until", "2023-11-14T22:13:20.500Z")
        func exports(_ words: String...) throws -> [Int]? {
            let words = ["erase", chat.store, "--dry-run", "--json"] + Self.why + words
            return try object(Command.run(words))["exports"] as? [Int]
        }
        #expect(try exports("--message", SmallChat.third) == [all, group, mikes])
        #expect(try exports("--message", SmallChat.first) == [all, group])
        // What is written later is in none of them.
        let later = "018bcfe5-6804-7c02-8a11-5e2b9c4d7f05"
        let line = SmallChat.line(
            SmallChat.mike,
            #""send","conversation":"\#(SmallChat.group)","id":"\#(later)","text":"late""#,
            9_000
        )
        let piped = try Command.pipe(chat.store, "--clock", "given", input: [line])
        #expect(piped.exit == 0 && !piped.output.contains("error"), "\(piped.output)")
        #expect(try exports("--message", later) == [])
    }

    @Test func `a person is forgotten through the process that writes`() throws {
        let chat = try SmallChat()
        let pipe = try Command.startPipe(chat.store)
        defer { _ = pipe.crash() }
        let ready = try Self.ask(pipe, #"{"as":"operator","ask":"state"}"#)
        #expect(ready.contains("ok"))
        let run = try Command.run("forget", chat.store, SmallChat.eve, "--basis", "GDPR 17")
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("erased    2 contents, by the request at position "))
        let kept = try Command.run(
            "retain",
            chat.store,
            "set",
            "--kind",
            "group",
            "--minimum",
            "2",
            "--maximum",
            "none"
        )
        #expect(kept.exit == 0, "\(kept.errors)")
        let shown = try object(Command.run("retain", chat.store, "show", "--json"))
        let kinds = try #require(shown["kinds"] as? [[String: Any]])
        #expect(kinds.contains { $0["kind"] as? String == "group" && $0["minimum"] as? Int == 2 })
        let retained = try Command.run("retain", chat.store, "run", "--dry-run")
        #expect(retained.output.hasPrefix("would go  0 contents; "), "\(retained.output)")
        let elsewhere = chat.folder.path("nowhere")
        let lost = try Command.run(
            "retain",
            chat.store,
            "run",
            "--control",
            elsewhere,
            "--json"
        )
        #expect(lost.exit == 3)
        #expect(try errorCode(lost) == "noWriter")
        // The conversation's events are as before; the profile and what she wrote are gone.
        let profile = try Self.ask(
            pipe,
            #"{"as":"\#(SmallChat.sarah)","ask":"profile","user":"\#(SmallChat.eve)"}"#
        )
        #expect(!profile.contains("=eve"), "\(profile)")
    }

    @Test func `an erasure in slices is waited for, and goes on without waiting`() throws {
        let chat = try SmallChat(messages: 1_500)
        let started = try Command.run(
            ["erase", chat.store, "--user", SmallChat.sarah, "--no-wait", "--json"] + Self.why
        )
        let first = try object(started)
        #expect(started.exit == 0, "\(started.errors)")
        let pending = try #require(first["pending"] as? Int)
        #expect(pending > 0, "\(started.output)")
        // Opened again, it goes on; a second command has it all behind it.
        let run = try Command.run(
            ["erase", chat.store, "--conversation", SmallChat.group, "--progress"] + Self.why
        )
        #expect(run.exit == 0, "\(run.errors)")
        #expect(!run.output.contains("pending"), "\(run.output)")
        let state = try chat.items(#"{"as":"operator","ask":"state"}"#)
        #expect((state.first?["erasing"] as? [Any])?.isEmpty == true)
        #expect(try Command.run("verify", chat.store).output.contains("equals logged erasures"))
    }

    @Test func `mistakes give one line and change nothing`() throws {
        let chat = try SmallChat()
        let store = chat.store
        let before = try chat.items(#"{"as":"operator","ask":"state"}"#).first?["size"] as? Int
        let id = SmallChat.first
        let cases: [([String], Int32, String)] = [
            (["erase", store] + Self.why, 2, "usage"),
            (["erase", store, "--message", id, "--user", id] + Self.why, 2, "usage"),
            (["erase", store, "--message", "x"] + Self.why, 2, "usage"),
            (["erase", store, "--message", id, "--basis", "b"], 2, "usage"),
            (["erase", store, "--message", id, "--dry-run", "--no-wait"] + Self.why, 2, "usage"),
            (["erase", store, "--message", SmallChat.group] + Self.why, 3, "notFound"),
            (["erase", store, "--message", id, "--basis", " ", "--reason", "r"], 3, "invalidText"),
            (["erase", "\(store).none", "--message", id] + Self.why, 3, "noStore"),
            (["forget", store, "x", "--basis", "b"], 2, "usage"),
            (["forget", store, SmallChat.eve], 2, "usage"),
            (["hold", store, "keep"], 2, "usage"), (["hold", store, "place"], 2, "usage"),
            (["hold", store, "list", "--matter", "m"], 2, "usage"),
            (["hold", store, "release", "--hold", id], 3, "notFound"),
            (["hold", store, "release", "--hold", id, "--dry-run"], 3, "notFound"),
            (["hold", store, "release", "--hold", id, "--dry-run", "--no-wait"], 2, "usage"),
            (["hold", store, "list", "--dry-run"], 2, "usage"),
            (["hold", store, "place", "--matter", "m", "--conversation", id], 3, "notFound"),
            (
                [
                    "hold", store, "place", "--matter", "m", "--from", "2024-01-02", "--until",
                    "2024-01-01",
                ],
                3, "invalidRequest"
            ),
            (["retain", store, "set"], 2, "usage"),
            (["retain", store, "set", "--kind", "all", "--minimum", "1"], 2, "usage"),
            (["retain", store, "set", "--minimum", "many"], 2, "usage"),
            (["retain", store, "set", "--minimum", "9", "--maximum", "2"], 3, "invalidRequest"),
            (["retain", store, "show", "--dry-run"], 2, "usage"),
            (["retain", store, "run", "--kind", "group"], 2, "usage"),
        ]
        for (words, exit, code) in cases {
            let run = try Command.run(words + ["--json"])
            #expect(run.exit == exit, "\(words): \(run.output) \(run.errors)")
            #expect(try errorCode(run) == code, "\(words): \(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(words): \(run.errors)")
        }
        let after = try chat.items(#"{"as":"operator","ask":"state"}"#).first?["size"] as? Int
        #expect(before != nil && after == before)
    }

    private static func ask(_ pipe: StartedProgram, _ line: String) throws -> String {
        pipe.writeLine(line)
        return try #require(pipe.readLine())
    }

    private static func message(_ id: String) -> String {
        #"{"as":"\#(SmallChat.sarah)","ask":"message","message":"\#(id)"}"#
    }
}
