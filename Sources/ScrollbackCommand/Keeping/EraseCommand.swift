import Messaging

/// Erases the content of a message, of a person's messages, or of a conversation.
enum EraseCommand: Subcommand {
    static let name = "erase"
    static let summary = "erase the content of a message, a person or a conversation"
    static let operands = ["STORE"]
    static let options: [Option] =
        [
            .value("message"), .value("user"), .value("conversation"), .value("basis"),
            .value("reason"), .flag("forwards"),
        ] + ErasureReport.options

    static let help = """
        usage: scrollback erase STORE --message ID | --user ID | --conversation ID
                                --basis TEXT --reason TEXT [--forwards] [--dry-run | --no-wait]
                                [--keys PATH] [--control PATH] [--json] [--progress | --quiet]
                                [--journal FILE | --without-journal]

        Erases content for ever: its key is destroyed, so it cannot be read from any backup of the
        log. A copy of the keys that is older than the erasure can still open it: update or destroy
        such copies. The log keeps who erased what and why, and
        `scrollback prove STORE --erasure N` makes a receipt.

        Content under a legal hold or a minimum retention waits and is listed. More than a thousand
        messages go in slices while the store is used; if this command is stopped, they go on. If
        another process writes to the store, this command asks it through its control socket.

          --message ID       the content of this message, with its earlier versions
          --user ID          everything that this person wrote until now
          --conversation ID  everything in this conversation until now
          --basis TEXT       the law or the contract; kept sealed in the log
          --reason TEXT      what led to it; kept sealed in the log
          --forwards         forwarded copies go too

        \(ErasureReport.help)

        exit codes: 0 done, also if content waits · 1 the store is damaged: run scrollback verify
        2 usage · 3 could not be done

        example: scrollback erase chat.scrollback --message ID --basis LAW --reason CASE --dry-run
        """

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        let message: MessageID? = try arguments.id("message", "a message")
        let user: UserID? = try arguments.id("user", "a user")
        let conversation: ConversationID? = try arguments.id("conversation", "a conversation")
        let targets = [
            message.map { ("message", "\($0)") }, user.map { ("user", "\($0)") },
            conversation.map { ("conversation", "\($0)") },
        ].compactMap { $0 }
        guard let (name, id) = targets.first, targets.count == 1 else {
            throw arguments.wrong("needs one of --message, --user and --conversation")
        }
        let fields: [(name: String, value: JSON)] = [
            (name, .string(id)),
            ("basis", .string(try arguments.needed("basis"))),
            ("reason", .string(try arguments.needed("reason"))),
            ("forwards", .boolean(arguments.has("forwards"))),
        ]
        return try await ErasureReport.run(.erase, fields, arguments)
    }
}
