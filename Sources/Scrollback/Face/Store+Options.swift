public import Wire

extension Store {
    /// Told how far views have been folded from the log, and how far they have to be.
    public typealias Progress = @Sendable (_ done: Position, _ total: Position) -> Void

    /// How a store is opened.
    public struct Options: Sendable {
        /// Whether a store is made where there is none.
        public enum Creation: Sendable { case ifMissing, never, always }

        /// Whether this process is the one that writes; any number may read.
        public enum Access: Sendable { case writing, reading }

        /// Whether a store is made where there is none.
        public var creation = Creation.ifMissing
        /// Whether this process is the one that writes.
        public var access = Access.writing
        /// Where the keys are, unless inside the store.
        public var keysPath: String?
        /// Whether to write to a log that is older than its keys, such as a copy of an earlier day.
        ///
        /// The log then goes on under a new epoch. The events that it lacks are lost, and their
        /// keys are destroyed. Without it, opening such a store for writing throws. It changes
        /// nothing about a log that has all its events.
        public var acceptsOlderLog = false
        /// What time it is; nil for the machine's clock, which is watched: see `acceptClock`.
        public var clock: (@Sendable () -> Timestamp)?
        /// The time that the client tells, in the place of `clock`: the client gives each command
        /// its time, and queries are answered at the latest.
        package var givenTime: GivenTime?
        /// Where the ids begin that a caller does not give.
        public var randomness: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
        /// The embedder's own views, kept beside the built-in ones.
        public var projectors: [any CustomProjector] = []
        /// Told how far it is when opening has to fold views from the log.
        public var progress: Progress?
        /// Told of everything an operator may want to know, one line each; nobody's words are in it.
        public var notice: @Sendable (String) -> Void = { _ in }

        /// As a backend usually wants it: writing, and made if there is none.
        public init() {}

        var engine: Engine.Options {
            var options = Engine.Options()
            options.keysPath = keysPath
            options.acceptsOlderLog = acceptsOlderLog
            options.clock = clock
            if givenTime != nil { options.clock = { Timestamp(microseconds: 0) } }
            options.projectors = projectors
            options.views.progress = progress
            options.notice = notice
            return options
        }

        var now: Timestamp { givenTime?.latest ?? clock?() ?? Engine.wallClock() }
    }
}
