import EventLog
import Glibc
import LogSupport
import TestSupport
import Testing
import Wire

@Suite struct `A store is created whole or not at all` {
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func `a fresh one has its files and nothing else lies beside it`() throws {
        let store = try LogInFolder()

        #expect(names(in: store.folder.path) == ["chat.scrollback"])
        let files = names(in: store.path)
        #expect(files == ["keys.bin", "keys.bin.mark", "log.mdb", "log.mdb-lock", "writer.lock"])
        #expect(mode(store.path) == 0o700)
        for file in files { #expect(mode("\(store.path)/\(file)") == 0o600) }
    }

    @Test func `a fresh one has one event, and says which log it is`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        let all = try events(of: log)

        #expect(all.count == 1)
        #expect(all[0].event.stream == .store)
        #expect(all[0].event.type == 16)
        #expect(all[0].event.recorded == LogInFolder.created.microseconds)
        #expect(log.epoch != 0)
    }

    @Test(arguments: ["store", "folder", "file", "dangling link"])
    func `what is there is never overwritten`(kind: String) throws {
        let folder = TemporaryFolder("log")
        let path = folder.path("chat.scrollback")
        let directory = StoreDirectory(path: path)
        switch kind {
        case "store": try EventLog.create(at: directory)
        case "folder":
            mkdir(path, 0o700)
            writeFile("\(path)/notes", [1])
        case "file": writeFile(path, [1, 2, 3])
        default: symlink(folder.path("nowhere"), path)
        }
        let before = names(in: path).map { ($0, readFile("\(path)/\($0)")) }

        let error = #expect(throws: LogError.self) { try EventLog.create(at: directory) }

        if kind == "folder" {
            let reason = "it has files and no log.mdb; choose another path to create a store"
            #expect(error == .notAStore(path: path, reason: reason))
        } else {
            #expect(error == .alreadyExists(path: path))
        }
        #expect(error?.description.contains(path) == true)
        #expect(names(in: folder.path) == ["chat.scrollback"])
        for (name, bytes) in before { #expect(readFile("\(path)/\(name)") == bytes) }
    }

    @Test func `a missing parent is named`() throws {
        let folder = TemporaryFolder("log")
        let directory = StoreDirectory(path: folder.path("none/chat.scrollback"))
        let error = #expect(throws: LogError.self) { try EventLog.create(at: directory) }
        #expect(error?.description.contains(folder.path("none")) == true)
    }

    @Test func `a network filesystem is refused before anything is made`() throws {
        let folder = TemporaryFolder("log")
        let directory = StoreDirectory(path: folder.path("chat.scrollback"))
        let options = EventLog.Options(filesystem: FilesystemProbe { _ in 0x6969 })

        #expect(throws: LogError.networkFilesystem(path: folder.path, kind: "NFS")) {
            try EventLog.create(at: directory, options: options)
        }
        #expect(names(in: folder.path) == [])
    }

    @Test func `what a killed creation left is cleared away`() throws {
        let folder = TemporaryFolder("log")
        let leftover = folder.path(".chat.scrollback.creating-abc")
        mkdir(leftover, 0o700)
        for name in ["keys.bin", "log.mdb", "log.mdb-lock", "writer.lock"] {
            writeFile("\(leftover)/\(name)", [1])
        }
        try EventLog.create(at: StoreDirectory(path: folder.path("chat.scrollback")))

        #expect(names(in: folder.path) == ["chat.scrollback"])
    }

    @Test func `a creation that is still at work is left alone`() throws {
        let folder = TemporaryFolder("log")
        let other = folder.path(".chat.scrollback.creating-abc")
        mkdir(other, 0o700)
        writeFile("\(other)/keys.bin", [1])
        let lock = open("\(other)/writer.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
        try EventLog.create(at: StoreDirectory(path: folder.path("chat.scrollback")))

        #expect(readFile("\(other)/keys.bin") == [1])
    }

    @Test func `what belongs to another store is left alone`() throws {
        let folder = TemporaryFolder("log")
        mkdir(folder.path(".other.creating-abc"), 0o700)
        try EventLog.create(at: StoreDirectory(path: folder.path("chat.scrollback")))

        #expect(names(in: folder.path) == [".other.creating-abc", "chat.scrollback"])
    }

    @Test func `of many threads exactly one creates it`() async throws {
        for _ in 0..<10 {
            let folder = TemporaryFolder("log")
            let directory = StoreDirectory(path: folder.path("chat.scrollback"))
            let outcomes = await withTaskGroup(of: LogError?.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        do throws(LogError) {
                            try EventLog.create(at: directory)
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == nil } == 1)
            let refusals = outcomes.compactMap(\.self)
            let expected = LogError.alreadyExists(path: directory.path)
            #expect(refusals.allSatisfy { $0 == expected }, "\(refusals)")
            #expect(names(in: folder.path) == ["chat.scrollback"])
            let log = try EventLog(opening: directory, access: .writing)
            #expect(try events(of: log).count == 1)
        }
    }

    @Test func `of many processes exactly one creates it`() async throws {
        let folder = TemporaryFolder("log")
        let path = folder.path
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = path as String, number = number as Int] in
                        let directory = StoreDirectory(path: "\(path)/chat.scrollback")
                        do throws(LogError) {
                            try EventLog.create(at: directory)
                            writeFile("\(path)/won-\(number)", [])
                        } catch {
                            #expect(error == .alreadyExists(path: directory.path))
                        }
                    }
                }
            }
        }
        let found = names(in: path)
        #expect(found.count { $0.hasPrefix("won-") } == 1)
        #expect(found.contains("chat.scrollback") && found.count == 2)
    }
}

