internal import Locking
internal import Wire

/// Views that do not show everything that callers of the store were told.
struct ViewsLag: Equatable {
    /// How far the views are.
    let views: Position
    let acknowledged: Position
}

/// The position that a store's callers have been told, and the lag for which a wait was in vain.
///
/// The views reach this position, except for a moment after their commit has failed; with a full
/// disk, or in a stopped store, they stay behind.
final class Acknowledgements: Sendable {
    private struct State {
        var newest = Position.zero
        var vain: ViewsLag?
    }

    private let state = Lock(State())

    /// The newest position that a caller has received.
    var newest: Position { state.withLock { $0.newest } }

    func note(_ position: Position) {
        state.withLock { $0.newest = max($0.newest, position) }
    }

    /// Notes that a lag was the same after a query's patience: the next query need not wait.
    func noteVainWait(for lag: ViewsLag) { state.withLock { $0.vain = lag } }

    /// Whether a wait for this lag was in vain; false as soon as the views move on, or callers are
    /// told a later position.
    func wasAwaitedInVain(_ lag: ViewsLag) -> Bool { state.withLock { $0.vain == lag } }
}
