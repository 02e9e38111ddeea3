import CPlatform
import Glibc
import ScrollbackPipe
import Synchronization

/// The lines of the standard input, until it ends or SIGTERM comes.
struct StandardInput: ~Copyable {
    private static let chunkBytes = 1 << 18
    /// The number of waiting bytes at which reading ahead stops.
    private static let waitingBytes = 4 << 20

    private let bell: Int32
    private var splitter = LineSplitter()
    private var hasEnded = false
    private var chunk = [UInt8](repeating: 0, count: StandardInput.chunkBytes)

    /// Begins to read; from now on SIGTERM ends the input and not the process.
    init() throws(CommandFailure) {
        bell = try Termination.listen()
        // A larger pipe lets more lines share a flush. If the system refuses, fewer do.
        scrollback_widen_pipe(0, 1 << 20)
    }

    /// Waits for a line, and returns it with the lines already available; nil at the end.
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
                // An incomplete line is dropped.
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

/// SIGTERM as a descriptor to poll.
private enum Termination {
    /// The descriptor to which the handler writes; -1 before `listen`.
    private static let bell = Atomic<Int32>(-1)

    /// Handles SIGTERM from now on, and returns the descriptor to poll.
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
