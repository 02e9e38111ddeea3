public import Merkle
public import Wire

/// The state of a store, for its operator.
public struct StoreState: Hashable, Sendable {
    /// The sizes of the store's files.
    public struct Files: Hashable, Sendable {
        /// The bytes of the log.
        public var log: UInt64
        /// The bytes of the keys.
        public var keys: UInt64
        /// The bytes of the views.
        public var views: UInt64

        /// Creates file sizes.
        public init(log: UInt64, keys: UInt64, views: UInt64) {
            self.log = log
            self.keys = keys
            self.views = views
        }

        /// The bytes of all files.
        public var total: UInt64 { log + keys + views }
    }

    /// The retention of one kind of conversation.
    public struct KindRetention: Hashable, Sendable {
        /// The kind of conversation.
        public var kind: ConversationKind
        /// The retention.
        public var retention: Retention

        /// Creates a kind retention.
        public init(_ kind: ConversationKind, _ retention: Retention) {
            self.kind = kind
            self.retention = retention
        }
    }

    /// Media that must be deleted elsewhere.
    public struct OwedMedia: Hashable, Sendable {
        /// How many.
        public var count: Int
        /// Since when the oldest of them is owed.
        public var since: Timestamp

        /// Creates a count of owed media.
        public init(count: Int, since: Timestamp) {
            self.count = count
            self.since = since
        }
    }

    /// An epoch that a restore ended.
    public struct EndedEpoch: Hashable, Sendable {
        /// The number of the epoch.
        public var epoch: UInt64
        /// The last of its positions that belongs to this log.
        public var fork: Position
        /// The number of lost events; nil if unknown.
        public var lost: UInt64?

        /// Creates an ended epoch.
        public init(_ epoch: UInt64, fork: Position, lost: UInt64?) {
            self.epoch = epoch
            self.fork = fork
            self.lost = lost
        }
    }

    /// The id of the log, which backups and restores keep.
    public var log: UniqueID
    /// The epoch of the log; a restore begins another one.
    public var epoch: UInt64
    /// The earlier epochs, oldest first; empty for a log that was never restored.
    public var earlierEpochs: [EndedEpoch]
    /// The position of the newest event.
    public var size: Position
    /// The root of the tree over all events.
    public var root: Digest
    /// The time of the first event.
    public var oldest: Timestamp
    /// The time of the newest event.
    public var newest: Timestamp
    /// The sizes of the files.
    public var files: Files
    /// Whether the machine's clock is believed.
    public var clock: ClockState
    /// The configuration.
    public var configuration: Configuration
    /// The retention of each kind of conversation.
    public var retention: [KindRetention]
    /// The bounds that single conversations have of their own: the first hundred by their ids.
    public var ownRetentions: [OwnRetention]
    /// How many conversations have bounds of their own.
    public var ownRetentionsCount: Int
    /// The moderators, in the order of their appointment.
    public var moderators: [UserID]
    /// The holds that are not released, in the order of placing.
    public var holds: [HoldItem]
    /// The erasures in progress, oldest first.
    public var erasing: [ErasureInProgress]
    /// The requests for erasure with content still to erase, oldest first, without those in
    /// progress.
    public var pendingErasures: [PendingErasure]
    /// The copies of the keys that exist, in the order of their beginning.
    public var keyCopies: [KeyCopyItem]
    /// The media that must be deleted elsewhere; nil if there are none.
    public var mediaOwed: OwedMedia?
    /// The rebuilds of the last ten minutes, if so many that damaged views are not rebuilt now.
    public var spentRebuilds: SpentRebuilds?
    /// The reader that has held a snapshot for longest, if for more than two seconds; only the
    /// process that writes knows it.
    public var oldestReader: OldestReader?

    /// The number of the journal's newest line; nil without a journal, and in a process that only
    /// reads.
    public var keeping: UInt64?
    /// Whether the journal cannot be written, so that erasures and other keeping commands wait.
    public var journalUnavailable: Bool

