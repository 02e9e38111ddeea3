internal import Merkle

/// The keys that check users' tokens, as two files say: public keys in one, shared secrets in the
/// other.
package struct TokenKeys: Sendable {
    private static let keysOfOneIssuer = 2

    private var keys: [TokenKey] = []

    /// Reads the files; only their owner may be able to.
    package init(publicKeys: String?, secrets: String?) throws(APIKeys.Fault) {
        try self.init(
            publicKeysText: publicKeys.map { (path) throws(APIKeys.Fault) in
                try APIKeys.read(path)
            },
            secretsText: secrets.map { (path) throws(APIKeys.Fault) in try APIKeys.read(path) }
        )
    }

    package init(
        publicKeysText: String?,
        secretsText: String? = nil
    ) throws(APIKeys.Fault) {
        if let publicKeysText { try add(publicKeysText, .edDSA) }
        if let secretsText { try add(secretsText, .hs256) }
    }

    private mutating func add(
        _ text: String,
        _ algorithm: TokenKey.Algorithm
    ) throws(APIKeys.Fault) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            do throws(APIKeys.Fault) {
                let key = try TokenKey(line: line)
                guard key.algorithm == algorithm else {
                    throw APIKeys.Fault(
                        description: "a key of \(key.algorithm.rawValue) is in the wrong file; "
                            + "EdDSA belongs in --token-keys, HS256 in --token-secrets"
                    )
                }
                try add(key)
            } catch {
                throw APIKeys.Fault(
                    description: "Line \(index + 1) of the file of \(algorithm.rawValue) keys for "
                        + "tokens: \(error)."
                )
            }
        }
    }

    private mutating func add(_ key: TokenKey) throws(APIKeys.Fault) {
        let others = keys.filter { $0.issuer == key.issuer }
        guard !others.contains(where: { $0.id == key.id }) else {
            throw APIKeys.Fault(description: "the issuer has a key \(key.id) already")
        }
        guard others.allSatisfy({ $0.algorithm == key.algorithm }) else {
            throw APIKeys.Fault(description: "an issuer has one algorithm")
        }
        guard others.count < Self.keysOfOneIssuer else {
            throw APIKeys.Fault(
                description: "the issuer has two keys already; remove the line of the older one"
            )
        }
        keys.append(key)
    }

    /// The keys that may have signed a token, the one that it names first.
    func keys(
        of issuer: String,
        _ algorithm: TokenKey.Algorithm,
        named id: String?
    ) -> [TokenKey] {
        let found = keys.filter { $0.issuer == issuer && $0.algorithm == algorithm }
        return found.filter { $0.id == id } + found.filter { $0.id != id }
    }

    /// Whether a key is still among them.
    func has(_ mark: Digest) -> Bool { keys.contains { $0.mark == mark } }
}
