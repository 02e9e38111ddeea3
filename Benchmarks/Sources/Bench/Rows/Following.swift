import Contestants
import Measuring
import Messaging
import Wire
import Workload

/// Measures how soon a waiting follower has a sent message.
func following(_ count: Int) -> RowPlan {
    let name = "from a send to a waiting follower"
    return RowPlan(name: name) { fixtures in
        var landmarks = Shape.Landmarks.none
        (landmarks.manyChats, landmarks.messagesInChats) = (1, count)
        let pair = fixtures.alone(landmarks)
        return Row(
            name,
            compared: .p50,
            with: Names.sqlite,
            targets: [Target(Names.scrollback, .atMost(.p99, 1_000))],
            bounds: "Nearly all of it is the flush, which the follower waits for as the sender "
                + "does: two for LMDB, one for SQLite.",
            contestants: [
                FollowedSessions(workload: pair),
                FollowedSQLite(workload: pair),
            ]
        )
    }
}

/// When a follower was told of which message.
private struct Hearing: Sendable {
    let message: UniqueID
    let time: ContinuousClock.Instant
}

/// Sends one message after the other, each once the follower has the one before: how long after
/// the sending began the follower had it.
private func latencies(
    of workload: Workload,
    heard: AsyncStream<Hearing>,
    _ send: (Int) async throws -> Void
) async throws -> [Double] {
    var hearings = heard.makeAsyncIterator()
    var latencies: [Double] = []
    for number in workload.traffic where workload.operations[number].kind == .send {
        let start = ContinuousClock.now
        try await send(number)
        let hearing = await hearings.next()
        let id = workload.operations[number].id
        guard let hearing else { break }
        try demand(
            hearing.message == id,
            "the follower was told of \(hearing.message), not of \(id)"
        )
        latencies.append((hearing.time - start).microseconds)
    }
    let sent = workload.traffic.count { workload.operations[$0].kind == .send }
    try demand(latencies.count == sent, "the follower was told of \(latencies.count) of \(sent)")
    return latencies
}

/// A task that reads a feed, in the process that writes.
private struct FollowedSessions: Contestant {
    let name = Names.scrollback
    let workload: Workload

    func run(in folder: String) async throws -> Sample {
        let store = ScrollbackStore(in: folder)
        try await store.fill(with: workload, 0..<workload.founding.operations)
        let sender = try await SessionSender(store, workload)
        let (heard, teller) = AsyncStream.makeStream(of: Hearing.self)
        let follower = Task { [user = workload.landmarks?.withMany ?? 0] in
            defer { teller.finish() }
            try await sender.follow(as: user) { message in
                teller.yield(Hearing(message: message.rawValue, time: .now))
            }
        }
        let meter = Meter()
        let latencies = try await latencies(of: workload, heard: heard) { number in
            try await sender.send(number)
        }
        let usage = meter.read()
        sender.close()
        try await follower.value
        var sample = Sample(usage, events: latencies.count)
        sample.note(latencies: latencies)
        return sample
    }
}

/// A task that is rung after each commit, and asks its own connection what is new.
private struct FollowedSQLite: Contestant {
    let name = Names.sqlite
    let workload: Workload

    func run(in folder: String) async throws -> Sample {
        let store = SQLiteStore(in: folder)
        try store.fill(with: workload, 0..<workload.founding.operations)
        let (bell, ringer) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let (heard, teller) = AsyncStream.makeStream(of: Hearing.self)
        let queue = try SQLiteQueue(store, workload) { ringer.yield() }
        let reader = try SQLiteFollower(
            store,
            user: workload.users[workload.landmarks?.withMany ?? 0]
        )
        let follower = Task {
            defer { teller.finish() }
            for await () in bell {
                for message in try reader.news() {
                    teller.yield(Hearing(message: message, time: .now))
                }
            }
        }
        let meter = Meter()
        let latencies = try await latencies(of: workload, heard: heard) { number in
            try await queue.carryOut(number)
        }
        let usage = meter.read()
        ringer.finish()
        try await follower.value
        reader.close()
        try queue.close()
        var sample = Sample(usage, events: latencies.count)
        sample.note(latencies: latencies)
        return sample
    }
}
