import Dispatch
import EventLog
import Glibc
import LMDB
import Locking
import Scrollback
import TestSupport
import Testing
import Views
import Wire
import WriterSupport

@Suite struct `The views are rebuilt while the store is at work` {
    private static var unflushed: Engine.Options {
        var options = Engine.Options()
        options.log.flushing = .never
        return options
    }

    private func append(_ count: Int, to engine: Engine) async throws {
        for start in stride(from: 0, to: count, by: 500) {
            let events = (start..<min(count, start + 500)).map {
                event("\($0)", to: stream(UInt64($0 % 7)))
            }
            _ = try await engine.submit(Append(events))
        }
    }

    private func viewsFiles(_ path: String) -> [String] {
        names(in: path).filter { $0.hasPrefix("views.") && $0.hasSuffix(".mdb") }
    }

    @Test func `reading and writing go on with the old ones until the new ones are there`()
        async throws
    {
        let store = try StoreInFolder()
        let engine = try store.open(.writing, Self.unflushed)
        try await append(600, to: engine)
        let (gate, files) = (Gate(), viewsFiles(store.path))
        async let rebuild = engine.rebuildViews { _, _ in gate.pass() }
        await gate.reached()
        #expect(viewsFiles(store.path).count == 2)
        try await append(50, to: engine)
        let old = try engine.snapshot()
        let head = try old.head(of: stream(3))?.version
        #expect(old.position == Position(651) && head != nil)
        gate.open()
        let report = try await rebuild

        #expect(report.position == Position(651) && report.comparison == .notAsked)
        #expect(viewsFiles(store.path).count == 1 && viewsFiles(store.path) != files)
        try await append(50, to: engine)
        #expect(try old.head(of: stream(3))?.version == head)
        #expect(old.position == Position(651))
        #expect(try engine.snapshot().position == Position(701))
        #expect(try engine.views.differenceFromRecount() == nil)
        #expect(store.notices.all == [])
        engine.close()
    }

    @Test func `a second one is refused while one runs`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open(.writing, Self.unflushed)
        try await append(10, to: engine)
        let gate = Gate()
        async let first = engine.rebuildViews { _, _ in gate.pass() }
        await gate.reached()
        await #expect(throws: RebuildError.alreadyRunning) { try await engine.rebuildViews() }
        gate.open()
        _ = try await first
        let report = try await engine.rebuildViews(comparing: true)
        #expect(report.comparison == .equal)
        engine.close()
    }

    @Test(.timeLimit(.minutes(10)))
    func `closing the store ends it and leaves the old ones`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open(.writing, Self.unflushed)
        try await append(600, to: engine)
        let files = viewsFiles(store.path)
        let gate = Gate()
        let rebuild = Task { () async -> RebuildError? in
            do throws(RebuildError) {
                _ = try await engine.rebuildViews { _, _ in gate.pass() }
                return nil
            } catch {
                return error
            }
        }
        await gate.reached()
        let closing = Task.detached { engine.close() }
        while true {
            do throws(WriteError<Append.Refusal>) {
                try await engine.append("x", to: stream(1))
            } catch {
                break
            }
        }
        gate.open()
        #expect(await rebuild.value == .closed)
        await closing.value
        #expect(viewsFiles(store.path) == files)
        await #expect(throws: RebuildError.closed) { try await engine.rebuildViews() }
        let again = try store.open(.writing, Self.unflushed)
        #expect(store.notices.all == [])
        #expect(try again.views.differenceFromRecount() == nil)
        again.close()
    }

    @Test func `under fire they lose nothing, and no reader is turned away`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open(.writing, Self.unflushed)
        let isDone = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<4 {
                group.addTask {
                    for number in 0..<150 {
                        try await engine.append("\(number)", to: stream(UInt64(caller)))
                    }
                }
            }
            group.addTask {
                for _ in 0..<5 { _ = try await engine.rebuildViews(comparing: true) }
                isDone.set()
            }
            group.addTask {
                var newest = Position.zero
                while !isDone.isSet {
                    let position = try engine.snapshot().position
                    #expect(position >= newest)
                    newest = position
                    await Task.yield()
                }
            }
            try await group.waitForAll()
        }
        #expect(try engine.snapshot().position == Position(601))
        #expect(try engine.views.differenceFromRecount() == nil)
        #expect(store.notices.all == [])
        engine.close()
    }

    @Test func `damaged ones are mended, and the first difference is named`() async throws {
        let store = try StoreInFolder()
        var engine = try store.open(.writing, Self.unflushed)
        try await append(100, to: engine)
        engine.close()
        try changeViews(in: store.path, table: "streams") { rows in
            rows[3].value[rows[3].value.count - 1] ^= 1
        }
        engine = try store.open(.writing, Self.unflushed)
        let report = try await engine.rebuildViews(comparing: true)
        guard case .different(let difference) = report.comparison else {
            Issue.record("\(report)")
            return
        }
        #expect(difference.table == "streams" && difference.kind == .different)
        #expect(try engine.views.differenceFromRecount() == nil)
        engine.close()
    }

    @Test func `where there is no room, nothing is left behind`() async throws {
        let store = try StoreInFolder()
        var engine = try store.open(.writing, Self.unflushed)
        try await append(10, to: engine)
        engine.close()
        var options = Self.unflushed
        options.reservedBytes = 1 << 60
        engine = try store.open(.writing, options)
        let files = viewsFiles(store.path)
        await #expect(throws: RebuildError.storageFull) { try await engine.rebuildViews() }
        #expect(viewsFiles(store.path) == files)
        engine.close()
    }

    @Test func `a store that has stopped, or only reads, refuses`() async throws {
        let store = try StoreInFolder()
        var options = Self.unflushed
        options.committers.log = { (log) throws(CommitFailure) in
            log.abandon()
            throw .outcomeUnknown(.mustReopen)
        }
        let engine = try store.open(.writing, options)
        let files = viewsFiles(store.path)
        await #expect(throws: WriteError<Append.Refusal>.self) {
            try await engine.append("x", to: stream(1))
        }
        await #expect(throws: RebuildError.stopped) { try await engine.rebuildViews() }
        #expect(viewsFiles(store.path) == files)
        engine.close()
        let reading = try store.open(.reading, Self.unflushed)
        await #expect(throws: RebuildError.closed) { try await reading.rebuildViews() }
        reading.close()
    }
}

