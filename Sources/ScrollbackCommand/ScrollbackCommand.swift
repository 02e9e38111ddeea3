import Glibc

/// The `scrollback` command: names a subcommand and hands over.
@main
enum ScrollbackCommand {
    static let version = "0.1.0"

    static func main() async {
        let code = await run(Array(CommandLine.arguments.dropFirst()))
        fflush(nil)
        exit(code.rawValue)
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

    private static let help = """
        scrollback: an append-only message log that loses nothing it acknowledged

        usage: scrollback <command> [options]

          demo       append, be killed, reopen, check; says what it did
          help       this text, or `scrollback help <command>`
          version    the version of this program

        exit codes: 0 success · 1 a check found something · 2 usage · 3 could not be done
        """

    nonisolated private static func run(_ arguments: [String]) async -> ExitCode {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case nil:
            print(help)
            return .usage
        case "help", "--help", "-h":
            return explain(rest.first)
        case "version", "--version":
            print("scrollback \(version)")
            return .success
        case "demo":
            return await Demo.run(rest)
        case Demo.childName:
            return await Demo.runChild(rest)
        case let unknown?:
            complain("there is no command '\(unknown)'; `scrollback help` lists them")
            return .usage
        }
    }

    nonisolated private static func explain(_ command: String?) -> ExitCode {
        switch command {
        case nil: print(help)
        case "demo": print(Demo.help)
        case "help": print("usage: scrollback help [command]")
        case "version": print("usage: scrollback version")
        case let unknown?:
            complain("there is no command '\(unknown)'; `scrollback help` lists them")
            return .usage
        }
        return .success
    }
}

/// Says on standard error what is wrong.
func complain(_ text: String) {
    let line = Array("scrollback: \(text)\n".utf8)
    line.withUnsafeBytes { _ = write(2, $0.baseAddress, $0.count) }
}
