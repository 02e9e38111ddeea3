import EventLog
import Glibc
import LogSupport
import TestSupport
import Testing
import Wire

/// A file that this process has open once, and that it can neither write nor flush until it is
/// mended: its descriptor is that of a pipe.
private struct BrokenFile {
    private let descriptor: Int32
    private let whole: Int32

    init(_ path: String) throws {
        let open = names(in: "/proc/self/fd").compactMap { Int32($0) }.filter { number in
            var status = stat()
            var named = stat()
            return fstat(number, &status) == 0 && stat(path, &named) == 0
                && status.st_ino == named.st_ino && status.st_dev == named.st_dev
        }
        descriptor = try #require(open.first)
        whole = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        var ends: [Int32] = [-1, -1]
        try #require(open.count == 1 && whole >= 0 && pipe(&ends) == 0)
        try #require(dup2(ends[1], descriptor) == descriptor)
        for end in ends { close(end) }
    }

    func mend() {
        precondition(dup2(whole, descriptor) == descriptor)
        close(whole)
    }
}

@Suite struct `An older log beside newer keys destroys nothing` {
    private func refusal(_ directory: StoreDirectory) -> LogError? {
        do throws(LogError) {
            let log = try EventLog(
                opening: directory,
                access: .writing,
                options: LogInFolder.options
            )
            log.close()
            return nil
        } catch {
            return error
        }
    }

    private func mark(_ directory: StoreDirectory) -> String { directory.keysPath + ".mark" }

    private struct Story: ~Copyable {
        let store: LogInFolder
        let older: [UInt8]
        let newer: [UInt8]
    }

    /// A store that has gone on since its log was copied.
    private func story(later: Int = 300) throws -> Story {
        let store = try LogInFolder(events: 5)
        let older = readFile(store.directory.logPath)
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        for _ in 0..<later {
            var event = Event(to: stream(1))
            event.content = Array("later".utf8)
            try writer.append(event)
        }
        try writer.commit()
        log.close()
        let newer = readFile(store.directory.logPath)
        return Story(store: store, older: older, newer: newer)
    }

    @Test func `it is not opened for writing, and the newer log can be read again`() throws {
        let story = try story()
        let directory = story.store.directory
        let keys = readFile(directory.keysPath)
        writeFile(directory.logPath, story.older)

        let error = refusal(directory)
        #expect(
            error
                == .olderLog(
                    path: directory.logPath,
                    events: 6,
                    shownBy: .mark(mark(directory), committed: 306)
                )
        )
        #expect(error?.description.contains("Put the newest log.mdb back") == true)
        #expect(readFile(directory.keysPath) == keys)

