import Glibc
import Scrollback
import ScrollbackServe
import Wire

/// Issues a token for a user, for tests and tools.
enum Token: Subcommand {
    static let name = "token"
    static let summary = "issue a token for a user of the server"
    static let operands = ["PRIVATE"]
    static let options: [Option] = [.value("user"), .value("log"), .value("seconds"), .json]

    static let help = """
        usage: scrollback token PRIVATE --user USER --log LOG [--seconds N] [--json]

        Issues a token with which a program acts as one user at `scrollback serve`, and prints it.
        It is for tests and tools: a backend issues tokens itself, with a library for JWT and the
        private half of a key of `scrollback tokenkey`.

          --user USER    the id of the user (sub)
          --log LOG      the id of the log (aud); `scrollback info STORE` shows it
          --seconds N    how long the token is good: 1 to 3600 (default: 3600)
          --json         print an object: token, expires

        example: scrollback token issuer.key --user 00000000-0000-4000-8000-00000000000a --log LOG
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        guard let user = UniqueID(try arguments.needed("user")) else {
            throw arguments.wrong("takes with --user the id of a user, a UUID")
        }
        guard let log = UniqueID(try arguments.needed("log")) else {
            throw arguments.wrong("takes with --log the id of a log, a UUID")
        }
        let seconds = Int64(try arguments.number("seconds", in: 1...3_600) ?? 3_600)
        let now = Int64(time(nil))
        do throws(APIKeys.Fault) {
            let token = try TokenSigner(file: arguments.operands[0])
                .token(for: UserID(user), of: log, issuedAt: now, seconds: seconds)
            return CommandResult(
                lines: [token],
                fields: [
                    ("token", .string(token)), ("expires", .number(UInt64(now + seconds) * 1_000)),
                ]
            )
        } catch {
            throw .failure("noKeys", TerminalText.line("\(error)"))
        }
    }
}
