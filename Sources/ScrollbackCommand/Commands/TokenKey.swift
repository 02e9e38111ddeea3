import Glibc
import ScrollbackServe

/// Makes a key with which a backend issues users' tokens.
enum TokenKey: Subcommand {
    static let name = "tokenkey"
    static let summary = "create a key that signs users' tokens"
    static let operands = ["FILE"]
    static let options: [Option] = [
        .value("id"), .value("issuer"), .value("out"),
        .value("algorithm", choices: ["EdDSA", "HS256"]), .json,
    ]

    static let help = """
        usage: scrollback tokenkey FILE --id ID --issuer ISSUER --out PRIVATE
                                   [--algorithm EdDSA|HS256] [--json]

        Creates a key that signs users' tokens. Its public half is added to FILE, which
        `scrollback serve` reads with --token-keys. Its private half is written to PRIVATE, which
        only the program that issues tokens needs. Both have mode 0600; PRIVATE is never replaced.
        Send SIGHUP to the server, so that it reads FILE again.

        With HS256 both files hold the same secret, and the server reads FILE with
        --token-secrets. Prefer EdDSA: the server then cannot issue tokens.

        An issuer may have two keys: to change one, add a key, issue tokens with it, and remove the
        older line from FILE after an hour. Send SIGHUP each time.

          --id ID          the key's name in tokens (kid): 1 to 64 of a-z, 0-9, '.', '_' and '-'
          --issuer ISSUER  who issues the tokens (iss), such as https://chat.example
          --out PRIVATE    the file for the private half
          --algorithm      EdDSA (default) or HS256
          --json           print an object: id, issuer, algorithm

        example: scrollback tokenkey tokens.txt --id 2026 --issuer chat --out issuer.key
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let id = try arguments.needed("id")
        let issuer = try arguments.needed("issuer")
        let path = try arguments.needed("out")
        let algorithm = arguments.value("algorithm") ?? "EdDSA"
        guard algorithm == "EdDSA" || algorithm == "HS256" else {
            throw arguments.wrong("takes with --algorithm EdDSA or HS256")
        }
        // Removed again unless the server's file gets its half.
        var kept = try OutputFile(path)
        let made = try KeyListFile.add(to: arguments.operands[0]) {
            (text) throws(APIKeys.Fault) in
            let made = try TokenSigner.make(
                id: id,
                issuer: issuer,
                isShared: algorithm == "HS256",
                in: text
            )
            return (file: made.serverFile, made: made)
        }
        let bytes = Array(made.privateFile.utf8)
        try kept.write(bytes.span.bytes)
        try kept.finish()
        return CommandResult(
            lines: ["\(id) \(algorithm) \(issuer)"],
            fields: [
                ("id", .string(id)), ("issuer", .string(issuer)), ("algorithm", .string(algorithm)),
            ]
        )
    }
}
