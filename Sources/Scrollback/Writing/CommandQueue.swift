internal import Glibc
internal import Locking

/// The commands that wait for the writer, in the order in which they came.
final class CommandQueue: @unchecked Sendable {
    // Sendable: the state is behind a mutex, and a POSIX semaphore is made for threads.

    private struct State {
        var jobs: [Job] = []
        var isClosed = false
    }

    enum Admission { case waits, overloaded, closed }

    private let state = Lock(State())
    private let limit: Int
    private let bell: UnsafeMutablePointer<sem_t>

    init(limit: Int) {
        self.limit = limit
        bell = .allocate(capacity: 1)
        sem_init(bell, 0, 0)
    }

    deinit {
        sem_destroy(bell)
        bell.deallocate()
    }

    /// Takes a command in, unless too many wait or the store is closing.
    func add(_ job: Job) -> Admission {
        let (admission, isFirst) = state.withLock { state -> (Admission, Bool) in
            if state.isClosed { return (.closed, false) }
            if state.jobs.count >= limit { return (.overloaded, false) }
            state.jobs.append(job)
            return (.waits, state.jobs.count == 1)
        }
        // The writer takes all that is there, so only the first needs to ring.
        if isFirst { sem_post(bell) }
        return admission
    }

    /// Lets no more commands in; those that wait are still served.
    func close() {
        state.withLock { $0.isClosed = true }
        sem_post(bell)
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Moves up to a number of waiting commands to the end of an array.
    func take(into jobs: inout [Job], upTo count: Int) {
        state.withLock { state in
            let taken = min(count, state.jobs.count)
            jobs.append(contentsOf: state.jobs.prefix(taken))
            state.jobs.removeFirst(taken)
        }
    }

    /// Waits until the bell rings, but not for ever; false if it did not.
    func wait(atMost seconds: Double) -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        let nanoseconds = deadline.tv_nsec + Int(seconds * 1e9)
        deadline.tv_sec += nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        while sem_timedwait(bell, &deadline) != 0 {
            if errno != EINTR { return false }
        }
        return true
    }
}
