import Audit
import Glibc
import Scrollback
import Wire

/// The `scrollback` command: names a subcommand and hands over.
@main
enum ScrollbackCommand {
    static let version = "0.1.0"

    nonisolated static let commands: [any Subcommand.Type] = [
        Tour.self, Pipe.self, Serve.self, APIKey.self, TokenKey.self, Token.self, Revoke.self,
        NewWebhook.self, Control.self, CrashTest.self, Keygen.self,
        SignCheckpoint.self, Prove.self,
        Check.self, Verify.self, Rebuild.self, Diff.self, Info.self, Log.self,
        Conversations.self, Messages.self, Members.self, Unread.self, People.self, History.self,
        WhoSaw.self, Why.self, Stats.self, Export.self, Import.self,
        EraseCommand.self, ForgetCommand.self, HoldCommand.self, RetainCommand.self,
        BackUp.self, Restore.self, Compact.self, Completion.self,
    ]

    static func main() async {
        // First, in every process that this program starts as.
        Store.keepMemoryPrivate()
        // A write beyond the limit on a file's size is an error like another.
        signal(SIGXFSZ, SIG_IGN)
        // A store's file must not become the standard output of a program that was given none.
        while true {
            let descriptor = open("/dev/null", O_RDONLY)
            guard (0...2).contains(descriptor) else {
                close(descriptor)
                break
            }
        }
        let code = await run(Array(CommandLine.arguments.dropFirst()))
        guard fflush(nil) == 0 else {
            complain("the standard output cannot be written: \(systemMessage(errno))")
            exit(ExitCode.failure.rawValue)
        }
        exit(code.rawValue)
    }

    nonisolated private static let help = """
        scrollback: an append-only message log that loses nothing it acknowledged

        usage: scrollback <command> [options]


        """
        + (commands.map { ($0.name, $0.summary) } + [
            ("help", "this text, or `scrollback help <command>`"),
            ("version", "the version of this program"),
        ]).map { name, summary in
            "  \(name)\(String(repeating: " ", count: 15 - name.count))\(summary)\n"
        }.joined()
            + """

            exit codes: 0 success · 1 a check found something · 2 usage · 3 could not be done
            """

    nonisolated private static func run(_ arguments: [String]) async -> ExitCode {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case nil:
            return say(help) == .success ? .usage : .failure
        case "help", "--help", "-h":
            return explain(rest.first)
        case "version", "--version":
            return say("scrollback \(version)")
        case CrashTest.childName:
            return await CrashTest.runChild(rest)
        case VerifyProcess.childName:
            return ExitCode(rawValue: await VerifyProcess.serve()) ?? .failure
        case let name?:
            guard let command = commands.first(where: { $0.name == name }) else {
                return unknown(name)
            }
            if Arguments.askForHelp(rest) { return explain(name) }
            return await run(command, rest)
        }
    }

    nonisolated private static func run(
        _ command: any Subcommand.Type,
        _ words: [String]
    ) async -> ExitCode {
        let isJSON = Arguments.askForJSON(words)
        do throws(CommandFailure) {
            let result = try await command.run(Arguments(words, for: command))
            if !result.isPrinted { try tell(result, isJSON: isJSON) }
            return result.exit
        } catch {
            complain(error.message)
            if isJSON {
                let fields: [(name: String, value: JSON)] = [
                    ("code", .string(error.code)), ("message", .string(error.message)),
                ]
                // The failure was reported already, and an error here does not change it.
                try? StandardOutput.write([JSON.object([("error", .object(fields))]).text])
            }
            return error.exit
        }
    }

    /// Prints a result, or undoes a change that is useless without the result.
    nonisolated private static func tell(
        _ result: CommandResult,
        isJSON: Bool
    ) throws(CommandFailure) {
        do {
            try StandardOutput.write(isJSON ? [JSON.object(result.fields).text] : result.lines)
        } catch {
            if let path = result.removedIfUntold { unlink(path) }
            throw error
        }
    }

    /// Prints a text that is no command's result.
    nonisolated private static func say(_ text: String) -> ExitCode {
        do {
            try StandardOutput.write([text])
            return .success
        } catch {
            complain(error.message)
            return error.exit
        }
    }

    nonisolated private static func explain(_ name: String?) -> ExitCode {
        switch name {
        case nil: return say(help)
        case "help": return say("usage: scrollback help [command]")
        case "version": return say("usage: scrollback version")
        case let name?:
            guard let command = commands.first(where: { $0.name == name }) else {
                return unknown(name)
            }
            return say(command.help)
        }
    }

    nonisolated private static func unknown(_ name: String) -> ExitCode {
        let shown = KeyFiles.isPrivate(name) ? "(a private key)" : TerminalText.line(name)
        complain("there is no command '\(shown)'; `scrollback help` lists them")
        return .usage
    }
}

/// Prints an error message on standard error.
func complain(_ text: String) {
    let line = Array("scrollback: \(text)\n".utf8)
    line.withUnsafeBytes { _ = write(2, $0.baseAddress, $0.count) }
}
