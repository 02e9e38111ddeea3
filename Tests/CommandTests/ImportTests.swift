import Foundation
import Glibc
import TestSupport
import Testing

@testable import Scrollback

/// A chat with something of everything, and its export.
private struct Exported: ~Copyable {
    let chat: SmallChat
    let place: String

    /// What an erased message said.
    static let erasedWords = "I owe eve"

    init(messages: Int = 0) throws {
        let chat = try SmallChat(messages: messages)
        let start = SmallChat.start
        let lines = [
            SmallChat.line(
                SmallChat.mike,
                #""report","user":"\#(SmallChat.eve)","reason":"spam""#,
                90_000
            ),
            SmallChat.line(SmallChat.mike, #""delete","message":"\#(SmallChat.third)""#, 91_000),
            #"{"as":"operator","do":"erase","message":"\#(SmallChat.first)","basis":"law","reason":"asked","at":\#(start + 92_000)}"#,
            #"{"as":"operator","do":"configure","textLimit":4000,"at":\#(start + 93_000)}"#,
        ]
        let run = try Command.pipe(chat.store, "--clock", "given", input: lines)
        try #require(run.exit == 0 && !run.output.contains(#""error""#), "\(run.output)")
        let place = chat.folder.path("all")
        let export = try Command.run("export", chat.store, place, "--reason", "move")
        try #require(export.exit == 0, "\(export.errors)")
        self.chat = chat
        self.place = place
    }

    /// Imports the export, at a path of the test's folder.
    func move(_ name: String = "copy", _ words: [String] = []) throws -> Command.Run {
        try Command.run(
            ["import", chat.folder.path(name), place, "--without-journal", "--json"] + words
        )
    }

    /// The names beside the store and the export.
    var others: [String] {
        names(in: chat.folder.path).filter { $0 != "chat.scrollback" && $0 != "all" }
    }
}

extension Command.Run {
    fileprivate var lines: [Substring] { output.split(separator: "\n") }
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct `An import is the store that was exported` {
    @Test func `every query answers as before, and the log is sound`() throws {
        let exported = try Exported()
        let run = try exported.move()
        try #require(run.exit == 0, "\(run.errors)")
        let report = try object(run)
        let copy = exported.chat.folder.path("copy")
        let size = try #require(report["events"] as? Int)
        let users = [SmallChat.sarah, SmallChat.mike, SmallChat.eve]
        let queries =
            [
                "conversations", "unread", "blocks", "settings", "contacts", "mentions",
            ].map { #""ask":"\#($0)""# } + [
                #""ask":"messages","conversation":"\#(SmallChat.group)""#,
                #""ask":"members","conversation":"\#(SmallChat.group)""#,
                #""ask":"history","message":"\#(SmallChat.second)""#,
                #""ask":"receipts","message":"\#(SmallChat.second)""#,
                #""ask":"changes","since":0"#,
            ]
        var asked = users.flatMap { user in
            queries.map { #"{"as":"\#(user)",\#($0)}"# }
        }
        asked += [
            #"{"as":"operator","ask":"reports"}"#, #"{"as":"operator","ask":"exports"}"#,
            #"{"as":"operator","ask":"memberships","user":"\#(SmallChat.eve)"}"#,
            #"{"as":"operator","ask":"messages","conversation":"\#(SmallChat.group)"}"#,
        ]
        let past = asked.map { String($0.dropLast()) + #","asOf":\#(size)}"# }
        let before = try Command.pipe(exported.chat.store, "--readonly", input: past)
        let after = try Command.pipe(copy, input: past)
        for (line, (old, new)) in zip(past, zip(before.lines, after.lines)) {
            #expect(old == new, "\(line)")
        }
        #expect(before.lines.count == asked.count && after.lines.count == asked.count)
        let verified = try Command.run("verify", copy, "--json")
        #expect(verified.exit == 0, "\(verified.output)")
        #expect(try Command.run("diff", copy).exit == 0)
    }

    @Test func `the first event names the exported log, and ids, times and positions stay`() throws
    {
        let exported = try Exported()
        let report = try object(exported.move())
        let copy = exported.chat.folder.path("copy")
        func events(_ store: String) throws -> [[String: Any]] {
            let run = try Command.run("log", store, "--json", "--limit", "1000")
            try #require(run.exit == 0, "\(run.errors)")
            return try run.lines.map {
                try #require(
                    try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
                )
            }
        }
        let (old, new) = try (events(exported.chat.store), events(copy))
        #expect(new.count == report["events"] as? Int)
        #expect(old.count == new.count + 1)
        for (was, now) in zip(old, new).dropFirst() {
            for name in [
                "position", "type", "at", "actor", "version", "command", "stream", "erased",
            ] {
                #expect("\(was[name] ?? "")" == "\(now[name] ?? "")", "\(name)")
            }
            #expect(was["leaf"] as? String != now["leaf"] as? String)
        }
        let holds = try #require(new.first?["fields"] as? [String: Any] ?? new.first)
        let text = "\(holds)"
        #expect(text.contains(try #require(report["from"] as? String)))
        #expect(text.contains("withoutJournal"))
        #expect(report["from"] as? String != report["log"] as? String)
        #expect((report["journals"] as? [Any])?.isEmpty == true)
        #expect(report["withoutJournal"] as? Bool == true)
    }

    @Test func `erased stays erased, in every file and answer`() throws {
        let exported = try Exported()
        #expect(try exported.move().exit == 0)
        let copy = exported.chat.folder.path("copy")
        let seen = try Command.run(
            "messages",
            copy,
            SmallChat.group,
            "--as",
            SmallChat.sarah,
            "--json",
            "--unlogged"
        )
        #expect(seen.output.contains("\"erased\":true"))
        #expect(!seen.output.contains(Exported.erasedWords))
        // What is erased later goes too, and the store goes on.
        let erase =
            #"{"as":"operator","do":"erase","message":"\#(SmallChat.second)","basis":"law","reason":"asked"}"#
        let run = try Command.pipe(copy, input: [erase])
        #expect(run.exit == 0 && run.output.contains(#""erased":2"#), "\(run.output)")
        #expect(try Command.run("verify", copy).exit == 0)
    }

    @Test func `a restored log keeps its epochs and their forks`() throws {
        let chat = try SmallChat()
        let log = "\(chat.store)/log.mdb"
        let old = readFile(log)
        func send(_ text: String, _ time: Int) -> String {
            SmallChat.line(
                SmallChat.mike,
                #""send","conversation":"\#(SmallChat.group)","text":"\#(text)""#,
                time
            )
        }
        let lost = (0..<3).map { send("lost \($0)", 20_000 + $0) }
        #expect(try Command.pipe(chat.store, "--clock", "given", input: lost).exit == 0)
        writeFile(log, old)
        let run = try Command.pipe(
            chat.store,
            "--clock",
            "given",
            "--accept-older-log",
            input: [send("after", 30_000)]
        )
        try #require(run.output.contains(#""epoch""#), "\(run.output) \(run.errors)")
        let place = chat.folder.path("all")
        let exported = try object(Command.run("export", chat.store, place, "--json"))
        let size = try #require(exported["upTo"] as? Int)
        let copy = chat.folder.path("copy")
        let report = try object(Command.run("import", copy, place, "--without-journal", "--json"))
        let epoch = try #require(report["epoch"] as? String)
        #expect(run.output.contains(#""epoch":"\#(epoch)""#))
        #expect(try Command.run("verify", copy).exit == 0)
        // Without an epoch a position is one of the first, which ended at the fork.
        let lines = ["\(size)", #""\#(epoch):\#(size)""#, "5"].map {
            #"{"as":"\#(SmallChat.eve)","ask":"unread","asOf":\#($0)}"#
        }
        let (was, now) = (
            try Command.pipe(chat.store, "--readonly", input: lines).lines,
            try Command.pipe(copy, "--readonly", input: lines).lines
        )
        #expect(was == now && now.count == 3)
        #expect(now.first?.contains("otherEpoch") == true && now.last?.contains("ok") == true)
    }

    @Test func `an import can be exported and imported again`() throws {
        let exported = try Exported()
        #expect(try exported.move().exit == 0)
        let copy = exported.chat.folder.path("copy")
        let again = exported.chat.folder.path("again")
        #expect(try Command.run("export", copy, again).exit == 0)
        #expect(try Checker.checkExport(again).exit == 0)
        let third = exported.chat.folder.path("third")
        let run = try Command.run("import", third, again, "--without-journal")
        #expect(run.exit == 0, "\(run.errors)")
        #expect(try Command.run("verify", third).exit == 0)
    }

    @Test func `many events, streams and commits`() throws {
        let exported = try Exported(messages: 5_000)
        let run = try exported.move("copy", ["--keys", exported.chat.folder.path("keys.bin")])
        try #require(run.exit == 0, "\(run.errors)")
        let copy = exported.chat.folder.path("copy")
        let keys = exported.chat.folder.path("keys.bin")
        #expect(try Command.run("verify", copy, "--keys", keys).exit == 0)
        let seen = try Command.run(
            "messages",
            copy,
            SmallChat.group,
            "--as",
            SmallChat.mike,
            "--json",
            "--keys",
            keys
        )
        #expect(seen.output.contains("message 4999"))
    }
}

/// A change of an export, with the sums as they were or made anew.
private struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var code = "changed"
    var exit: Int32 = 1
    var sumsAnew = true
    let change: @Sendable (_ place: String) throws -> Void

    init(
        _ words: String,
        code: String = "changed",
        exit: Int32 = 1,
        sumsAnew: Bool = true,
        _ change: @escaping @Sendable (_ place: String) throws -> Void
    ) {
        testDescription = words
        self.code = code
        self.exit = exit
        self.sumsAnew = sumsAnew
        self.change = change
    }
}

/// Replaces a text of one line by another one of the same length.
private func replace(_ old: String, _ new: String, in place: String, line: Int) {
    edit(place) { lines in
        lines[line] = lines[line].replacingOccurrences(of: old, with: new)
    }
}

/// The value of a field of a line in base 64, changed in one bit.
private func flip(_ name: String, in place: String, line: Int) throws {
    let text = String(decoding: readFile("\(place)/events.jsonl"), as: UTF8.self)
        .split(separator: "\n").map(String.init)[line]
    let start = try #require(text.range(of: "\"\(name)\":\""))
    let end = try #require(text[start.upperBound...].firstIndex(of: "\""))
    let old = String(text[start.upperBound..<end])
    var bytes = try #require(Data(base64Encoded: old))
    bytes[bytes.count - 1] ^= 1
    replace(old, bytes.base64EncodedString(), in: place, line: line)
}

private let damages: [Damage] = [
    Damage("a changed byte, sums as before", sumsAnew: false) { place in
        replace("昼食", "昼飯", in: place, line: 12)
    },
    Damage("a line that is missing, sums as before", sumsAnew: false) { place in
        edit(place) { $0.remove(at: 3) }
    },
    Damage("a line that is missing") { place in edit(place) { $0.remove(at: 3) } },
    Damage("the last line is missing") { place in edit(place) { $0.removeLast() } },
    Damage("a line that comes twice") { place in edit(place) { $0.insert($0[3], at: 3) } },
    Damage("two lines in another order") { place in edit(place) { $0.swapAt(3, 4) } },
    Damage("half a line at the end") { place in
        let bytes = readFile("\(place)/events.jsonl")
        writeFile("\(place)/events.jsonl", Array(bytes.dropLast(40)))
    },
    Damage("another envelope") { place in try flip("envelope", in: place, line: 2) },
    Damage("another content") { place in try flip("content", in: place, line: 2) },
    Damage("another salt") { place in try flip("salt", in: place, line: 2) },
    Damage("a content that is missing") { place in
        edit(place) { lines in
            lines[2] = lines[2].replacingOccurrences(of: "\"content\":\"", with: "\"was\":\"")
                .replacingOccurrences(of: "\"salt\":\"", with: "\"grain\":\"")
        }
    },
    Damage("rubbish instead of a line") { place in edit(place) { $0[4] = "{\"event\":[[[" } },
    Damage("an empty file of events") { place in writeFile("\(place)/events.jsonl", []) },
    Damage("zeros") { place in
        writeFile("\(place)/events.jsonl", [UInt8](repeating: 0, count: 100_000))
    },
    Damage("a manifest with another root") { place in
        let text = String(decoding: readFile("\(place)/manifest.json"), as: UTF8.self)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let root = try #require(object?["root"] as? String)
        let other = String(repeating: "0", count: 64)
        writeFile(
            "\(place)/manifest.json",
            Array(text.replacingOccurrences(of: root, with: other).utf8)
        )
    },
    Damage("a manifest that is no object", sumsAnew: false) { place in
        writeFile("\(place)/manifest.json", Array("[]".utf8))
    },
    Damage("a file without a sum", sumsAnew: false) { place in
        writeFile("\(place)/more.txt", Array("more".utf8))
    },
    Damage("a file with a sum that the manifest does not name") { place in
        writeFile("\(place)/transcript.html", Array("<p>Ben: I did it</p>".utf8))
    },
    Damage("a file that is missing", sumsAnew: false) { place in unlink("\(place)/erased.jsonl") },
    Damage("no sums at all", code: "cannotRead", exit: 3, sumsAnew: false) { place in
        unlink("\(place)/SHA256SUMS")
    },
    Damage("an empty folder", code: "cannotRead", exit: 3, sumsAnew: false) { place in
        for name in names(in: place) { unlink("\(place)/\(name)") }
    },
    Damage("another format", code: "newerFormat", exit: 3) { place in
        let text = String(decoding: readFile("\(place)/manifest.json"), as: UTF8.self)
        writeFile(
            "\(place)/manifest.json",
            Array(text.replacingOccurrences(of: "export/1", with: "export/2").utf8)
        )
    },
]

@Suite(.serialized, .timeLimit(.minutes(10))) struct `A bad import changes nothing` {
    @Test(arguments: damages) private func refuses(_ damage: Damage) throws {
        let exported = try Exported()
        try damage.change(exported.place)
        if damage.sumsAnew { try resum(exported.place) }
        let run = try exported.move()
        #expect(run.exit == damage.exit, "\(run.output) \(run.errors)")
        #expect(try errorCode(run) == damage.code)
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(!run.errors.contains("昼"))
        #expect(exported.others.isEmpty, "\(exported.others)")
    }

    @Test func `a content that was erased, put back with its key`() throws {
        let chat = try SmallChat()
        let before = chat.folder.path("before")
        #expect(try Command.run("export", chat.store, before).exit == 0)
        let erase =
            #"{"as":"operator","do":"erase","message":"\#(SmallChat.first)","basis":"law","reason":"asked","at":\#(SmallChat.start + 92_000)}"#
        _ = try Command.pipe(chat.store, "--clock", "given", input: [erase])
        let after = chat.folder.path("after")
        #expect(try Command.run("export", chat.store, after).exit == 0)
        let old = String(decoding: readFile("\(before)/events.jsonl"), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        edit(after) { lines in
            for (number, line) in old.enumerated() { lines[number] = line }
        }
        let counts = String(decoding: readFile("\(after)/manifest.json"), as: UTF8.self)
        func value(_ name: String, _ text: String) throws -> Int {
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            return try #require(object?[name] as? Int)
        }
        let gone = try value("erased", counts)
        try #require(gone > 0)
        let there = try value("contents", counts)
        writeFile(
            "\(after)/manifest.json",
            Array(
                counts.replacingOccurrences(of: "\"erased\":\(gone)", with: "\"erased\":0")
                    .replacingOccurrences(
                        of: "\"contents\":\(there)",
                        with: "\"contents\":\(there + gone)"
                    ).utf8
            )
        )
        try resum(after)
        let copy = chat.folder.path("copy")
        let run = try Command.run("import", copy, after, "--without-journal", "--json")
        #expect(try errorCode(run) == "changed")
        #expect(run.errors.contains("was erased, and the export holds it"), "\(run.errors)")
        #expect(access(copy, F_OK) != 0)
    }

    @Test func `wrong words, a part of a log, and a place that is taken`() throws {
        let exported = try Exported()
        let copy = exported.chat.folder.path("copy")
        #expect(try Command.run("import", copy, exported.place).exit == 2)
        #expect(try Command.run("import", copy).exit == 2)
        let missing = try Command.run(
            "import",
            copy,
            exported.chat.folder.path("nowhere"),
            "--without-journal",
            "--json"
        )
        #expect(missing.exit == 3)
        #expect(try errorCode(missing) == "cannotRead")
        let part = exported.chat.folder.path("part")
        let words = ["export", exported.chat.store, part, "--conversation", SmallChat.group]
        #expect(try Command.run(words).exit == 0)
        let run = try Command.run("import", copy, part, "--without-journal", "--json")
        #expect(try errorCode(run) == "notEverything")
        #expect(access(copy, F_OK) != 0)
        let over = try Command.run(
            "import",
            exported.chat.store,
            exported.place,
            "--without-journal",
            "--json"
        )
        #expect(try errorCode(over) == "alreadyExists")
        #expect(try Command.run("verify", exported.chat.store).exit == 0)
    }

    @Test func `one that was killed leaves nothing that opens, and the next one clears up`() throws
    {
        let exported = try Exported(messages: 3_000)
        let copy = exported.chat.folder.path("copy")
        for delay in stride(from: 0.05, to: 0.8, by: 0.09) {
            let script = """
                '\(Command.path)' import '\(copy)' '\(exported.place)' --without-journal & pid=$!
                sleep \(delay); kill -9 $pid; wait $pid 2>/dev/null; exit 0
                """
            _ = try Command.run("bash", ["-c", script])
            guard access(copy, F_OK) == 0 else { continue }
            #expect(try Command.run("verify", copy).exit == 0)
            Store.removeFolder(copy)
        }
        let run = try exported.move()
        #expect(run.exit == 0, "\(run.errors)")
        let left = names(in: exported.chat.folder.path).filter { $0.contains("creating") }
        #expect(left.isEmpty)
        #expect(try Command.run("verify", copy).exit == 0)
    }

    @Test func `no room`() throws {
        let exported = try Exported(messages: 2_000)
        let copy = exported.chat.folder.path("copy")
        let script = """
            ulimit -f 500; '\(Command.path)' import '\(copy)' '\(exported.place)' --without-journal \
            --json
            """
        let run = try Command.run("bash", ["-c", script])
        #expect(try errorCode(run) == "storageFull", "\(run.output) \(run.errors)")
        #expect(exported.others.isEmpty, "\(exported.others)")
    }
}
