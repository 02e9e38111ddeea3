import EventLog
import Glibc
import LogSchema
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

@testable import ScrollbackBackup

@Suite(.timeLimit(.minutes(15))) struct `A backup restores` {
    @Test func `the log up to its size, under a new epoch`() async throws {
        let chat = try await Chat()
        try await chat.send((0..<40).map { "the message number \($0)" })
        let report = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        #expect(report.size.rawValue > 40)
        let restored = try Backup(at: chat.backup, keys: chat.keys).restore(
            to: chat.folder.path("restored"),
            journal: .none
        )
        #expect(restored.fork == report.size && restored.root == report.root)
        #expect(restored.epoch != report.epoch)
        try await verified(chat.folder.path("restored"))
        let store = try Store.open(chat.folder.path("restored"))
        defer { store.close() }
        let log = store.engine.log
        #expect(
            try Facts(of: log, through: report.size)
                == Facts(of: chat.store.engine.log, through: report.size)
        )
        #expect(log.epochs.earlier.map(\.fork) == [report.size.rawValue])
        let author = store.session(for: chat.author.user)
        try await author.send("after the restore", to: chat.group)
        #expect(try author.messages(in: chat.group, limit: 100).items.count >= 41)
    }

    @Test func `of a store whose keys lie elsewhere, to one whose keys do`() async throws {
        let chat = try await Chat(keysElsewhere: true)
        try await chat.send(["one", "two"])
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        let place = chat.folder.path("restored")
        let keys = chat.folder.path("other-keys")
        _ = try Backup(at: chat.backup, keys: chat.keys).restore(
            to: place,
            keysPath: keys,
            journal: .none
        )
        #expect(access("\(place)/keys.bin", F_OK) != 0)
        try await verified(place, keysPath: keys)
    }

    @Test func `the keys of sealed positions, beside the keys`() async throws {
        let chat = try await Chat()
        let (backup, keys) = (chat.backup, chat.keys)
        _ = try await chat.store.backUp(to: backup, keys: keys)
        let sealing = Array(String(repeating: "ab", count: 32).utf8) + [10]
        writeFile("\(chat.path)/keys.bin.positions", sealing)
        _ = try await chat.store.backUp(to: backup, keys: keys)
        #expect(readFile("\(keys)/keys.bin.positions") == sealing)
        let (inside, elsewhere) = (chat.folder.path("inside"), chat.folder.path("elsewhere"))
        let filled = chat.folder.path("filled")
        mkdir(filled, 0o700)
        for (place, keysPath) in [
            (inside, nil), (filled, nil), (elsewhere, chat.folder.path("other-keys")),
        ] {
            let copy = try Backup(at: backup, keys: keys)
            _ = try copy.restore(to: place, keysPath: keysPath, journal: .none)
            let path = (keysPath ?? "\(place)/keys.bin") + ".positions"
            #expect(readFile(path) == sealing)
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
            try await verified(place, keysPath: keysPath)
        }
        // Such keys of another store are not replaced, and nothing is left.
        let taken = chat.folder.path("taken-keys")
        writeFile("\(taken).positions", [1])
        #expect(throws: BackupError.self) {
            try Backup(at: backup, keys: keys).restore(
                to: chat.folder.path("refused"),
                keysPath: taken,
                journal: .none
            )
        }
        #expect(readFile("\(taken).positions") == [1] && access(taken, F_OK) != 0)
        #expect(names(in: chat.folder.path).allSatisfy { !$0.contains("creating") })
    }

    @Test func `whose tokens were revoked, up to the backup`() async throws {
        let chat = try await Chat()
        let (path, backup, keys) = (chat.path, chat.backup, chat.keys)
        // By the command, so that both know the file under one name.
        #expect(try Program.run(["revoke", path, "\(chat.author.user)"]).exit == 0)
        let revoked = readFile("\(path)/revoked.tokens")
        #expect(revoked.count == 64)
        _ = try await chat.store.backUp(to: backup, keys: keys)
        #expect(try Program.run(["revoke", path, "\(UserID.fresh())"]).exit == 0)
        let filled = chat.folder.path("filled")
        mkdir(filled, 0o700)
        for (place, keysPath) in [
            (chat.folder.path("inside"), nil), (filled, nil),
            (chat.folder.path("elsewhere"), chat.folder.path("other-keys")),
        ] {
            let copy = try Backup(at: backup, keys: keys)
            _ = try copy.restore(to: place, keysPath: keysPath, journal: .none)
            #expect(readFile("\(place)/revoked.tokens") == revoked)
            var status = stat()
            #expect(stat("\(place)/revoked.tokens", &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            try await verified(place, keysPath: keysPath)
        }
        // A later run takes what was revoked since.
        _ = try await chat.store.backUp(to: backup, keys: keys)
        #expect(readFile("\(keys)/revoked.tokens").count == 128)
    }

    @Test func `what a later run has added, which writes the new events alone`() async throws {
        let chat = try await Chat()
        let span = Int(Segment.span)
        let secret = try await chat.send([String(repeating: "secret ", count: 60)])[0]
        let other = try await chat.send(["another one"])[0]
        for _ in 0..<(span / 1_000 + 2) {
            try await chat.send((0..<1_000).map { "a message, \($0)" })
        }
        let first = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        #expect(first.segments == 2 && first.written == 2)
        let whole = readFile("\(chat.backup)/\(Segment.name(Position(1), 1))")
        try await chat.send(["one more"])
        let second = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        // The note of the first run's end, and the message.
        #expect(second.newEvents == 2)
        #expect(second.segments == 2 && second.written == 1)
        #expect(readFile("\(chat.backup)/\(Segment.name(Position(1), 1))") == whole)
        #expect(names(in: chat.backup).count == 3)
        _ = try Backup(at: chat.backup, keys: chat.keys).restore(
            to: chat.folder.path("restored"),
            journal: .none
        )
        #expect(try await verified(chat.folder.path("restored")) == second.size.next)
        // What is erased in the first segment has it written anew.
        let (sealed, _) = try traces(in: chat.store.engine.log)
        #expect(holds(chat.backup, sealed))
        try await chat.erase(secret)
        let third = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        #expect(third.segments == 2 && third.written == 2)
        #expect(!holds(chat.backup, sealed))
        #expect(names(in: chat.backup).count == 3)
        // Content in the first segment was erased by an event in the second, which stays.
        for _ in 0..<(span / 1_000) {
            try await chat.send((0..<1_000).map { "a later message, \($0)" })
        }
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        try await chat.erase(other)
        let fourth = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        #expect(fourth.segments == 3 && fourth.written == 2)
    }

    @Test func `nothing new, once more`() async throws {
        let chat = try await Chat()
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        let second = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        #expect(second.newEvents == 1)
        let copies = try chat.store.operator.state().keyCopies
        #expect(copies.count == 1)
        #expect(copies.first?.upTo == second.size && copies.first?.isOlder == false)
        #expect(copies.first?.label == "vault")
    }
}

