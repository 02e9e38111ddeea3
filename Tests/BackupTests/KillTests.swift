import EventLog
import Glibc
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

@testable import ScrollbackBackup

/// Processes killed at random moments leave nothing that opens as whole and is not.
@Suite(.serialized, .timeLimit(.minutes(180))) struct `A process that is killed` {
    private static let kills = number("BACKUP_KILLS", else: 12)
    /// With so many kills some must have left a part of what was written.
    private static let manyKills = 200

    private func made(_ chat: Chat, messages: Int) async throws {
        try await chat.send((0..<messages).map { "the message number \($0)" })
        for message in try await chat.send((0..<20).map { "to be erased \($0)" }) {
            try await chat.erase(message)
        }
    }

    /// Requires that kills met runs, and in the long form that they met them at work.
    private func require(_ landed: Int, traces: Int, _ what: String) {
        print("\(what): \(landed) of \(Self.kills) kills met a run, \(traces) left a trace")
        #expect(landed > 0, "a kill meets a run")
        if Self.kills >= Self.manyKills { #expect(traces > 0, "a kill meets a run at work") }
    }

    /// The segments that no manifest names.
    private func unnamed(in backup: String) -> Int {
        let manifest = String(decoding: readFile("\(backup)/manifest"), as: UTF8.self)
        let named = manifest.split(separator: "\n").count { $0.hasPrefix("segment ") }
        return names(in: backup).count { $0.hasPrefix("events.") } - named
    }

    @Test func `while it backs up leaves the backup before, or the new one`() async throws {
        let chat = try await Chat()
        try await made(chat, messages: 3_000)
        let (path, backup, keys) = (chat.path, chat.backup, chat.keys)
        var backedUp = try await chat.store.backUp(to: backup, keys: keys).size
        chat.store.close()
        var (landed, traces) = (0, 0)
        var time: UInt64 = 250
        for kill in 0..<Self.kills {
            let store = try Store.open(path)
            let author = store.session(for: chat.author.user)
            let sent = try await author.send("between, \(kill)", to: chat.group)
            if kill % 3 == 1 {
                let target = Erase.Target.message(sent.message)
                _ = try await store.operator.erase(target, basis: "b", reason: "r")
            }
            let size = try store.engine.log.snapshot().size
            store.close()
            if try Program.kill(["backup", path, backup, "--keys", keys], within: &time) {
                landed += 1
                if unnamed(in: backup) > 0 { traces += 1 }
            }
            let place = chat.folder.path("restored-\(kill)")
            let restored = try Backup(at: backup, keys: keys).restore(to: place, journal: .none)
            try await verified(place)
            #expect(restored.fork == backedUp || restored.fork >= size)
            backedUp = restored.fork
            if kill % 3 == 1, restored.fork >= size {
                let copy = try Store.open(place)
                #expect(try copy.session(for: chat.author.user).message(sent.message).text == nil)
                copy.close()
            }
            removeFolder(place)
        }
        require(landed, traces: traces, "backup")
        let last = try Program.run(["backup", path, backup, "--keys", keys])
        #expect(last.exit == 0, "\(last.output)")
        #expect(names(in: backup).count == 2, "nothing is left of killed runs")
        try await verified(path)
    }

    @Test func `while it backs up beside a writer leaves the backup before, or the new one`()
        async throws
    {
        let chat = try await Chat()
        try await made(chat, messages: 3_000)
        let (path, backup, keys) = (chat.path, chat.backup, chat.keys)
        _ = try await chat.store.backUp(to: backup, keys: keys)
        chat.store.close()
        let writer = try Program.start(["pipe", path])
        var (landed, traces) = (0, 0)
        var time: UInt64 = 250
        for kill in 0..<Self.kills {
            writer.writeLine(
                #"{"as":"\#(chat.author.user)","do":"send","conversation":"\#(chat.group)","#
                    + #""text":"between, \#(kill)"}"#
            )
            let answer = try #require(writer.readLine(within: 60))
            #expect(answer.hasPrefix(#"{"ok":"#), "\(answer)")
            if try Program.kill(["backup", path, backup, "--keys", keys], within: &time) {
                landed += 1
                if unnamed(in: backup) > 0 { traces += 1 }
            }
            let place = chat.folder.path("restored")
            _ = try Backup(at: backup, keys: keys).restore(to: place, journal: .none)
            try await verified(place)
            removeFolder(place)
        }
        require(landed, traces: traces, "backup beside a writer")
        // Readers that die in a row look like damaged views, which the writer then makes anew: the
        // command says to ask again.
        var last = try Program.run(["backup", path, backup, "--keys", keys])
        let isBackedUp = try wait(milliseconds: 60_000) {
            if last.exit == 0 { return true }
            #expect(last.output.lowercased().contains("ask again in a second"), "\(last.output)")
            last = try Program.run(["backup", path, backup, "--keys", keys])
            return last.exit == 0
        }
        #expect(isBackedUp, "\(last.output)")
        writer.endInput()
        #expect(writer.wait() == .exited(0))
        try await verified(path)
    }

    /// Kills restores, and requires that what has the store's name is whole.
    private func killRestores(
        of chat: Chat,
        _ what: String,
        to place: String,
        fills: Bool = false,
        keysPath: String? = nil,
        journal: [String] = ["--without-journal"],
        check: (String) throws -> Void = { _ in }
    ) async throws {
        let size = try #require(
            try BackupFolders(backup: chat.backup, keys: chat.keys, store: nil)
                .manifest()
        ).size
        var words = ["restore", chat.backup, "--keys", chat.keys, "--to", place] + journal
        if let keysPath { words += ["--store-keys", keysPath] }
        var (landed, traces) = (0, 0)
        var time: UInt64 = 250
        func clear() {
            removeFolder(place)
            if let keysPath {
                for name in [keysPath, "\(keysPath).mark", "\(keysPath).positions"] { unlink(name) }
            }
            if fills { mkdir(place, 0o700) }
        }
        clear()
        for _ in 0..<Self.kills {
            if try Program.kill(words, within: &time) {
                landed += 1
                let left = names(in: chat.folder.path) + names(in: place)
                if left.contains(where: { $0.contains("creating-") }) { traces += 1 }
            }
            if access("\(place)/log.mdb", F_OK) == 0 {
                #expect(try await verified(place, keysPath: keysPath) > size)
                try check(place)
                clear()
            }
        }
        require(landed, traces: traces, what)
        let last = try Program.run(words)
        #expect(last.exit == 0, "\(last.output)")
        let left = names(in: chat.folder.path) + names(in: place)
        #expect(left.allSatisfy { !$0.contains("creating") }, "\(left)")
        try await verified(place, keysPath: keysPath)
        try check(place)
    }

    @Test func `while it restores leaves no store, or a whole one`() async throws {
        let chat = try await Chat()
        try await made(chat, messages: 3_000)
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        try await killRestores(of: chat, "restore", to: chat.folder.path("restored"))
    }

    @Test func `while it restores into an existing folder leaves no store, or a whole one`()
        async throws
    {
        let chat = try await Chat()
        try await made(chat, messages: 1_000)
        // What a server keeps beside the log is named before the log, too.
        #expect(try Program.run(["revoke", chat.path, "\(chat.author.user)"]).exit == 0)
        let revoked = readFile("\(chat.path)/revoked.tokens")
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        let place = chat.folder.path("mounted")
        try await killRestores(of: chat, "restore into a folder", to: place, fills: true) { place in
            #expect(readFile("\(place)/revoked.tokens") == revoked)
        }
    }

    @Test func `while it restores with keys elsewhere leaves no store, or a whole one`()
        async throws
    {
        let chat = try await Chat()
        try await made(chat, messages: 1_000)
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        let keys = chat.folder.path("keys-of-the-restored")
        let place = chat.folder.path("restored")
        try await killRestores(of: chat, "restore, keys elsewhere", to: place, keysPath: keys)
    }

    @Test func `while it restores with the journal leaves it, and no store or a whole one`()
        async throws
    {
        let chat = try await Chat()
        try await made(chat, messages: 1_000)
        let path = chat.path
        chat.store.close()
        var options = Store.Options()
        options.journal = chat.folder.path("chat.journal")
        let store = try Store.open(path, options: options)
        let author = store.session(for: chat.author.user)
        let sent = try await author.send("erased after the backup", to: chat.group)
        _ = try await store.backUp(to: chat.backup, keys: chat.keys)
        let target = Erase.Target.message(sent.message)
        _ = try await store.operator.erase(target, basis: "law", reason: "asked")
        let last = try #require(try store.operator.state().keeping)
        store.close()
        let journal = readFile(chat.folder.path("chat.journal"))
        try await killRestores(
            of: chat,
            "restore with the journal",
            to: chat.folder.path("restored"),
            journal: ["--journal", chat.folder.path("chat.journal"), "--last", "\(last)"]
        ) { place in
            #expect(readFile(chat.folder.path("chat.journal")) == journal)
            let log = try EventLog(opening: StoreDirectory(path: place), access: .reading)
            defer { log.close() }
            let contents = try Facts(of: log, through: sent.position).contents
            #expect(contents.last?.contains(" erased ") == true)
        }
    }

    @Test func `while it compacts leaves one whole log`() async throws {
        let chat = try await Chat()
        try await made(chat, messages: 3_000)
        let path = chat.path
        let size = try chat.store.engine.log.snapshot().size
        let facts = try Facts(of: chat.store.engine.log, through: size)
        chat.store.close()
        var (landed, traces) = (0, 0)
        var time: UInt64 = 250
        for _ in 0..<Self.kills {
            if try Program.kill(["compact", path], within: &time) {
                landed += 1
                if access("\(path)/.compacting", F_OK) == 0 { traces += 1 }
            }
            #expect(try await verified(path) == size)
        }
        require(landed, traces: traces, "compact")
        let last = try Program.run(["compact", path])
        #expect(last.exit == 0, "\(last.output)")
        #expect(names(in: path).allSatisfy { !$0.hasPrefix(".compacting") })
        let log = try EventLog(opening: StoreDirectory(path: path), access: .writing)
        defer { log.close() }
        #expect(try Facts(of: log, through: size) == facts)
    }
}

