internal import Glibc

/// A value that one thread at a time may read and change, and for whose changes others wait.
package struct Monitor<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Sendable: the value is reached through the mutex alone.

    private let lock: Lock<Value>
    private let bell: UnsafeMutablePointer<pthread_cond_t>

    package init(_ initial: consuming sending Value) {
        lock = Lock(initial)
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
    }

    /// Runs a closure with exclusive access to the value; wakes no waiting thread.
    package borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.withLock(body)
    }

    /// Changes the value, and wakes the waiting threads to check it again.
    package borrowing func change<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.withLock { value in
            defer { pthread_cond_broadcast(bell) }
            return body(&value)
        }
    }

    /// Waits until `find` returns a result for the value.
    package borrowing func wait<Found>(until find: (inout Value) -> Found?) -> Found {
        pthread_mutex_lock(lock.mutex)
        defer { pthread_mutex_unlock(lock.mutex) }
        while true {
            if let found = find(&lock.value.pointee) { return found }
            pthread_cond_wait(bell, lock.mutex)
        }
    }

    /// Waits until a condition holds for the value, or the time is over.
    package borrowing func wait(atMost seconds: Double, until holds: (inout Value) -> Bool) {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        let nanoseconds = deadline.tv_nsec + Int(seconds * 1e9)
        deadline.tv_sec += nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        pthread_mutex_lock(lock.mutex)
        defer { pthread_mutex_unlock(lock.mutex) }
        while !holds(&lock.value.pointee) {
            if pthread_cond_timedwait(bell, lock.mutex, &deadline) != 0 { return }
        }
    }
}
