import EventLog
import Foundation
import Glibc
import Projections
import Scrollback
import TestSupport
import Testing
import Views

@testable import Scrollback
@testable import ScrollbackCommand

/// Damages the rows of a conversation's stream in the views of a closed store, in a file that is
/// still believed.
private func damageViews(of store: String) throws {
    let file = try #require(
        names(in: store).first { $0.hasPrefix("views.") && $0.hasSuffix(".mdb") }
    )
    var bytes = readFile("\(store)/\(file)")
    let conversation: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2]
    var place = 2 * 4_096
    var count = 0
    while let found = bytes[place...].firstRange(of: conversation) {
        // Behind the rest of the key, in the value.
        bytes[found.upperBound + 10] ^= 1
        place = found.upperBound
        count += 1
    }
    try #require(count > 0)
    writeFile("\(store)/\(file)", bytes)
}

/// Writes one more row, or another one, behind the store's back, with sums that fit.
private func changeRow(
    of store: String,
    in name: String,
    _ change: (_ key: inout [UInt8], _ value: inout [UInt8]) -> Void
) throws {
    let log = try EventLog(opening: StoreDirectory(path: store), access: .writing)
    defer { log.close() }
    let views = Views<BuiltInProjectors>(of: log)
    var writer = try views.openForWriting()
    var tables = TableList()
    _ = BuiltInProjectors(&tables)
    let table = try #require(tables.layouts.first { $0.table == name }).layout.table
    var (key, value): ([UInt8], [UInt8]) = ([], [])
    try views.snapshot().forEachRow(in: table, .all) { foundKey, foundValue in
        (key, value) = (foundKey.array, foundValue.array)
        return .stop
    }
    try #require(!key.isEmpty)
    change(&key, &value)
    let position = writer.position
    try writer.begin()
    writer.put(key.span.bytes, value.span.bytes, in: table)
    try writer.commit(through: position, root: try log.snapshot().root(at: position))
    try views.close(writer)
}

extension RawSpan {
    fileprivate var array: [UInt8] { withUnsafeBytes { Array($0) } }
}

private func generation(of store: String) throws -> UInt64? {
    try ViewsState.read(in: StoreDirectory(path: store))?.generation
}

