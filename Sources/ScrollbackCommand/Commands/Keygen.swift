import Glibc
import Merkle

/// Makes a signer's key.
enum Keygen: Subcommand {
    static let name = "keygen"
    static let summary = "make a key that signs checkpoints"
    static let operands: [String] = []
    static let options: [Option] = [.value("name"), .value("out"), .json]

    static let help = """
        usage: scrollback keygen --out FILE [--name NAME] [--json]

        Makes an Ed25519 key, writes the private half to FILE (for its owner alone, never over
        another file) and prints the public half, which is what auditors keep. If it cannot be
        printed, FILE is removed again.

        Whoever has FILE can sign any history in the log's name. Keep it off the machine that
        writes the log if you can; a path inside a store is refused.

          --out FILE    where the private key goes
          --name NAME   what signatures carry: best a name that is yours, such as
                        example.com/log (default: scrollback)
          --json        print an object with name, id and key

        example: scrollback keygen --name example.com/log --out signer.key > log.pub
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> Answer {
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
        // A reader that went away must not end this program before it takes the key back.
        signal(SIGPIPE, SIG_IGN)
        try write(signer, to: path)
        let key = signer.verifier
        return Answer(
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

    /// The store that a file would lie in, however deep; nil if in none.
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
