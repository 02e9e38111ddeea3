import Glibc
import ScrollbackServe

/// Adds a receiver of requests to the server's file of webhooks.
enum NewWebhook: Subcommand {
    static let name = "webhook"
    static let summary = "add a receiver of notification plans or changes to the server"
    static let operands = ["FILE"]
    static let options: [Option] = [
        .value("name"), .value("send"), .flag("private"), .json,
    ]

    static let help = """
        usage: scrollback webhook FILE --name NAME [--send plans | --send changes=USER]
                                  [--private] [--json] < URL

        Reads a URL from the standard input, adds it with a secret of 256 random bits to FILE (mode
        0600; made if there is none), and prints the secret, with which the receiver checks
        signatures (Standard Webhooks). `scrollback serve --webhooks FILE` then posts there what
        happens from now on, at least once and in order. Send SIGHUP to a running server, so that
        it reads FILE again.

        To change a secret, put the new one in front of the other in FILE, with a comma between
        them; requests are then signed with both. To remove a webhook, remove its line.

          --name NAME  its name and that of its mark: 1 to 64 of a-z, 0-9, '.', '_' and '-'
          --send WHAT  plans: the notification plan of each event (default)
                       changes=USER: the changes for a user
          --private    the URL may lead to private networks, such as 10.0.0.0/8
          --json       print an object: name, secret

        example: scrollback webhook webhooks.txt --name push < url.txt
        """

    private static let longestURL = 4_096

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let name = try arguments.needed("name")
        // Not an argument: a URL often is a secret, and arguments are seen by all of the machine.
        guard let line = readLine(strippingNewline: true), line.utf8.count <= longestURL else {
            throw arguments.wrong("reads a URL from the standard input")
        }
        let made = try KeyListFile.add(to: arguments.operands[0]) {
            (text) throws(APIKeys.Fault) in
            let made = try WebhookList.make(
                name: name,
                content: arguments.value("send") ?? "plans",
                url: line,
                allowsUnshared: arguments.has("private"),
                in: text
            )
            return (file: made.file, made: made.secret)
        }
        return CommandResult(
            lines: [made],
            fields: [("name", .string(name)), ("secret", .string(made))]
        )
    }
}
