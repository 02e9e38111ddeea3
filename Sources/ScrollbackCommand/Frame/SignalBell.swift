import CPlatform
import Glibc
import Synchronization
import Wire

/// Signals as bytes of a descriptor: each is the signal's number.
enum SignalBell {
    /// The descriptor to which the handler writes; -1 before `listen`.
    private static let bell = Atomic<Int32>(-1)

    /// Handles some signals from now on, and returns the descriptor to poll or read.
    static func listen(to signals: Int32...) throws(CommandFailure) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard scrollback_bell(&ends) == 0 else {
            throw .failure("system", "no pipe can be made: \(systemMessage(errno))")
        }
        bell.store(ends[1], ordering: .sequentiallyConsistent)
        for number in signals {
            signal(number) { number in
                let before = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalBell.bell.load(ordering: .relaxed), &byte, 1)
                errno = before
            }
        }
        return ends[0]
    }

    /// Waits for the next signal.
    static func next(from descriptor: Int32) -> Int32 {
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, -1) > 0 else { continue }
            var byte: UInt8 = 0
            if read(descriptor, &byte, 1) == 1 { return Int32(byte) }
        }
    }
}
