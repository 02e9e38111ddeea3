internal import Glibc

/// The commands that wait for the writer, in the order in which they came.
///
/// - A command that was let in is handed to the writer: it is told that there will be no more
///   only under the lock under which commands are let in.
final class CommandQueue: @unchecked Sendable {
    // Sendable: everything is behind the mutex.

    /// Why a command was not let in.
    enum Refusal { case overloaded, closed }

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let bell: UnsafeMutablePointer<pthread_cond_t>
    private let limit: Int
    private var jobs: [Job] = []
    private var isClosed = false
    /// Whether the writer waits for the bell.
    private var isAsleep = false

    init(limit: Int) {
        self.limit = limit
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        bell = .allocate(capacity: 1)
        bell.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // The wall clock may be set back, and a short wait must stay short.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(bell, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(bell)
        bell.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Takes commands in, side by side, unless too many wait or the store is closing.
    ///
    /// - Returns: how many of them, the first ones, and why not the others.
    func add(_ added: [Job]) -> (admitted: Int, Refusal) {
        locked {
            if isClosed { return (0, .closed) }
            let admitted = min(added.count, limit - jobs.count)
            jobs.append(contentsOf: added.prefix(admitted))
            if isAsleep { pthread_cond_signal(bell) }
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
    func close() {
        locked {
            isClosed = true
            pthread_cond_signal(bell)
        }
    }

    /// Moves up to a number of waiting commands to the end of an array.
    ///
    /// - Returns: false once nothing waits and nothing will.
    func take(into taken: inout [Job], upTo count: Int) -> Bool {
        locked {
            let count = min(count, jobs.count)
            taken.append(contentsOf: jobs.prefix(count))
            jobs.removeFirst(count)
            return count > 0 || !isClosed
        }
    }

    /// Whether the store is closing, so that nothing is worth waiting for.
    var isClosing: Bool { locked { isClosed } }

    /// Waits until a command waits or the store is closing, but not for ever.
    func wait(atMost seconds: Double) {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        let nanoseconds = deadline.tv_nsec + Int(seconds * 1e9)
        deadline.tv_sec += nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        locked {
            isAsleep = true
            while jobs.isEmpty && !isClosed {
                if pthread_cond_timedwait(bell, mutex, &deadline) != 0 { break }
            }
            isAsleep = false
        }
    }
}
