import Glibc
import LMDB
import Locking
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

@testable import EventLog
@testable import ScrollbackBackup

@Suite(.timeLimit(.minutes(5))) struct `A run of a backup` {
    private func run(
        of chat: Chat,
        by store: Store? = nil,
        control: String? = nil,
        progress: (@Sendable (UInt64, UInt64) -> Void)? = nil
    ) throws -> BackupRun {
        BackupRun(
            store: store ?? chat.store,
            folders: try BackupFolders(backup: chat.backup, keys: chat.keys, store: nil),
            label: nil,
            control: control,
            progress: progress
        )
    }

    @Test func `blocks a thread of its own, and none of those that tasks share`() async throws {
        let chat = try await Chat()
        try await chat.send((0..<600).map { "the message number \($0)" })
        let threads = Lock<Set<String>>([])
        let progress: @Sendable (UInt64, UInt64) -> Void = { _, _ in
            var name = [UInt8](repeating: 0, count: 32)
            let file = open("/proc/thread-self/comm", O_RDONLY)
            let count = read(file, &name, name.count)
            close(file)
            let text = String(decoding: name.prefix(max(0, count - 1)), as: UTF8.self)
            threads.withLock { _ = $0.insert(text) }
        }
        _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys, progress: progress)
        #expect(threads.withLock { $0 } == ["scrollback-copy"])
    }

    @Test func `that is cancelled leaves the backup before`() async throws {
        let chat = try await Chat()
        try await chat.send(["one"])
        let first = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        try await chat.send(["two"])
        var run = try run(of: chat)
        let isCopied = Lock(false)
        let isCancelled = Lock(false)
        run.afterCopying = {
            isCopied.withLock { $0 = true }
            while !isCancelled.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(2)) }
        }
        let task = Task { [run] in try await run.run() }
        while !isCopied.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(2)) }
        task.cancel()
        isCancelled.withLock { $0 = true }
        let error = await #expect(throws: BackupError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        let place = chat.folder.path("restored")
        let restored = try Backup(at: chat.backup, keys: chat.keys).restore(
            to: place,
            journal: .none
        )
        #expect(restored.fork == first.size)
        // The next run goes on.
        #expect(try await chat.store.backUp(to: chat.backup, keys: chat.keys).size > first.size)
    }

    @Test func `whose last note fails says that the new backup is whole`() async throws {
        let chat = try await Chat()
        try await chat.send(["one"])
        let first = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
        let message = try await chat.send(["two"])[0]
        try await chat.erase(message)
        let size = try chat.store.engine.log.snapshot().size
        var run = try run(of: chat)
        run.afterPublishing = { [store = chat.store] in store.close() }
        let error = await #expect(throws: BackupError.self) { try await run.run() }
        #expect(error?.code == .unfinished)
        #expect(error?.message.contains("the new backup is whole and restores") == true)
        let restored = try Backup(at: chat.backup, keys: chat.keys).restore(
            to: chat.folder.path("restored"),
            journal: .none
        )
        #expect(restored.fork >= size && restored.fork > first.size)
        try await verified(chat.folder.path("restored"))
        let store = try Store.open(chat.path)
        defer { store.close() }
        _ = try await store.backUp(to: chat.backup, keys: chat.keys)
        #expect(try store.operator.state().keyCopies.map(\.isOlder) == [false])
    }

    @Test func `does not wait for ever for a process that does not answer`() async throws {
        let chat = try await Chat()
        chat.store.close()
        var options = Store.Options()
        options.access = .reading
        let reader = try Store.open(chat.path, options: options)
        defer { reader.close() }
        let silent = try SilentSocket(chat.folder.path("silent.sock"))
        var run = try run(of: chat, by: reader, control: silent.path)
        run.patience = 100
        let error = await #expect(throws: BackupError.self) { try await run.run() }
        #expect(error?.code == .noWriter)
        #expect(error?.message.contains("has not answered") == true)
    }

    @Test func `holds no snapshot for longer than a slice`() async throws {
        let chat = try await Chat()
        for _ in 0..<3 { try await chat.send((0..<1_000).map { "the message number \($0)" }) }
        let slices = Lock(0)
        var run = try run(of: chat, progress: { _, _ in slices.withLock { $0 += 1 } })
        run.slice = .zero
        _ = try await run.run()
        // The clock is read for each 64 records.
        #expect(slices.withLock { $0 } >= 3_000 / 64)
    }

    @Test func `holds no snapshot while it writes and tells of its progress`() async throws {
        let chat = try await Chat()
        for _ in 0..<3 { try await chat.send((0..<1_000).map { "the message number \($0)" }) }
        let log = chat.store.engine.log
        let held = Lock<[Bool]>([])
        var run = try run(
            of: chat,
            progress: { _, _ in
                let mine = try? log.environment.readers().filter { $0.process == getpid() }
                held.withLock { $0.append(mine?.isEmpty == false) }
            }
        )
        run.slice = .zero
        _ = try await run.run()
        let found = held.withLock { $0 }
        // Other readers of this process may hold one for a moment.
        #expect(found.count > 20 && found.count { $0 } * 4 < found.count, "\(found)")
    }

    /// Goes on from folders as they were at some moment of a run, as if it was killed there.
    private func goOn(from left: (backup: String, keys: String), in chat: Chat) {
        for (folder, copy) in [(chat.backup, left.backup), (chat.keys, left.keys)] {
            removeFolder(folder)
            rename(copy, folder)
        }
    }

    @Test func `that is killed twice in a row leaves the backup before, which restores`()
        async throws
    {
        let chat = try await Chat()
        let (backup, keys) = (chat.backup, chat.keys)
        let left = (backup: "\(backup) left", keys: "\(keys) left")
        let leave: @Sendable () async -> Void = {
            copyFolder(backup, to: left.backup)
            copyFolder(keys, to: left.keys)
        }
        // Before there is a backup, twice: the next run takes the place.
        for _ in 0..<2 {
            try await chat.send(["one"])
            var first = try run(of: chat)
            first.afterAnnouncing = leave
            _ = try await first.run()
            goOn(from: left, in: chat)
        }
        _ = try await chat.store.backUp(to: backup, keys: keys)
        // Behind the manifest, and then before the next one has its name.
        try await chat.send(["two"])
        var second = try run(of: chat)
        second.afterPublishing = leave
        let size = try await second.run().size
        goOn(from: left, in: chat)
        for round in 0..<3 {
            try await chat.send(["three"])
            var third = try run(of: chat)
            third.afterAnnouncing = leave
            _ = try await third.run()
            goOn(from: left, in: chat)
            let place = chat.folder.path("restored \(round)")
            let restored = try Backup(at: backup, keys: keys).restore(to: place, journal: .none)
            #expect(restored.fork == size)
        }
        let last = try await chat.store.backUp(to: backup, keys: keys)
        #expect(names(in: backup).sorted().last == "manifest")
        let place = chat.folder.path("restored at last")
        let restored = try Backup(at: backup, keys: keys).restore(to: place, journal: .none)
        #expect(restored.fork == last.size)
        try await verified(place)
    }

    @Test func `that is killed behind a new place leaves the keys to one that is gone again`()
        async throws
    {
        let chat = try await Chat()
        let (backup, keys) = (chat.backup, chat.keys)
        let left = (backup: "\(backup) left", keys: "\(keys) left")
        let leave: @Sendable () async -> Void = {
            copyFolder(backup, to: left.backup)
            copyFolder(keys, to: left.keys)
        }
        let first = try await chat.store.backUp(to: backup, keys: keys)
        try await chat.store.operator.keyCopyGone(first.place)
        var second = try run(of: chat)
        second.afterPublishing = leave
        let report = try await second.run()
        goOn(from: left, in: chat)
        try await chat.store.operator.keyCopyGone(report.place)
        var third = try run(of: chat)
        third.afterCopying = leave
        _ = try await third.run()
        goOn(from: left, in: chat)
        let restored = try Backup(at: backup, keys: keys).restore(
            to: chat.folder.path("restored"),
            journal: .none
        )
        #expect(restored.fork == report.size)
    }
}

