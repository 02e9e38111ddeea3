internal import CPlatform
internal import Glibc

/// The operating-system thread of the writer: LMDB's write transactions belong to one.
final class WriterThread: @unchecked Sendable {
    // Sendable: what changes, changes behind the engine's lock.

    private var handle = pthread_t()
    private var hasEnded = false

    /// Starts the loop; nil if the system has no thread left.
    init?(_ loop: consuming GroupCommit) {
        let box = Unmanaged.passRetained(LoopBox(loop))
        guard pthread_create(&handle, nil, serve, box.toOpaque()) == 0 else {
            box.release()
            return nil
        }
    }

    /// Waits until the thread has ended; one caller at a time.
    ///
    /// Where a command held the last reference to its store, the caller is the thread itself,
    /// which ends without being waited for, because its queue is closed.
    func join() {
        if hasEnded { return }
        hasEnded = true
        if pthread_equal(handle, pthread_self()) == 0 {
            pthread_join(handle, nil)
        } else {
            pthread_detach(handle)
        }
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