@Suite(.timeLimit(.minutes(5))) struct `What was erased` {
    @Test func `is in no file of the backup after the next run`() async throws {
        let chat = try await Chat()
        try await chat.send((0..<30).map { "short \($0)" })
        let secret = try await chat.send([String(repeating: "secret ", count: 60)])[0]
        let (sealed, slot) = try traces(in: chat.store.engine.log)
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        #expect(holds(chat.backup, sealed) && holds(chat.keys, slot))
        try await chat.erase(secret)
        #expect(try chat.store.operator.state().keyCopies.map(\.isOlder) == [true])
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        #expect(!holds(chat.backup, sealed) && !holds(chat.keys, slot))
        #expect(try chat.store.operator.state().keyCopies.map(\.isOlder) == [false])
        _ = try Backup(at: chat.backup, keys: chat.keys).restore(
            to: chat.folder.path("restored"),
            journal: .none
        )
        try await verified(chat.folder.path("restored"))
    }

    @Test func `while a run copies is erased in that run`() async throws {
        let chat = try await Chat()
        try await chat.send((0..<30).map { "short \($0)" })
        let secret = try await chat.send([String(repeating: "secret ", count: 60)])[0]
        let (sealed, slot) = try traces(in: chat.store.engine.log)
        var run = BackupRun(
            store: chat.store,
            folders: try BackupFolders(backup: chat.backup, keys: chat.keys, store: nil),
            label: nil,
            control: nil,
            progress: nil
        )
        let (store, isFirst) = (chat.store, Box(true))
        run.afterCopying = {
            guard isFirst.value else { return }
            isFirst.value = false
            _ = try? await store.operator.erase(.message(secret), basis: "law", reason: "asked")
        }
        let report = try await run.run()
        #expect(report.erasures == 1)
        #expect(!holds(chat.backup, sealed) && !holds(chat.keys, slot))
        _ = try Backup(at: chat.backup, keys: chat.keys).restore(
            to: chat.folder.path("restored"),
            journal: .none
        )
        try await verified(chat.folder.path("restored"))
    }

    @Test func `stays readable from the backup before until the new one has its name`() async throws
    {
        let chat = try await Chat()
        let secret = try await chat.send(["a secret"])[0]
        let (backup, keys) = (chat.backup, chat.keys)
        let first = try await chat.store.backUp(to: backup, keys: keys)
        try await chat.erase(secret)
        let place = chat.folder.path("restored")
        let found = Box<RestoreReport?>(nil)
        var run = BackupRun(
            store: chat.store,
            folders: try BackupFolders(backup: backup, keys: keys, store: nil),
            label: nil,
            control: nil,
            progress: nil
        )
        run.afterCopying = {
            // As a kill would leave them: a restore is refused while the run goes on.
            let (left, leftKeys) = ("\(backup) left", "\(keys) left")
            copyFolder(backup, to: left)
            copyFolder(keys, to: leftKeys)
            found.value = try? Backup(at: left, keys: leftKeys).restore(to: place, journal: .none)
        }
        let second = try await run.run()
        #expect(found.value?.fork == first.size)
        #expect(second.size > first.size)
    }

    @Test func `is caught up on after a run was killed before the keys lost it`() async throws {
        let chat = try await Chat()
        let secret = try await chat.send([String(repeating: "secret ", count: 60)])[0]
        let (_, slot) = try traces(in: chat.store.engine.log)
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        let before = readFile("\(chat.keys)/keys.bin")
        let note = readFile("\(chat.keys)/keys.place")
        try await chat.erase(secret)
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        // As the kill would leave it: the manifest is the new one, the slots are the old ones.
        let after = readFile("\(chat.keys)/keys.bin")
        writeFile("\(chat.keys)/keys.bin", before + after[before.count...])
        var place = try #require(KeyPlace(String(decoding: note, as: UTF8.self)))
        let folders = try BackupFolders(backup: chat.backup, keys: chat.keys, store: nil)
        place.coming = try #require(try folders.manifest()).digest
        try place.write(in: chat.keys)
        #expect(holds(chat.keys, slot))
        _ = try Backup(at: chat.backup, keys: chat.keys).restore(
            to: chat.folder.path("restored"),
            journal: .none
        )
        #expect(!holds(chat.folder.path("restored"), slot))
        try await verified(chat.folder.path("restored"))
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        #expect(!holds(chat.keys, slot))
    }

    @Test func `at a place that is gone is not filled again unseen, after a killed run`()
        async throws
    {
        let chat = try await Chat()
        try await chat.send(["one"])
        let (backup, keys) = (chat.backup, chat.keys)
        let report = try await chat.store.backUp(to: backup, keys: keys)
        // As a kill between the manifest and the note leaves it.
        var place = try #require(try KeyPlace.read(in: keys))
        place.erased = .zero
        try place.write(in: keys)
        try await chat.store.operator.keyCopyGone(report.place)
        let again = try await chat.store.backUp(to: backup, keys: keys)
        #expect(again.place != report.place)
        #expect(try chat.store.operator.state().keyCopies.map(\.place) == [again.place])
    }

    @Test func `and its keys move to a new folder, also after the first run there was killed`()
        async throws
    {
        let chat = try await Chat()
        try await chat.send(["one"])
        let (backup, new) = (chat.backup, chat.folder.path("new vault"))
        _ = try await chat.store.backUp(to: backup, keys: chat.keys)
        mkdir(new, 0o700)
        // As the kill leaves it: a place, and no manifest that names it.
        let place = KeyPlace(
            log: chat.store.engine.log.id,
            place: KeyCopyID.fresh().rawValue,
            label: "new"
        )
        try place.write(in: new)
        let report = try await chat.store.backUp(to: backup, keys: new)
        let restored = chat.folder.path("restored")
        let copy = try Backup(at: backup, keys: new)
        #expect(try copy.restore(to: restored, journal: .none).fork == report.size)
        try await verified(restored)
        #expect(throws: BackupError.self) {
            try Backup(at: backup, keys: chat.keys).restore(
                to: chat.folder.path("refused"),
                journal: .none
            )
        }
    }

    @Test func `at a place that is gone is no longer said to be there`() async throws {
        let chat = try await Chat()
        let secret = try await chat.send(["a secret"])[0]
        let report = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        try await chat.erase(secret)
        try await chat.store.operator.keyCopyGone(report.place)
        #expect(try chat.store.operator.state().keyCopies == [])
        await #expect(throws: StoreError.self) {
            try await chat.store.operator.keyCopyGone(KeyCopyID.fresh())
        }
        // Begun again there, it is a new one; until that backup is whole, the one before restores.
        let (backup, keys) = (chat.backup, chat.keys)
        let early = chat.folder.path("early")
        let found = Box<RestoreReport?>(nil)
        var run = BackupRun(
            store: chat.store,
            folders: try BackupFolders(backup: backup, keys: keys, store: nil),
            label: nil,
            control: nil,
            progress: nil
        )
        run.afterCopying = {
            // As a kill would leave them: a restore is refused while the run goes on.
            let (left, leftKeys) = ("\(backup) left", "\(keys) left")
            copyFolder(backup, to: left)
            copyFolder(keys, to: leftKeys)
            found.value = try? Backup(at: left, keys: leftKeys).restore(to: early, journal: .none)
        }
        let again = try await run.run()
        #expect(found.value?.fork == report.size)
        #expect(again.place != report.place)
        #expect(try chat.store.operator.state().keyCopies.map(\.place) == [again.place])
        _ = try Backup(at: chat.backup, keys: chat.keys).restore(
            to: chat.folder.path("restored"),
            journal: .none
        )
        try await verified(chat.folder.path("restored"))
    }
}

/// A value that a run's hook leaves for the test.
private final class Box<Value>: @unchecked Sendable {
    // Sendable: the run that calls the hook is one task, which the test waits for.
    var value: Value

    init(_ value: Value) { self.value = value }
}
