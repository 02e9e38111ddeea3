internal import Locking
internal import Views
internal import Wire

/// Commits the views' batches on a thread of its own, in order, and answers their commands: the
/// writer decides the next batch meanwhile.
final class ViewsCommitter: Sendable {
    private struct Delivery {
        /// Nil for commands that led to nothing and are answered in their turn.
        let batch: ViewsBatch?
        let turns: [Turn]
    }

    private struct Line {
        var deliveries: [Delivery] = []
        var isClosed = false
        /// How many commands were handed over and are not answered yet.
        var unanswered = 0
    }

    private let committers: Committers
    private let queue: CommandQueue
    private let newEvents: NewEvents
    private let counters: Counters
    private let line = Monitor(Line())
    private let thread = Lock<SystemThread?>(nil)

    /// Starts the thread; nil if the system has none left.
    ///
    /// It rings the queue when nothing is left to commit.
    init?(
        _ committers: Committers,
        _ queue: CommandQueue,
        _ newEvents: NewEvents,
        _ counters: Counters
    ) {
        self.committers = committers
        self.queue = queue
        self.newEvents = newEvents
        self.counters = counters
        // The thread keeps it until it is closed.
        guard let started = SystemThread(named: "scrollback-view", { [self] in run() }) else {
            return nil
        }
        thread.withLock { $0 = started }
    }

    /// How many commands wait for their answer here.
    var load: Int { line.withLock { $0.unanswered } }

    /// Takes over commands, and the batch after which they are answered.
    func take(_ batch: ViewsBatch?, _ turns: [Turn]) {
        line.change { line in
            line.deliveries.append(Delivery(batch: batch, turns: turns))
            line.unanswered += turns.count
        }
    }

    /// Commits a batch in the calling thread, and settles it.
    ///
    /// Its events are durable: the callers are told so even if the commit fails. The writer gets a
    /// failure from the batch, and reports it; none of the embedder's code runs here.
    ///
    /// - Returns: the position that readers see now; nil if it has not changed.
    func commit(_ batch: ViewsBatch) -> Position? {
        let result = Result { () throws(ViewsError) in try committers.views(batch) }
        batch.settle(result)
        if case .failure = result { return nil }
        return batch.position
    }

    /// Returns when everything that was taken over is committed and answered; for the writer, when
    /// it hands over no more.
    func close() {
        line.change { $0.isClosed = true }
        thread.withLock { $0 }?.join()
    }

    private func run() {
        while let delivery = next() {
            let position = delivery.batch.flatMap(commit)
            counters.noteAnswers(delivery.turns[...], nil)
            for turn in delivery.turns { turn.finish(nil) }
            // After the answers, because there may be many followers.
            if let position { newEvents.reached(position) }
            let isIdle = line.withLock { line in
                line.unanswered -= delivery.turns.count
                return line.deliveries.isEmpty
            }
            if isIdle { queue.ring() }
        }
    }

    /// Waits for the next delivery; nil once there will be none.
    private func next() -> Delivery? {
        line.wait { line -> Delivery?? in
            if line.deliveries.isEmpty { return line.isClosed ? .some(nil) : nil }
            return line.deliveries.removeFirst()
        }
    }
}
