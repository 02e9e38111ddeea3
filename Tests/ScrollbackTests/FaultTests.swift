import EventLog
import Foundation
import LMDB
import Locking
import Messaging
import Scrollback
import TestSupport
import Testing
import Views
import Wire
import WriterSupport

/// What the commit steps are to do, call by call.
private final class Script<Failure: Error & Sendable>: Sendable {
    private let failures: Lock<[Int: Failure]>
    private let calls = Lock(0)

    init(_ failures: [Int: Failure]) {
        self.failures = Lock(failures)
    }

    /// Throws what is foreseen for this call, counted from 1.
    func step() throws(Failure) {
        let call = calls.withLock {
            $0 += 1
            return $0
        }
        if let failure = failures.withLock({ $0[call] }) { throw failure }
    }
}

/// A command whose decision is read from a view, not from what the log remembers.
private struct AppendAfterVersion: WriterCommand {
    let stream: StreamID
    let version: Version

    struct NotThere: Error, Equatable {}

    func decide(
        _ facts: borrowing CurrentFacts,
        _ events: inout EventList
    ) throws(NotThere) -> Position {
        guard let position = facts.position(of: version, in: stream) else { throw NotThere() }
        events.add(100, to: stream) { _ in }
        return position
    }
}

@Suite struct `A failed commit is told as what it is` {
    @Test func `after a failed views commit the next decision sees current facts`() async throws {
        let script = Script<ViewsError>([2: .storage(.transactionFailed)])
        var options = Engine.Options()
        options.committers.views = { (batch) throws(ViewsError) in
            try script.step()
            try Committers.real.views(batch)
        }
        let store = try StoreInFolder()
        let engine = try store.open(.writing, options)
        try await engine.append("one", to: stream(1))
        // This one's views commit fails; it is durable all the same, and its caller is told so.
        try await engine.append("two", to: stream(1))

        let found = try await engine.submit(
            AppendAfterVersion(stream: stream(1), version: Version(2))
        )

        #expect(found == Position(3))
        #expect(try engine.snapshot().position == Position(4))
        #expect(try engine.snapshot().position(of: Version(2), in: stream(1)) == Position(3))
        #expect(store.notices.all.count == 1)
    }

    /// One command is committed by the thread that decided it, twenty are by another.
    @Test(arguments: [1, 20])
    func `after a failed views commit readers see it though no command comes`(
        count: UInt64
    ) async throws {
        let script = Script<ViewsError>([1: .storage(.transactionFailed)])
        var options = Engine.Options()
        options.sharedCommands = 20
        options.committers.views = { (batch) throws(ViewsError) in
            try script.step()
            try Committers.real.views(batch)
        }
        let store = try StoreInFolder()
        let engine = try store.open(.writing, options)
        let submissions = (1...count).map { number in
            Submission(
                as: .user(UserID(UniqueID(high: 9, low: number))),
                .setProfile(SetProfile(username: "user \(number)")),
                fresh: FreshIDs(first: UniqueID(high: 10, low: number << 8))
            )
        }
        for outcome in await engine.submit(submissions) {
            guard case .success = outcome else {
                Issue.record("what is durable was answered \(outcome)")
                continue
            }
        }
        var tries = 0
        while try engine.snapshot().position < Position(1 + count), tries < 2_000 {
            tries += 1
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(try engine.snapshot().position == Position(1 + count))
    }

    /// The notice comes from the writer's thread, with commands decided, in line and coming.
    @Test(.timeLimit(.minutes(10)), arguments: [1, 7])
    func `an operator who closes the store on a notice leaves nobody waiting`(
        batch: Int
    ) async throws {
        let script = Script<ViewsError>([3: .storage(.transactionFailed)])
        let opened = Lock<Engine?>(nil)
        var options = Engine.Options()
        options.batchCommands = batch
        options.sharedCommands = 2
        options.committers.views = { (batch) throws(ViewsError) in
            try script.step()
            try Committers.real.views(batch)
        }
        options.notice = { _ in opened.withLock { $0 }?.close() }
        let store = try StoreInFolder()
        let engine = try Engine(opening: store.path, options: options)
        opened.withLock { $0 = engine }
        var stored = 0
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 as Range<UInt64> {
                group.addTask {
                    do throws(WriteError<Append.Refusal>) {
                        try await engine.append("\(number)", to: stream(number))
                        return true
                    } catch .unwritten(.closed) {
                        return false
                    }
                }
            }
            for try await isStored in group where isStored { stored += 1 }
        }
        engine.close()
        opened.withLock { $0 = nil }

        let reopened = try store.open()
        #expect(stored >= 3)
        #expect(try reopened.snapshot().position == Position(1 + UInt64(stored)))
    }

    @Test func `a full disk at the log's commit stores nothing and writing goes on`() async throws {
        let script = Script<CommitFailure>([2: .storageFull])
        var options = Engine.Options()
        options.committers.log = { (log) throws(CommitFailure) in
            try script.step()
            try Committers.real.log(&log)
        }
        let store = try StoreInFolder()
        let engine = try store.open(.writing, options)
        try await engine.append("one", to: stream(1))

        await #expect(
            throws: WriteError<Append.Refusal>.unwritten(.storageFull(.log(.storageFull)))
        ) {
            try await engine.append("two", to: stream(1))
        }

        try await engine.append("three", to: stream(1), expecting: Version(1))
        #expect(try contents(of: engine) == ["1/1 one", "1/2 three"])
        #expect(try engine.snapshot().position == Position(3))
    }

    @Test func `an unknown outcome stops writing until the store is opened again`() async throws {
        let script = Script<CommitFailure>([2: .outcomeUnknown(.system(errno: EIO))])
        var options = Engine.Options()
        options.committers.log = { (log) throws(CommitFailure) in
            // The worst case: stored, and then told that it failed.
            try Committers.real.log(&log)
            try script.step()
        }
        let store = try StoreInFolder()
        let engine = try store.open(.writing, options)
        try await engine.append("one", to: stream(1))

        let cause = StoreFault.log(.storage(.system(errno: EIO)))
        await #expect(throws: WriteError<Append.Refusal>.unwritten(.outcomeUnknown(cause))) {
            try await engine.append("two", to: stream(1))
        }
        await #expect(throws: WriteError<Append.Refusal>.unwritten(.stopped(cause))) {
            try await engine.append("three", to: stream(1))
        }
        engine.close()

        let reopened = try store.open()
        #expect(try contents(of: reopened) == ["1/1 one", "1/2 two"])
        #expect(try reopened.snapshot().position == Position(3))
        try await reopened.append("three", to: stream(1), expecting: Version(2))
    }

    @Test func `views that name a head which the log does not confirm are rebuilt`() async throws {
        let store = try StoreInFolder()
        var engine = try store.open()
        try await engine.append("one", to: stream(1))
        try await engine.append("two", to: stream(2))
        engine.close()
        try changeViews(in: store.path, table: "streams") { rows in
            // Each head gets the value of the other one.
            let heads = rows.indices.filter { rows[$0].value.count == 16 }
            let values = heads.map { rows[$0].value }
            for (index, head) in heads.enumerated() {
                rows[head].value = values[(index + 1) % values.count]
            }
        }

        engine = try store.open()
        try await engine.append("three", to: stream(1))

        #expect(try contents(of: engine) == ["1/1 one", "2/1 two", "1/2 three"])
        #expect(try engine.snapshot().head(of: stream(2))?.position == Position(3))
        #expect(store.notices.all.contains { $0.contains("not to be trusted") })
    }
}