@Suite struct `Keys may live elsewhere` {
    @Test func `they are made there and found there`() throws {
        let folder = TemporaryFolder("log")
        mkdir(folder.path("vault"), 0o700)
        let keys = folder.path("vault/chat.keys")
        let directory = StoreDirectory(path: folder.path("chat.scrollback"), keysPath: keys)
        try EventLog.create(at: directory)

        #expect(!names(in: directory.path).contains("keys.bin"))
        #expect(readFile(keys).count == 4_096 * 32)
        let log = try EventLog(opening: directory, access: .writing)
        #expect(try events(of: log).count == 1)
    }

    @Test func `keys that are there are never overwritten, and no store is left`() throws {
        let folder = TemporaryFolder("log")
        let keys = folder.path("chat.keys")
        writeFile(keys, [1, 2, 3])
        let directory = StoreDirectory(path: folder.path("chat.scrollback"), keysPath: keys)

        #expect(throws: LogError.alreadyExists(path: keys)) {
            try EventLog.create(at: directory)
        }
        #expect(readFile(keys) == [1, 2, 3])
        #expect(names(in: folder.path) == ["chat.keys"])
    }

    @Test func `a creation cut short between the two names leaves nothing in the way`() throws {
        let folder = TemporaryFolder("log")
        let keys = folder.path("chat.keys")
        let directory = StoreDirectory(path: folder.path("chat.scrollback"), keysPath: keys)
        try EventLog.create(at: directory)
        let old = readFile(keys)
        // The keys have their name, and the store still has the one it was built under.
        rename(directory.path, folder.path(".chat.scrollback.creating-abc"))
        for name in ["", ".mark", ".mark.new", ".positions"] {
            writeFile(keys + ".creating-def" + name, [1])
        }
        mkdir(folder.path(".chat.scrollback.creating-def"), 0o700)

        try EventLog.create(at: directory)

        #expect(readFile(keys) != old)
        #expect(names(in: folder.path) == ["chat.keys", "chat.keys.mark", "chat.scrollback"])
        let log = try EventLog(opening: directory, access: .writing)
        #expect(try events(of: log).count == 1)
    }

    @Test func `keys on the network are refused as a log there is`() throws {
        let folder = TemporaryFolder("log")
        let keys = folder.path("vault/chat.keys")
        mkdir(folder.path("vault"), 0o700)
        let directory = StoreDirectory(path: folder.path("chat.scrollback"), keysPath: keys)
        let probe = FilesystemProbe { $0.contains("vault") ? 0x6969 : nil }
        let options = EventLog.Options(filesystem: probe)
        #expect(throws: LogError.networkFilesystem(path: folder.path("vault"), kind: "NFS")) {
            try EventLog.create(at: directory, options: options)
        }
        try EventLog.create(at: directory)
        #expect(throws: LogError.networkFilesystem(path: keys, kind: "NFS")) {
            _ = try EventLog(opening: directory, access: .reading, options: options)
        }
    }

    private static let isSharedMemoryAnotherDisk: Bool = {
        var here = stat()
        var there = stat()
        return stat(TemporaryFolder.root, &here) == 0 && stat("/dev/shm", &there) == 0
            && here.st_dev != there.st_dev && access("/dev/shm", W_OK) == 0
    }()

    @Test(.enabled(if: isSharedMemoryAnotherDisk, "There is no other disk here."))
    func `they may be on another disk`() throws {
        let folder = TemporaryFolder("log")
        let keys = "/dev/shm/scrollback-\(getpid())-\(UInt32.random(in: 0 ... .max)).keys"
        defer { unlink(keys) }
        let directory = StoreDirectory(path: folder.path("chat.scrollback"), keysPath: keys)
        try EventLog.create(at: directory)

        let log = try EventLog(opening: directory, access: .writing)
        #expect(try events(of: log).count == 1)
    }

    @Test func `without their path the store cannot be opened`() throws {
        let folder = TemporaryFolder("log")
        let path = folder.path("chat.scrollback")
        try EventLog.create(
            at: StoreDirectory(path: path, keysPath: folder.path("chat.keys"))
        )

        #expect(throws: LogError.keysMissing(path: "\(path)/keys.bin")) {
            _ = try EventLog(opening: StoreDirectory(path: path), access: .reading)
        }
    }
}
