internal import Locking

/// Runs a task, and what it waits for, on a thread of its own, which may block.
final class ThreadExecutor: TaskExecutor {
    private struct Jobs {
        var waiting: [UnownedJob] = []
        var hasEnded = false
    }

    private let jobs = Monitor(Jobs())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.change { $0.waiting.append(job) }
    }

    /// Runs a task to its end on the calling thread.
    func run(_ body: @escaping @Sendable () async -> Void) {
        Task(executorPreference: self) { [self] in
            await body()
            jobs.change { $0.hasEnded = true }
        }
        while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Waits for the next job; nil when the task has ended.
    private func next() -> UnownedJob? {
        jobs.wait { jobs -> UnownedJob?? in
            if !jobs.waiting.isEmpty { return .some(jobs.waiting.removeFirst()) }
            return jobs.hasEnded ? .some(nil) : nil
        }
    }
}
