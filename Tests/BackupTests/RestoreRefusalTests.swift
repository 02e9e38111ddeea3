import Glibc
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

@testable import ScrollbackBackup

/// The files of a folder, by name.
private func contents(of folder: String) -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: names(in: folder).map { ($0, readFile("\(folder)/\($0)")) })
}

@Suite(.timeLimit(.minutes(5))) struct `A restore is refused` {
    private func code(_ chat: Chat, _ keys: String? = nil) -> BackupError.Code? {
        let place = chat.folder.path("restored")
        do {
            _ = try Backup(at: chat.backup, keys: keys ?? chat.keys).restore(
                to: place,
                journal: .none
            )
            return nil
        } catch {
            #expect(error.message.count > 20)
            #expect(access(place, F_OK) != 0, "nothing is left")
            #expect(names(in: chat.folder.path).allSatisfy { !$0.contains("creating") })
            return error.code
        }
    }

    @Test func `from each damaged, cut or missing file, and from an incomplete backup`()
        async throws
    {
        let chat = try await Chat()
        try await chat.send((0..<20).map { "the message \($0)" })
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        for name in names(in: chat.backup) {
            let path = "\(chat.backup)/\(name)"
            let whole = readFile(path)
            for place in [0, 20, 40, 60, whole.count / 2, whole.count - 2] {
                var bytes = whole
                bytes[place] ^= 1
                writeFile(path, bytes)
                #expect(code(chat) == .damaged, "\(name) at \(place)")
            }
            for count in [0, 1, 47, whole.count - 1] {
                writeFile(path, Array(whole[..<count]))
                #expect(code(chat) == .damaged, "\(name) cut to \(count)")
            }
            writeFile(path, whole + [0])
            #expect(code(chat) == .damaged, "\(name) longer")
            unlink(path)
            #expect(code(chat) == .damaged, "\(name) missing")
            writeFile(path, whole)
        }
        #expect(code(chat) == nil)
    }

    @Test func `with a manifest of any numbers, and none of them ends the process`() async throws {
        let chat = try await Chat()
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        let path = "\(chat.backup)/manifest"
        let whole = readFile(path)
        let manifest = try #require(BackupManifest(String(decoding: whole, as: UTF8.self)))
        let changes: [(inout BackupManifest) -> Void] = [
            { $0.size = Position(.max) }, { $0.size = .zero }, { $0.run = .max },
            { $0.segments[0].erasures = .max }, { $0.segments[0].count = .max },
            { $0.segments[0].first = Position(.max) },
        ]
        for (index, change) in changes.enumerated() {
            var hostile = manifest
            change(&hostile)
            writeFile(path, Array(hostile.text.utf8))
            #expect(code(chat) == .damaged, "change \(index)")
        }
        writeFile(path, whole)
        #expect(code(chat) == nil)
    }

    @Test func `with keys that are cut, of another backup, or gone without an erasure`()
        async throws
    {
        let chat = try await Chat()
        let other = try await Chat()
        try await chat.send(["one", "two"])
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        _ = try await other.store.backUp(to: other.backup, keys: other.keys)
        #expect(code(chat, other.keys) == .wrongKeys)
        #expect(code(chat, chat.folder.path("none")) == .wrongKeys)
        let path = "\(chat.keys)/keys.bin"
        let whole = readFile(path)
        writeFile(path, Array(whole[..<(whole.count - 32)]))
        #expect(code(chat) == .damaged)
        writeFile(path, Array(readFile("\(other.keys)/keys.bin")[..<64]) + whole[64...])
        #expect(code(chat) == .wrongKeys)
        var zeroed = whole
        for place in zeroed.count - 64..<zeroed.count { zeroed[place] = 0 }
        // The two newest events are notes of the run; the message before them loses its key.
        for place in zeroed.count - 128..<zeroed.count { zeroed[place] = 0 }
        writeFile(path, zeroed)
        #expect(code(chat) == .damaged)
        unlink(path)
        #expect(code(chat) == .wrongKeys)
        writeFile(path, whole)
        #expect(code(chat) == nil)
    }

    @Test func `with keys or a backup that are a copy of another run`() async throws {
        let chat = try await Chat()
        let (store, backup, keys) = (chat.store, chat.backup, chat.keys)
        try await chat.send(["one"])
        _ = try await store.backUp(to: backup, keys: keys)
        let (oldBackup, oldKeys) = (chat.folder.path("old backup"), chat.folder.path("old keys"))
        for (folder, copy) in [(backup, oldBackup), (keys, oldKeys)] {
            copyFolder(folder, to: copy)
        }
        _ = try Backup(at: oldBackup, keys: oldKeys).restore(
            to: chat.folder.path("as it was"),
            journal: .none
        )
        _ = try await store.backUp(to: backup, keys: keys)
        #expect(code(chat, oldKeys) == .wrongKeys)
        #expect(throws: BackupError.self) {
            try Backup(at: oldBackup, keys: keys).checkedManifest()
        }
        for (backup, keys) in [(backup, oldKeys), (oldBackup, keys)] {
            let error = await #expect(throws: BackupError.self) {
                try await store.backUp(to: backup, keys: keys)
            }
            #expect(error?.code == .wrongKeys)
        }
        #expect(code(chat) == nil)
    }

    @Test func `with the keys of an earlier version, until they are backed up once more`()
        async throws
    {
        let chat = try await Chat()
        try await chat.send(["one"])
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        var place = try #require(try KeyPlace.read(in: chat.keys))
        place.manifest = nil
        try place.write(in: chat.keys)
        let error = #expect(throws: BackupError.self) {
            try Backup(at: chat.backup, keys: chat.keys).checkedManifest()
        }
        #expect(
            error?.code == .wrongKeys && error?.message.contains("run scrollback backup") == true
        )
        #expect(code(chat) == .wrongKeys)
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        #expect(code(chat) == nil)
    }

    @Test func `while a run writes to its folders`() async throws {
        let chat = try await Chat()
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        for folder in [chat.backup, chat.keys] {
            let claim = try FolderClaim(folder)
            #expect(code(chat) == .inUse)
            withExtendedLifetime(claim) {}
        }
        let reading = try FolderClaim(chat.backup, isForReading: true)
        let (backup, keys) = (chat.backup, chat.keys)
        let error = await #expect(throws: BackupError.self) {
            try await chat.store.backUp(to: backup, keys: keys)
        }
        #expect(error?.code == .inUse)
        #expect(code(chat) == nil, "two restores read at once")
        withExtendedLifetime(reading) {}
    }

    @Test func `into the folders of the backup and of its keys, which stay as they are`()
        async throws
    {
        let chat = try await Chat()
        try await chat.send(["one"])
        let (backup, keys) = (chat.backup, chat.keys)
        _ = try await chat.store.backUp(to: backup, keys: keys)
        let files = [backup, keys].map(contents(of:))
        let outside = chat.folder.path("restored")
        symlink(keys, chat.folder.path("link"))
        for (place, keysPath) in [
            (outside, "\(keys)/other-keys"), (outside, "\(backup)/keys.bin"), (backup, nil),
            ("\(backup)/", nil), ("\(backup)/store", nil), (keys, nil), ("\(keys)/store", nil),
            (chat.folder.path("link"), nil), (chat.folder.path("link/store"), nil),
        ] {
            let error = #expect(throws: BackupError.self) {
                try Backup(at: backup, keys: keys).restore(
                    to: place,
                    keysPath: keysPath,
                    journal: .none
                )
            }
            // Behind the first that is not refused, one would wait for itself.
            try #require(error?.code == .invalidRequest, "\(place) \(keysPath ?? "")")
        }
        let after = [backup, keys].map(contents(of:))
        #expect(after == files && access(outside, F_OK) != 0)
        #expect(code(chat) == nil)
    }

    @Test func `to a place where something is`() async throws {
        let chat = try await Chat()
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        let place = chat.folder.path("restored")
        writeFile(place, [1])
        #expect(throws: BackupError.self) {
            try Backup(at: chat.backup, keys: chat.keys).restore(to: place, journal: .none)
        }
        #expect(readFile(place) == [1])
        #expect(throws: BackupError.self) {
            try Backup(at: chat.backup, keys: chat.keys).restore(to: chat.path, journal: .none)
        }
    }
}
