import CPlatform
import Glibc
import ScrollbackPipe
import Synchronization

/// The lines of the standard input, until it ends or SIGTERM comes.
struct StandardInput: ~Copyable {
    private var input: LineInput

    /// Begins to read; from now on SIGTERM ends the input and not the process.
    init() throws(CommandFailure) {
        input = LineInput(from: 0, until: try Termination.listen())
        // A larger pipe lets more lines share a flush. If the system refuses, fewer do.
        scrollback_widen_pipe(0, 1 << 20)
    }

    /// Waits for a line, and returns it with the lines already available; nil at the end.
    mutating func next(upTo count: Int) throws(CommandFailure) -> [[UInt8]]? {
        do throws(LineInput.Failure) {
            return try input.next(upTo: count)
        } catch {
            throw .cannotRead(error.number)
        }
    }
}

extension CommandFailure {
    /// Creates a failure of reading the standard input.
    static func cannotRead(_ number: Int32) -> CommandFailure {
        .failure("cannotRead", "the standard input cannot be read: \(systemWords(number))")
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
