import CPlatform
import Glibc
import ScrollbackPipe
import Synchronization

/// The standard input in lines, until it ends or the process is asked to end.
struct StandardInput: ~Copyable {
    private static let chunkBytes = 1 << 18
    /// With so much at hand no more is read ahead.
    private static let waitingBytes = 4 << 20

    private let bell: Int32
    private var splitter = LineSplitter()
    private var hasEnded = false
    private var chunk = [UInt8](repeating: 0, count: StandardInput.chunkBytes)

    /// From here on SIGTERM ends the input and not the process.
    init() throws(CommandFailure) {
        bell = try Termination.listen()
        // The more a pipe holds, the more lines wait together; where the system does not allow
        // it, fewer do.
        scrollback_widen_pipe(0, 1 << 20)
    }

    /// Waits for a line, and takes it with those that can be had at once; nil at the end.
    mutating func next(upTo count: Int) throws(CommandFailure) -> [[UInt8]]? {
        while !hasEnded, splitter.count < count, splitter.waitingBytes < Self.waitingBytes {
            var descriptors = [
                pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
                pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&descriptors, 2, splitter.count > 0 ? 0 : -1)
            if ready == 0 { break }
            // A signal has come; the bell says which.
            if ready < 0 { continue }
            if descriptors[1].revents != 0 {
                // Half a line is nobody's yet.
                hasEnded = true
            } else {
                try read()
            }
        }
        let lines = splitter.take(upTo: count)
        return lines.isEmpty ? nil : lines
    }

    private mutating func read() throws(CommandFailure) {
        let count = Glibc.read(0, &chunk, chunk.count)
        if count > 0 {
            splitter.add(chunk[..<count])
        } else if count == 0 {
            splitter.end()
            hasEnded = true
        } else if errno != EINTR && errno != EAGAIN {
            throw .failure(
                "cannotRead",
                "the standard input cannot be read: \(systemWords(errno))"
            )
        }
    }
}

/// SIGTERM, made into something that can be waited for.
private enum Termination {
    /// Where the handler writes; -1 while nobody listens.
    private static let bell = Atomic<Int32>(-1)

    /// Rings from now on instead of ending the process; gives the end that can be polled.
    static func listen() throws(CommandFailure) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard scrollback_bell(&ends) == 0 else {
            throw .failure("system", "no pipe can be made: \(systemWords(errno))")
        }
        bell.store(ends[1], ordering: .sequentiallyConsistent)
        signal(SIGTERM) { _ in
            let number = errno
            var byte: UInt8 = 0
            _ = write(Termination.bell.load(ordering: .relaxed), &byte, 1)
            errno = number
        }
        return ends[0]
    }
}
