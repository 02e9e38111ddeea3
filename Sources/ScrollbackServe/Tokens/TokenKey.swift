internal import Merkle

/// A key with which users' tokens are checked.
///
/// It belongs to one issuer and one algorithm, so that a public key is never taken for a secret.
struct TokenKey: Sendable {
    enum Algorithm: String, Sendable, CaseIterable {
        case edDSA = "EdDSA"
        case hs256 = "HS256"
    }

    private enum Material: Sendable {
        case verifier(VerifierKey)
        case secret([UInt8])
    }

    let id: String
    let issuer: String
    let algorithm: Algorithm
    /// What tells two keys apart, whatever they are called.
    let mark: Digest
    private let material: Material

    /// The word that stands for the algorithm in a line with a private key.
    static let privateWord = "EdDSA-private"

    /// Reads a line: an id, the algorithm, the issuer, and 32 bytes in hexadecimal.
    init(line: Substring) throws(APIKeys.Fault) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 4 else {
            throw APIKeys.Fault(
                description: "expected an id, an algorithm, an issuer and 64 hexadecimal digits"
            )
        }
        guard words[1] != Self.privateWord else {
            throw APIKeys.Fault(
                description: "this is a private key, which the server needs not; "
                    + "name the file that scrollback tokenkey has added its public half to"
            )
        }
        guard let algorithm = Algorithm(rawValue: String(words[1])) else {
            throw APIKeys.Fault(description: "the algorithm is neither EdDSA nor HS256")
        }
        let bytes = try Self.check(id: words[0], issuer: words[2], key: words[3])
        id = String(words[0])
        issuer = String(words[2])
        self.algorithm = algorithm
        let text = Array(line.utf8)
        mark = SHA256.hash(text.span.bytes)
        switch algorithm {
        case .edDSA:
            guard let name = try? KeyName("token"),
                let key = try? VerifierKey(name: name, publicKey: bytes.span.bytes)
            else { throw APIKeys.Fault(description: "this is no public key") }
            material = .verifier(key)
        case .hs256: material = .secret(bytes)
        }
    }

    /// Checks the parts of a line, and returns the key's bytes.
    static func check(
        id: some StringProtocol,
        issuer: some StringProtocol,
        key: some StringProtocol
    ) throws(APIKeys.Fault) -> [UInt8] {
        guard APIKeys.isName(id) else {
            throw APIKeys.Fault(description: "an id has 1 to 64 of a-z, 0-9, '.', '_' and '-'")
        }
        guard (1...255).contains(issuer.utf8.count),
            issuer.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw APIKeys.Fault(description: "an issuer has 1 to 255 visible ASCII characters")
        }
        guard let bytes = APIKeys.bytes(ofDigits: key) else {
            throw APIKeys.Fault(description: "a key has 64 hexadecimal digits")
        }
        return bytes
    }

    /// Whether bytes are this key's signature of a text.
    ///
    /// The time that it takes does not depend on how much of a signature is right.
    func hasSigned(_ text: [UInt8], with signature: [UInt8]) -> Bool {
        switch material {
        case .verifier(let key):
            return (try? key.isSignature(signature.span.bytes, of: text.span.bytes)) ?? false
        case .secret(let secret):
            guard signature.count == Digest.byteCount else { return false }
            let right = Self.code(of: text, under: secret)
            return Digest(signature.span.bytes).difference(from: right) == 0
        }
    }

    static func code(of text: [UInt8], under secret: [UInt8]) -> Digest {
        var code = HMACSHA256(key: secret.span.bytes)
        code.update(text.span.bytes)
        return code.finish()
    }
}
