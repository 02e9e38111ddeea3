internal import Locking
public import Messaging
public import Scrollback
internal import Wire

/// A store for one test: in a folder of its own, with a clock that the test moves and ids that are
/// the same in every run.
///
///     let test = try TestStore()
///     defer { test.close() }
///     let (ann, ben) = (try await test.user("ann"), try await test.user("ben"))
///     let chat = try await test.given { try await ann.startDirect(with: ben.user) }
///     let sent = await test.when { try await ann.send(" ", to: chat) }
///     #expect(sent.refusal == .emptyMessage)
///     try test.then { #expect(try ben.messages(in: chat).isEmpty) }
///
/// A session belongs to the store that is open: after ``reopen(projectors:)`` take another one from
/// ``session(for:)``.
public final class TestStore: Sendable {
    /// The store's clock.
    public let clock: TestClock
    private let folder: String
    private let seed: UInt64
    private let state: Lock<State>

    private struct State {
        var store: Store
        var users: UInt64 = 0
    }

    /// Creates a store in a new temporary folder, which ``close()`` removes.
    ///
    /// - Parameters:
    ///   - projectors: The projectors of custom views.
    ///   - seed: A number on which the ids depend that the store makes; the same number gives the
    ///     same ids to the same commands at the same times.
    ///   - clock: The store's clock.
    /// - Throws: `cannotOpen`; the message says what is wrong and what to do.
    public init(
        projectors: [any CustomProjector] = [],
        seed: UInt64 = 0,
        clock: TestClock = TestClock()
    ) throws(StoreError) {
        let folder = try Store.makeTemporaryFolder()
        self.clock = clock
        self.folder = folder
        self.seed = seed
        do throws(StoreError) {
            let store = try Self.open(folder, projectors, seed: seed, clock)
            state = Lock(State(store: store))
        } catch {
            Store.removeFolder(folder)
            throw error
        }
    }

    deinit { close() }

    private static func open(
        _ folder: String,
        _ projectors: [any CustomProjector],
        seed: UInt64,
        _ clock: TestClock
    ) throws(StoreError) -> Store {
        var options = Store.Options()
        options.projectors = projectors
        options.clock = { clock.now }
        options.randomness = CountingBits(seed: seed)
        return try Store.open("\(folder)/store", options: options)
    }

    /// The open store.
    public var store: Store { state.withLock { $0.store } }

    /// Closes the store and opens it again, as a restarted backend does.
    ///
    /// - Throws: `cannotOpen`; the message says what is wrong and what to do.
    public func reopen(projectors: [any CustomProjector] = []) throws(StoreError) {
        store.close()
        // Other bits than before: an id is not made a second time.
        let next = try Self.open(folder, projectors, seed: seed &+ 1, clock)
        state.withLock { $0.store = next }
    }

    /// Closes the store and removes its folder.
    ///
    /// A second call has no effect.
    public func close() {
        store.close()
        Store.removeFolder(folder)
    }

    /// Returns a session that acts for a user.
    public func session(for user: UserID) -> Session { store.session(for: user) }

    /// Registers a user with a profile and returns a session for them.
    ///
    /// The ids of the users are 1, 2, 3 and so on, in the order of the calls.
    ///
    /// - Throws: what `Session.setProfile` throws.
    public func user(_ name: String) async throws(StoreError) -> Session {
        let number = state.withLock { state in
            state.users += 1
            return state.users
        }
        // Version 8 of RFC 9562: bits of the maker's own.
        let id = UserID(UniqueID(high: 0x8000, low: 1 << 63 | number))
        let session = session(for: id)
        try await session.setProfile(SetProfile(username: name))
        return session
    }
}

/// Bits for ids: a number that grows, so that an id is not made twice and is the same in every run.
private struct CountingBits: RandomNumberGenerator, Sendable {
    private var upcoming: UInt64

    init(seed: UInt64) { upcoming = seed << 32 }

    mutating func next() -> UInt64 {
        upcoming &+= 1
        return upcoming
    }
}
