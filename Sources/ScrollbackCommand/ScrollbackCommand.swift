import Audit
import Glibc

/// The `scrollback` command: names a subcommand and hands over.
@main
enum ScrollbackCommand {
    static let version = "0.1.0"

    nonisolated static let commands: [any Subcommand.Type] = [
        Demo.self, Keygen.self, SignCheckpoint.self, Prove.self, Check.self, Verify.self,
    ]

    static func main() async {
        let code = await run(Array(CommandLine.arguments.dropFirst()))
        fflush(nil)
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
            "  \(name)\(String(repeating: " ", count: 12 - name.count))\(summary)\n"
        }.joined()
            + """

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
        case Demo.childName:
            return await Demo.runChild(rest)
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
            let answer = try await command.run(Arguments(words, for: command))
            if isJSON {
                print(JSON.object(answer.fields).text)
            } else {
                for line in answer.lines { print(line) }
            }
            return answer.exit
        } catch {
            complain(error.message)
            if isJSON {
                let fields: [(name: String, value: JSON)] = [
                    ("code", .string(error.code)), ("message", .string(error.message)),
                ]
                print(JSON.object([("error", .object(fields))]).text)
            }
            return error.exit
        }
    }

    nonisolated private static func explain(_ name: String?) -> ExitCode {
        switch name {
        case nil: print(help)
        case "help": print("usage: scrollback help [command]")
        case "version": print("usage: scrollback version")
        case let name?:
            guard let command = commands.first(where: { $0.name == name }) else {
                return unknown(name)
            }
            print(command.help)
        }
        return .success
    }

    nonisolated private static func unknown(_ name: String) -> ExitCode {
        complain("there is no command '\(TerminalText.line(name))'; `scrollback help` lists them")
        return .usage
    }
}

/// Says on standard error what is wrong.
func complain(_ text: String) {
    let line = Array("scrollback: \(text)\n".utf8)
    line.withUnsafeBytes { _ = write(2, $0.baseAddress, $0.count) }
}
