import Glibc
import LMDB
import LogSupport
import Synchronization
import TestSupport
import Testing
import Wire

@testable import EventLog

/// A log of which one copy after another takes the place, as a compaction puts it there.
private final class Exchanged: Sendable {
    let directory: StoreDirectory
    private let site: CompactionSite
    private let bytes: [UInt8]
    let isDone = Atomic(false)
    let openings = Atomic(0)

    init(_ directory: StoreDirectory) {
        self.directory = directory
        site = CompactionSite(directory)
        bytes = readFile(directory.logPath)
    }

    /// The number of the file at the log's path.
    var file: UInt64 {
        var status = stat()
        return stat(directory.logPath, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    func exchange(waiting patience: Duration = .zero) throws(CompactionFailure) {
        do throws(LogError) { try site.make() } catch { throw .log(error) }
        defer { site.clear() }
        writeFile(site.folder.logPath, bytes)
        chmod(site.folder.logPath, 0o600)
        try site.swap(waiting: patience)
    }

    func opened() throws(LogError) -> EventLog {
        try EventLog(opening: directory, access: .reading, options: LogInFolder.options)
    }
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct `While a compaction exchanges the file` {
    @Test func `an opening waits until that is over`() async throws {
        let store = try LogInFolder(events: 5)
        let log = Exchanged(store.directory)
        let exchange = try FolderLock(store.path)
        let opening = Task.detached {
            let opened = try log.opened()
            log.isDone.store(true, ordering: .releasing)
            opened.close()
        }
        let isEarly = wait(milliseconds: 300) { log.isDone.load(ordering: .acquiring) }
        #expect(!isEarly)
        end(exchange)
        try await opening.value
        let isOpened = log.isDone.load(ordering: .acquiring)
        #expect(isOpened)
    }

    @Test func `it waits for openings without being asked to`() async throws {
        let store = try LogInFolder(events: 5)
        let log = Exchanged(store.directory)
        let before = log.file
        // As an opening that does not know yet which file it has.
        let opening = try FolderLock(sharing: store.path)
        let compaction = Task.detached { try log.exchange() }
        let isEarly = wait(milliseconds: 300) { log.file != before }
        #expect(!isEarly)
        end(opening)
        try await compaction.value
        #expect(log.file != before)
    }

    @Test func `a log that is open keeps its file, also in the process that compacts`() throws {
        let store = try LogInFolder(events: 5)
        let log = Exchanged(store.directory)
        let before = log.file
        let opened = try log.opened()
        for _ in 0..<3 {
            #expect(throws: CompactionFailure.self) { try log.exchange() }
        }
        #expect(log.file == before && opened.environment.isAtItsPath)
        opened.close()
        try log.exchange()
        #expect(log.file != before)
    }

    @Test func `many openings find the newest file and all of it, and none is refused`()
        async throws
    {
        let store = try LogInFolder(events: 50)
        let log = Exchanged(store.directory)
        let openings = Task.detached {
            var faults = 0
            while !log.isDone.load(ordering: .acquiring) {
                let opened = try log.opened()
                let isWhole = try opened.snapshot().size == Position(51)
                if !isWhole || !opened.environment.isAtItsPath { faults += 1 }
                opened.close()
                log.openings.add(1, ordering: .relaxed)
            }
            return faults
        }
        var exchanges = 0
        while exchanges < 100 || log.openings.load(ordering: .relaxed) < 100 {
            try log.exchange(waiting: .seconds(60))
            exchanges += 1
        }
        log.isDone.store(true, ordering: .releasing)
        let faults = try await openings.value
        print("\(exchanges) exchanges beside \(log.openings.load(ordering: .relaxed)) openings")
        #expect(faults == 0)
    }

    @Test func `nobody else may write while its folder is there`() async throws {
        let store = try LogInFolder(events: 50)
        let directory = store.directory
        let folder = CompactionSite(directory).folder.path
        let log = Exchanged(directory)
        let watch = Task.detached {
            var (seen, faults) = (0, 0)
            while !log.isDone.load(ordering: .acquiring) {
                guard access(folder, F_OK) == 0 else { continue }
                while true {
                    let lock = WriterLock.ifNobodyWrites(directory)
                    guard lock != nil else { continue }
                    seen += 1
                    log.openings.add(1, ordering: .relaxed)
                    if access(folder, F_OK) == 0 { faults += 1 }
                    withExtendedLifetime(lock) {}
                    break
                }
            }
            return (seen, faults)
        }
        var compactions = 0
        // The watch may get a thread late.
        let end = ContinuousClock.now + .seconds(120)
        while compactions < 40
            || log.openings.load(ordering: .relaxed) < 10 && ContinuousClock.now < end
        {
            do throws(CompactionFailure) {
                _ = try EventLog.compact(directory)
                compactions += 1
            } catch {
                // Else the watch had the lock.
                guard case .log(.openElsewhere) = error else { throw error }
            }
        }
        log.isDone.store(true, ordering: .releasing)
        let (seen, faults) = await watch.value
        print("\(compactions) compactions, of which the end was seen \(seen) times")
        #expect(seen >= 10 && faults == 0)
    }

    private func end(_ lock: consuming FolderLock) {}
}

@Suite struct `A compaction is refused` {
    @Test func `before the file has its place, where the process has too many others open`() async {
        await #expect(processExitsWith: .success) {
            let store = try LogInFolder(events: 5)
            let log = Exchanged(store.directory)
            let lowest = open("/dev/null", O_RDONLY)
            close(lowest)
            var (refused, exchanged) = (0, 0)
            for more in 1...16 where exchanged == 0 {
                let before = log.file
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                limit.rlim_cur = rlim_t(lowest) + rlim_t(more)
                precondition(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
                do throws(CompactionFailure) {
                    try log.exchange()
                    precondition(log.file != before)
                    exchanged += 1
                } catch {
                    precondition(log.file == before, "\(error)")
                    refused += 1
                }
            }
            precondition(refused > 0 && exchanged == 1, "\(refused), \(exchanged)")
        }
    }

    @Test func `of a log whose tree is not that of its events`() throws {
        let store = try LogInFolder(events: 600)
        _ = try EventLog.compact(store.directory)
        try RawLog(store.directory).change(RawLog.tileKey(level: 0, index: 0)) { $0[100] ^= 1 }
        #expect(throws: CompactionFailure.otherRoot) { try EventLog.compact(store.directory) }
        #expect(names(in: store.path).allSatisfy { !$0.hasPrefix(".compacting") })
    }
}