@Suite(.timeLimit(.minutes(2))) struct `Erased ranges` {
    @Test func `in any order are merged, hundreds of thousands in seconds`() {
        var dice = SplitMix64(seed: seed(for: "erased ranges"))
        let few = (0..<300).map { _ in
            let first = UInt64.random(in: 1..<1_000, using: &dice)
            return first..<first + UInt64.random(in: 1...9, using: &dice)
        }
        var inserted = RangeSet<UInt64>()
        for range in few { inserted.insert(contentsOf: range) }
        #expect(RangeSet(merging: few) == inserted)
        let start = ContinuousClock.now
        let many = (0..<400_000).map { UInt64($0) * 2 + 1 }.shuffled(using: &dice)
        let merged = RangeSet(merging: many.map { $0..<$0 + 1 })
        #expect(merged.ranges.count == many.count)
        // One by one it takes minutes.
        #expect(start.duration(to: .now) < .seconds(40))
    }

    @Test func `lie in the segments that are found for them`() throws {
        var dice = SplitMix64(seed: seed(for: "segments of ranges"))
        let zeros = String(repeating: "0", count: 64)
        let root = try #require(Digest(hexadecimal: zeros[...]))
        let segments = (0..<20).map { index in
            Segment(
                first: Position(UInt64(index) * Segment.span + 1),
                count: index == 19 ? 77 : Segment.span,
                run: 1,
                bytes: 0,
                erasures: 0,
                sum: root,
                root: root
            )
        }
        for _ in 0..<200 {
            let ranges = (0..<Int.random(in: 0..<4, using: &dice)).map { _ in
                let first = UInt64.random(in: 1..<Segment.span * 21, using: &dice)
                return first..<first + UInt64.random(in: 1...Segment.span * 2, using: &dice)
            }
            let hit = segments.indices.filter { index in
                ranges.contains { $0.overlaps(segments[index].range) }
            }
            #expect(Segment.indices(of: ranges, in: segments) == hit)
        }
    }
}

/// A socket that takes connections and never answers.
private final class SilentSocket {
    let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(descriptor, 8) == 0)
    }

    deinit { close(descriptor) }
}
