import Merkle

/// Keys and notes that golang.org/x/mod and C2SP published.
enum Known {
    static let peter = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    static let peterPrivate =
        "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
    static let enoch = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
    static let example =
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"

    static let text =
        "If you think cryptography is the answer to your problem,\n"
        + "then you don't know what your problem is.\n"
    static let peterLine =
        "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvq"
        + "fqdngotpRZb6KE6RyyBwJnAM=\n"
    static let enochLine =
        "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01o"
        + "OTGwnWLox33WWd1RvMc+QQ=\n"
    static let exampleNote =
        "This is an example message.\n\n"
        + "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYj"
        + "OBH3mFXmRKuwHjG1Yu72IneyaQM=\n"

    /// A key whose seed is one byte, repeated.
    static func signer(_ name: String, seed: UInt8 = 0) throws -> SignerKey {
        let seed = [UInt8](repeating: seed, count: SignerKey.seedByteCount)
        return try SignerKey(name: KeyName(name), seed: seed.span.bytes)
    }
}

func note(_ text: String) throws(NoteError) -> SignedNote {
    try SignedNote(parsing: Array(text.utf8).span.bytes)
}

/// Why a note is not believed, nil if it is.
func refusal(of text: [UInt8], by keys: [VerifierKey]) -> NoteError? {
    do throws(NoteError) {
        _ = try SignedNote(parsing: text.span.bytes).verified(by: keys)
        return nil
    } catch {
        return error
    }
}

func refusal(of text: String, by keys: [VerifierKey]) -> NoteError? {
    refusal(of: Array(text.utf8), by: keys)
}