@Suite(.serialized, .timeLimit(.minutes(10))) struct `The commands` {
    @Test func `back up beside the process that writes, through its socket`() async throws {
        let chat = try await Chat()
        try await chat.send(["one", "two"])
        let (path, backup, keys) = (chat.path, chat.backup, chat.keys)
        chat.store.close()
        let writer = try Program.start(["pipe", path])
        writer.writeLine(#"{"as":"operator","ask":"state"}"#)
        _ = try #require(writer.readLine(within: 60))
        let run = try Program.run(["backup", path, backup, "--keys", keys, "--json"])
        #expect(run.exit == 0, "\(run.output)")
        #expect(run.output.contains(#""erasures":0"#))
        writer.writeLine(#"{"as":"operator","ask":"state"}"#)
        let state = try #require(writer.readLine(within: 60))
        #expect(state.contains(#""keyCopies":[{"place":""#) && state.contains(#""upTo":"#))
        writer.crash()
        let place = chat.folder.path("restored")
        let restored = try Program.run([
            "restore", backup, "--keys", keys, "--to", place, "--without-journal", "--json",
        ])
        #expect(restored.exit == 0, "\(restored.output)")
        let verify = try Program.run(["verify", place])
        #expect(verify.exit == 0, "\(verify.output)")
        // The first opening makes the views; positions that commands show are of the new epoch.
        #expect(try Program.run(["pipe", place]).exit == 0)
        for words in [
            ["log", place], ["messages", place, "\(chat.group)"], ["log", place, "--from", "9"],
            ["log", place, "--from", "\(try await verified(place))"],
        ] {
            let run = try Program.run(words)
            #expect(run.exit == 0 && run.output.split(separator: "\n").count > 1, "\(run.output)")
        }
    }

    @Test func `say what to do after a drill, and the number to write down`() async throws {
        let chat = try await Chat()
        try await chat.send(["one", "two"])
        let (path, backup, keys) = (chat.path, chat.backup, chat.keys)
        chat.store.close()
        let journal = ["--journal", chat.folder.path("chat.journal")]
        #expect(try Program.run(["backup", path, backup, "--keys", keys] + journal).exit == 0)
        let hold = try Program.run(["hold", path, "place", "--matter", "m"] + journal)
        #expect(hold.output.contains("\nkeeping   "), "\(hold.output)")
        let words = hold.output.split { " ,\n".contains($0) }
        let number = try #require(words.first { UInt64($0) != nil })
        let place = chat.folder.path("drill")
        let restore = ["restore", backup, "--keys", keys, "--to", place, "--last", String(number)]
        let drill = try Program.run(restore + journal + ["--drill"])
        #expect(drill.exit == 0 && drill.output.contains("can only be read"), "\(drill.output)")
        #expect(!drill.output.contains("next "))
        #expect(try Program.run(["pipe", place] + journal).exit == 3)
    }

    @Test func `import a store that has a journal as one without`() async throws {
        let chat = try await Chat()
        try await chat.send(["one", "two"])
        let path = chat.path
        chat.store.close()
        let journal = chat.folder.path("chat.journal")
        var options = Store.Options()
        options.journal = journal
        try Store.open(path, options: options).close()
        let (all, copy) = (chat.folder.path("all"), chat.folder.path("copy"))
        let (backup, keys) = (chat.backup, chat.keys)
        let restored = chat.folder.path("restored")
        for words in [
            ["export", path, all, "--reason", "move", "--journal", journal],
            ["import", copy, all, "--without-journal"], ["verify", copy], ["compact", copy],
            ["verify", copy], ["backup", copy, backup, "--keys", keys],
            ["restore", backup, "--keys", keys, "--to", restored, "--without-journal"],
            ["verify", restored], ["compact", restored],
        ] {
            let run = try Program.run(words)
            #expect(run.exit == 0, "\(words): \(run.output)")
        }
        // It begins a journal of its own.
        options.journal = chat.folder.path("copy.journal")
        try Store.open(copy, options: options).close()
        #expect(throws: StoreError.self) { try Store.open(copy) }
        try await verified(copy)
    }

    @Test func `name what they need`() async throws {
        let chat = try await Chat()
        let path = chat.path
        for words in [
            ["backup", path, chat.backup], ["restore", chat.backup, "--to", "/tmp/nowhere"],
            ["restore", chat.backup, "--keys", chat.keys, "--without-journal"],
            ["restore", chat.backup, "--keys", chat.keys, "--to", "/tmp/nowhere"],
            ["backup", path, chat.backup, "--keys", chat.backup],
            ["compact", path, "--wait", "-1"],
        ] {
            let run = try Program.run(words)
            #expect(run.exit == 2, "\(words): \(run.output)")
        }
        let none = try Program.run([
            "restore", chat.backup, "--keys", chat.keys, "--to", chat.folder.path("restored"),
            "--without-journal",
        ])
        #expect(none.exit == 1 && none.output.contains("manifest"))
    }

    @Test func `compact gives room back, and refuses beside other processes`() async throws {
        let chat = try await Chat()
        let texts = (0..<800).map { "\($0) " + String(repeating: "long ", count: 200) }
        try await chat.send(texts)
        // One request: of single messages each would take a flush.
        let target = Erase.Target.conversation(chat.group)
        _ = try await chat.store.operator.erase(target, basis: "law", reason: "asked")
        let path = chat.path
        let size = try chat.store.engine.log.snapshot().size
        let beside = try Program.run(["compact", path])
        #expect(beside.exit == 3 && beside.output.contains("writes"))
        chat.store.close()
        let reader = try Program.start(["pipe", "--readonly", path])
        reader.writeLine(#"{"as":"operator","ask":"views"}"#)
        _ = try #require(reader.readLine(within: 60))
        let read = try Program.run(["compact", path])
        #expect(read.exit == 3 && read.output.contains("process \(reader.identifier)"))
        reader.crash()
        var before = stat()
        stat("\(path)/log.mdb", &before)
        let run = try Program.run(["compact", path, "--json"])
        #expect(run.exit == 0, "\(run.output)")
        var after = stat()
        stat("\(path)/log.mdb", &after)
        #expect(after.st_size < before.st_size)
        #expect(try await verified(path) == size)
        let store = try Store.open(path)
        defer { store.close() }
        let author = store.session(for: chat.author.user)
        try await author.send("after it", to: chat.group)
    }
}
