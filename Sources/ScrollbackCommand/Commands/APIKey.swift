import ScrollbackServe

/// Makes a key with which a backend uses the server.
enum APIKey: Subcommand {
    static let name = "apikey"
    static let summary = "create a key with which a backend uses the server"
    static let operands = ["FILE"]
    static let options: [Option] = [.value("name"), .values("allow"), .json]

    static let help = """
        usage: scrollback apikey FILE --name NAME [--allow RIGHT]… [--json]

        Creates a key of 256 random bits, adds its SHA-256 with its rights to FILE (mode 0600; made
        if there is none), and prints the key. It is printed this once and stored nowhere. Send
        SIGHUP to `scrollback serve`, so that it reads FILE again.

        Two keys may have one name: to change a key, add one, let the backend use it, remove the
        older line from FILE, and send SIGHUP each time. To take a key away, remove its line.

          --name NAME    who uses the key: 1 to 64 of a-z, 0-9, '.', '_' and '-'
          --allow RIGHT  what the key may do (default: users)
                           users               all commands and queries of users, as anyone
                           users=NAME,…        these commands and queries, as anyone
                           operator=NAME,…     these of the operator, such as add or
                                               notificationPlan; never erase, forgetUser,
                                               placeHold, releaseHold, setRetention, runRetention,
                                               configure, keyCopyGone, events, beginExport,
                                               endExport, exportJobs and exportJob
                           revoke              to end the tokens of a user
                           events              to follow the envelopes of all events, no words
                           metrics             the numbers of /metrics
                           consumers           named consumers, and to retry webhooks
                           operator            the operator in person, alone; it counts only
                                               where the server runs with --operator-tcp
          --json         print an object: name, key

        example: scrollback apikey keys.txt --name backend --allow users
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let path = arguments.operands[0]
        let name = try arguments.needed("name")
        let rights = arguments.values("allow")
        let made = try KeyListFile.add(to: path) { (text) throws(APIKeys.Fault) in
            let made = try APIKeys.make(
                name: name,
                rights: rights.isEmpty ? ["users"] : rights,
                in: text
            )
            return (file: made.file, made: made)
        }
        return CommandResult(
            lines: [made.key],
            fields: [("name", .string(name)), ("key", .string(made.key))]
        )
    }
}
