internal import Locking

/// The turns that wait for the writer, in the order in which they came.
///
/// - A turn that was let in is handed to the writer: it is told that there will be no more
///   only under the lock under which turns are let in.
final class CommandQueue: Sendable {
    private struct Line {
        var turns: [Turn] = []
        var isClosed = false
        var isRung = false
    }

    private let limit: Int
    private let counters: Counters
    private let line = Monitor(Line())

    init(limit: Int, _ counters: Counters) {
        self.limit = limit
        self.counters = counters
    }

    /// Takes turns in, side by side, unless too many wait or the store is closing; answers at once
    /// those that are not let in.
    func addOrFinish(_ added: [Turn]) {
        let (admitted, reason) = line.change { line -> (Int, WriteFailure) in
            if line.isClosed { return (0, .closed) }
            let admitted = min(added.count, limit - line.turns.count)
            line.turns.append(contentsOf: added.prefix(admitted))
            return (admitted, .overloaded)
        }
        let refused = added.dropFirst(admitted)
        if refused.isEmpty { return }
        counters.noteAnswers(refused, reason)
        for turn in refused { turn.finish(reason) }
    }

    /// Accepts no more commands; waiting commands are still served.
    func close() { line.change { $0.isClosed = true } }

    /// Wakes the writer, or keeps it from falling asleep, though no command comes.
    func ring() { line.change { $0.isRung = true } }

    /// Moves up to a number of waiting turns to the end of an array.
    ///
    /// - Returns: false once nothing waits and nothing will.
    func take(into taken: inout [Turn], upTo count: Int) -> Bool {
        line.withLock { line in
            let count = min(count, line.turns.count)
            taken.append(contentsOf: line.turns.prefix(count))
            line.turns.removeFirst(count)
            return count > 0 || !line.isClosed
        }
    }

    /// How many turns wait at this moment.
    var count: Int { line.withLock { $0.turns.count } }

    /// Whether nothing waits at this moment.
    var isEmpty: Bool { line.withLock { $0.turns.isEmpty } }

    /// Whether the store is closing, so that waiting is pointless.
    var isClosing: Bool { line.withLock { $0.isClosed } }

    /// Waits for a while, also if commands arrive, unless the store is closing.
    func pause(atMost seconds: Double) {
        line.wait(atMost: seconds) { $0.isClosed }
    }

    /// Waits until a command arrives, the queue is rung or the store is closing, up to a time
    /// limit.
    func wait(atMost seconds: Double) {
        line.wait(atMost: seconds) { line in
            defer { line.isRung = false }
            return !line.turns.isEmpty || line.isClosed || line.isRung
        }
    }
}
