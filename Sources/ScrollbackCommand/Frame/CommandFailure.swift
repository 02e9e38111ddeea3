/// Why a command did not end well: what the shell is told, and the words for people.
struct CommandFailure: Error {
    let exit: ExitCode
    /// A stable word for programs.
    let code: String
    /// A sentence for people.
    let message: String

    /// The command was not understood.
    static func usage(_ message: String) -> CommandFailure {
        CommandFailure(exit: .usage, code: "usage", message: message)
    }

    /// The command looked, and found something that does not hold.
    static func finding(_ code: String, _ message: String) -> CommandFailure {
        CommandFailure(exit: .finding, code: code, message: message)
    }

    /// The command could not look, or not do what it was asked.
    static func failure(_ code: String, _ message: String) -> CommandFailure {
        CommandFailure(exit: .failure, code: code, message: message)
    }
}

/// What the shell is told.
enum ExitCode: Int32 {
    case success = 0
    /// The command looked and found something wrong.
    case finding = 1
    /// The command was not understood.
    case usage = 2
    /// The command could not do its work.
    case failure = 3
}

/// What a command has to say when it ended well.
struct Answer {
    var lines: [String] = []
    /// The same for programs.
    var fields: [(name: String, value: JSON)] = []
    var exit = ExitCode.success
    /// A file that is of no use to those who do not get the answer.
    var removedIfUntold: String?
}
