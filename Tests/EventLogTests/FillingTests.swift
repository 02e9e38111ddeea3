import EventLog
import Glibc
import LogSupport
import TestSupport
import Testing
import Wire

private func refusal(_ directory: StoreDirectory) -> LogError? {
    do throws(LogError) {
        try EventLog.create(at: directory)
        return nil
    } catch {
        return error
    }
}

@Suite final class `A store is created in an empty folder that is there` {
    private let folder = TemporaryFolder("log")

    private func volume(_ mode: mode_t = 0o700) -> StoreDirectory {
        let path = folder.path("volume")
        mkdir(path, mode)
        chmod(path, mode)
        return StoreDirectory(path: path)
    }

    @Test func `as in one of its own`() throws {
        let directory = volume()
        mkdir("\(directory.path)/lost+found", 0o700)
        writeFile("\(directory.path)/control.sock", [])
        try EventLog.create(at: directory)
        #expect(
            names(in: directory.path) == [
                "control.sock", "keys.bin", "keys.bin.mark", "log.mdb", "lost+found",
            ]
        )
        #expect(names(in: folder.path) == ["volume"])
        let log = try EventLog(opening: directory, access: .writing)
        #expect(try events(of: log).count == 1)
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can mount."))
    func `that is a mount point`() async throws {
        let directory = volume()
        let path = directory.path
        try #require(mount("none", path, "tmpfs", 0, "mode=0700,size=4m") == 0)
        defer { umount2(path, Int32(MNT_DETACH)) }
        try EventLog.create(at: directory)
        let log = try EventLog(opening: directory, access: .writing)
        #expect(try events(of: log).count == 1)
        log.close()
    }

    @Test func `with keys that live elsewhere`() throws {
        let directory = StoreDirectory(path: volume().path, keysPath: folder.path("chat.keys"))
        try EventLog.create(at: directory)
        #expect(names(in: directory.path) == ["log.mdb"])
        #expect(names(in: folder.path) == ["chat.keys", "chat.keys.mark", "volume"])
        let log = try EventLog(opening: directory, access: .writing)
        #expect(try events(of: log).count == 1)
    }

    @Test func `what a killed creation left there is cleared away`() throws {
        let directory = volume()
        try EventLog.create(at: directory)
        let old = readFile(directory.keysPath)
        // The keys have their name, and the log does not.
        let leftover = "\(directory.path)/.scrollback.creating-abc"
        mkdir(leftover, 0o700)
        rename(directory.logPath, "\(leftover)/log.mdb")
        mkdir("\(directory.path)/.scrollback.creating-def", 0o700)
        writeFile("\(directory.path)/.scrollback.creating-def/keys.bin", [1])

        try EventLog.create(at: directory)

        #expect(names(in: directory.path) == ["keys.bin", "keys.bin.mark", "log.mdb"])
        #expect(readFile(directory.keysPath) != old)
        let log = try EventLog(opening: directory, access: .writing)
        #expect(try events(of: log).count == 1)
    }

    @Test func `what a creation left that had given all names is cleared away`() throws {
        let directory = volume()
        try EventLog.create(at: directory)
        let leftover = "\(directory.path)/.scrollback.creating-abc"
        mkdir(leftover, 0o700)
        writeFile("\(leftover)/writer.lock", [])
        #expect(refusal(directory) == .alreadyExists(path: directory.path))
        #expect(names(in: directory.path) == ["keys.bin", "keys.bin.mark", "log.mdb"])
    }

    @Test func `a mark without keys and log is replaced`() throws {
        let directory = volume()
        writeFile("\(directory.path)/keys.bin.mark", [1])
        writeFile("\(directory.path)/keys.bin.mark.new", [1])
        try EventLog.create(at: directory)
        #expect(names(in: directory.path) == ["keys.bin", "keys.bin.mark", "log.mdb"])
        let log = try EventLog(opening: directory, access: .writing)
        #expect(try log.committedEvents()?.events == 1)
    }

    @Test func `keys that have lost their log are left alone`() throws {
        let directory = volume()
        try EventLog.create(at: directory)
        unlink(directory.logPath)
        let keys = readFile(directory.keysPath)
        guard case .notAStore = try #require(refusal(directory)) else {
            Issue.record("The keys were overlooked.")
            return
        }
        #expect(readFile(directory.keysPath) == keys)
        #expect(names(in: directory.path) == ["keys.bin", "keys.bin.mark"])
    }

    @Test func `nothing in a folder of others is touched`() throws {
        let directory = volume()
        let path = "\(directory.path)/.scrollback.creating-abc"
        mkdir(path, 0o700)
        writeFile("\(path)/precious", [1])
        writeFile("\(directory.path)/notes", [1])
        #expect(refusal(directory) != nil)
        #expect(readFile("\(path)/precious") == [1])
    }

    @Test(arguments: [0o755, 0o750, 0o701] as [mode_t])
    func `one that others may look into is told its mode`(mode: mode_t) throws {
        let error = try #require(refusal(volume(mode)))
        #expect(error.description.contains("mode \(String(mode, radix: 8))"))
        #expect(error.description.contains("set its mode to 700"))
        #expect(names(in: folder.path("volume")) == [])
    }

    @Test func `a folder that is no store is not told to change its rights`() throws {
        let directory = volume(0o755)
        writeFile("\(directory.path)/notes", [1])
        let error = #expect(throws: LogError.self) {
            _ = try EventLog(opening: directory, access: .writing)
        }
        #expect(error == .notAStore(path: directory.path, reason: "it has no log.mdb"))
        #expect(refusal(directory)?.description.contains("chmod") == false)
    }

    @Test func `of many threads exactly one creates it`() async throws {
        let directory = volume()
        let outcomes = await withTaskGroup(of: LogError?.self) { group in
            for _ in 0..<8 { group.addTask { refusal(directory) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 1)
        let expected = LogError.alreadyExists(path: directory.path)
        #expect(outcomes.compactMap(\.self).allSatisfy { $0 == expected }, "\(outcomes)")
        #expect(names(in: directory.path) == ["keys.bin", "keys.bin.mark", "log.mdb"])
    }
}
