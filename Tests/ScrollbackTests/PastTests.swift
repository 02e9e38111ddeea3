import EventLog
import Glibc
import LMDB
import Locking
import Messaging
import ScrollbackTesting
import TestSupport
import Testing
import Wire

@testable import Scrollback

private struct NoPage: Error {}

@Suite final class `The past of a store` {
    private let folder = TemporaryFolder("past")
    private let clock = TestClock()

    private func open(scratch: String? = nil, atMost bytes: Int? = nil) throws -> Store {
        var options = Store.Options()
        let clock = clock
        options.clock = { clock.now }
        var engineOptions = Engine.Options()
        engineOptions.clock = options.clock
        engineOptions.log = EventLog.Options(flushing: .never)
        engineOptions.scratchFolder = scratch ?? folder.path("")
        if let bytes { engineOptions.scratchBytes = bytes }
        try Engine.create(at: folder.path("store"), options: engineOptions)
        return Store(try Engine(opening: folder.path("store"), options: engineOptions), options)
    }

    @Test func `shows what was edited and deleted later, and not what was erased`() async throws {
        let store = try open()
        defer { store.close() }
        let session = store.session(for: anna)
        let chat = try await session.createGroup(members: [cleo, dora])
        let message = try await session.send("first", to: chat)
        let sent = try store.operator.state().size
        clock.advance(by: .seconds(60))
        try await session.edit(message, to: "second")
        let edited = try store.operator.state().size
        try await session.delete(message)
        let viewer = try store.asOf(.position(sent)).session(for: cleo)
        #expect(try viewer.messages(in: chat).items.last?.text == "first")
        #expect(try viewer.unreadTotals().total == 1)
        let later = try store.asOf(.position(edited)).session(for: cleo)
        #expect(try later.messages(in: chat).items.last?.text == "second")
        #expect(try later.message(message.message).editCount == 1)
        #expect(try viewer.messages(in: chat).items.last?.text == "first", "backwards")

        try await store.operator.erase(.message(message.message), basis: "b", reason: "r")
        let begun = try store.operator.state().size
        let requested = Position(begun.rawValue - 1)
        let query = ErasureQuery(.erased, ofErasureAt: requested)
        guard case .erased(let page) = try store.operator.ask(query) else { throw NoPage() }
        #expect(page.items.count == 2)
        #expect(throws: StoreError.self) {
            try store.asOf(.position(edited)).operator.ask(query)
        }
        let then = try store.asOf(.position(requested)).operator.ask(query)
        guard case .erased(let none) = then else { throw NoPage() }
        #expect(none.items.isEmpty)
        for session in [viewer, later] {
            let item = try #require(try session.messages(in: chat).items.last)
            #expect(item.isErased && item.text == nil)
            #expect(try session.unreadTotals().total == 0)
        }
    }

    @Test func `is found by a time, and refused where there is none`() async throws {
        let store = try open()
        defer { store.close() }
        let session = store.session(for: anna)
        let begin = clock.now
        let chat = try await session.createGroup(members: [cleo, dora])
        let created = try store.operator.state().size
        clock.advance(by: .seconds(60))
        try await session.send("later", to: chat)
        clock.advance(by: .seconds(60))
        let between = Timestamp(microseconds: begin.microseconds + 59_999_999)
        #expect(try store.asOf(.time(between)).position == created)
        #expect(try store.asOf(.time(between)).time == between)
        #expect(try store.asOf(.time(clock.now)).position == store.operator.state().size)
        let before = Timestamp(microseconds: begin.microseconds - 1)
        let ahead = Timestamp(microseconds: clock.now.microseconds + 1)
        for (moment, code) in [
            (PastMoment.time(before), StoreError.Code.notFound), (.time(ahead), .invalidRequest),
            (.position(.zero), .notFound), (.position(Position(.max)), .invalidRequest),
            (.position(Position(1), epoch: 1), .otherEpoch),
        ] {
            let error = #expect(throws: StoreError.self) { try store.asOf(moment) }
            #expect(error?.code == code && error?.field == "asOf", "\(moment)")
        }
    }

    @Test func `lies in files without a name, four at most`() async throws {
        let store = try open()
        defer { store.close() }
        let session = store.session(for: anna)
        let chat = try await session.createGroup(members: [cleo, dora])
        for number in 1...6 { try await session.send("\(number)", to: chat) }
        let size = try store.operator.state().size
        var codes: [StoreError.Code?] = []
        func read(_ position: Position, _ depth: Int) {
            do throws(StoreError) {
                try store.asOf(.position(position)).asking(StateQuery(), as: nil) { _, _ in
                    #expect(names(in: folder.path("")) == ["store"])
                    #expect(deletedFiles().count == depth)
                    if depth < 5 { read(Position(position.rawValue - 1), depth + 1) }
                }
                codes.append(nil)
            } catch {
                codes.append(error.code)
            }
        }
        read(size, 1)
        #expect(codes == [.overloaded, nil, nil, nil, nil])
        // What is read no more makes room.
        #expect(try store.asOf(.position(Position(2))).operator.state().size == Position(2))
        #expect(deletedFiles().count == 4)
    }

    /// The files of this test's folder that this process has open and that have no name.
    private func deletedFiles() -> [String] {
        names(in: "/proc/self/fd").compactMap { name in
            var target = [CChar](repeating: 0, count: 4_096)
            let count = readlink("/proc/self/fd/\(name)", &target, target.count)
            guard count > 0 else { return nil }
            let path = String(
                decoding: target[..<count].map { UInt8(bitPattern: $0) },
                as: UTF8.self
            )
            guard path.hasPrefix(folder.path("")), path.hasSuffix(".mdb (deleted)") else {
                return nil
            }
            var status = stat()
            #expect(stat("/proc/self/fd/\(name)", &status) == 0 && status.st_mode & 0o777 == 0o600)
            return status.st_nlink == 0 ? "\(status.st_ino)" : nil
        }.reduce(into: Set<String>()) { $0.insert($1) }.sorted()
    }

    @Test func `is one state for two queries that ask for the same`() async throws {
        let store = try open()
        defer { store.close() }
        let session = store.session(for: anna)
        let chat = try await session.createGroup(members: [cleo, dora])
        try await session.send("1", to: chat)
        let past = try store.asOf(.position(store.operator.state().size))
        try past.asking(StateQuery(), as: nil) { _, _ in
            #expect(deletedFiles().count == 1)
            // A query is asked while another one reads: neither waits, and neither folds again.
            let first = Result { try past.asking(StateQuery(), as: nil) { _, _ in deletedFiles() } }
            #expect((try? first.get())?.count == 1)
        }
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    try past.session(for: cleo).messages(in: chat).items.last?.text
                }
            }
            for try await text in group { #expect(text == "1") }
        }
        // That of everything has the conversation, too.
        #expect(deletedFiles().count == 1)
    }

    /// Makes a chat with many words in the views.
    private func fill(_ store: Store, chats: Int = 40) async throws -> Position {
        try await store.operator.configure(Configure(rateLimit: .unlimited))
        let session = store.session(for: anna)
        for _ in 0..<chats {
            let chat = try await session.createGroup(members: [cleo, dora])
            try await session.perform((0..<50).map { .send("\($0)", to: chat) })
        }
        return try store.operator.state().size
    }

    @Test func `makes room for another one within the bytes that all may take`() async throws {
        let store = try open(atMost: 1 << 20)
        defer { store.close() }
        let size = try await fill(store)
        for back in 0..<4 as Range<UInt64> {
            let position = Position(size.rawValue - back * 100)
            #expect(try store.asOf(.position(position)).operator.state().size == position)
            #expect(bytes() <= 1 << 20)
        }
        #expect(deletedFiles().count < 4, "\(bytes()) bytes")
    }

    @Test func `is refused where it is too large, and the store goes on`() async throws {
        let store = try open(atMost: 384 << 10)
        defer { store.close() }
        let size = try await fill(store)
        let past = try store.asOf(.position(size))
        let error = #expect(throws: StoreError.self) { try past.operator.state() }
        #expect(error?.code == .overloaded, "\(error.map(String.init(describing:)) ?? "")")
        #expect(deletedFiles().isEmpty)
        #expect(try store.operator.state().size == size)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "A small disk cannot be mounted here; run as root."))
    func `says that there is no room, and is there when there is`() async throws {
        let disk = try #require(SmallDisk(megabytes: 8))
        let store = try open(scratch: disk.path)
        defer { store.close() }
        let size = try await fill(store)
        disk.fill(leaving: 256 << 10)
        let past = try store.asOf(.position(size))
        let error = #expect(throws: StoreError.self) { try past.operator.state() }
        #expect(error?.code == .storageFull, "\(error.map(String.init(describing:)) ?? "")")
        #expect(error?.message.contains("TMPDIR") == true)
        #expect(names(in: disk.path) == ["ballast"])
        disk.relieve()
        #expect(try past.operator.state().size == size)
        #expect(try store.operator.state().size == size)
    }

    /// The bytes of the files without names.
    private func bytes() -> Int {
        names(in: "/proc/self/fd").reduce(into: [UInt64: Int]()) { found, name in
            var target = [CChar](repeating: 0, count: 4_096)
            let count = readlink("/proc/self/fd/\(name)", &target, target.count)
            let path = String(
                decoding: target[..<max(0, count)].map { UInt8(bitPattern: $0) },
                as: UTF8.self
            )
            var status = stat()
            guard path.hasPrefix(folder.path("")), path.hasSuffix(".mdb (deleted)"),
                stat("/proc/self/fd/\(name)", &status) == 0
            else { return }
            found[UInt64(status.st_ino)] = Int(status.st_blocks) * 512
        }.values.reduce(0, +)
    }

    @Test func `is not waited for by a task that was cancelled`() async throws {
        let store = try open()
        defer { store.close() }
        let past = try store.asOf(.position(Position(1)))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return #expect(throws: StoreError.self) { try past.operator.state() }?.code
        }
        #expect(await task.value == .cancelled)
        #expect(try past.operator.state().size == Position(1))
    }

    @Test func `is folded no further for a task that is cancelled on the way`() async throws {
        let store = try open()
        defer { store.close() }
        let size = try await fill(store, chats: 160)
        let heard = Lock<[Position]>([])
        let past = try store.asOf(.position(size)) { done, _ in
            heard.withLock { $0.append(done) }
            withUnsafeCurrentTask { $0?.cancel() }
        }
        let task = Task { #expect(throws: StoreError.self) { try past.operator.state() }?.code }
        #expect(await task.value == .cancelled)
        let positions = heard.withLock { $0 }
        #expect(!positions.isEmpty)
        #expect(positions.allSatisfy { $0 < size }, "\(positions) of \(size)")
        #expect(deletedFiles().isEmpty)
        #expect(try store.asOf(.position(size)).operator.state().size == size)
    }

    @Test func `is folded no further for an asker that is gone`() async throws {
        let store = try open()
        defer { store.close() }
        let size = try await fill(store, chats: 160)
        let heard = Lock<[Position]>([])
        var past = try store.asOf(.position(size)) { done, _ in
            heard.withLock { $0.append(done) }
        }
        past.isAbandoned = { heard.withLock { !$0.isEmpty } }
        let error = #expect(throws: StoreError.self) { try past.operator.state() }
        #expect(error?.code == .cancelled)
        #expect(heard.withLock { $0 }.allSatisfy { $0 < size })
        #expect(deletedFiles().isEmpty)
    }

    @Test func `is folded on for a slider that moves forward over a conversation`() async throws {
        let store = try open()
        defer { store.close() }
        let session = store.session(for: anna)
        let chat = try await session.createGroup(members: [cleo, dora])
        var steps: [Position] = []
        for number in 1...20 {
            try await session.send("\(number)", to: chat)
            steps.append(try store.operator.state().size)
        }
        var files: Set<[String]> = []
        for (number, position) in steps.enumerated() {
            let viewer = try store.asOf(.position(position)).session(for: cleo)
            #expect(try viewer.messages(in: chat).items.last?.text == "\(number + 1)")
            files.insert(deletedFiles())
        }
        #expect(files.count == 1 && files.first?.count == 1, "\(files)")
    }

    @Test func `counts as long as it is read, also if no other query may read it`() throws {
        let store = try open()
        defer { store.close() }
        let engine = store.engine
        func lend() throws -> PastLease {
            let lent = try engine.past.lend(
                at: Position(1),
                of: .all,
                from: engine,
                scope: nil,
                progress: nil
            )
            return lent.lease
        }
        var leases: [PastLease] = []
        for _ in 0..<PastViews.limit {
            leases.append(try lend())
            engine.past.discard(leases[leases.count - 1].fold)
        }
        #expect(deletedFiles().count == PastViews.limit)
        let fault = #expect(throws: PastFault.self) { _ = try lend() }
        guard case .tooMany? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        leases.removeFirst()
        leases.append(try lend())
        #expect(deletedFiles().count == PastViews.limit)
        leases.removeAll()
        #expect(deletedFiles().count == 1)
    }

    @Test func `never has more states than four, whoever reads and gives them up`() throws {
        let store = try open()
        defer { store.close() }
        let engine = store.engine
        let held = Lock<[ObjectIdentifier: Int]>([:])
        let counts = Lock((most: 0, refused: 0, lent: 0))
        let threads = (0..<8).compactMap { number in
            SystemThread(named: "reader") {
                for turn in 0..<30 {
                    do throws(PastFault) {
                        let lent = try engine.past.lend(
                            at: Position(1),
                            of: .all,
                            from: engine,
                            scope: nil,
                            progress: nil
                        )
                        let lease = lent.lease
                        engine.past.discard(lease.fold)
                        // Several may read one state.
                        let state = ObjectIdentifier(lease.fold)
                        let count = held.withLock { held in
                            held[state, default: 0] += 1
                            return held.count { $0.value > 0 }
                        }
                        counts.withLock {
                            $0.lent += 1
                            $0.most = max($0.most, count)
                        }
                        usleep(useconds_t(500 * (1 + (number + turn) % 4)))
                        // It is given back after that, so there are never fewer than are counted.
                        withExtendedLifetime(lease) { held.withLock { $0[state]? -= 1 } }
                    } catch {
                        counts.withLock { $0.refused += 1 }
                        usleep(300)
                    }
                }
            }
        }
        #expect(threads.count == 8)
        for thread in threads { thread.join() }
        let found = counts.withLock { $0 }
        #expect(found.most <= PastViews.limit && found.lent > 0, "\(found)")
        #expect(deletedFiles().isEmpty)
    }

    @Test func `says where no file can be made`() async throws {
        let store = try open(scratch: folder.path("nowhere"))
        defer { store.close() }
        let past = try store.asOf(.position(Position(1)))
        let error = #expect(throws: StoreError.self) { try past.operator.state() }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("TMPDIR") == true)
    }

    @Test(arguments: [
        ("4711", PastMoment.position(Position(4_711))),
        ("00c0ffee00C0FFEE:7", .position(Position(7), epoch: 0x00c0_ffee_00c0_ffee)),
        ("1970-01-01T00:00:00Z", .time(Timestamp(microseconds: 0))),
        ("2024-02-29T12:30:15.250000+01:30", .time(Timestamp(microseconds: 1_709_204_415_250_000))),
        ("1969-12-31T23:59Z", .time(Timestamp(microseconds: -60_000_000))),
        ("", nil), ("-1", nil), ("1.5", nil), ("yesterday", nil), ("2026-11-17", nil),
        ("2026-11-17T14:00:00", nil), ("2026-02-29T00:00:00Z", nil), ("2026-11-17T24:00:00Z", nil),
        ("2026-11-17T14:00:00Z ", nil), ("99999999999999999999", nil), ("c0ffee:1", nil),
        ("00c0ffee00c0ffee:", nil), ("2026-11-17T14:00:00.Z", nil), ("2026-13-01T00:00:00Z", nil),
    ])
    func `is named by text`(text: String, moment: PastMoment?) {
        #expect(PastMoment(text) == moment)
    }
}
