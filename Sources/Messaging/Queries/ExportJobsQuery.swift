public import Merkle
public import Wire

/// An export that a process writes, and keeps for a while, for the operator to fetch.
public struct ExportJobItem: Hashable, Sendable {
    /// How far it is.
    public enum State: Hashable, Sendable {
        /// It is written, or waits for that.
        case running
        /// Its files can be fetched.
        case ready
        /// There are no files: it could not be written.
        case failed
        /// There are no files any more: an erasure touched them, or their time is over.
        case ended
    }

    /// How much is written.
    public struct Progress: Hashable, Sendable {
        /// The number of events written.
        public var done: UInt64
        /// The number of all events: an upper bound as long as it is written.
        public var total: UInt64
        /// The number of bytes written; of one that is ready, the length of its archive.
        public var bytes: UInt64

        /// Creates a progress.
        public init(done: UInt64 = 0, total: UInt64 = 0, bytes: UInt64 = 0) {
            self.done = done
            self.total = total
            self.bytes = bytes
        }
    }

    /// A finished export.
    public struct Written: Hashable, Sendable {
        /// The position of the event that notes it.
        public var position: Position
        /// The position whose state it shows.
        public var upTo: Position
        /// SHA-256 of `manifest.json`.
        public var manifest: Digest
        /// The number of contents that are there.
        public var contents: UInt64
        /// The number of contents that were erased.
        public var erased: UInt64
        /// The number of contents that were withheld.
        public var withheld: UInt64
        /// When it ends.
        public var until: Timestamp
        /// The path of its folder, which is deleted when it ends.
        public var folder: String

        /// Creates a finished export.
        public init(
            position: Position,
            upTo: Position,
            manifest: Digest,
            contents: UInt64,
            erased: UInt64,
            withheld: UInt64,
            until: Timestamp,
            folder: String
        ) {
            self.position = position
            self.upTo = upTo
            self.manifest = manifest
            self.contents = contents
            self.erased = erased
            self.withheld = withheld
            self.until = until
            self.folder = folder
        }
    }

    /// Why there are no files.
    public struct Fault: Hashable, Sendable {
        /// A stable code: one of an export's errors, or `erased`, `expired` or `tooLarge`.
        public var code: String
        /// What is wrong, without user content.
        public var message: String

        /// Creates a fault.
        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    /// Its id.
    public var id: UniqueID
    /// How far it is.
    public var state: State
    /// The scope of the export.
    public var scope: ExportScope
    /// Who began it, as the log names them.
    public var who: String?
    /// When it began.
    public var begun: Timestamp
    /// How much is written, of one that runs or is ready.
    public var progress: Progress?
    /// The finished export; nil until it is ready.
    public var written: Written?
    /// Why there are no files, of one that failed or ended.
    public var fault: Fault?

    /// Creates an export that is written.
    public init(
        _ id: UniqueID,
        _ state: State,
        scope: ExportScope,
        who: String? = nil,
        begun: Timestamp,
        progress: Progress? = nil,
        written: Written? = nil,
        fault: Fault? = nil
    ) {
        self.id = id
        self.state = state
        self.scope = scope
        self.who = who
        self.begun = begun
        self.progress = progress
        self.written = written
        self.fault = fault
    }
}

/// A page of the exports that the process writes and keeps, the newest first; for the operator.
///
/// The answer is of the present, also in a query of the past.
public struct ExportJobsQuery: PagedQuery {
    /// A page of exports.
    public typealias Answer = Page<ExportJobItem>

    package static let name = QueryName.exportJobs
    package static let audience = Audience.operator
    package static let pastNeed = PastNeed.conversation
    package static let isForWriter = true

    /// The largest number of exports; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the exports that the process writes.
    public init(limit: Int? = nil, cursor: Cursor? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    // The log has a look for each export, and words are in the files alone.
    package var opening: Opening? { nil }
}

/// How far an export is that the process writes or keeps; for the operator.
public struct ExportJobQuery: ServedQuery {
    /// The export.
    public typealias Answer = ExportJobItem

    package static let name = QueryName.exportJob
    package static let audience = Audience.operator
    package static let pastNeed = PastNeed.conversation
    package static let isForWriter = true

    /// The export's id.
    public var id: UniqueID

    /// Creates a query for an export.
    public init(_ id: UniqueID) { self.id = id }

    package var opening: Opening? { nil }
}