        writeFile(directory.logPath, story.newer)
        let log = try story.store.open()
        #expect(try event(of: log, at: 306).event.content == Array("later".utf8))
    }

    @Test func `one commit is enough`() throws {
        let story = try story(later: 1)
        writeFile(story.store.directory.logPath, story.older)
        #expect(refusal(story.store.directory) != nil)
    }

    @Test func `it can be read`() throws {
        let story = try story()
        writeFile(story.store.directory.logPath, story.older)
        let log = try story.store.open(.reading)
        #expect(try event(of: log, at: 6).event.content == Array("content 4".utf8))
    }

    @Test func `the mark lies beside keys that live elsewhere`() throws {
        let folder = TemporaryFolder("log")
        mkdir(folder.path("vault"), 0o700)
        let directory = StoreDirectory(
            path: folder.path("chat.scrollback"),
            keysPath: folder.path("vault/chat.keys")
        )
        try EventLog.create(at: directory)
        #expect(names(in: folder.path("vault")) == ["chat.keys", "chat.keys.mark"])
        #expect(!names(in: directory.path).contains { $0.hasSuffix(".mark") })
    }

    @Test func `a store without a mark is opened and has one then`() throws {
        let store = try LogInFolder(events: 10)
        unlink(mark(store.directory))
        #expect(refusal(store.directory) == nil)
        let log = try store.open(.reading)
        let committed = try #require(try log.committedEvents())
        #expect(committed.epoch == log.epoch && committed.events == 11)
    }

    @Test func `a store has a mark from its creation on`() throws {
        let folder = TemporaryFolder("log")
        let directory = StoreDirectory(path: folder.path("chat.scrollback"))
        try EventLog.create(at: directory)
        let log = try EventLog(opening: directory, access: .reading)
        let committed = try #require(try log.committedEvents())
        #expect(committed.epoch == log.epoch && committed.events == 1)
    }

    @Test func `without a mark the number of slots shows it`() throws {
        let story = try story(later: 12_300)
        let directory = story.store.directory
        // The newer log is admitted with slots as far ahead of it as they are added.
        let ahead = try story.store.open()
        var writer = try LogWriter(ahead)
        try writer.prepareAhead()
        ahead.close()
        unlink(mark(directory))
        #expect(refusal(directory) == nil)

        let keys = readFile(directory.keysPath)
        let sign = NewerEvents.keys(directory.keysPath, slots: 4 * 4_096)
        unlink(mark(directory))
        writeFile(directory.logPath, story.older)
        let error = refusal(directory)
        #expect(error == .olderLog(path: directory.logPath, events: 6, shownBy: sign))
        #expect(error?.description.contains("Put the newest log.mdb back") == true)
        #expect(error?.description.contains(".mark") == false)
        #expect(readFile(directory.keysPath) == keys)
        #expect(!names(in: directory.path).contains("keys.bin.mark"))

        // What the error advises where the log is known to be the newest one.
        #expect(error?.description.contains("\(4_096 * 32) bytes") == true)
        try #require(truncate(directory.keysPath, 4_096 * 32) == 0)
        #expect(refusal(directory) == nil)
    }

    @Test func `no event has a slot of a block whose mark could not be flushed`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.appendBatch(4_095)
        // The next event needs the next block.
        let file = try BrokenFile(mark(store.directory))
        for _ in 0..<2 {
            #expect(throws: LogError.self) { try writer.appendBatch(1) }
            writer.abandon()
        }
        file.mend()
        try writer.appendBatch(1)
        #expect(try log.committedEvents()?.events == 4_097)
        log.close()
    }

    @Test func `a commit longer than a block flushes the mark, at the latest with the next event`()
        throws
    {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        for _ in 0..<4_097 { try writer.append(Event(to: stream(1))) }
        let file = try BrokenFile(mark(store.directory))
        try writer.commit()
        #expect(throws: LogError.self) { try writer.appendBatch(1) }
        writer.abandon()
        file.mend()
        try writer.appendBatch(1)
        #expect(try log.committedEvents()?.events == 4_099)
        log.close()
    }

    @Test func `a mark that is behind the log moves on`() throws {
        let store = try LogInFolder(events: 10)
        let behind = readFile(mark(store.directory))
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.appendBatch(7)
        log.close()
        writeFile(mark(store.directory), behind)
        #expect(refusal(store.directory) == nil)
        let again = try store.open(.reading)
        #expect(try again.committedEvents()?.events == 18)
    }

    @Test func `a batch that was undone does not count`() throws {
        let store = try LogInFolder(events: 10)
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.append(Event(to: stream(1)))
        writer.abandon()
        #expect(try log.committedEvents()?.events == 11)
        try writer.begin()
        try writer.append(Event(to: stream(1)))
        #expect(try log.committedEvents()?.events == 11)
        try writer.commit()
        #expect(try log.committedEvents()?.events == 12)
    }

    @Test(arguments: 0..<52)
    func `a torn copy leaves the other one`(offset: Int) throws {
        let store = try LogInFolder(events: 10)
        let path = mark(store.directory)
        for copy in [0, 512] {
            var bytes = readFile(path)
            bytes[copy + offset] ^= 0xFF
            writeFile(path, bytes)
            let log = try store.open(.reading)
            #expect(try #require(try log.committedEvents()).events >= 1)
            log.close()
            #expect(refusal(store.directory) == nil)
        }
    }

    @Test(arguments: [0, 51, 52, 563])
    func `a mark that cannot be believed is named`(bytes: Int) throws {
        let store = try LogInFolder(events: 10)
        let path = mark(store.directory)
        var damaged = Array(readFile(path)[..<bytes])
        if bytes > 20 { damaged[20] ^= 1 }
        writeFile(path, damaged)
        let keys = readFile(store.directory.keysPath)
        #expect(refusal(store.directory) == .damagedMark(path: path))
        #expect(refusal(store.directory)?.description.contains("remove that file") == true)
        #expect(readFile(store.directory.keysPath) == keys)
        unlink(path)
        #expect(refusal(store.directory) == nil)
    }

    @Test func `a mark of another log says nothing`() throws {
        let store = try LogInFolder(events: 3)
        let other = try LogInFolder(events: 20)
        writeFile(mark(store.directory), readFile(mark(other.directory)))
        #expect(refusal(store.directory) == nil)
        let log = try store.open(.reading)
        #expect(try log.committedEvents()?.events == 4)
    }
}
