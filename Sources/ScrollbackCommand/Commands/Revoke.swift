import Glibc
import Scrollback
import ScrollbackServe
import Wire

/// Ends the tokens of a user.
enum Revoke: Subcommand {
    static let name = "revoke"
    static let summary = "end the tokens of a user of the server"
    static let operands = ["STORE", "USER"]
    static let options: [Option] = [.json]

    static let help = """
        usage: scrollback revoke STORE USER [--json]

        Invalidates every token of a user that was issued before now or is issued within the next
        60 s, and prints the time from which new tokens are valid. A running server ends the user's
        streams within a second. The command works with or without a running server.

        Revocations are in the file revoked.tokens in the store's folder, not in the log.
        Over HTTP a key with the right `revoke` does the same: POST /v1/tokens/revoke.

          --json   print an object: user, from (milliseconds since 1970)

        example: scrollback revoke chat.scrollback 00000000-0000-4000-8000-00000000000a
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let store = arguments.operands[0]
        guard let user = UniqueID(arguments.operands[1]) else {
            throw arguments.wrong("takes the id of a user, a UUID")
        }
        guard access("\(store)/log.mdb", F_OK) == 0 else {
            throw .failure("noStore", "\(TerminalText.line(store)) is no store")
        }
        do throws(Revocations.Fault) {
            let now = Double(time(nil))
            let second = try Revocations.revoke(UserID(user), inStore: store, now: now)
            let from = Timestamp(microseconds: second * 1_000_000)
            return CommandResult(
                lines: ["tokens of \(user) are valid from \(from)"],
                fields: [
                    ("user", .string("\(user)")), ("from", .number(UInt64(second) * 1_000)),
                ]
            )
        } catch {
            throw .failure("cannotRevoke", TerminalText.line("\(error)"))
        }
    }
}
