public import Wire

extension Store {
    /// A function that receives the progress of folding views: the position reached, and the last.
    public typealias Progress = @Sendable (_ done: Position, _ total: Position) -> Void

    /// The options for opening a store.
    public struct Options: Sendable {
        /// Whether opening creates a store.
        ///
        /// `ifMissing` creates one where none exists, `never` throws there. `always` throws where
        /// one exists. A process that opens for reading never creates a store.
        public enum Creation: Sendable { case ifMissing, never, always }

        /// Whether this process writes; one process at a time may write, any number may read.
        public enum Access: Sendable { case writing, reading }

        /// Whether opening creates a store; ignored when it is opened for reading.
        public var creation = Creation.ifMissing
        /// Whether this process writes to the store or only reads.
        public var access = Access.writing
        /// The path of `keys.bin`; nil if it is in the store's folder.
        public var keysPath: String?
        /// Whether to write to a log that is older than its keys, such as a restored backup.
        ///
        /// If false, opening such a store for writing throws `cannotOpen`. If true, the log
        /// continues under a new epoch: the events that it lacks are lost, and their keys are
        /// destroyed for ever. A log that has all its events is opened unchanged.
        public var acceptsOlderLog = false
        /// The path of the journal; nil for a store without one.
        ///
        /// The journal is a file outside the store, best on another disk. It mirrors the events
        /// about erasing and keeping, so that a restore from a backup repeats them. A missing file
        /// is created, and the store is mirrored in it from then on; then it is opened for writing
        /// with its journal only. Ignored when the store is opened for reading.
        public var journal: String?
        /// Whether to write to a store that has a journal without it; the log records that.
        ///
        /// A restore brings back content that was erased without the journal.
        public var withoutJournal = false
        /// A function that returns the time; nil for the machine's clock.
        ///
        /// The store checks the machine's clock (see `clockState`), and trusts a function given
        /// here.
        public var clock: (@Sendable () -> Timestamp)?
        /// The time that the client gives with each command, in place of `clock`; queries use the
        /// latest one.
        package var givenTime: GivenTime?
        /// The source of random bits for ids that the caller does not give.
        public var randomness: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
        /// The projectors of custom views.
        public var projectors: [any CustomProjector] = []
        /// The bytes of memory for message texts, names and other content that was read lately, 32 MiB
        /// by default; 0 turns it off.
        ///
        /// Reading content again takes less than half the time then. The memory is bounded, left out
        /// of core files, locked as far as the system allows it, and cleared when content is erased:
        /// at once in the process that writes, within two seconds in others, which show none of it
        /// from the erasure on.
        public var openedContentBytes = 32 << 20
        /// How many named consumers there may be, 1,000 by default and at most 5,000.
        ///
        /// A lower number than there are refuses only new ones.
        public var mostConsumers = ConsumerMarks.usualCount
        /// A function that receives progress while opening folds views from the log.
        public var progress: Progress?
        /// A function that receives notices for the operator's log.
        ///
        ///     options.notice = { log.write($0.level.rawValue, $0.id.rawValue, $0.message) }
        ///
        /// A notice contains no user content. `docs/notices.md` has the table of ids and levels.
        /// The function may be called on any thread, and must not take long.
        public var notice: @Sendable (Notice) -> Void = { _ in }

        /// Creates the default options: open for writing, and create a missing store.
        public init() {}

        var engine: Engine.Options {
            var options = Engine.Options()
            options.keysPath = keysPath
            options.acceptsOlderLog = acceptsOlderLog
            options.journal = journal
            options.withoutJournal = withoutJournal
            options.clock = clock
            if let givenTime { options.clock = { givenTime.latest } }
            options.projectors = projectors
            options.openedBytes = openedContentBytes
            options.mostConsumers = mostConsumers
            options.views.progress = progress
            options.notice = notice
            return options
        }

        var now: Timestamp { givenTime?.latest ?? clock?() ?? Engine.wallClock() }
    }
}
