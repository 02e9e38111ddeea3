import Contestants
import Measuring
import Workload

/// How many of the events that were looked for with their content were kept opened.
private let foundOpened = Figure("found opened", "%")

/// Opens many conversations once each in a store that was just opened, and then once more by
/// another member.
private func openings(
    _ what: String,
    _ suits: @escaping @Sendable (_ messages: Int, _ members: Int) -> Bool
) -> [RowPlan] {
    [false, true].map { isSecond in
        let name = "open \(what): the newest 50, the \(isSecond ? "second" : "first") time"
        return RowPlan(name: name) { fixtures in
            let workload = fixtures.world
            let asking = OpeningAgain(
                row: name,
                workload,
                isSecond: isSecond,
                book: fixtures.book,
                suits
            )
            return Row(
                name,
                compared: .p50,
                with: Names.sqlite,
                targets: [
                    Target(Names.scrollback, .times(of: Names.sqlite, isSecond ? 0.75 : 1))
                ],
                bounds: isSecond ? secondBounds : firstBounds,
                contestants: [
                    ScrollbackOpening(
                        asking: asking,
                        store: try await fixtures.store(workload),
                        workload: workload
                    ),
                    SQLiteOpening(
                        asking: asking,
                        store: try fixtures.database(workload),
                        workload: workload
                    ),
                ]
            )
        }
    }
}

private let firstBounds = """
    Half is each entry's record: found, checked, its seal computed and its text decrypted. The rest \
    makes the values that are shown, and keeps what was opened.
    """

private let secondBounds = """
    Making the values that are shown, and the rows of timeline, receipts and members. What was \
    opened the first time is still in memory as far as there is room; how much of it is the last \
    column.
    """

/// Rows about opening conversations that were not opened before, and were.
func openingsAgain() -> [RowPlan] {
    openings("any conversation") { messages, _ in messages >= 50 }
        + openings("a conversation of some 500 messages") { messages, _ in
            300...700 ~= messages
        }
        + openings("a conversation of 10,000 messages and more") { messages, _ in
            messages >= 10_000
        }
        + openings("a conversation of two") { messages, members in messages >= 50 && members == 2 }
        + openings("a group of 50 and more") { messages, members in
            messages >= 50 && members >= 50
        }
}

/// What is asked the first time, and what the second.
private struct OpeningAgain: Sendable {
    let row: String
    let isSecond: Bool
    let book: AnswerBook
    let first: [Question]
    let second: [Question]
    /// Asked before, so that no code is run for the first time.
    let other: Question

    init(
        row: String,
        _ workload: Workload,
        isSecond: Bool,
        book: AnswerBook,
        _ suits: (_ messages: Int, _ members: Int) -> Bool
    ) {
        self.row = row
        self.isSecond = isSecond
        self.book = book
        var messages = [Int](repeating: 0, count: workload.conversations.count)
        var isLeft = messages.map { _ in false }
        for operation in workload.operations {
            switch operation.kind {
            case .send: messages[Int(operation.conversation)] += 1
            case .leave: isLeft[Int(operation.conversation)] = true
            default: break
            }
        }
        let middle = workload.landmarks?.middle ?? 0
        var suiting = messages.indices.filter { number in
            let founders = workload.conversations[number].founders
            return number != middle && !isLeft[number] && suits(messages[number], founders.count)
        }
        var generator = SplitMix64(seed: 23)
        func shuffled(_ viewer: Int) -> [Question] {
            for index in suiting.indices.dropFirst().reversed() {
                suiting.swapAt(index, Int(generator.next() % UInt64(index + 1)))
            }
            return suiting.map { number in
                let founders = workload.conversations[number].founders
                let member = Int(founders[min(viewer, founders.count - 1)])
                return .page(number, viewer: member, limit: 50)
            }
        }
        first = shuffled(0)
        second = shuffled(1)
        let viewer = Int(workload.conversations[middle].founders[0])
        other = .page(middle, viewer: viewer, limit: 50)
    }

    func run<Reader: ChatReader>(
        _ reader: Reader,
        by contestant: String,
        uses: () -> (hits: UInt64, misses: UInt64) = { (0, 0) }
    ) throws -> Sample {
        try demand(!first.isEmpty, "no conversation suits '\(row)'")
        for _ in 0..<10 { _ = try reader.answer(other) }
        if isSecond { for question in first { _ = try reader.answer(question) } }
        let before = uses()
        var latencies: [Double] = []
        latencies.reserveCapacity(first.count)
        var digest: UInt64 = 0
        for question in isSecond ? second : first {
            let start = ContinuousClock.now
            let answer = try reader.answer(question)
            latencies.append((ContinuousClock.now - start).microseconds)
            digest = digest &* 31 &+ reader.digest(of: answer)
        }
        let after = uses()
        try book.hold(digest, to: row, by: contestant)
        var sample = Sample()
        sample.note(latencies: latencies)
        let hits = Double(after.hits - before.hits)
        let looked = hits + Double(after.misses - before.misses)
        if looked > 0 { sample[foundOpened] = 100 * hits / looked }
        return sample
    }
}

private struct ScrollbackOpening: Contestant {
    let name = Names.scrollback
    let asking: OpeningAgain
    let store: ScrollbackStore
    let workload: Workload

    func run(in _: String) async throws -> Sample {
        let reader = try ScrollbackReader(store, workload)
        defer { reader.close() }
        return try asking.run(reader, by: name) { reader.usesOfOpened }
    }
}

private struct SQLiteOpening: Contestant {
    let name = Names.sqlite
    let asking: OpeningAgain
    let store: SQLiteStore
    let workload: Workload

    func run(in _: String) async throws -> Sample {
        let reader = try SQLiteReader(store, workload)
        defer { reader.close() }
        return try asking.run(reader, by: name)
    }
}
