internal import CPlatform
internal import Glibc

/// The operating-system thread of the writer: LMDB's write transactions belong to one.
final class WriterThread: @unchecked Sendable {
    // Sendable: the handle is read only after the thread was started, and joined once.

    private var handle = pthread_t()

    init(_ loop: consuming GroupCommit) {
        let box = Unmanaged.passRetained(LoopBox(loop))
        let code = pthread_create(&handle, nil, serve, box.toOpaque())
        precondition(code == 0, "The system has no thread left for the writer.")
    }

    /// Waits until the thread has ended.
    func join() {
        // Where a command held the last reference to its store, this is the writer itself; it
        // ends by itself, because the queue is closed.
        guard pthread_equal(handle, pthread_self()) == 0 else {
            pthread_detach(handle)
            return
        }
        pthread_join(handle, nil)
    }
}

/// Carries the loop over to its thread.
private final class LoopBox {
    var loop: GroupCommit?

    init(_ loop: consuming GroupCommit) {
        self.loop = consume loop
    }
}

private func serve(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    scrollback_name_this_thread("scrollback")
    let box = Unmanaged<LoopBox>.fromOpaque(argument).takeRetainedValue()
    if let loop = box.loop.take() { loop.run() }
    return nil
}
