internal import Merkle
package import Messaging
internal import ScrollbackJSON
package import Wire

/// The private half of a key for tokens: what a backend keeps, to issue tokens for its users.
package struct TokenSigner: Sendable {
    private enum Material: Sendable {
        case signer(SignerKey)
        case secret([UInt8])
    }

    private let id: String
    private let issuer: String
    private let material: Material

    /// Reads the file of a private key; only its owner may be able to.
    package init(file path: String) throws(APIKeys.Fault) {
        try self.init(text: try APIKeys.read(path))
    }

    package init(text: String) throws(APIKeys.Fault) {
        let line = text.split(separator: "\n").first { !$0.hasPrefix("#") } ?? ""
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let kinds = [TokenKey.privateWord, TokenKey.Algorithm.hs256.rawValue]
        guard words.count == 4, kinds.contains(String(words[1])) else {
            throw APIKeys.Fault(
                description: "The file has no private key; scrollback tokenkey makes one."
            )
        }
        let bytes: [UInt8]
        do throws(APIKeys.Fault) {
            bytes = try TokenKey.check(id: words[0], issuer: words[2], key: words[3])
        } catch {
            throw APIKeys.Fault(description: "The private key cannot be used: \(error).")
        }
        id = String(words[0])
        issuer = String(words[2])
        if words[1] == TokenKey.Algorithm.hs256.rawValue {
            material = .secret(bytes)
        } else {
            guard let name = try? KeyName("token"),
                let key = try? SignerKey(name: name, seed: bytes.span.bytes)
            else { throw APIKeys.Fault(description: "The private key cannot be used.") }
            material = .signer(key)
        }
    }

    /// Issues a token for a user of a log; times are in seconds since the start of 1970.
    package func token(
        for user: UserID,
        of log: UniqueID,
        issuedAt: Int64,
        seconds: Int64
    ) throws(APIKeys.Fault) -> String {
        var header = JSONWriter()
        header.object { writer in
            writer.field("typ", "at+jwt")
            writer.field("alg", algorithm.rawValue)
            writer.field("kid", id)
        }
        var claims = JSONWriter()
        claims.object { writer in
            writer.field("iss", issuer)
            writer.field("aud", "\(log)")
            writer.field("sub", "\(user)")
            writer.field("iat", issuedAt)
            writer.field("exp", issuedAt + seconds)
        }
        let text =
            Base64URL.encode(header.bytes.span.bytes) + "."
            + Base64URL.encode(claims.bytes.span.bytes)
        let signature = try sign(Array(text.utf8))
        return "\(text).\(Base64URL.encode(signature.span.bytes))"
    }

    private var algorithm: TokenKey.Algorithm {
        switch material {
        case .signer: .edDSA
        case .secret: .hs256
        }
    }

    private func sign(_ text: [UInt8]) throws(APIKeys.Fault) -> [UInt8] {
        switch material {
        case .signer(let key):
            guard let signature = try? key.signature(of: text.span.bytes) else {
                throw APIKeys.Fault(description: "The token cannot be signed.")
            }
            return signature
        case .secret(let secret):
            return TokenKey.code(of: text, under: secret).withBytes { bytes in
                bytes.withUnsafeBytes { Array($0) }
            }
        }
    }
}

// Making keys.
extension TokenSigner {
    /// A new key: the file that the server reads, and the one that its issuer keeps.
    package struct Made: Sendable {
        package let serverFile: String
        package let privateFile: String
    }

    /// Makes a key, to stand behind the others of a server's file; without a text, a file is begun.
    package static func make(
        id: String,
        issuer: String,
        isShared: Bool,
        in text: String?
    ) throws(APIKeys.Fault) -> Made {
        let secret = APIKeys.randomDigits()
        _ = try checked(id, issuer, secret)
        var file = text ?? "# Keys for users' tokens of scrollback serve.\n"
        if !file.hasSuffix("\n") { file += "\n" }
        let kept: String
        if isShared {
            kept = "\(id) \(TokenKey.Algorithm.hs256.rawValue) \(issuer) \(secret)\n"
            file += kept
        } else {
            kept = "\(id) \(TokenKey.privateWord) \(issuer) \(secret)\n"
            let shown = try publicHalf(of: try checked(id, issuer, secret))
            file += "\(id) \(TokenKey.Algorithm.edDSA.rawValue) \(issuer) \(shown)\n"
        }
        _ = try TokenKeys(
            publicKeysText: isShared ? nil : file,
            secretsText: isShared ? file : nil
        )
        return Made(serverFile: file, privateFile: kept)
    }

    private static func checked(
        _ id: String,
        _ issuer: String,
        _ key: String
    ) throws(APIKeys.Fault) -> [UInt8] {
        do throws(APIKeys.Fault) {
            return try TokenKey.check(id: id, issuer: issuer, key: key)
        } catch {
            throw APIKeys.Fault(description: "The key cannot be made: \(error).")
        }
    }

    private static func publicHalf(of seed: [UInt8]) throws(APIKeys.Fault) -> String {
        guard let name = try? KeyName("token"),
            let key = try? SignerKey(name: name, seed: seed.span.bytes)
        else { throw APIKeys.Fault(description: "No key can be made.") }
        let bytes = key.verifier.publicKey
        return Hexadecimal.encode(bytes.span.bytes)
    }
}