@Suite struct `Views that do not fit are rebuilt before the store opens` {
    enum Trouble: CaseIterable {
        case stale, newer, missing, damaged
    }

    @Test(arguments: Trouble.allCases)
    func `with a line for the operator and with progress`(trouble: Trouble) async throws {
        let store = try StoreInFolder()
        var engine = try store.open()
        for number in 0..<20 { try await engine.append("\(number)", to: stream(1)) }
        engine.close()
        let file = try #require(
            names(in: store.path).first { $0.hasPrefix("views.") && $0.hasSuffix(".mdb") }
        )
        switch trouble {
        case .stale: try setVersion(of: "streams", to: "0", in: store.path)
        case .newer: try setVersion(of: "streams", to: "99", in: store.path)
        case .missing: unlink("\(store.path)/\(file)")
        case .damaged: truncate("\(store.path)/\(file)", 20_000)
        }
        var options = Engine.Options()
        let steps = Lock<[Position]>([])
        options.views.progress = { done, total in
            steps.withLock { $0.append(done) }
            #expect(total == Position(21))
        }
        engine = try store.open(.writing, options)
        #expect(steps.withLock { $0 } == [Position(21)])
        #expect(store.notices.all.count == 1)
        #expect(store.notices.all.first?.hasSuffix("rebuilding.") == true)
        #expect(try engine.snapshot().position == Position(21))
        #expect(try engine.views.differenceFromRecount() == nil)
        #expect(!names(in: store.path).contains(file))
        engine.close()
    }

    private func setVersion(of view: String, to version: String, in path: String) throws {
        try changeViews(in: path, table: "scrollback") { rows in
            for index in rows.indices where rows[index].key == Array("projectors".utf8) {
                let text = String(decoding: rows[index].value, as: UTF8.self)
                let lines = text.split(separator: "\n").map { line in
                    line.hasPrefix("\(view) ") ? "\(view) \(version)" : String(line)
                }
                rows[index].value = Array(lines.joined(separator: "\n").utf8)
            }
        }
    }
}

/// Said once, by whoever is done.
private final class Flag: Sendable {
    private let state = Lock(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
}

/// Holds a thread back until a test lets it go on.
private final class Gate: Sendable {
    private let arrived = DispatchSemaphore(value: 0)
    private let released = DispatchSemaphore(value: 0)

    /// Tells that somebody is here, and waits for the gate to open.
    func pass() {
        arrived.signal()
        released.wait()
        released.signal()
    }

    /// Waits until somebody is here.
    func reached() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                arrived.wait()
                continuation.resume()
            }
        }
    }

    func open() { released.signal() }
}
