internal import Glibc

/// A value that one thread at a time may read and change.
///
/// It is a pthread mutex and not the standard library's, because the thread sanitizer knows pthread
/// mutexes and reports every use of the other as a race.
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Sendable: the value is reached through the mutex alone.

    // `Monitor` waits with it.
    let mutex: UnsafeMutablePointer<pthread_mutex_t>
    let value: UnsafeMutablePointer<Value>

    package init(_ initial: consuming sending Value) {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        value = .allocate(capacity: 1)
        value.initialize(to: initial)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs a closure with exclusive access to the value.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
