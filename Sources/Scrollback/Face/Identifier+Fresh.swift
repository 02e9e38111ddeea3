internal import Locking
public import Messaging

/// The newest name that this process has made.
private let names = Lock(TimeOrderedIDs())

extension Identifier {
    /// A name that nothing has yet: greater than those that this process made before, and random
    /// enough never to be made elsewhere.
    public static func fresh() -> Self {
        let now = Engine.wallClock()
        var randomness = SystemRandomNumberGenerator()
        return Self(names.withLock { $0.next(at: now, random: randomness.next()) })
    }
}
