public import Merkle
public import Wire

/// A store as its operator is shown it.
public struct StoreState: Hashable, Sendable {
    /// How many bytes each of the store's files has.
    public struct Files: Hashable, Sendable {
        /// Bytes of the log.
        public var log: UInt64
        /// Bytes of the keys.
        public var keys: UInt64
        /// Bytes of the views.
        public var views: UInt64

        package init(log: UInt64, keys: UInt64, views: UInt64) {
            self.log = log
            self.keys = keys
            self.views = views
        }

        /// All of them together.
        public var total: UInt64 { log + keys + views }
    }

    /// How long content of one kind of conversation is kept.
    public struct KindRetention: Hashable, Sendable {
        /// Which kind of conversation.
        public var kind: ConversationKind
        /// For how long its content is kept.
        public var retention: Retention

        package init(_ kind: ConversationKind, _ retention: Retention) {
            self.kind = kind
            self.retention = retention
        }
    }

    /// An epoch that a restore ended.
    public struct EndedEpoch: Hashable, Sendable {
        /// Its number.
        public var epoch: UInt64
        /// The last of its positions that belongs to this log.
        public var fork: Position
        /// How many events were lost; nil where that is not known.
        public var lost: UInt64?

        package init(_ epoch: UInt64, fork: Position, lost: UInt64?) {
            self.epoch = epoch
            self.fork = fork
            self.lost = lost
        }
    }

    /// Which log this is; it stays the same through backups and restores.
    public var log: UniqueID
    /// Which life of the log; a restore begins another one.
    public var epoch: UInt64
    /// The epochs before it, oldest first; empty for a log that was never restored.
    public var earlierEpochs: [EndedEpoch]
    /// The position of the newest event.
    public var size: Position
    /// The root of the tree over all events.
    public var root: Digest
    /// When the first event was recorded.
    public var oldest: Timestamp
    /// When the newest event was recorded.
    public var newest: Timestamp
    /// How many bytes each of its files has.
    public var files: Files
    /// Whether the machine's clock is believed.
    public var clock: ClockState
    /// What it is set to.
    public var configuration: Configuration
    /// For each kind of conversation.
    public var retention: [KindRetention]
    /// The holds that are not released, in the order in which they were placed.
    public var holds: [HoldItem]
    /// The erasures that are in progress, oldest first: they take more than one append.
    public var erasing: [ErasureInProgress]
    /// The requests for erasure of which something is still there, oldest first; those in progress
    /// are left out.
    public var pendingErasures: [PendingErasure]
    /// The latest rebuilds of the views, while there were so many that damaged views are not
    /// rebuilt again yet.
    public var spentRebuilds: SpentRebuilds?
    /// The reader that has held a snapshot for longest, if for more than two seconds; only the
    /// process that writes knows it.
    public var oldestReader: OldestReader?

    package init(
        log: UniqueID,
        epoch: UInt64,
        earlierEpochs: [EndedEpoch] = [],
        size: Position,
        root: Digest,
        oldest: Timestamp,
        newest: Timestamp,
        files: Files,
        clock: ClockState = .believed,
        configuration: Configuration,
        retention: [KindRetention],
        holds: [HoldItem],
        erasing: [ErasureInProgress] = [],
        pendingErasures: [PendingErasure],
        spentRebuilds: SpentRebuilds? = nil,
        oldestReader: OldestReader? = nil
    ) {
        self.log = log
        self.epoch = epoch
        self.earlierEpochs = earlierEpochs
        self.size = size
        self.root = root
        self.oldest = oldest
        self.newest = newest
        self.files = files
        self.clock = clock
        self.configuration = configuration
        self.retention = retention
        self.holds = holds
        self.erasing = erasing
        self.pendingErasures = pendingErasures
        self.spentRebuilds = spentRebuilds
        self.oldestReader = oldestReader
    }
}

/// A reader that holds a snapshot for longer than readers do, so that a file grows behind it.
///
/// It was stopped, or it hangs. Let its process go on or end it.
public struct OldestReader: Hashable, Sendable {
    /// A file that can be held.
    public enum File: String, Hashable, Sendable {
        case log, views
    }

    /// The number of its process.
    public var process: Int32
    /// Which file it reads.
    public var file: File
    /// For how long it has held the snapshot.
    public var age: Duration
    /// How many bytes of the file cannot be used again meanwhile.
    public var heldBytes: UInt64

    package init(process: Int32, file: File, age: Duration, heldBytes: UInt64) {
        self.process = process
        self.file = file
        self.age = age
        self.heldBytes = heldBytes
    }
}

/// Why damaged views are not rebuilt for a while: they were, too often.
public struct SpentRebuilds: Hashable, Sendable {
    /// How many rebuilds there were in the last ten minutes.
    public var count: Int
    /// Why the last one began, without anybody's words.
    public var cause: String
    /// When damaged views are rebuilt again.
    public var until: Timestamp

    package init(count: Int, cause: String, until: Timestamp) {
        self.count = count
        self.cause = cause
        self.until = until
    }
}

/// A legal hold with what it is for.
public struct HoldItem: Hashable, Sendable {
    /// The hold itself.
    public var hold: HoldFacts
    /// Nil once that was erased.
    public var matter: String?
    /// When it was placed.
    public var placedAt: Timestamp

    package init(_ hold: HoldFacts, matter: String?, placedAt: Timestamp) {
        self.hold = hold
        self.matter = matter
        self.placedAt = placedAt
    }
}

/// How one view stands: a built-in one, or one of the embedder's.
public struct ViewItem: Hashable, Sendable {
    /// Where an embedder's projector gave up, and is skipped from there on.
    public struct Fault: Hashable, Sendable {
        /// The event that it could not fold.
        public var position: Position
        /// The type of the error; its words may be a person's.
        public var error: String

        package init(at position: Position, error: String) {
            self.position = position
            self.error = error
        }
    }

    /// What it is called.
    public var name: String
    /// The version of its projector.
    public var version: UInt32
    /// Up to where events are folded into it.
    public var position: Position
    /// How many rows it has.
    public var rows: UInt64
    /// What its tables take in the file, in whole pages.
    public var bytes: UInt64
    /// Where it gave up, if it did.
    public var fault: Fault?

    package init(
        name: String,
        version: UInt32,
        position: Position,
        rows: UInt64,
        bytes: UInt64,
        fault: Fault? = nil
    ) {
        self.name = name
        self.version = version
        self.position = position
        self.rows = rows
        self.bytes = bytes
        self.fault = fault
    }
}

/// The store's size, files, configuration, holds and pending erasures; for the operator.
public struct StateQuery: ServedQuery {
    /// The state of the store.
    public typealias Answer = StoreState

    package static let name = QueryName.state
    package static let audience = Audience.operator

    /// Creates a query for the state of the store.
    public init() {}
}

/// The state of each view, built-in and custom; for the operator.
public struct ViewsQuery: ServedQuery {
    /// The views: the built-in ones, then the custom ones that this process declares.
    public typealias Answer = [ViewItem]

    package static let name = QueryName.views
    package static let audience = Audience.operator

    /// Creates a query for the state of the views.
    public init() {}
}
