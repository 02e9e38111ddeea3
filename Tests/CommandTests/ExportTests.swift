import Foundation
import Glibc
import Messaging
import Scrollback
import ScrollbackExport
import TestSupport
import Testing

@testable import Scrollback

private func lines(_ file: String) throws -> [[String: Any]] {
    try String(decoding: readFile(file), as: UTF8.self).split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
}

private func text(_ folder: String) -> String {
    names(in: folder).map { String(decoding: readFile("\(folder)/\($0)"), as: UTF8.self) }.joined()
}

private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct `Exports hold what they say` {
    @Test func `everything, with sums that sha256sum accepts and a root`() throws {
        let chat = try SmallChat()
        let place = chat.folder.path("all")
        let run = try Command.run("export", chat.store, place, "--reason", "audit", "--json")
        #expect(run.exit == 0, "\(run.errors)")
        let report = try object(run)
        #expect(mode(place) == 0o700)
        #expect(names(in: place).allSatisfy { mode("\(place)/\($0)") == 0o600 })
        let sums = try Command.run("bash", ["-c", "cd \(place) && sha256sum -c SHA256SUMS"])
        #expect(sums.exit == 0, "\(sums.errors)")
        let events = try lines("\(place)/events.jsonl")
        #expect(events.count == report["upTo"] as? Int)
        #expect(try lines("\(place)/members.jsonl").count == 3)
        let checked = try Checker.checkExport(place)
        #expect(checked.exit == 0, "\(checked.errors)")
        #expect(checked.output.contains("all \(events.count) events of the log"))
        let exports = try chat.items(#"{"as":"operator","ask":"exports"}"#)
        #expect(exports.count == 1)
        #expect(exports.first?["reason"] as? String == "audit")
        #expect(exports.first?["manifest"] as? String == report["manifest"] as? String)
        #expect(exports.first?["who"] as? String == "uid:\(geteuid())")
        let again = try Command.run("export", chat.store, place, "--json")
        #expect(try errorCode(again) == "alreadyExists")
        #expect(names(in: chat.store).allSatisfy { !$0.hasPrefix("export.") })
    }

    @Test func `a conversation, signed, and the checker notices each change`() throws {
        let chat = try SmallChat()
        let keys = chat.folder.path("key")
        let made = try Command.run("keygen", "--out", keys)
        try #require(made.exit == 0, "\(made.errors)")
        let place = chat.folder.path("lunch")
        let run = try Command.run(
            "export",
            chat.store,
            place,
            "--conversation",
            SmallChat.group,
            "--key",
            keys
        )
        try #require(run.exit == 0, "\(run.errors)")
        let events = try lines("\(place)/events.jsonl")
        #expect(
            events.allSatisfy {
                ($0["event"] as? [String: Any])?["stream"] as? String == "conversation"
            }
        )
        #expect(try lines("\(place)/people.jsonl").count == 3)
        let key = chat.folder.file("key.pub", Array(made.output.utf8))
        let checked = try Checker.checkExport(place, "--key", key)
        #expect(checked.exit == 0, "\(checked.errors)")
        #expect(checked.output.contains("notes this export"))
        // A line that is left out, with sums made anew.
        var words = String(decoding: readFile("\(place)/events.jsonl"), as: UTF8.self)
            .split(separator: "\n")
        words.remove(at: 2)
        writeFile("\(place)/events.jsonl", Array((words.joined(separator: "\n") + "\n").utf8))
        #expect(try Checker.checkExport(place).exit == 1)
        _ = try Command.run("bash", ["-c", "cd \(place) && sha256sum [a-z]* > SHA256SUMS"])
        #expect(try Checker.checkExport(place).exit == 1)
    }

    @Test func `a person's export has their own words and no report about them`() throws {
        let chat = try SmallChat()
        let report =
            #"{"as":"\#(SmallChat.mike)","do":"report","user":"\#(SmallChat.eve)","reason":"spam","details":"she spams","at":\#(SmallChat.start + 9_000)}"#
        _ = try Command.pipe(chat.store, "--clock", "given", input: [report])
        let place = chat.folder.path("eve")
        let run = try Command.run("export", chat.store, place, "--person", SmallChat.eve)
        try #require(run.exit == 0, "\(run.errors)")
        let all = text(place)
        #expect(all.contains("I owe eve"))
        #expect(!all.contains("she spams") && !all.contains("is at one"))
        #expect(!all.contains("\"reported\""))
        let actors = try lines("\(place)/events.jsonl").map {
            ($0["event"] as? [String: Any])?["actor"] as? String
        }
        #expect(actors.allSatisfy { $0 == SmallChat.eve })
        #expect(try lines("\(place)/memberships.jsonl").count == 1)
        #expect(try Checker.checkExport(place).exit == 0)
        let mikes = chat.folder.path("mike")
        #expect(try Command.run("export", chat.store, mikes, "--person", SmallChat.mike).exit == 0)
        #expect(text(mikes).contains("she spams"))
    }

    @Test func `a person's export has no words that the person forwarded`() throws {
        let chat = try SmallChat()
        let (copy, copied, own) = (
            "018bcfe5-6810-7c02-8a11-5e2b9c4d7f01", "018bcfe5-6810-7c02-8a11-5e2b9c4d7f02",
            "018bcfe5-6810-7c02-8a11-5e2b9c4d7f03"
        )
        func forward(_ message: String, _ id: String, _ text: String, _ time: Int) -> String {
            SmallChat.line(
                SmallChat.sarah,
                #""send","conversation":"\#(SmallChat.group)","id":"\#(id)","text":"\#(text)","#
                    + #""forwardedFrom":"\#(message)""#,
                time
            )
        }
        func annotate(_ message: String, _ fields: String) -> String {
            SmallChat.line(
                SmallChat.sarah,
                #""annotate","message":"\#(message)",\#(fields)"#,
                93_000
            )
        }
        func change(_ message: String, _ text: String) -> String {
            let fields = #""edit","message":"\#(message)","text":"\#(text)""#
            return SmallChat.line(SmallChat.sarah, fields, 94_000)
        }
        let sent = try Command.pipe(
            chat.store,
            "--clock",
            "given",
            input: [
                forward(SmallChat.first, copy, "of eve http://eve.example", 90_000),
                forward(copy, copied, "of eve again", 91_000),
                forward(SmallChat.second, own, "of herself http://own.example", 92_000),
                annotate(
                    copy,
                    #""linkPreview":{"url":"http://eve.example","title":"page of eve"}"#
                ),
                annotate(
                    own,
                    #""linkPreview":{"url":"http://own.example","title":"page of herself"}"#
                ),
                annotate(copied, #""priority":{"isPriority":true,"reason":"why she wants it"}"#),
                change(copy, "of eve http://eve.example!"),
                change(own, "of herself, in other words"),
            ]
        )
        try #require(!sent.output.contains(#""error""#), "\(sent.output)")
        let place = chat.folder.path("sarah")
        let run = try Command.run("export", chat.store, place, "--person", SmallChat.sarah)
        try #require(run.exit == 0, "\(run.errors)")
        let written = text(place)
        #expect(!written.contains("of eve") && !written.contains("eve.example"))
        for own in [
            "of herself", "page of herself", "why she wants it", "in other words",
        ] {
            #expect(written.contains(own), "\(own)")
        }
        let withheld = try lines("\(place)/events.jsonl").compactMap { $0["withheld"] as? String }
        #expect(withheld == ["forwarded", "forwarded", "forwarded", "forwarded"])
        #expect(try Checker.checkExport(place).exit == 0)
    }

    @Test func `a damaged store is reported, and no folder is left`() throws {
        let chat = try SmallChat()
        let path = chat.store + "/log.mdb"
        var bytes = readFile(path)
        let id: [UInt8] = [0x01, 0x8B, 0xCF, 0xE5, 0x68, 0x01, 0x7C, 0x02, 0x8A, 0x11]
        let place = try #require(bytes.firstRange(of: id))
        bytes[place.upperBound] ^= 1
        writeFile(path, bytes)
        let run = try Command.run("export", chat.store, chat.folder.path("all"), "--json")
        #expect(run.exit == 1, "\(run.output) \(run.errors)")
        #expect(try errorCode(run) == "damaged")
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(Set(names(in: chat.folder.path)) == ["chat.scrollback"])
    }

    @Test func `deleted words are withheld unless they are asked for`() throws {
        let chat = try SmallChat()
        let delete = SmallChat.line(
            SmallChat.sarah,
            #""delete","message":"\#(SmallChat.second)""#,
            9_000
        )
        _ = try Command.pipe(chat.store, "--clock", "given", input: [delete])
        let words = ["--conversation", SmallChat.group]
        let without = chat.folder.path("without")
        #expect(try Command.run(["export", chat.store, without] + words).exit == 0)
        #expect(!text(without).contains("昼食"))
        #expect(try Checker.checkExport(without).exit == 0)
        let with = chat.folder.path("with")
        #expect(try Command.run(["export", chat.store, with] + words + ["--deleted"]).exit == 0)
        #expect(text(with).contains("昼食"))
    }

    @Test func `the page to print shows rubbish as text`() throws {
        let chat = try SmallChat()
        let rubbish =
            #"<script>alert(1)</script> javascript:alert(1) https://x.org/\"onclick='a'&b "#
            + #"</div><img src=x onerror=alert(1)>\u202e\u200b\u0007 \n2 sarah: forged"#
        let send = SmallChat.line(
            SmallChat.mike,
            #""send","conversation":"\#(SmallChat.group)","text":"\#(rubbish)""#,
            9_000
        )
        let sent = try Command.pipe(chat.store, "--clock", "given", input: [send])
        try #require(!sent.output.contains(#""error""#), "\(sent.output)")
        let place = chat.folder.path("page")
        let run = try Command.run("export", chat.store, place, "--conversation", SmallChat.group)
        try #require(run.exit == 0, "\(run.errors)")
        let page = String(decoding: readFile("\(place)/transcript.html"), as: UTF8.self)
        for bad in [
            "<script", "<img", "\u{202E}", "\u{200B}", "\u{7}", "href=\"javascript",
        ] {
            #expect(!page.contains(bad), "\(bad)")
        }
        #expect(page.contains("default-src 'none'"))
        #expect(page.contains("&lt;script&gt;") && page.contains("U+202E"))
        #expect(page.contains(#"href="https://x.org/%22onclick=%27a%27&amp;b" rel="noreferrer"#))
        #expect(page.contains("昼食 is at one") && page.contains("<i>edited</i>"))
        #expect(page.components(separatedBy: "<article>").count == 5)
    }

    @Test func `a time has its events without a gap`() throws {
        let chat = try SmallChat()
        let place = chat.folder.path("time")
        let run = try Command.run(
            "export",
            chat.store,
            place,
            "--from",
            "2023-11-14T22:13:22Z",
            "--until",
            "2023-11-14T22:13:27Z"
        )
        try #require(run.exit == 0, "\(run.errors)")
        let times = try lines("\(place)/events.jsonl").compactMap {
            ($0["event"] as? [String: Any])?["at"] as? Int
        }
        let range = SmallChat.start + 2_000..<SmallChat.start + 7_000
        #expect(!times.isEmpty && times.allSatisfy(range.contains))
        #expect(try Checker.checkExport(place).exit == 0)
    }

    @Test func `the members at the time, who left and who came back`() throws {
        let chat = try SmallChat()
        func told(_ lines: [String]) throws {
            let run = try Command.pipe(chat.store, "--clock", "given", input: lines)
            try #require(!run.output.contains(#""error""#), "\(run.output)")
        }
        let group = #""conversation":"\#(SmallChat.group)""#
        try told([
            SmallChat.line(SmallChat.eve, #""leave",\#(group)"#, 20_000),
            SmallChat.line(SmallChat.sarah, #""add",\#(group),"user":"\#(SmallChat.eve)""#, 40_000),
            SmallChat.line(
                SmallChat.sarah,
                #""setRole",\#(group),"user":"\#(SmallChat.mike)","role":"admin""#,
                41_000
            ),
            SmallChat.line(
                SmallChat.sarah,
                #""remove",\#(group),"user":"\#(SmallChat.mike)""#,
                50_000
            ),
        ])
        let place = chat.folder.path("group")
        let words = ["export", chat.store, place, "--conversation", SmallChat.group]
        #expect(try Command.run(words).exit == 0)
        let members = try lines("\(place)/members.jsonl")
        #expect(members.compactMap { $0["user"] as? String }.count { $0 == SmallChat.eve } == 2)
        let eve = members.filter { $0["user"] as? String == SmallChat.eve }
        #expect(eve.first?["leftAt"] as? Int == SmallChat.start + 20_000)
        #expect(
            eve.last?["joinedAt"] as? Int == SmallChat.start + 40_000 && eve.last?["left"] == nil
        )
        let mike = try #require(members.first { $0["user"] as? String == SmallChat.mike })
        #expect(mike["role"] as? String == "admin")
        #expect(mike["removedBy"] as? String == SmallChat.sarah)
        #expect(try Checker.checkExport(place).exit == 0)
        // In the middle of a time in which she was away.
        let time = chat.folder.path("time")
        let span = ["--from", "2023-11-14T22:13:45Z", "--until", "2023-11-14T22:14:02Z"]
        #expect(try Command.run(["export", chat.store, time] + span).exit == 0)
        let then = try lines("\(time)/members.jsonl").filter {
            $0["user"] as? String == SmallChat.eve
        }
        #expect(then.count == 1 && then.first?["joinedAt"] as? Int == SmallChat.start + 40_000)
    }

    @Test func `wrong words change nothing`() throws {
        let chat = try SmallChat()
        let place = chat.folder.path("none")
        let before = names(in: chat.folder.path)
        for words in [
            ["--conversation", SmallChat.group, "--person", SmallChat.eve],
            ["--from", "now", "--until", "yesterday"],
            ["--reason", String(repeating: "a", count: 3_000)],
        ] {
            #expect(try Command.run(["export", chat.store, place] + words).exit == 2)
        }
        let unknown = try Command.run(
            "export",
            chat.store,
            place,
            "--conversation",
            SmallChat.first,
            "--json"
        )
        #expect(try errorCode(unknown) == "notFound")
        #expect(try Command.run("export", chat.store, "\(chat.store)/inside").exit == 2)
        #expect(Set(names(in: chat.folder.path)) == Set(before))
        #expect(try chat.items(#"{"as":"operator","ask":"exports"}"#).isEmpty)
    }

    @Test func `an erasure during an export is not in it`() async throws {
        let chat = try SmallChat()
        let store = try Store.open(chat.store)
        defer { store.close() }
        let group = try #require(ConversationID(SmallChat.group))
        let message = try #require(MessageID(SmallChat.first))
        let place = chat.folder.path("lunch")
        var exporter = Exporter(store, ExportScope(conversation: group))
        let erased = Flag()
        exporter.afterWriting = {
            guard erased.raise() else { return }
            _ = try? await store.operator.erase(.message(message), basis: "law", reason: "asked")
        }
        let report = try await exporter.run(to: place)
        #expect(report.erased == 1)
        #expect(!text(place).contains("I owe eve"))
        #expect(text(place).contains("\"basis\":\"law\""))
        #expect(try Checker.checkExport(place).exit == 0)
    }

    @Test func `an erasure during an export of everything is not in it`() async throws {
        let chat = try SmallChat()
        let store = try Store.open(chat.store)
        defer { store.close() }
        let message = try #require(MessageID(SmallChat.first))
        let place = chat.folder.path("all")
        var exporter = Exporter(store, .everything)
        let erased = Flag()
        exporter.afterWriting = {
            guard erased.raise() else { return }
            _ = try? await store.operator.erase(.message(message), basis: "law", reason: "asked")
        }
        let report = try await exporter.run(to: place)
        #expect(report.erased == 1)
        #expect(!text(place).contains("I owe eve"))
        #expect(try Checker.checkExport(place).exit == 0)
    }

    @Test func `the page to print says what it has no room for`() async throws {
        let chat = try SmallChat(messages: 50)
        let store = try Store.open(chat.store)
        defer { store.close() }
        let group = try #require(ConversationID(SmallChat.group))
        for (bytes, isCut) in [(1 << 20, false), (300, true), (0, true)] {
            let place = chat.folder.path("page\(bytes)")
            var exporter = Exporter(store, ExportScope(conversation: group))
            exporter.transcriptBytes = bytes
            _ = try await exporter.run(to: place)
            let page = String(decoding: readFile("\(place)/transcript.html"), as: UTF8.self)
            #expect(page.contains("no room for everything") == isCut)
            #expect(page.contains("message 49") != isCut)
            #expect(page.contains("昼食 is at one") == (bytes > 0))
            // An edited text never shows what it was.
            #expect(!page.contains("昼食 is at noon"))
            #expect(try Checker.checkExport(place).exit == 0)
        }
        // Room for the first text of the second message, not for the longer one that replaced it.
        let place = chat.folder.path("edit")
        let session = store.session(for: try #require(UserID(SmallChat.mike)))
        let third = try #require(MessageID(SmallChat.third))
        _ = try await session.edit(third, to: String(repeating: "longer ", count: 60))
        var exporter = Exporter(store, ExportScope(conversation: group))
        exporter.transcriptBytes = 300
        _ = try await exporter.run(to: place)
        let page = String(decoding: readFile("\(place)/transcript.html"), as: UTF8.self)
        #expect(!page.contains("=1+1") && !page.contains("longer"))
        #expect(page.contains("no room for it here"))
    }

    @Test func `the heading of the page to print is the title of now`() async throws {
        let chat = try SmallChat()
        let store = try Store.open(chat.store)
        defer { store.close() }
        let group = try #require(ConversationID(SmallChat.group))
        let sarah = store.session(for: try #require(UserID(SmallChat.sarah)))
        for (place, title) in [("one", "Plans of May"), ("two", nil), ("three", "Plans of June")] {
            _ = try await sarah.rename(group, to: title)
            _ = try await Exporter(store, ExportScope(conversation: group))
                .run(to: chat.folder.path(place))
            let page = String(
                decoding: readFile("\(chat.folder.path(place))/transcript.html"),
                as: UTF8.self
            )
            let heading = page.firstRange(of: "<h1>").flatMap { start in
                page[start.upperBound...].firstRange(of: "</h1>")
                    .map { page[start.upperBound..<$0.lowerBound] }
            }
            #expect(heading?.contains(title ?? "Conversation") == true, "\(heading ?? "none")")
        }
    }

    @Test func `a name that is erased during an export is not in it`() async throws {
        let chat = try SmallChat()
        let store = try Store.open(chat.store)
        defer { store.close() }
        let group = try #require(ConversationID(SmallChat.group))
        let sarah = try #require(UserID(SmallChat.sarah))
        let leo = UserID.fresh()
        _ = try await store.session(for: leo).setProfile(SetProfile(username: "leo"))
        _ = try await store.session(for: sarah).add(leo, to: group)
        let place = chat.folder.path("lunch")
        // Leo wrote nothing there, and his profile is not in the export of a conversation: no event
        // of the export is erased.
        var exporter = Exporter(store, ExportScope(conversation: group))
        let erased = Flag()
        exporter.afterWriting = {
            guard erased.raise() else { return }
            _ = try? await store.operator.forgetUser(leo, basis: "law")
        }
        _ = try await exporter.run(to: place)
        #expect(!text(place).contains("\"name\":\"leo\""))
        #expect(text(place).contains("\"name\":\"sarah\""))
        #expect(try Checker.checkExport(place).exit == 0)
    }

    /// What a person reads in an export is as true as what a program reads.
    @Test(arguments: [
        ("昼食 is at noon", "昼食 is at dawn"), ("\"type\":\"messageSent\"", "\"type\":\"pinned\""),
        ("\"version\":2", "\"version\":3"), ("\"ordinal\":2", "\"ordinal\":3"),
        ("\"actor\":\"\(SmallChat.eve)\"", "\"actor\":\"\(SmallChat.mike)\""),
        ("\"schema\":4", "\"schema\":3"), ("\"at\":1700000002000", "\"at\":1700000002001"),
        ("\"event\":{", "\"event\":{\"erased\":true,"), ("\"silent\":false", "\"silent\":true"),
    ])
    func `a checker refuses an event that says other things than its envelope`(
        old: String,
        new: String
    ) throws {
        let chat = try SmallChat()
        let place = chat.folder.path("all")
        #expect(try Command.run("export", chat.store, place).exit == 0)
        #expect(try Checker.checkExport(place).exit == 0)
        var changes = 0
        edit(place) { lines in
            guard let line = lines.firstIndex(where: { $0.contains(old) }) else { return }
            lines[line] = lines[line].replacingOccurrences(of: old, with: new)
            changes += 1
        }
        #expect(changes == 1)
        try resum(place)
        let run = try Checker.checkExport(place)
        #expect(run.exit == 1, "\(run.output) \(run.errors)")
    }

    @Test func `each content that is gone is named by an event of the export`() async throws {
        let chat = try SmallChat()
        let store = try Store.open(chat.store)
        defer { store.close() }
        let message = try #require(MessageID(SmallChat.first))
        let place = chat.folder.path("all")
        var exporter = Exporter(store, .everything)
        let erased = Flag()
        exporter.beforeWriting = {
            guard erased.raise() else { return }
            _ = try? await store.operator.erase(.message(message), basis: "law", reason: "asked")
        }
        let report = try await exporter.run(to: place)
        #expect(report.erased == 1)
        #expect(try lines("\(place)/erased.jsonl").count == 1)
        #expect(try Checker.checkExport(place).exit == 0)
    }

    @Test func `beside the process that writes, which notes it`() async throws {
        let chat = try SmallChat()
        let line = #"{"as":"operator","ask":"state"}"#
        let script = """
            mkfifo \(chat.folder.path("in")); '\(Command.path)' pipe '\(chat.store)' \
            < \(chat.folder.path("in")) > \(chat.folder.path("out")) & pid=$!
            exec 3> \(chat.folder.path("in")); echo '\(line)' >&3
            for i in $(seq 1200); do [ -S '\(chat.store)/control.sock' ] && break; sleep 0.05; done
            '\(Command.path)' export '\(chat.store)' '\(chat.folder.path("held"))' --json; code=$?
            exec 3>&-; wait $pid; exit $code
            """
        let run = try Command.run("bash", ["-c", script])
        #expect(run.exit == 0, "\(run.errors)")
        #expect(try Checker.checkExport(chat.folder.path("held")).exit == 0)
        #expect(try chat.items(#"{"as":"operator","ask":"exports"}"#).count == 1)
    }

    @Test func `one that was killed leaves no words after the next start`() throws {
        let chat = try SmallChat(messages: 4_000)
        let whole = chat.folder.path("whole")
        let start = ContinuousClock.now
        try #require(try Command.run("export", chat.store, whole).exit == 0)
        // The moments follow how long an export takes here.
        var length = (ContinuousClock.now - start) / .seconds(1)
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        var killed = 0
        for _ in 0..<10 {
            let delay = Double.random(in: 0..<length, using: &random)
            let place = chat.folder.path("killed")
            let script = """
                '\(Command.path)' export '\(chat.store)' '\(place)' & pid=$!
                sleep \(delay); kill -9 $pid; wait $pid 2>/dev/null; exit 0
                """
            _ = try Command.run("bash", ["-c", script])
            if access(place, F_OK) == 0 {
                #expect(try Checker.checkExport(place).exit == 0, "seed \(seed)")
                Store.removeFolder(place)
                // The first one was slower than those that follow.
                length /= 2
            } else {
                killed += 1
            }
            _ = try Command.pipe(chat.store, input: [])
            #expect(Set(names(in: chat.folder.path)) == ["chat.scrollback", "whole"], "\(seed)")
            #expect(names(in: chat.store).allSatisfy { !$0.hasPrefix("export.") }, "\(seed)")
        }
        #expect(killed > 0, "seed \(seed)")
    }
}

private final class Flag: @unchecked Sendable {
    // Sendable: used by one export, one call after the other.
    private var isUp = false

    /// Whether it was not raised before.
    func raise() -> Bool {
        defer { isUp = true }
        return !isUp
    }
}
