internal import Glibc
internal import Synchronization
package import Workload

/// The same kind of queue in front of SQLite as stands in front of our log: callers wait in line,
/// one thread takes all that wait, and they share a transaction and its flush.
package final class SQLiteQueue: @unchecked Sendable {
    // Sendable: the writer is used by the one thread alone, the line is behind a mutex.

    private struct Waiter {
        let operation: Int
        let continuation: UnsafeContinuation<Result<Void, any Error>, Never>
    }

    private struct Line {
        var waiters: [Waiter] = []
        var isClosing = false
    }

    private let writer: SQLiteWriter
    private let line = Mutex(Line())
    private let arrival: UnsafeMutablePointer<sem_t>
    private var thread: Worker?
    private let committed: @Sendable () -> Void

    /// Opens the database; `committed` is called after each transaction, before its callers are
    /// answered.
    package init(
        _ store: SQLiteStore,
        _ workload: Workload,
        committed: @escaping @Sendable () -> Void = {}
    ) throws {
        self.committed = committed
        writer = try SQLiteWriter(store, workload)
        arrival = .allocate(capacity: 1)
        sem_init(arrival, 0, 0)
        thread = try Worker { [self] in serve() }
    }

    deinit {
        sem_destroy(arrival)
        arrival.deallocate()
    }

    /// Does an operation, and returns when it is durable.
    package func carryOut(_ operation: Int) async throws {
        let result = await withUnsafeContinuation { continuation in
            let isFirst = line.withLock { line in
                line.waiters.append(Waiter(operation: operation, continuation: continuation))
                return line.waiters.count == 1
            }
            if isFirst { sem_post(arrival) }
        }
        try result.get()
    }

    /// Ends the thread when all who wait are answered.
    package func close() throws {
        line.withLock { $0.isClosing = true }
        sem_post(arrival)
        thread?.join()
        try writer.close()
    }

    private func serve() {
        while true {
            while sem_wait(arrival) != 0 {}
            let (waiters, isClosing) = line.withLock { line in
                defer { line.waiters.removeAll(keepingCapacity: true) }
                return (line.waiters, line.isClosing)
            }
            let result = Result { try write(waiters) }
            for waiter in waiters { waiter.continuation.resume(returning: result) }
            if isClosing { return }
        }
    }

    private func write(_ waiters: [Waiter]) throws {
        guard !waiters.isEmpty else { return }
        try writer.begin()
        for waiter in waiters { try writer.add(waiter.operation) }
        try writer.commit()
        committed()
    }
}
