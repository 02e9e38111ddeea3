package import EventLog
public import Merkle
public import Wire

/// The extent of a verification, and the first fault.
public struct VerifyReport: Equatable, Sendable {
    /// The number of events when the verification began; later ones were not checked.
    public package(set) var size = Position.zero
    /// The position before the first record that was checked: zero, or less than 256 below the
    /// pinned checkpoint.
    public package(set) var start = Position.zero
    /// The root of the tree of that many events, computed, not read.
    public package(set) var root = TreeHash.emptyRoot
    /// The number of records that were checked.
    public package(set) var records: UInt64 = 0
    /// The number of records whose content exists and opens.
    public package(set) var withContent: UInt64 = 0
    /// The number of records whose content was erased.
    public package(set) var erased: UInt64 = 0
    /// The number of contents for which a private copy does not show whether an erasure after it,
    /// or in progress, explains their condition.
    public package(set) var undecided: UInt64 = 0
    /// The number of records with a request's context in the clear, as earlier versions wrote it.
    public package(set) var clearContexts: UInt64 = 0
    /// The number of streams that have events.
    public package(set) var streams = 0
    /// The number of full tiles, of every level, that were compared with the level below.
    public package(set) var tiles: UInt64 = 0
    /// The checkpoints that the log keeps.
    public package(set) var checkpoints = 0
    /// Whether the signatures were checked with given keys.
    public package(set) var areSignaturesChecked = false
    /// Whether all pages of the file were checked; false beside a writer if that took too long.
    public package(set) var arePagesChecked = false
    /// The way in which the log's file was read.
    package var reading = Reading.shared
    /// How long it took.
    public package(set) var seconds = 0.0
    /// The first fault; nil if there is none.
    public package(set) var finding: Finding?

    package init() {}

    /// Whether no fault was found.
    public var isSound: Bool { finding == nil }

    /// The number of newest records that no stored tile covers yet: their checksums and links cover
    /// them, and any checkpoint or pin among them.
    public var openTile: UInt64 { size.rawValue % UInt64(Tile.fullWidth) }
}

/// The progress of a verification.
public struct VerifyProgress: Equatable, Sendable {
    /// The number of records read.
    public let done: UInt64
    /// The number of records to read in all.
    public let total: UInt64
    /// The position up to which everything was read.
    public let reached: Position
    /// The first fault so far; an earlier one may still be found.
    public let finding: Finding?

    package init(done: UInt64, total: UInt64, reached: Position, finding: Finding? = nil) {
        self.done = done
        self.total = total
        self.reached = reached
        self.finding = finding
    }
}

/// The reason why a log could not be verified; it implies nothing about the log.
package enum VerifyError: Error, Equatable, Sendable {
    case log(LogError)
    /// The given checkpoint is malformed, not signed by a given key, or of another origin than
    /// given.
    case pinNotBelieved(CheckpointError)
    /// No root was computed at this size, and no fault was found that explains this.
    case noRoot(Position)
    /// The given checkpoint covers no events, so every log begins with it.
    case emptyPin
    /// The verification was to begin at a pin, but none was given.
    case noPin
    case cancelled
}

extension VerifyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .log(let error): error.description
        case .pinNotBelieved(let error): "The pinned checkpoint is not believed: \(error)."
        case .noRoot(let size):
            "The root at \(size) events was not computed. Report this as an error of verify."
        case .emptyPin: "The pinned checkpoint is of no events, and so says nothing of any log."
        case .noPin: "To begin at a pinned checkpoint, give one."
        case .cancelled: "Verifying was cancelled."
        }
    }
}
