import Contestants
import Measuring

/// Asks what senders notice while all that one person wrote is erased.
func bulkErasing(_ messages: Int, callers: Int) -> RowPlan {
    let name =
        "forget a user with \(Text.number(Double(messages / 2))) of "
        + "\(Text.number(Double(messages))) messages while \(callers) senders go on"
    return RowPlan(name: name) { fixtures in
        let store = try await fixtures.storeOfTwo(messages)
        let alone = BulkContestant(store, messages, callers: callers, isErasing: false)
        let erasing = BulkContestant(store, messages, callers: callers, isErasing: true)
        return Row(
            name,
            compared: .p99,
            with: alone.name,
            targets: [Target(erasing.name, .times(of: alone.name, 2))],
            bounds: "The writer plans and erases between the senders' commits, half of the time. "
                + "A slice is a commit, a flush of zeroed slots, and another commit that drops "
                + "the sealed bytes.",
            contestants: [alone, erasing]
        )
    }
}

private struct BulkContestant: Contestant {
    let name: String
    private let store: ScrollbackStore
    private let messages: Int
    private let callers: Int
    private let isErasing: Bool

    init(_ store: ScrollbackStore, _ messages: Int, callers: Int, isErasing: Bool) {
        name = isErasing ? "\(Names.scrollback), erasing" : "\(Names.scrollback), sending alone"
        self.store = store
        self.messages = messages
        self.callers = callers
        self.isErasing = isErasing
    }

    func run(in folder: String) async throws -> Sample {
        let eraser = BulkEraser(try store.copy(to: folder), messages: messages)
        let outcome =
            isErasing
            ? try await eraser.erase(callers: callers)
            : try await eraser.send(callers: callers, seconds: 10)
        var sample = Sample()
        sample.note(latencies: outcome.latencies)
        sample[.duration] = outcome.seconds * 1_000
        sample[.rate] = Double(outcome.latencies.count) / outcome.seconds
        sample[.memory] = Double(outcome.peakBytes) / Double(1 << 20)
        return sample
    }
}
