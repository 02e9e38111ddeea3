import Glibc
import Merkle

/// Creates the key of a signer.
enum Keygen: Subcommand {
    static let name = "keygen"
    static let summary = "create a key that signs checkpoints"
    static let operands: [String] = []
    static let options: [Option] = [.value("name"), .value("out"), .json]

    static let help = """
        usage: scrollback keygen --out FILE [--name NAME] [--json]

        Creates an Ed25519 key pair. Writes the private key to FILE (mode 0600; an existing file
        is never replaced) and prints the public key, which you give to auditors. If printing
        fails, FILE is removed.

        FILE can sign any history as this log. Keep it on another machine than the log if you can;
        a path inside a store is refused.

          --out FILE    the file for the private key
          --name NAME   the name of the key in signatures: use a domain of yours, such as
                        example.com/log (default: scrollback)
          --json        print an object: name, id, key

        example: scrollback keygen --name example.com/log --out signer.key > log.pub
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let path = try arguments.needed("out")
        let name: KeyName
        do {
            name = try KeyName(arguments.value("name") ?? "scrollback")
        } catch {
            throw arguments.wrong("cannot use that --name: \(error)")
        }
        if let store = store(around: path) {
            throw .failure(
                "insideStore",
                "\(TerminalText.line(path)) is inside the store \(TerminalText.line(store)), whose "
                    + "backups would carry the key along; keep it elsewhere"
            )
        }
        let signer: SignerKey
        do {
            signer = try SignerKey.random(name: name)
        } catch {
            throw .failure("noRandomness", "no key can be made: \(error)")
        }
        // A closed pipe must not end this program before it removes the key.
        signal(SIGPIPE, SIG_IGN)
        try write(signer, to: path)
        let key = signer.verifier
        return CommandResult(
            lines: ["\(key)"],
            fields: [
                ("name", .string("\(key.name)")), ("id", .string("\(key.id)")),
                ("key", .string("\(key)")),
            ],
            removedIfUntold: path
        )
    }

    private static func write(_ signer: SignerKey, to path: String) throws(CommandFailure) {
        var file = try OutputFile(path)
        let result: Result<Void, CommandFailure> = signer.withPrivateText { text in
            do throws(CommandFailure) {
                try file.write(text)
                try file.write([UInt8(ascii: "\n")].span.bytes)
                try file.finish()
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// The store whose folder contains a path, at any depth; nil if there is none.
    private static func store(around path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let folder = parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
        guard let resolved = realpath(folder, nil) else { return nil }
        defer { free(resolved) }
        var place = Substring(String(cString: resolved))
        while true {
            if access("\(place)/log.mdb", F_OK) == 0 { return String(place) }
            guard let end = place.lastIndex(of: "/") else { return nil }
            place = place[..<end]
        }
    }
}
