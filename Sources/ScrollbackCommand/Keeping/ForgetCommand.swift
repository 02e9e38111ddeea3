import Messaging

/// Forgets a person: erases the profile and everything that the person wrote.
enum ForgetCommand: Subcommand {
    static let name = "forget"
    static let summary = "erase a person's profile and everything that they wrote"
    static let operands = ["STORE", "USER"]
    static let options: [Option] = [.value("basis")] + ErasureReport.options

    static let help = """
        usage: scrollback forget STORE USER --basis TEXT [--dry-run | --no-wait]
                                 [--keys PATH] [--control PATH] [--json] [--progress | --quiet]
                                 [--journal FILE | --without-journal]

        Erases a person's profile and everything that they wrote, as `scrollback erase` does, and
        passes the groups that they own to other members. Others see them as "Unknown". Copies that
        others forwarded stay; `scrollback erase --user ID --forwards` erases them.

          --basis TEXT       the law or the contract; kept sealed in the log

        \(ErasureReport.help)

        exit codes: 0 done, also if content waits · 1 the store is damaged: run scrollback verify
        2 usage · 3 could not be done

        example: scrollback forget chat.scrollback USER --basis "GDPR 17"
        """

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        let user: UserID = try arguments.id(operand: 1, "a user")
        let fields: [(name: String, value: JSON)] = [
            ("user", .string("\(user)")),
            ("basis", .string(try arguments.needed("basis"))),
        ]
        return try await ErasureReport.run(.forgetUser, fields, arguments)
    }
}
