package import EventLog
package import Merkle
package import Wire

/// What `verify` looked at, and the first thing that is wrong.
package struct VerifyReport: Equatable, Sendable {
    /// How many events the log had when it was begun; later ones were not looked at.
    package var size = Position.zero
    /// The position before the first record that was looked at: zero, or less than 256 below the
    /// pinned checkpoint.
    package var start = Position.zero
    /// The root of the tree of that many events, computed and not read.
    package var root = TreeHash.emptyRoot
    /// The records that were looked at.
    package var records: UInt64 = 0
    /// Those whose content is there and opened.
    package var withContent: UInt64 = 0
    /// Those whose content was erased.
    package var erased: UInt64 = 0
    /// Contents of which a private copy does not show whether an erasure that came after it, or
    /// is being carried out, is the reason for how they are.
    package var undecided: UInt64 = 0
    /// Those that say in the clear what a request is about, as earlier versions wrote it.
    package var clearContexts: UInt64 = 0
    package var streams = 0
    /// The full tiles, of every level, that were held against what lies below them.
    package var tiles: UInt64 = 0
    /// The checkpoints that the log keeps.
    package var checkpoints = 0
    /// Whether they were held against given keys, and not against the log alone.
    package var areSignaturesChecked = false
    /// Whether the file's pages were all looked at; not beside a writer for which that took long.
    package var arePagesChecked = false
    /// How the log's file was read.
    package var reading = Reading.shared
    package var seconds = 0.0
    /// The first fault; nil if there is none.
    package var finding: Finding?

    package init() {}

    package var isSound: Bool { finding == nil }

    /// The newest records, which no stored tile covers yet: their checksums and links vouch for
    /// them, and any checkpoint or pin among them.
    package var openTile: UInt64 { size.rawValue % UInt64(Tile.fullWidth) }
}

/// How far it has come.
package struct VerifyProgress: Equatable, Sendable {
    /// The records that were read.
    package let done: UInt64
    /// The records that will be.
    package let total: UInt64
    /// Up to here everything was read.
    package let reached: Position
    /// The first fault so far; an earlier one may still be found.
    package let finding: Finding?

    package init(done: UInt64, total: UInt64, reached: Position, finding: Finding? = nil) {
        self.done = done
        self.total = total
        self.reached = reached
        self.finding = finding
    }
}

/// Why a log could not be verified, which says nothing about it.
package enum VerifyError: Error, Equatable, Sendable {
    case log(LogError)
    /// The given checkpoint is none, or not by a given key, or of another origin than the given.
    case pinNotBelieved(CheckpointError)
    /// No root was computed at this size, and no fault was found that says why.
    case noRoot(Position)
    /// The given checkpoint is of no events, and with those every log begins.
    case emptyPin
    /// It was to begin at a pin, and none was given.
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