@Suite(.serialized) struct `Views are compared and rebuilt from the shell` {
    @Test func `sound views are equal, also beside a process that writes`() async throws {
        let history = try await History(size: 60, signing: false)
        let run = try Command.run("diff", history.store)
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output == "equal     every row, at position 60\n")
        #expect(run.errors.isEmpty)
        let engine = try Engine(opening: history.store)
        defer { engine.close() }
        let fields = try object(Command.run("diff", history.store, "--json"))
        #expect(fields["equal"] as? Bool == true)
        #expect(fields["position"] as? Int == 60)
        #expect((fields["differences"] as? [Any])?.isEmpty == true && fields["damage"] is NSNull)
        #expect((fields["notCompared"] as? [String])?.isEmpty == true)
        let told = try Command.run("diff", history.store, "--progress")
        #expect(told.exit == 0)
        #expect(told.errors.contains(" of 60 events"))
    }

    @Test func `tables that were left are not called equal`() throws {
        let result = Diff.result(
            ViewsComparison(position: .zero, notCompared: ["timeline", "senders"])
        )
        #expect(result.exit.rawValue == 3)
        #expect(result.lines.count == 1)
        #expect(result.lines.first?.hasPrefix("NOT CHECKED ") == true)
        #expect(result.lines.first?.contains("timeline, senders") == true)
        let equal = result.fields.first { $0.0 == "equal" }
        guard case .boolean(false)? = equal?.1 else {
            Issue.record("It is called equal.")
            return
        }
    }

    @Test func `a difference says which row it is, and what is stored and recounted`() throws {
        let chat = try SmallChat()
        try changeRow(of: chat.store, in: "chats") { _, value in value[value.count - 1] ^= 1 }
        let run = try Command.run("diff", chat.store)
        #expect(run.exit == 1, "\(run.output) \(run.errors)")
        #expect(run.output.hasPrefix("DIFFERENT table chats (a conversation in a user's list"))
        #expect(run.output.contains("  row: user "))
        #expect(run.output.contains("conversation \(SmallChat.group)"))
        #expect(run.output.contains(": stored ") && run.output.contains(", recount "))
        let fields = try object(Command.run("diff", chat.store, "--json"))
        let found = try #require((fields["differences"] as? [[String: Any]])?.first)
        #expect(found["view"] as? String == "chats" && found["kind"] as? String == "different")
        #expect((found["row"] as? [String: Any])?["conversation"] as? String == SmallChat.group)
        let changed = try #require((found["fields"] as? [[String: Any]])?.first)
        #expect(changed["stored"] as? String != changed["recount"] as? String)
        #expect(try Command.run("rebuild", chat.store).exit == 0)
        #expect(try Command.run("diff", chat.store).exit == 0)
    }

    @Test func `words in a row are withheld unless they are asked for, which is a look`() throws {
        let chat = try SmallChat()
        try changeRow(of: chat.store, in: "reactions") { key, _ in
            key += Array("Secret".utf8)
        }
        let run = try Command.run("diff", chat.store)
        #expect(run.exit == 1, "\(run.output) \(run.errors)")
        #expect(run.output.contains("reaction (withheld)"), "\(run.output)")
        let hexadecimal = "536563726574"
        for words in [[], ["--json"]] {
            let run = try Command.run(["diff", chat.store] + words)
            #expect(!run.output.contains("Secret") && !run.output.contains(hexadecimal))
        }
        let seen = try Command.run("diff", chat.store, "--words")
        #expect(seen.output.contains("reaction loveSecret"), "\(seen.output)")
        #expect(try Command.run("diff", chat.store, "--reason", "why").exit == 2)
        #expect(try Command.run("diff", chat.store, "--unlogged").exit == 2)
        let looked = try Command.run("diff", chat.store, "--words", "--reason", "ticket 4711")
        #expect(looked.output.contains("loveSecret"))
        let log = try Command.run("log", chat.store, "--type", "contentOpened", "--json")
        #expect(log.output.contains("diff"), "\(log.output)")
    }

    @Test func `a look at them is noted in the journal of a store that has one`() throws {
        let chat = try SmallChat()
        let journal = chat.folder.path("kept.journal")
        try changeRow(of: chat.store, in: "reactions") { key, _ in
            key += Array("Secret".utf8)
        }
        #expect(try Command.pipe(chat.store, "--journal", journal, input: []).exit == 0)
        let look = ["diff", chat.store, "--words", "--reason", "ticket 4711"]
        let refused = try Command.run(look)
        #expect(refused.exit == 3 && !refused.output.contains("Secret"), "\(refused.output)")
        #expect(refused.errors.contains("--journal"), "\(refused.errors)")
        let looks = ["log", chat.store, "--type", "contentOpened", "--json"]
        #expect(try Command.run(looks).output.isEmpty)
        for (number, words) in [["--journal", journal], ["--without-journal"]].enumerated() {
            let seen = try Command.run(look.dropLast() + ["case \(number)"] + words)
            #expect(seen.exit == 1 && seen.output.contains("loveSecret"), "\(seen.errors)")
            let logged = try Command.run(looks).output.split(separator: "\n")
            #expect(logged.count == number + 1)
        }
        // Without words nothing is noted, and no journal is needed.
        #expect(try Command.run("diff", chat.store).output.contains("(withheld)"))
    }

    @Test func `the first difference is named, and a rebuild mends it`() async throws {
        let history = try await History(size: 60, signing: false)
        try damageViews(of: history.store)
        let run = try Command.run("diff", history.store)
        #expect(run.exit == 1, "\(run.errors)")
        #expect(run.output.hasPrefix("DIFFERENT table ") || run.output.hasPrefix("DAMAGED "))
        let before = try generation(of: history.store)
        let rebuilt = try Command.run("rebuild", history.store)
        #expect(rebuilt.exit == 0, "\(rebuilt.errors)")
        #expect(rebuilt.output == "rebuilt   up to position 60\n")
        #expect(try generation(of: history.store) == before.map { $0 + 1 })
        #expect(try Command.run("diff", history.store).exit == 0)
        let fields = try object(Command.run("rebuild", history.store, "--json"))
        #expect(fields["rebuilt"] as? Bool == true && fields["requested"] as? Bool == false)
        #expect(fields["position"] as? Int == 60)
    }

    @Test func `a process that writes is asked, and waited for`() async throws {
        let history = try await History(size: 60, signing: false)
        let engine = try Engine(opening: history.store)
        defer { engine.close() }
        let before = try #require(try generation(of: history.store))
        let run = try Command.run("rebuild", history.store)
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output == "rebuilt   by the process that writes\n")
        #expect(run.errors.contains("was asked; waiting for it"))
        #expect(try generation(of: history.store) == before + 1)
        #expect(try engine.views.differenceFromRecount() == nil)
        let asked = try Command.run("rebuild", history.store, "--no-wait", "--json")
        #expect(asked.exit == 0, "\(asked.errors)")
        #expect(try object(asked)["requested"] as? Bool == true)
        #expect(try object(asked)["rebuilt"] as? Bool == false)
    }

    @Test func `what cannot be done is said`() async throws {
        let history = try await History(size: 5, signing: false)
        #expect(try Command.run("diff", "/nowhere").exit == 3)
        #expect(try Command.run("rebuild", "/nowhere").exit == 3)
        #expect(try Command.run("rebuild").exit == 2)
        #expect(try Command.run("diff", history.store, "--progress", "--quiet").exit == 2)
        let copy = history.folder.path("copy.scrollback")
        copyTree(history.store, to: copy)
        let run = try Command.run("diff", copy, "--json")
        #expect(run.exit == 3)
        #expect(try errorCode(run) == "viewsUnavailable")
        // No process makes them complete, so that waiting is no remedy.
        let read = try Command.run("log", copy, "--json")
        #expect(try read.exit == 3 && errorCode(read) == "viewsUnavailable")
        #expect(read.errors.contains("run `scrollback rebuild STORE`"), "\(read.errors)")
    }

    @Test func `a damaged log is said before and after a rebuild that fails over it`() throws {
        let chat = try SmallChat(messages: 400)
        let copy = chat.folder.path("copy.scrollback")
        copyTree(chat.store, to: copy)
        let path = copy + "/log.mdb"
        var bytes = readFile(path)
        // The id of the first message, in each record that names it.
        let id: [UInt8] = [0x01, 0x8B, 0xCF, 0xE5, 0x68, 0x01, 0x7C, 0x02, 0x8A, 0x11]
        var rest = bytes.startIndex
        while let place = bytes[rest...].firstRange(of: id) {
            bytes[place.upperBound] ^= 1
            rest = place.upperBound
        }
        try #require(rest > 0)
        writeFile(path, bytes)
        for _ in 0..<2 {
            let rebuilt = try Command.run("rebuild", copy, "--json")
            #expect(rebuilt.exit == 1, "\(rebuilt.errors)")
            #expect(try errorCode(rebuilt) == "damaged")
            #expect(rebuilt.errors.contains("scrollback verify"))
            let read = try Command.run("people", copy, "--json")
            #expect(try read.exit == 1 && errorCode(read) == "damaged", "\(read.errors)")
            #expect(read.errors.split(separator: "\n").count == 1)
        }
    }
}

@Suite struct `Views that cannot be read are an error of their own` {
    @Test func `a copy that is opened for reading alone says what to do and when to ask again`()
        throws
    {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let user = "00000000-0000-4000-8000-00000000000a"
        _ = try Command.pipe(store, "--create", input: [])
        let copy = folder.path("copy.scrollback")
        copyTree(store, to: copy)
        let run = try Command.pipe(
            copy,
            "--readonly",
            input: [#"{"as":"\#(user)","ask":"settings"}"#]
        )
        #expect(run.exit == 0, "\(run.errors)")
        let error = try object(run)["error"] as? [String: Any]
        #expect(error?["code"] as? String == "viewsUnavailable")
        #expect(error?["retryAfter"] as? Int == 1_000)
        #expect((error?["message"] as? String)?.contains("Open the store for writing") == true)
    }
}
