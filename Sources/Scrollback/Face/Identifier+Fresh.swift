internal import Locking
public import Messaging

/// The newest id that this process has made.
private let names = Lock(TimeOrderedIDs())

extension Identifier {
    /// Returns a new unique id: a UUID of time and random bits.
    ///
    /// It is greater than the ids that it returned before in this process.
    public static func fresh() -> Self {
        let now = Engine.wallClock()
        var randomness = SystemRandomNumberGenerator()
        return Self(names.withLock { $0.next(at: now, random: randomness.next()) })
    }
}