    /// Creates the state of a store.
    public init(
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
        ownRetentions: [OwnRetention] = [],
        ownRetentionsCount: Int? = nil,
        moderators: [UserID] = [],
        holds: [HoldItem],
        erasing: [ErasureInProgress] = [],
        pendingErasures: [PendingErasure],
        keyCopies: [KeyCopyItem] = [],
        mediaOwed: OwedMedia? = nil,
        spentRebuilds: SpentRebuilds? = nil,
        oldestReader: OldestReader? = nil,
        keeping: UInt64? = nil,
        journalUnavailable: Bool = false
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
        self.ownRetentions = ownRetentions
        self.ownRetentionsCount = ownRetentionsCount ?? ownRetentions.count
        self.moderators = moderators
        self.holds = holds
        self.erasing = erasing
        self.pendingErasures = pendingErasures
        self.keyCopies = keyCopies
        self.mediaOwed = mediaOwed
        self.spentRebuilds = spentRebuilds
        self.oldestReader = oldestReader
        self.keeping = keeping
        self.journalUnavailable = journalUnavailable
    }
}

/// A reader that holds a snapshot for too long, so that a file grows.
///
/// It was stopped, or it hangs. Resume its process or end it.
public struct OldestReader: Hashable, Sendable {
    /// A file of the store.
    public enum File: String, Hashable, Sendable {
        case log, views
    }

    /// The process id.
    public var process: Int32
    /// The file that it reads.
    public var file: File
    /// The time for which it has held the snapshot.
    public var age: Duration
    /// The bytes of the file that cannot be reused meanwhile.
    public var heldBytes: UInt64

    /// Creates the oldest reader.
    public init(process: Int32, file: File, age: Duration, heldBytes: UInt64) {
        self.process = process
        self.file = file
        self.age = age
        self.heldBytes = heldBytes
    }
}

/// The reason why damaged views are not rebuilt for a while: too many rebuilds.
public struct SpentRebuilds: Hashable, Sendable {
    /// The number of rebuilds in the last ten minutes.
    public var count: Int
    /// The cause of the last one.
    public var cause: String
    /// The time from which damaged views are rebuilt again.
    public var until: Timestamp

    /// Creates a count of rebuilds.
    public init(count: Int, cause: String, until: Timestamp) {
        self.count = count
        self.cause = cause
        self.until = until
    }
}

/// A legal hold.
public struct HoldItem: Hashable, Sendable {
    /// The id, scope and position of the hold.
    public var hold: HoldFacts
    /// The legal matter; nil after its erasure.
    public var matter: String?
    /// The time of placing.
    public var placedAt: Timestamp

    /// Creates a hold item.
    public init(_ hold: HoldFacts, matter: String?, placedAt: Timestamp) {
        self.hold = hold
        self.matter = matter
        self.placedAt = placedAt
    }
}

/// The state of a view, built-in or custom.
public struct ViewItem: Hashable, Sendable {
    /// A failure of a custom projector, which is skipped from there on.
    public struct Fault: Hashable, Sendable {
        /// The position of the event that it could not fold.
        public var position: Position
        /// The type of the error, without its text, which may contain content.
        public var error: String

        /// Creates a fault.
        public init(at position: Position, error: String) {
            self.position = position
            self.error = error
        }
    }

    /// The name.
    public var name: String
    /// The version of its projector.
    public var version: UInt32
    /// The position up to which events are folded into it.
    public var position: Position
    /// The number of rows.
    public var rows: UInt64
    /// The bytes of its tables in the file, in whole pages.
    public var bytes: UInt64
    /// The failure of its projector; nil if it works.
    public var fault: Fault?

    /// Creates a view item.
    public init(
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

    package var opening: Opening? { nil }
}

/// The state of each view, built-in and custom; for the operator.
public struct ViewsQuery: ServedQuery {
    /// The views: the built-in ones, then the custom ones that this process declares.
    public typealias Answer = [ViewItem]

    package static let name = QueryName.views
    package static let audience = Audience.operator

    /// Creates a query for the state of the views.
    public init() {}

    package var opening: Opening? { nil }
}
