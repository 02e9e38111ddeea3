import EventLog
import Foundation
import LMDB
import Locking
import Scrollback
import TestSupport
import Testing
import Views
import Wire

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
        options.committers.views = { (views, position, root) throws(ViewsError) in
            try script.step()
            try Committers.real.views(&views, position, root)
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

        await #expect(throws: WriteError<Append.Refusal>.storageFull) {
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

        await #expect(
            throws: WriteError<Append.Refusal>.outcomeUnknown(.system(errno: EIO))
        ) { try await engine.append("two", to: stream(1)) }
        await #expect(throws: WriteError<Append.Refusal>.stopped) {
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
