internal import Glibc

/// A thread of its own for one long task.
struct Worker: Sendable {
    private let thread: pthread_t

    /// Starts the task.
    init(_ body: @escaping @Sendable () -> Void) throws {
        let box = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, run, box.toOpaque())
        guard code == 0 else {
            box.release()
            throw WrongResult(description: "no thread can be started")
        }
        self.thread = thread
    }

    /// Waits for the task's end.
    func join() { pthread_join(thread, nil) }
}

private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func run(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let box { Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run() }
    return nil
}
