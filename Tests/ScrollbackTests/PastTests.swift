import EventLog
import Glibc
import LMDB
import Messaging
import Scrollback
import ScrollbackTesting
import TestSupport
import Testing
import Wire

@Suite final class `The past of a store` {
    private let folder = TemporaryFolder("past")
    private let clock = TestClock()

    private func open(scratch: String? = nil) throws -> Store {
        var options = Store.Options()
        let clock = clock
        options.clock = { clock.now }
        var engineOptions = Engine.Options()
        engineOptions.clock = options.clock
        engineOptions.log = EventLog.Options(flushing: .never)
        engineOptions.scratchFolder = scratch ?? folder.path("")
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
