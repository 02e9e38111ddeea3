import Glibc
import Merkle

/// Reads the keys that the command line names.
enum KeyFiles {
    /// The beginning of every private key as text.
    private static let privateBeginning = "PRIVATE+KEY+"

    /// Whether an argument contains a private key, which must not be printed.
    static func isPrivate(_ word: String) -> Bool { word.contains(privateBeginning) }

    /// Reads a public key, given as text or as a file with the key on one line.
    static func verifier(_ word: String) throws(CommandFailure) -> VerifierKey {
        let fault: KeyError
        do {
            return try VerifierKey(word)
        } catch {
            fault = error
        }
        // A path may contain plus signs too: an existing path is a file.
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

    /// Reads the private key in a file.
    static func signer(_ path: String) throws(CommandFailure) -> SignerKey {
        let file = try InputFile(path)
        // Read at once, so that there is one copy to clear.
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

    /// The number of bytes to read; every key file is shorter.
    private static let maximumBytes = VerifierKey.maximumTextBytes + 64

    private static func isPrivate(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Array(privateBeginning.utf8))
    }

    /// The description of a file without the wanted key.
    private static func described(
        _ bytes: [UInt8],
        _ fault: KeyError,
        wanted: String
    ) -> String {
        // A private key, even a wrong one, is never copied.
        if isPrivate(bytes) { return "holds no \(wanted): \(fault)" }
        let text = String(decoding: line(bytes), as: UTF8.self)
        if ProofFileKind(beginning: bytes.span.bytes) != nil { return "is a proof, and no key" }
        if text.contains("\n\n\u{2014} ") { return "is a checkpoint, and no key" }
        if (try? VerifierKey(text)) != nil { return "is a public key, which cannot sign" }
        // The fault helps only if the text looks like a key.
        let looksLikeKey = text.count { $0 == "+" } >= 2 && !text.contains("\n")
        return looksLikeKey ? "holds no \(wanted): \(fault)" : "holds no \(wanted)"
    }

    /// The bytes of a one-line file, without the newline.
    static func line(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    }
}
