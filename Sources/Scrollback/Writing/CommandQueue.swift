internal import Locking

/// The commands that wait for the writer, in the order in which they came.
///
/// - A command that was let in is handed to the writer: it is told that there will be no more
///   only under the lock under which commands are let in.
final class CommandQueue: Sendable {
    /// Why a command was not let in.
    enum Refusal { case overloaded, closed }

    private struct Line {
        var jobs: [Job] = []
        var isClosed = false
        var isRung = false
    }

    private let limit: Int
    private let line = Monitor(Line())

    init(limit: Int) { self.limit = limit }

    /// Takes commands in, side by side, unless too many wait or the store is closing.
    ///
    /// - Returns: how many of them, the first ones, and why not the others.
    func add(_ added: [Job]) -> (admitted: Int, Refusal) {
        line.change { line in
            if line.isClosed { return (0, .closed) }
            let admitted = min(added.count, limit - line.jobs.count)
            line.jobs.append(contentsOf: added.prefix(admitted))
            return (admitted, .overloaded)
        }
    }

    /// Takes commands in, and answers at once those that are not let in.
    func addOrAnswer(_ added: [Job]) {
        let (admitted, reason) = add(added)
        for job in added.dropFirst(admitted) {
            switch reason {
            case .overloaded: job.resume(.overloaded)
            case .closed: job.resume(.closed)
            }
        }
    }

    /// Lets no more commands in; those that wait are still served.
    func close() { line.change { $0.isClosed = true } }

    /// Wakes the writer, or keeps it from falling asleep, though no command comes.
    func ring() { line.change { $0.isRung = true } }

    /// Moves up to a number of waiting commands to the end of an array.
    ///
    /// - Returns: false once nothing waits and nothing will.
    func take(into taken: inout [Job], upTo count: Int) -> Bool {
        line.withLock { line in
            let count = min(count, line.jobs.count)
            taken.append(contentsOf: line.jobs.prefix(count))
            line.jobs.removeFirst(count)
            return count > 0 || !line.isClosed
        }
    }

    /// Whether no command waits at this moment.
    var isEmpty: Bool { line.withLock { $0.jobs.isEmpty } }

    /// Whether the store is closing, so that nothing is worth waiting for.
    var isClosing: Bool { line.withLock { $0.isClosed } }

    /// Waits for a while, whoever comes, unless the store is closing.
    func pause(atMost seconds: Double) {
        line.wait(atMost: seconds) { $0.isClosed }
    }

    /// Waits until a command waits, somebody rings or the store is closing, but not for ever.
    func wait(atMost seconds: Double) {
        line.wait(atMost: seconds) { line in
            defer { line.isRung = false }
            return !line.jobs.isEmpty || line.isClosed || line.isRung
        }
    }
}
