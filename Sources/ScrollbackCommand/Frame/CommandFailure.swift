import ScrollbackPipe

/// A failure of a command: an exit code, a code for programs and a message for people.
struct CommandFailure: Error {
    let exit: ExitCode
    /// The stable code for programs.
    let code: String
    /// The message for people.
    let message: String

    /// The command was not understood.
    static func usage(_ message: String) -> CommandFailure {
        CommandFailure(exit: .usage, code: "usage", message: message)
    }

    /// Creates a failure for a check that found a fault.
    static func finding(_ code: String, _ message: String) -> CommandFailure {
        CommandFailure(exit: .finding, code: code, message: message)
    }

    /// Creates a failure for work that could not be done.
    static func failure(_ code: String, _ message: String) -> CommandFailure {
        CommandFailure(exit: .failure, code: code, message: message)
    }

    /// The failure with which the process that writes has answered.
    static func ofWriter(_ code: String, _ message: String) -> CommandFailure {
        failure(code, "the process that writes says: \(TerminalText.line(message))")
    }

    /// The failure for an answer of the process that writes which this program cannot read.
    static let otherAnswer = failure("otherAnswer", AnswerLine.unexpected)
}

/// The exit code of a command.
enum ExitCode: Int32 {
    case success = 0
    /// A check found a fault.
    case finding = 1
    /// The command was not understood.
    case usage = 2
    /// The work could not be done.
    case failure = 3
}

/// The result of a command that succeeded.
struct CommandResult {
    var lines: [String] = []
    /// The result for programs, printed with `--json`.
    var fields: [(name: String, value: JSON)] = []
    var exit = ExitCode.success
    /// A file to remove if the result cannot be printed.
    var removedIfUntold: String?
    /// Whether the command has printed its result itself.
    var isPrinted = false
}
