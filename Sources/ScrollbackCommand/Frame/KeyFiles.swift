import Glibc
import Merkle

/// Keys as they are named on the command line.
enum KeyFiles {
    /// What the text of every private key begins with.
    private static let privateBeginning = "PRIVATE+KEY+"

    /// Whether a word has the text of a private key in it, which must not be repeated.
    static func isPrivate(_ word: String) -> Bool { word.contains(privateBeginning) }

    /// The public key that a word gives: its text, or a file with that on its one line.
    static func verifier(_ word: String) throws(CommandFailure) -> VerifierKey {
        let fault: KeyError
        do {
            return try VerifierKey(word)
        } catch {
            fault = error
        }
        // A path may have plus signs too: what can be opened is a file.
        guard access(word, F_OK) == 0 || !word.contains("+") else {
            throw .usage("'\(TerminalText.line(word))' is neither a key nor a file: \(fault)")
        }
        let bytes = try InputFile(word).read(maximumBytes)
        let name = TerminalText.line(word)
        guard !isPrivate(bytes) else {
            throw .failure(
                "privateKey",
                "\(name) is a private key, which only the log's signer holds; "
                    + "give the line that keygen printed"
            )
        }
        do {
            return try VerifierKey(String(decoding: line(bytes), as: UTF8.self))
        } catch {
            throw .failure(
                "noKey",
                "\(name) \(described(bytes, error, wanted: "public key")); name a file that holds "
                    + "the line that `scrollback keygen` printed"
            )
        }
    }

    /// The private key in a file.
    static func signer(_ path: String) throws(CommandFailure) -> SignerKey {
        let file = try InputFile(path)
        // In one piece, so that there is one copy to clear.
        var bytes = try file.read(maximumBytes)
        defer {
            bytes.withUnsafeMutableBytes { buffer in
                if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
            }
        }
        guard !isPrivate(bytes) || !file.isOpenToOthers else {
            throw .failure(
                "readableByOthers",
                "\(file.name) is a private key that others may read; run: chmod go= \(file.name)"
            )
        }
        do {
            return try SignerKey.parse(line(bytes).span.bytes)
        } catch {
            throw .failure(
                "noKey",
                "\(file.name) \(described(bytes, error, wanted: "private key")); name the file "
                    + "that `scrollback keygen --out` wrote"
            )
        }
    }

    /// More than any file with a key has.
    private static let maximumBytes = VerifierKey.maximumTextBytes + 64

    private static func isPrivate(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Array(privateBeginning.utf8))
    }

    /// What a file is that holds no key.
    private static func described(
        _ bytes: [UInt8],
        _ fault: KeyError,
        wanted: String
    ) -> String {
        // No copy is made of a private key, be it a wrong one.
        if isPrivate(bytes) { return "holds no \(wanted): \(fault)" }
        let text = String(decoding: line(bytes), as: UTF8.self)
        if ProofFileKind(beginning: bytes.span.bytes) != nil { return "is a proof, and no key" }
        if text.contains("\n\n\u{2014} ") { return "is a checkpoint, and no key" }
        if (try? VerifierKey(text)) != nil { return "is a public key, which cannot sign" }
        // Only of what looks like a key is there more to say.
        let looksLikeKey = text.count { $0 == "+" } >= 2 && !text.contains("\n")
        return looksLikeKey ? "holds no \(wanted): \(fault)" : "holds no \(wanted)"
    }

    /// The bytes of a file of one line, without its end.
    static func line(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    }
}
