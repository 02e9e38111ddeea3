internal import CPlatform
internal import Glibc

/// A thread of the operating system: LMDB's write transactions belong to one.
final class SystemThread: @unchecked Sendable {
    // Sendable: what changes, changes behind the owner's lock.

    private var handle = pthread_t()
    private var hasEnded = false

    /// Starts a thread under a name; nil if the system has none left.
    init?(named name: StaticString, _ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(BodyBox(name, body))
        guard pthread_create(&handle, nil, runBody, box.toOpaque()) == 0 else {
            box.release()
            return nil
        }
    }

    /// Waits until the thread has ended; one caller at a time.
    ///
    /// Where what runs on the thread held the last reference to its store, the caller is the
    /// thread itself, which ends without being waited for, because its queue is closed.
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

/// Carries what is to be done over to its thread.
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
    box.name.withUTF8Buffer { name in
        name.withMemoryRebound(to: CChar.self) { scrollback_name_this_thread($0.baseAddress) }
    }
    box.body()
    return nil
}
