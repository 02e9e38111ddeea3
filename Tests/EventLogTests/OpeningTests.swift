import EventLog
import Glibc
import LogSupport
import TestSupport
import Testing
import Wire

/// The error that opening gives.
private func refusal(
    _ directory: StoreDirectory,
    _ access: EventLog.Access,
    _ options: EventLog.Options = LogInFolder.options
) -> LogError? {
    do throws(LogError) {
        _ = try EventLog(opening: directory, access: access, options: options)
        return nil
    } catch {
        return error
    }
}

@Suite struct `What is no store, or none for us, is refused by name` {
    @Test(arguments: [EventLog.Access.reading, .writing])
    func `nothing at the path`(access: EventLog.Access) {
        let folder = TemporaryFolder("log")
        let path = folder.path("none")
        let error = refusal(StoreDirectory(path: path), access)

        #expect(error == .noStore(path: path))
        #expect(
            error?.description == "There is no store at \(path). Check the path, or create one."
        )
        #expect(names(in: folder.path) == [])
    }

    @Test func `a file`() {
        let folder = TemporaryFolder("log")
        writeFile(folder.path("file"), [1])
        let error = refusal(StoreDirectory(path: folder.path("file")), .writing)
        #expect(error == .notAStore(path: folder.path("file"), reason: "it is not a folder"))
    }

    @Test func `a folder without a log`() {
        let folder = TemporaryFolder("log")
        let error = refusal(StoreDirectory(path: folder.path), .writing)
        #expect(error == .notAStore(path: folder.path, reason: "it has no log.mdb"))
        #expect(names(in: folder.path) == [])
    }

    @Test(arguments: [EventLog.Access.reading, .writing])
    func `a log that is a folder`(access: EventLog.Access) throws {
        let store = try LogInFolder()
        unlink(store.directory.logPath)
        mkdir(store.directory.logPath, 0o700)
        let error = try #require(refusal(store.directory, access))
        #expect(error.description.contains("\(store.directory.logPath) is not a store"))
    }

    @Test func `a log of garbage`() throws {
        let store = try LogInFolder()
        writeFile(store.directory.logPath, [UInt8](repeating: 0xA5, count: 20_000))
        let error = try #require(refusal(store.directory, .writing))
        #expect(error.description.contains("\(store.directory.logPath) is damaged"))
        #expect(error.isDamageOfFile)
    }

    @Test func `a log without its first row`() throws {
        let store = try LogInFolder()
        try RawLog(store.directory).remove(RawLog.formatKey)
        let error = refusal(store.directory, .writing)
        #expect(
            error
                == .damagedFile(
                    path: store.directory.logPath,
                    reason: "it has no first row"
                )
        )
    }

    @Test func `a log without events`() throws {
        let store = try LogInFolder()
        try RawLog(store.directory).remove(RawLog.recordKey(1))
        let error = refusal(store.directory, .writing)
        #expect(error == .notAStore(path: store.path, reason: "its log has no events"))
    }

    @Test func `a newer format`() throws {
        let store = try LogInFolder()
        try RawLog(store.directory).change(RawLog.formatKey) { row in
            row.replaceSubrange(16..<20, with: littleEndian(2))
            row += [1, 2, 3]
        }
        let error = refusal(store.directory, .reading)
        #expect(error == .newerFormat(format: 2, supported: 1))
        #expect(error?.description.contains("Use a newer version") == true)
    }

    @Test func `events for a newer reader`() throws {
        let store = try LogInFolder()
        try RawLog(store.directory).change(RawLog.formatKey) { row in
            row.replaceSubrange(20..<24, with: littleEndian(9))
            row.replaceSubrange(48..<52, with: littleEndian(checksum(Array(row[..<48]))))
        }
        let error = refusal(store.directory, .reading)
        #expect(error == .newerReaderNeeded(reader: 9, supported: 4))
        #expect(error?.description.contains("Use a newer version") == true)
    }

    @Test func `a first row with any byte changed`() throws {
        let store = try LogInFolder()
        let row = try RawLog(store.directory).value(RawLog.formatKey)
        try #require(row.count == 52)
        for index in row.indices {
            var changed = row
            changed[index] ^= 0x10
            try RawLog(store.directory).put(RawLog.formatKey, changed)
            #expect(refusal(store.directory, .reading) != nil, "byte \(index)")
        }
        try RawLog(store.directory).put(RawLog.formatKey, row)
        #expect(refusal(store.directory, .reading) == nil)
    }

    @Test(arguments: [0, 1, 4_096, 20_000])
    func `a log that was cut short`(left: Int) throws {
        let store = try LogInFolder(events: 300)
        let whole = readFile(store.directory.logPath).count
        truncate(store.directory.logPath, left)
        let error = try #require(refusal(store.directory, .writing))
        if left == 0 || left > 8_192 {
            let expected = left == 0 ? 1 : UInt64(whole)
            #expect(
                error
                    == .truncated(
                        path: store.directory.logPath,
                        expectedBytes: expected,
                        actualBytes: UInt64(left)
                    )
            )
        }
        #expect(error.description.contains(store.directory.logPath))
        #expect(readFile(store.directory.logPath).count == left)
    }

    @Test func `a filesystem of the network, before any lock is asked for`() throws {
        let store = try LogInFolder()
        unlink(store.directory.lockPath)
        for (magic, kind) in [(0x6969, "NFS"), (0xFF53_4D42, "CIFS"), (0x6573_5546, "FUSE")] {
            let options = EventLog.Options(filesystem: FilesystemProbe { _ in UInt64(magic) })
            let error = refusal(store.directory, .writing, options)
            #expect(error == .networkFilesystem(path: store.path, kind: kind))
            #expect(error?.description.contains("Move the store to a local disk") == true)
        }
        #expect(!names(in: store.path).contains("writer.lock"))
    }

    @Test func `a filesystem that cannot be asked is taken for a local one`() throws {
        let store = try LogInFolder()
        let options = EventLog.Options(filesystem: FilesystemProbe { _ in nil })
        #expect(refusal(store.directory, .writing, options) == nil)
    }

    @Test func `a log that may not be read names its path`() async throws {
        let store = try LogInFolder()
        let path = store.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let directory = StoreDirectory(path: path)
            if geteuid() == 0 {
                for file in [path, directory.logPath, directory.keysPath, directory.lockPath] {
                    chown(file, 65_534, 65_534)
                }
                chmod(directory.parent, 0o755)
                seteuid(65_534)
            }
            chmod(directory.logPath, 0)
            let error = try #require(refusal(directory, .reading))
            #expect(
                error == .system(operation: "open", path: directory.logPath, errno: EACCES)
            )
        }
    }
}

