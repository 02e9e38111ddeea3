package import Merkle
package import Wire

/// A store as its operator is shown it.
package struct StoreState: Hashable, Sendable {
    /// How many bytes each of the store's files has.
    package struct Files: Hashable, Sendable {
        package var log: UInt64
        package var keys: UInt64
        package var views: UInt64

        package init(log: UInt64, keys: UInt64, views: UInt64) {
            self.log = log
            self.keys = keys
            self.views = views
        }

        /// All of them together.
        package var total: UInt64 { log + keys + views }
    }

    /// Whether the machine's clock is believed; while it is not, nothing is written.
    package enum Clock: Hashable, Sendable {
        case believed
        /// How far it stands behind the newest event.
        case behind(Duration)
        /// How far it moved besides the time that went by; negative for back.
        case jumped(Duration)
    }

    /// How long content of one kind of conversation is kept.
    package struct KindRetention: Hashable, Sendable {
        package var kind: ConversationKind
        package var retention: Retention

        package init(_ kind: ConversationKind, _ retention: Retention) {
            self.kind = kind
            self.retention = retention
        }
    }

    /// Which log this is; it stays the same through backups and restores.
    package var log: UniqueID
    /// Which life of the log; a restore begins another one.
    package var epoch: UInt64
    /// The position of the newest event.
    package var size: Position
    /// The root of the tree over all events.
    package var root: Digest
    /// When the first event was recorded.
    package var oldest: Timestamp
    /// When the newest event was recorded.
    package var newest: Timestamp
    package var files: Files
    package var clock: Clock
    package var configuration: Configuration
    /// For each kind of conversation.
    package var retention: [KindRetention]
    /// The holds that are not released, in the order in which they were placed.
    package var holds: [HoldItem]
    /// The requests for erasure of which something is still there, oldest first.
    package var pendingErasures: [PendingErasure]

    package init(
        log: UniqueID,
        epoch: UInt64,
        size: Position,
        root: Digest,
        oldest: Timestamp,
        newest: Timestamp,
        files: Files,
        clock: Clock = .believed,
        configuration: Configuration,
        retention: [KindRetention],
        holds: [HoldItem],
        pendingErasures: [PendingErasure]
    ) {
        self.log = log
        self.epoch = epoch
        self.size = size
        self.root = root
        self.oldest = oldest
        self.newest = newest
        self.files = files
        self.clock = clock
        self.configuration = configuration
        self.retention = retention
        self.holds = holds
        self.pendingErasures = pendingErasures
    }
}

/// A legal hold with what it is for.
package struct HoldItem: Hashable, Sendable {
    package var hold: HoldFacts
    /// Nil once that was erased.
    package var matter: String?
    package var placedAt: Timestamp

    package init(_ hold: HoldFacts, matter: String?, placedAt: Timestamp) {
        self.hold = hold
        self.matter = matter
        self.placedAt = placedAt
    }
}

/// How one view stands: a built-in one, or one of the embedder's.
package struct ViewItem: Hashable, Sendable {
    /// Where an embedder's projector gave up, and is skipped from there on.
    package struct Fault: Hashable, Sendable {
        package var position: Position
        /// The type of the error; its words may be a person's.
        package var error: String

        package init(at position: Position, error: String) {
            self.position = position
            self.error = error
        }
    }

    package var name: String
    package var version: UInt32
    /// Up to where events are folded into it.
    package var position: Position
    package var rows: UInt64
    /// What its tables take in the file, in whole pages.
    package var bytes: UInt64
    package var fault: Fault?

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
