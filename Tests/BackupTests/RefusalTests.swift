import Glibc
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

@testable import ScrollbackBackup

@Suite(.timeLimit(.minutes(5))) struct `A backup is refused` {
    private func code(_ body: () async throws -> Void) async -> BackupError.Code? {
        do {
            try await body()
            return nil
        } catch {
            let error = error as? BackupError
            #expect((error?.message.count ?? 0) > 20)
            return error?.code
        }
    }

    @Test func `to one folder for both, and to folders in each other or in the store`() async throws
    {
        let chat = try await Chat()
        let (store, path) = (chat.store, chat.path)
        let one = chat.backup
        for (backup, keys) in [
            (one, one), (one, "\(one)/"), ("\(path)/backup", one), (one, "\(path)/keys"),
            (path, one),
        ] {
            let found = await code { _ = try await store.backUp(to: backup, keys: keys) }
            #expect(found == .invalidRequest, "\(backup), \(keys)")
        }
        mkdir(one, 0o700)
        let inside = await code { _ = try await store.backUp(to: one, keys: "\(one)/keys") }
        #expect(inside == .invalidRequest)
        symlink(one, chat.folder.path("link"))
        let link = chat.folder.path("link")
        #expect(await code { _ = try await store.backUp(to: one, keys: link) } == .invalidRequest)
        #expect(names(in: one) == [])
    }

    @Test func `to folders of something else`() async throws {
        let chat = try await Chat()
        let (store, backup, keys) = (chat.store, chat.backup, chat.keys)
        mkdir(backup, 0o700)
        writeFile("\(backup)/letter", [1])
        #expect(await code { _ = try await store.backUp(to: backup, keys: keys) } == .otherBackup)
        unlink("\(backup)/letter")
        mkdir(keys, 0o700)
        writeFile("\(keys)/keys.bin", [1])
        #expect(await code { _ = try await store.backUp(to: backup, keys: keys) } == .wrongKeys)
        #expect(readFile("\(keys)/keys.bin") == [1])
        let open = chat.folder.path("open")
        mkdir(open, 0o755)
        #expect(await code { _ = try await store.backUp(to: open, keys: keys) } == .unavailable)
        let file = chat.folder.path("file")
        writeFile(file, [1])
        #expect(await code { _ = try await store.backUp(to: file, keys: keys) } == .alreadyExists)
    }

    @Test
    func `to the backup or the keys of another log, or to the keys of another backup of the log`()
        async throws
    {
        let chat = try await Chat()
        let other = try await Chat()
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        let (store, backup, keys) = (other.store, chat.backup, chat.keys)
        let (ownBackup, ownKeys) = (other.backup, other.keys)
        #expect(
            await code { _ = try await store.backUp(to: backup, keys: ownKeys) } == .otherBackup
        )
        #expect(await code { _ = try await store.backUp(to: ownBackup, keys: keys) } == .wrongKeys)

        let (same, elsewhere) = (chat.store, chat.folder.path("another backup"))
        #expect(
            await code { _ = try await same.backUp(to: elsewhere, keys: keys) } == .wrongKeys
        )
        // As a kill leaves them behind the first manifest.
        var place = try #require(try KeyPlace.read(in: keys))
        place.coming = place.manifest
        place.manifest = nil
        try place.write(in: keys)
        #expect(
            await code { _ = try await same.backUp(to: elsewhere, keys: keys) } == .wrongKeys
        )
        _ = try Backup(at: backup, keys: keys).restore(
            to: chat.folder.path("restored"),
            journal: .none
        )
        _ = try await same.backUp(to: backup, keys: keys)
    }

    @Test func `of a store whose keys have rotted, with the finding`() async throws {
        let chat = try await Chat()
        let (store, backup, keys) = (chat.store, chat.backup, chat.keys)
        try await chat.send((0..<20).map { "the message \($0)" })
        let kept = try await chat.author.send("kept", to: chat.group)
        let erased = try await chat.author.send("erased", to: chat.group)
        try await chat.erase(erased.message)
        let path = "\(chat.path)/keys.bin"
        /// Backs up while a slot has other bytes.
        func finding(
            at position: Position,
            _ slot: [UInt8],
            in vault: String? = nil
        ) async throws -> String? {
            let offset = off_t(position.index) * 32
            var before = [UInt8](repeating: 0, count: 32)
            let file = open(path, O_RDWR)
            defer { close(file) }
            try #require(pread(file, &before, 32, offset) == 32 && before != slot)
            try #require(pwrite(file, slot, 32, offset) == 32)
            defer { pwrite(file, before, 32, offset) }
            do {
                _ = try await store.backUp(to: backup, keys: vault ?? keys)
                return nil
            } catch {
                #expect(error.code == .damaged && error.message.contains("scrollback verify"))
                return error.message
            }
        }
        let (zeros, others) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 7, count: 32))
        for (position, slot) in [
            (kept.position, zeros), (kept.position, others), (erased.position, others),
        ] {
            let found = try await finding(at: position, slot)
            #expect(found?.contains("position \(position) ") == true, "\(found ?? "none")")
        }
        let first = try await store.backUp(to: backup, keys: keys)
        // In a later run too, which leaves the backup before.
        let later = try await chat.author.send("later", to: chat.group)
        #expect(try await finding(at: later.position, zeros) != nil)
        // A new folder gets the slots of the earlier events once more.
        let moved = chat.folder.path("new vault")
        #expect(try await finding(at: kept.position, others, in: moved) != nil)
        let restored = try Backup(at: backup, keys: keys).restore(
            to: chat.folder.path("restored"),
            journal: .none
        )
        #expect(restored.fork == first.size)
        _ = try await store.backUp(to: backup, keys: keys)
        _ = try Backup(at: backup, keys: keys).restore(
            to: chat.folder.path("restored later"),
            journal: .none
        )
    }

    @Test func `of a damaged store, with the finding, and so is a compaction`() async throws {
        let chat = try await Chat()
        try await chat.send([String(repeating: "secret ", count: 60)])
        let (sealed, _) = try traces(in: chat.store.engine.log)
        // An opening checks the newest events, and leaves this one to who reads it.
        try await chat.send((0..<700).map { "the message \($0)" })
        let (path, backup, keys) = (chat.path, chat.backup, chat.keys)
        chat.store.close()
        var log = readFile("\(path)/log.mdb")
        // Free pages may have it too.
        for place in log.indices.dropLast(16)
        where log[place] == sealed[0] && log[place..<place + 16] == sealed[..<16] {
            log[place + 9] ^= 1
        }
        writeFile("\(path)/log.mdb", log)
        for words in [["backup", path, backup, "--keys", keys], ["compact", path]] {
            let run = try Program.run(words)
            #expect(run.exit == 1 && run.output.contains("damaged"), "\(words[0]): \(run.output)")
        }
    }

    @Test func `of a log that was restored since`() async throws {
        let chat = try await Chat()
        try await chat.send(["one"])
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        let place = chat.folder.path("restored")
        _ = try Backup(at: chat.backup, keys: chat.keys).restore(to: place, journal: .none)
        let store = try Store.open(place)
        defer { store.close() }
        let (backup, keys) = (chat.backup, chat.keys)
        #expect(await code { _ = try await store.backUp(to: backup, keys: keys) } == .otherEpoch)
    }

    @Test func `with a label that no log takes`() async throws {
        let chat = try await Chat()
        let (store, backup, keys) = (chat.store, chat.backup, chat.keys)
        for label in ["", "a\nb", String(repeating: "a", count: 129)] {
            let found = await code {
                _ = try await store.backUp(to: backup, keys: keys, label: label)
            }
            #expect(found == .invalidRequest)
        }
        let report = try await store.backUp(to: backup, keys: keys, label: "vault, second floor")
        #expect(try store.operator.state().keyCopies.map(\.place) == [report.place])
    }
}
