internal import Merkle
internal import Messaging
internal import ScrollbackJSON
internal import Wire

/// What a user's token says, once its signature was checked: a JWT of the type `at+jwt` (RFC 9068).
struct UserToken: Sendable {
    /// Why a token does not count.
    enum Fault: Error, Hashable {
        /// It is none, or none for this log, or no key of the server's has signed it.
        case invalid
        /// It was good once.
        case expired
    }

    static let longestLife = 3_600.0
    /// How far the clocks of issuer and server may be apart.
    static let skew = 60.0

    let user: UserID
    /// In seconds since the start of 1970, as the token says.
    let issuedAt: Double
    let expiresAt: Double
    /// The key that has signed it.
    let keyMark: Digest

    /// Checks a token of so many bytes at most for a log; `now` is in seconds since the start of
    /// 1970.
    ///
    /// The header chooses nothing: the issuer's keys have their algorithm, and only these are tried.
    init(
        _ text: String,
        for audience: String,
        _ keys: TokenKeys,
        atMost bytes: Int,
        now: Double
    ) throws(Fault) {
        guard text.utf8.count <= bytes else { throw .invalid }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]),
            let claims = Self.object(parts[1]), let signature = Base64URL.decode(parts[2]),
            let algorithm = Self.algorithm(of: header),
            let issuer = claims["iss"]?.string, let id = claims["sub"]?.uniqueID,
            let issuedAt = Self.time(claims["iat"]), let expiresAt = Self.time(claims["exp"]),
            Self.names(audience, claims["aud"])
        else { throw .invalid }
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        let candidates = keys.keys(of: issuer, algorithm, named: header["kid"]?.string)
        guard let key = candidates.first(where: { $0.hasSigned(signed, with: signature) }),
            issuedAt <= now + Self.skew, expiresAt > issuedAt,
            expiresAt - issuedAt <= Self.longestLife
        else { throw .invalid }
        if let begin = claims["nbf"] {
            guard let begin = Self.time(begin), begin <= now + Self.skew else { throw .invalid }
        }
        guard !Self.isOver(expiresAt, at: now) else { throw .expired }
        user = UserID(id)
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        keyMark = key.mark
    }

    /// Whether its time is over, in seconds since the start of 1970.
    func isOver(at now: Double) -> Bool { Self.isOver(expiresAt, at: now) }

    private static func isOver(_ end: Double, at now: Double) -> Bool { now >= end + skew }

    private static func object(_ part: Substring) -> JSONObject? {
        Base64URL.decode(part).flatMap { try? JSONDocument($0).object() }
    }

    /// The algorithm of a header that asks for nothing special, such as a key that it brings.
    private static func algorithm(of header: JSONObject) -> TokenKey.Algorithm? {
        for name in ["crit", "jwk", "jku", "x5u", "x5c", "b64"] where header[name] != nil {
            return nil
        }
        let type = header["typ"]?.string?.lowercased()
        guard type == "at+jwt" || type == "application/at+jwt",
            header["kid"] == nil || header["kid"]?.string != nil
        else { return nil }
        return header["alg"]?.string.flatMap(TokenKey.Algorithm.init)
    }

    /// A time that no calculation makes infinite.
    private static func time(_ value: JSONValue?) -> Double? {
        guard let number = value?.number, (0...Double(JSONInteger.largest)).contains(number) else {
            return nil
        }
        return number
    }

    private static func names(_ audience: String, _ claim: JSONValue?) -> Bool {
        guard let claim else { return false }
        if let elements = claim.elements { return elements.contains { $0.spells(audience) } }
        return claim.spells(audience)
    }
}