@Suite struct `Keys that do not fit are refused by name` {
    @Test(arguments: [EventLog.Access.reading, .writing])
    func `missing ones`(access: EventLog.Access) throws {
        let store = try LogInFolder()
        unlink(store.directory.keysPath)
        let error = refusal(store.directory, access)
        #expect(error == .keysMissing(path: store.directory.keysPath))
        #expect(error?.description.contains(store.directory.keysPath) == true)
        #expect(!names(in: store.path).contains("keys.bin"))
    }

    @Test(arguments: [0, 31, 32, 10 * 32, 10 * 32 + 31])
    func `fewer slots than events`(bytes: Int) throws {
        let store = try LogInFolder(events: 10)
        truncate(store.directory.keysPath, bytes)
        let error = refusal(store.directory, .writing)
        #expect(
            error
                == .keysTooShort(
                    path: store.directory.keysPath,
                    slots: UInt64(bytes / 32),
                    events: 11
                )
        )
        #expect(error?.description.contains(store.directory.keysPath) == true)
        #expect(readFile(store.directory.keysPath).count == bytes)
    }

    @Test func `as many slots as events are enough`() throws {
        let store = try LogInFolder(events: 10)
        truncate(store.directory.keysPath, 11 * 32)
        let log = try store.open()
        #expect(try events(of: log).last?.event.content == Array("content 9".utf8))
    }

    @Test(arguments: [EventLog.Access.reading, .writing])
    func `those of another log`(access: EventLog.Access) throws {
        let store = try LogInFolder(events: 3)
        let other = try LogInFolder(events: 3)
        let foreign = readFile(other.directory.keysPath)
        writeFile(store.directory.keysPath, foreign)
        let error = refusal(store.directory, access)
        #expect(error == .keysOfAnotherLog(path: store.directory.keysPath))
        #expect(error?.description.contains(store.directory.keysPath) == true)
        #expect(readFile(store.directory.keysPath) == foreign)
    }
}

@Suite struct `A store is its owner's alone` {
    private enum File: CaseIterable { case folder, log, keys }

    private func path(_ file: File, _ directory: StoreDirectory) -> String {
        switch file {
        case .folder: directory.path
        case .log: directory.logPath
        case .keys: directory.keysPath
        }
    }

    @Test(arguments: [0o040, 0o020, 0o010, 0o004, 0o002, 0o001] as [mode_t])
    func `whatever is open to others is refused`(bit: mode_t) throws {
        let store = try LogInFolder()
        for file in File.allCases {
            let path = path(file, store.directory)
            let own: mode_t = file == .folder ? 0o700 : 0o600
            chmod(path, own | bit)
            let error = refusal(store.directory, .reading)
            #expect(error == .readableByOthers(path: path, mode: own | bit))
            #expect(error?.description.contains("chmod go= \(path)") == true)
            chmod(path, own)
            #expect(refusal(store.directory, .reading) == nil)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can give a file away."))
    func `whatever belongs to another is refused`() throws {
        let store = try LogInFolder()
        for file in File.allCases {
            let path = path(file, store.directory)
            try #require(chown(path, 1, 1) == 0)
            let error = refusal(store.directory, .reading)
            #expect(error == .ownedByAnother(path: path, owner: 1))
            #expect(error?.description.contains(path) == true)
            try #require(chown(path, 0, 0) == 0)
        }
        #expect(refusal(store.directory, .reading) == nil)
    }
}
