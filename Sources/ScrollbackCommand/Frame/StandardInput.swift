import CPlatform
import Glibc
import ScrollbackPipe
import Wire

/// The lines of the standard input, until it ends or SIGTERM comes.
struct StandardInput: ~Copyable {
    private var input: LineInput

    /// Begins to read; from now on SIGTERM ends the input and not the process.
    init() throws(CommandFailure) {
        input = LineInput(from: 0, until: try SignalBell.listen(to: SIGTERM))
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
        .failure("cannotRead", "the standard input cannot be read: \(systemMessage(number))")
    }
}
