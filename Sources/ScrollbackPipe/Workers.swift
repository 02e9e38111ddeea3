internal import Locking

/// Threads for what may block: a look into the past can take seconds.
///
/// So no thread of the cooperative pool ever blocks for it, and it waits for none.
package final class Workers: Sendable {
    private let workers: [Worker]

    /// Starts the threads; nil if the system has none left.
    package init?(_ count: Int) {
        var workers: [Worker] = []
        for _ in 0..<count {
            let worker = Worker()
            guard worker.start() else { return nil }
            workers.append(worker)
        }
        self.workers = workers
    }

    deinit {
        for worker in workers { worker.end() }
    }

    /// Runs a task on the thread with the least to do.
    @discardableResult
    package func run(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let worker = workers.min { $0.load < $1.load } ?? workers[0]
        return worker.run(body)
    }
}

private final class Worker: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var tasks = 0
        var hasEnded = false
    }

    private let state = Monitor(State())

    var load: Int { state.withLock { $0.tasks } }

    func start() -> Bool {
        SystemThread(named: "scrollback-work") { [self] in
            while let jobs = next() {
                for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            }
        } != nil
    }

    func end() { state.change { $0.hasEnded = true } }

    func run(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        state.withLock { $0.tasks += 1 }
        return Task(executorPreference: self) { [self] in
            await body()
            state.withLock { $0.tasks -= 1 }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.change { $0.jobs.append(job) }
    }

    /// Waits for jobs, and takes all that wait; nil at the end.
    private func next() -> [UnownedJob]? {
        state.wait { state -> [UnownedJob]?? in
            guard state.jobs.isEmpty else {
                defer { state.jobs = [] }
                return .some(state.jobs)
            }
            return state.hasEnded ? .some(nil) : nil
        }
    }
}
