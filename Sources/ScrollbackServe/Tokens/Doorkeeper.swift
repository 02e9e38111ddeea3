internal import Glibc
internal import Locking
internal import Merkle
internal import Messaging
internal import Scrollback
internal import Wire

/// Recognizes callers by what they show, until a key changes or a token is revoked or expires.
final class Doorkeeper: Sendable {
    /// Why what was good is good no longer.
    enum Ending: String {
        /// The token's time is over.
        case expired
        /// The user's tokens were revoked.
        case revoked
        /// The key was taken away, or may not do this any more.
        case keyGone
    }

    /// Why a caller is not recognized.
    enum Stranger: Error {
        case nothingShown
        /// It is none of the server's; this counts as an attempt.
        case unknown
        case over(Ending)
    }

    private let audience: String
    private let credentials: Lock<Credentials>
    private let known = Lock(KnownTokens())
    /// The bytes of a token.
    private let tokenBytes: Int
    let revocations: Revocations?
    /// Returns the seconds since the start of 1970.
    let now: @Sendable () -> Double

    init(
        _ store: Store,
        _ credentials: Credentials,
        _ revocations: Revocations?,
        tokenBytes: Int,
        now: @escaping @Sendable () -> Double = Doorkeeper.systemTime
    ) {
        audience = "\(store.logID)"
        self.credentials = Lock(credentials)
        self.revocations = revocations
        self.tokenBytes = tokenBytes
        self.now = now
    }

    /// The system's seconds since the start of 1970.
    static let systemTime: @Sendable () -> Double = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    var present: Credentials { credentials.withLock { $0 } }

    func use(_ credentials: Credentials) { self.credentials.withLock { $0 = credentials } }

    /// The caller that a request shows.
    func caller(showing bearer: String?) throws(Stranger) -> Caller {
        guard let bearer else { throw .nothingShown }
        let known = present
        // A key has no dot, and a token two.
        guard bearer.utf8.contains(UInt8(ascii: ".")) else {
            guard let holder = known.keys?.holder(of: bearer) else { throw .unknown }
            return .backend(holder)
        }
        guard let tokens = known.tokens, known.positions != nil else { throw .unknown }
        let token = try token(bearer, tokens)
        guard revocations?.revoke(token) != true else { throw .over(.revoked) }
        return .user(token)
    }

    private func token(_ text: String, _ keys: TokenKeys) throws(Stranger) -> UserToken {
        let digest = KnownTokens.digest(of: text)
        if let token = self.known.withLock({ $0[digest] }), keys.has(token.keyMark) {
            guard !token.isOver(at: now()) else { throw .over(.expired) }
            return token
        }
        do throws(UserToken.Fault) {
            let token = try UserToken(text, for: audience, keys, atMost: tokenBytes, now: now())
            self.known.withLock { $0.keep(token, as: digest) }
            return token
        } catch {
            throw error == .expired ? .over(.expired) : .unknown
        }
    }

    /// Whether what a caller has shown would be recognized as the same again.
    func admits(_ caller: Caller) -> Bool {
        let known = present
        return switch caller {
        case .process: true
        case .backend(let holder): known.keys?.has(holder) == true
        case .user(let token):
            known.tokens?.has(token.keyMark) == true && known.positions != nil
                && !token.isOver(at: now()) && revocations?.revoke(token) != true
        }
    }

    /// Why a caller that was recognized is one no longer; nil while they are.
    func ending(of caller: Caller) -> Ending? {
        let known = present
        switch caller {
        case .process: return nil
        case .backend(let holder):
            return known.keys?.has(holder) == true ? nil : .keyGone
        case .user(let token):
            guard now() < token.expiresAt else { return .expired }
            guard revocations?.revoke(token) != true else { return .revoked }
            return known.tokens?.has(token.keyMark) == true ? nil : .keyGone
        }
    }

    /// The seal of a user's positions.
    func seal(for user: UserID, in epoch: UInt64) -> ViewerSeal? {
        present.positions.map { ViewerSeal($0, for: user, in: epoch) }
    }
}
