internal import HTTPServing
internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

/// The queries whose answers are not sent whole, and the bytes of long answers and of long pages of
/// streams that wait for clients.
///
/// A client that asks and does not read would else hold a long answer for minutes, on each of its
/// connections. One user has an eighth of the bytes at most, so that others are answered still.
final class UnsentAnswers: Sendable {
    /// Answers and pages of up to this many bytes are not counted.
    private static let shortBytes = 64 << 10
    /// One user may hold this part of the bytes.
    private static let shares = 8

    /// Bytes that are counted until they are released.
    struct Held: Sendable {
        fileprivate let bytes: Int
        fileprivate let user: UserID?
    }

    private struct State {
        var queries: [UserID: Int] = [:]
        var bytes = 0
        var bytesByUser: [UserID: Int] = [:]
    }

    private let mostQueries: Int
    private let mostBytes: Int
    private let state = Lock(State())

    init(_ limits: RequestLimits) {
        mostQueries = limits.userQueries
        mostBytes = limits.unsentBytes
    }

    /// Counts a query of a user until its exchange ends.
    ///
    /// - Throws: `rateLimited` where the user has too many.
    func begin(_ exchange: HTTPExchange, of user: UserID?) throws(ErrorForm) {
        guard let user else { return }
        let begins = state.withLock { state in
            guard state.queries[user, default: 0] < mostQueries else { return false }
            state.queries[user, default: 0] += 1
            return true
        }
        guard begins else {
            throw ErrorForm(
                .rateLimited,
                "This user has \(mostQueries) queries already whose answers are not read.",
                retryAfterMilliseconds: 1_000
            )
        }
        exchange.whenEnded { [self] in
            state.withLock { $0.queries.take(1, of: user) }
        }
    }

    /// Refuses a query, or a request for changes, if too many bytes wait already.
    func requireRoom(for user: UserID?) throws(ErrorForm) {
        let (all, own) = state.withLock { state in
            (state.bytes, user.flatMap { state.bytesByUser[$0] } ?? 0)
        }
        guard own < mostBytes / Self.shares else {
            throw ErrorForm(
                .rateLimited,
                "This user's clients do not read their answers.",
                retryAfterMilliseconds: 1_000
            )
        }
        guard all < mostBytes else {
            throw ErrorForm(.overloaded, "Too many answers are not read.")
        }
    }

    /// Counts the bytes of an answer until its exchange ends.
    func hold(_ bytes: Int, for exchange: HTTPExchange, of user: UserID?) {
        guard let held = hold(bytes, of: user) else { return }
        exchange.whenEnded { [self] in release(held) }
    }

    /// Counts bytes that wait for a client until they are released; nil for few, which are not.
    func hold(_ bytes: Int, of user: UserID?) -> Held? {
        guard bytes > Self.shortBytes else { return nil }
        state.withLock { state in
            state.bytes += bytes
            if let user { state.bytesByUser[user, default: 0] += bytes }
        }
        return Held(bytes: bytes, user: user)
    }

    /// Counts bytes no more, which no client needs any longer.
    func release(_ held: Held) {
        state.withLock { state in
            state.bytes -= held.bytes
            if let user = held.user { state.bytesByUser.take(held.bytes, of: user) }
        }
    }
}

extension [UserID: Int] {
    /// Counts less for a user, and forgets one for whom nothing is left.
    fileprivate mutating func take(_ count: Int, of user: UserID) {
        let left = self[user, default: 0] - count
        self[user] = left > 0 ? left : nil
    }
}
