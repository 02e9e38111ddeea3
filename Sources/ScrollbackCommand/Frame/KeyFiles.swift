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
        let bytes = try InputFile.read(word, limit: VerifierKey.maximumTextBytes + 64)
        guard !bytes.starts(with: Array(privateBeginning.utf8)) else {
            throw .failure(
                "privateKey",
                "\(TerminalText.line(word)) is a private key, which only the log's signer holds; "
                    + "give the line that keygen printed"
            )
        }
        do {
            return try VerifierKey(String(decoding: line(bytes), as: UTF8.self))
        } catch {
            throw .failure("noKey", "\(TerminalText.line(word)) holds no key: \(error)")
        }
    }

    /// The private key in a file.
    static func signer(_ path: String) throws(CommandFailure) -> SignerKey {
        let file = try InputFile(path)
        guard !file.isOpenToOthers else {
            throw .failure(
                "readableByOthers",
                "\(file.name) is a private key that others may read; run: chmod go= \(file.name)"
            )
        }
        // In one piece, so that there is one copy to clear.
        var bytes = try file.read(VerifierKey.maximumTextBytes + 64)
        defer {
            bytes.withUnsafeMutableBytes { buffer in
                if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
            }
        }
        do {
            return try SignerKey.parse(line(bytes).span.bytes)
        } catch {
            throw .failure("noKey", "\(file.name) holds no private key: \(error)")
        }
    }

    private static func line(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    }
}
