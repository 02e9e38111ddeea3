import Contestants
import Measuring
import Workload

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
            let questions = Openings(workload, suits)
            let asking = Asking(
                row: name,
                questions: isSecond ? questions.second : questions.first,
                before: questions.others + (isSecond ? questions.first : []),
                book: fixtures.book
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
                    ScrollbackAnswers(
                        asking: asking,
                        store: try await fixtures.store(workload),
                        workload: workload
                    ),
                    SQLiteAnswers(
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

/// The questions of the first time, and of the second.
private struct Openings {
    let first: [Question]
    let second: [Question]
    /// Asked before, so that no code is run for the first time.
    let others: [Question]

    init(_ workload: Workload, _ suits: (_ messages: Int, _ members: Int) -> Bool) {
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
        others = Array(repeating: .page(middle, viewer: viewer, limit: 50), count: 10)
    }
}
