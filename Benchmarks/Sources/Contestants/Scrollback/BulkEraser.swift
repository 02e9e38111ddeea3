internal import Measuring
internal import Messaging
internal import Scrollback
internal import Synchronization
internal import Wire

/// A store in which two people have written in turns, one of whom is forgotten while others send.
package struct BulkEraser: Sendable {
    private let store: ScrollbackStore
    private let messages: Int

    /// What senders met while something else went on.
    package struct Outcome: Sendable {
        /// Of each message that was sent, in microseconds.
        package var latencies: [Double] = []
        package var seconds = 0.0
        /// By how much the memory without files grew at most.
        package var peakBytes: UInt64 = 0
    }

    private static let forgotten = UserID(UniqueID(high: 1, low: 1))
    private static let other = UserID(UniqueID(high: 1, low: 2))
    private static let third = UserID(UniqueID(high: 1, low: 3))
    private static let group = ConversationID(UniqueID(high: 2, low: 1))
    private static let text = String(repeating: "a message as people write them, ", count: 3)

    package init(_ store: ScrollbackStore, messages: Int) {
        self.store = store
        self.messages = messages
    }

    /// Makes the store, with as many messages of one as of the other.
    package func fill() async throws {
        try store.create()
        let engine = try store.open()
        defer { engine.close() }
        try await Self.ask(engine, .configure(Configure(rateLimit: .unlimited)), as: .operator)
        let create = CreateGroup(conversation: Self.group, members: [Self.other, Self.third])
        try await Self.ask(engine, .createGroup(create), as: .user(Self.forgotten))
        var sent = 0
        while sent < messages {
            let submissions = (sent..<min(messages, sent + ScrollbackStore.batch)).map { number in
                Self.ask(
                    Self.message(number, of: 3),
                    as: .user(number % 2 == 0 ? Self.forgotten : Self.other)
                )
            }
            for outcome in await engine.submit(submissions) {
                _ = try outcome.get()
            }
            sent += submissions.count
        }
    }

    /// Has callers send one message after the other for some seconds.
    package func send(callers: Int, seconds: Double) async throws -> Outcome {
        let engine = try store.open()
        defer { engine.close() }
        return try await Self.sending(on: engine, callers: callers) {
            try await Task.sleep(for: .seconds(seconds))
        }
    }

    /// Has callers send until all is erased that one person has written.
    package func erase(callers: Int) async throws -> Outcome {
        let engine = try store.open()
        defer { engine.close() }
        let count = (messages + 1) / 2
        let outcome = try await Self.sending(on: engine, callers: callers) {
            let forget = ForgetUser(user: Self.forgotten, basis: "request")
            let asked = try await engine.submit(Self.ask(.forgetUser(forget), as: .operator))
            guard case .erasure(let erasure) = asked.answer, erasure.erased == count,
                let request = erasure.request
            else { throw WrongResult(description: "not asked to erase all: \(asked.answer)") }
            guard erasure.pending > 0 else { return }
            while true {
                let progress = try engine.snapshot().progress(ofErasureAt: request)
                guard let progress, progress.pending > 0 else { break }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        let dry = Erase(target: .user(Self.forgotten), basis: "b", reason: "r", isDryRun: true)
        let left = try await engine.submit(Self.ask(.erase(dry), as: .operator))
        guard case .erasure(let erasure) = left.answer, erasure.erased == 0,
            erasure.deferredCount == 0
        else { throw WrongResult(description: "something is left: \(left.answer)") }
        return outcome
    }

    private static func sending(
        on engine: Engine,
        callers: Int,
        while work: () async throws -> Void
    ) async throws -> Outcome {
        let end = End()
        let before = Meter.anonymousBytes
        let start = ContinuousClock.now
        return try await withThrowingTaskGroup(of: (latencies: [Double], peak: UInt64).self) {
            group in
            for caller in 0..<callers {
                group.addTask {
                    var latencies: [Double] = []
                    var number = 0
                    while !end.hasCome {
                        let start = ContinuousClock.now
                        let message = message(number, of: UInt64(caller) + 100)
                        _ = try await engine.submit(ask(message, as: .user(other)))
                        latencies.append((ContinuousClock.now - start).microseconds)
                        number += 1
                    }
                    return (latencies, 0)
                }
            }
            group.addTask {
                var peak: UInt64 = 0
                while !end.hasCome {
                    peak = max(peak, Meter.anonymousBytes)
                    try await Task.sleep(for: .milliseconds(20))
                }
                return ([], peak)
            }
            var outcome = Outcome()
            do {
                try await work()
            } catch {
                end.come()
                throw error
            }
            outcome.seconds = (ContinuousClock.now - start).seconds
            end.come()
            for try await some in group {
                outcome.latencies += some.latencies
                outcome.peakBytes = max(outcome.peakBytes, some.peak)
            }
            outcome.peakBytes -= min(outcome.peakBytes, before)
            return outcome
        }
    }

    private static func message(_ number: Int, of series: UInt64) -> Messaging.Command {
        .send(
            SendMessage(
                conversation: group,
                message: MessageID(UniqueID(high: series, low: UInt64(number))),
                text: text
            )
        )
    }

    private static func ask(_ command: Messaging.Command, as actor: Actor) -> Submission {
        var generator = SystemRandomNumberGenerator()
        return Submission(as: actor, command, fresh: FreshIDs(first: .random(using: &generator)))
    }

    private static func ask(
        _ engine: Engine,
        _ command: Messaging.Command,
        as actor: Actor
    ) async throws {
        _ = try await engine.submit(ask(command, as: actor))
    }
}

/// The moment at which senders stop.
private final class End: Sendable {
    private let value = Atomic(false)

    var hasCome: Bool { value.load(ordering: .relaxed) }
    func come() { value.store(true, ordering: .relaxed) }
}
