import DomainSupport
import EventLog
import Locking
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

/// A machine whose clocks a test sets.
private final class Machine: Sendable {
    private let clocks = Lock((wall: Int64(1_767_225_600), steady: Int64(5_000)))

    var clock: MachineClock {
        var clock = MachineClock()
        clock.wall = { self.clocks.withLock { Timestamp(microseconds: $0.wall * 1_000_000) } }
        clock.steady = { self.clocks.withLock { .seconds($0.steady) } }
        return clock
    }

    /// Time goes by, as both clocks see it.
    func pass(_ seconds: Int64) {
        clocks.withLock { $0 = ($0.wall + seconds, $0.steady + seconds) }
    }

    /// Somebody sets the time of day.
    func set(by seconds: Int64) { clocks.withLock { $0.wall += seconds } }
}

/// A store on a machine of a test's own.
private struct Watched: ~Copyable {
    let machine = Machine()
    let folder = TemporaryFolder()
    let notices = Notices()
    let sender = UserID.named("sender")

    final class Notices: Sendable {
        private let lines = Lock([String]())

        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    var options: Engine.Options {
        var options = Engine.Options()
        options.machine = machine.clock
        options.notice = { [notices] in notices.add($0.message) }
        return options
    }

    func create() throws { try Engine.create(at: folder.path("store"), options: options) }

    func open() throws -> Engine { try Engine(opening: folder.path("store"), options: options) }

    /// What the operator is told of the clock.
    func shownClock(of engine: Engine) throws -> ClockState {
        let evaluator = OperatorQueryEvaluator(
            try engine.snapshot(),
            now: Timestamp(microseconds: 0)
        )
        return try evaluator.storeState().clock
    }

    /// What a command meets; nil if it is carried out.
    func obstacle(_ engine: Engine, at time: Timestamp? = nil) async -> StoreError.Code? {
        var generator = SystemRandomNumberGenerator()
        do throws(WriteError<BatchRefusal>) {
            _ = try await engine.submit(
                Submission(
                    as: .user(sender),
                    .relate(Relate(.block, user: UserID(.random(using: &generator)))),
                    fresh: FreshIDs(first: .random(using: &generator)),
                    at: time
                )
            )
            return nil
        } catch {
            return StoreError(error).code
        }
    }
}

@Suite struct `A clock that cannot be right` {
    @Test func `is not written down when it jumps by more than an hour, either way`() async throws {
        for jump: Int64 in [3_601, -3_601] {
            let watched = Watched()
            try watched.create()
            let engine = try watched.open()
            defer { engine.close() }
            watched.machine.pass(10)
            watched.machine.set(by: jump / abs(jump) * 3_599)
            #expect(await watched.obstacle(engine) == nil)
            watched.machine.set(by: jump - jump / abs(jump) * 3_599)
            let size = try engine.snapshot().position
            #expect(await watched.obstacle(engine) == .clockNotAccepted)
            #expect(await watched.obstacle(engine) == .clockNotAccepted)
            #expect(engine.clockState == .jumped(.seconds(jump)))
            #expect(try engine.snapshot().position == size)
            #expect(watched.notices.all.count == 1, "it is said once")

            engine.acceptClock()
            #expect(engine.clockState == .believed)
            #expect(await watched.obstacle(engine) == nil)
            #expect(watched.notices.all.count == 2)
        }
    }

    @Test func `is believed again when it is set right`() async throws {
        let watched = Watched()
        try watched.create()
        let engine = try watched.open()
        defer { engine.close() }
        watched.machine.set(by: 86_400)
        #expect(await watched.obstacle(engine) == .clockNotAccepted)
        watched.machine.set(by: -86_400)
        #expect(await watched.obstacle(engine) == nil)
    }

    @Test func `may be kept in step by a little for as long as a store is open`() async throws {
        let watched = Watched()
        try watched.create()
        let engine = try watched.open()
        defer { engine.close() }
        for _ in 0..<730 {
            watched.machine.pass(86_400)
            watched.machine.set(by: 40)
        }
        #expect(engine.clockState == .believed)
        #expect(await watched.obstacle(engine) == nil)
    }

    @Test func `is not written with when it is far behind the newest event at opening`()
        async throws
    {
        let watched = Watched()
        try watched.create()
        watched.machine.set(by: -300)
        var engine = try watched.open()
        #expect(await watched.obstacle(engine) == nil)
        engine.close()

        watched.machine.set(by: -1)
        engine = try watched.open()
        #expect(engine.clockState == .behind(.seconds(301)))
        #expect(await watched.obstacle(engine) == .clockNotAccepted)
        // Reading goes on.
        #expect(try engine.snapshot().position.rawValue == 2)
        #expect(try watched.shownClock(of: engine) == .behind(.seconds(301)))
        watched.machine.pass(1)
        #expect(await watched.obstacle(engine) == nil, "it has come near enough by itself")
        engine.close()

        watched.machine.set(by: -100_000)
        engine = try watched.open()
        #expect(await watched.obstacle(engine) == .clockNotAccepted)
        engine.acceptClock()
        #expect(await watched.obstacle(engine) == nil)
        // What is recorded never goes back all the same.
        #expect(
            try engine.snapshot().newestTime() == Timestamp(microseconds: 1_767_225_600_000_000)
        )
        engine.close()
    }

    @Test func `may be set right by a jump after it was accepted while it was behind`()
        async throws
    {
        let watched = Watched()
        try watched.create()
        watched.machine.set(by: -1_000_000_000)
        let engine = try watched.open()
        defer { engine.close() }
        engine.acceptClock()
        #expect(await watched.obstacle(engine) == nil)
        watched.machine.pass(60)
        watched.machine.set(by: 1_000_000_000)
        #expect(await watched.obstacle(engine) == nil)
        // From then on it is watched as any other.
        watched.machine.set(by: 10_000)
        #expect(await watched.obstacle(engine) == .clockNotAccepted)
    }

    @Test func `matters to nobody who brings the time along`() async throws {
        let watched = Watched()
        try watched.create()
        watched.machine.set(by: -1_000_000)
        var options = watched.options
        options.clock = { Timestamp(microseconds: 0) }
        let engine = try Engine(opening: watched.folder.path("store"), options: options)
        defer { engine.close() }
        #expect(engine.clockState == .believed)
        #expect(await watched.obstacle(engine) == nil)
    }

    @Test func `does not keep a reader from reading`() throws {
        let watched = Watched()
        try watched.create()
        watched.machine.set(by: -1_000_000)
        try watched.open().close()
        let reader = try Engine(
            opening: watched.folder.path("store"),
            access: .reading,
            options: watched.options
        )
        defer { reader.close() }
        #expect(reader.clockState == .believed)
        #expect(try reader.snapshot().position.rawValue == 1)
    }
}
