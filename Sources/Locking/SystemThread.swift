internal import CPlatform
internal import Glibc

/// A thread of the operating system: LMDB's write transactions belong to one.
///
/// SIGXFSZ is blocked in it: a write beyond the limit on a file's size fails with EFBIG.
package final class SystemThread: @unchecked Sendable {
    // Sendable: the handle is set before other threads get the object, and never changed.

    private var handle = pthread_t()
    /// Whether a thread waits, or has waited, with the system's join, which works once.
    private let isAwaited = Lock(false)
    private let hasEnded = Completion<Void>()

    /// Starts a thread under a name; nil if the system has none left.
    package init?(named name: StaticString, _ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(BodyBox(name, body))
        guard pthread_create(&handle, nil, runBody, box.toOpaque()) == 0 else {
            box.release()
            isAwaited.withLock { $0 = true }
            return nil
        }
    }

    deinit {
        if !isAwaited.withLock({ $0 }) { pthread_detach(handle) }
    }

    /// Waits until the thread has ended.
    ///
    /// Called on the thread itself, it returns at once, because code on the thread may close the
    /// store that it serves.
    package func join() {
        if pthread_equal(handle, pthread_self()) != 0 { return }
        let isFirst = isAwaited.withLock { isAwaited in
            defer { isAwaited = true }
            return !isAwaited
        }
        if isFirst {
            pthread_join(handle, nil)
            hasEnded.complete(())
        } else {
            hasEnded.wait()
        }
    }
}

/// Carries the closure to its thread.
private final class BodyBox {
    let name: StaticString
    let body: @Sendable () -> Void

    init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

private func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let box = Unmanaged<BodyBox>.fromOpaque(argument).takeRetainedValue()
    _ = scrollback_block_file_size_signal()
    box.name.withUTF8Buffer { name in
        name.withMemoryRebound(to: CChar.self) { scrollback_name_this_thread($0.baseAddress) }
    }
    box.body()
    return nil
}
