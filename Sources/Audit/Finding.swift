public import Wire

/// A condition on a log; each is checked separately, and a finding names the broken one.
///
/// If several are broken at one position, the first in this list is named.
public enum Clause: String, CaseIterable, Sendable {
    /// The file is whole, and LMDB can walk it.
    case file
    /// The file's pages are those of two whole trees, and free pages are free.
    case pages
    /// The file has only rows that the log writes.
    case rows
    /// Positions are dense.
    case density
    /// A record's bytes match its checksum.
    case checksum
    /// A record is valid as written by a writer, and the auditor can read what it must understand.
    case record
    /// The first event created this log, and agrees with the format row and the keys.
    case genesis
    /// Recorded times never decrease.
    case time
    /// A stream's versions go up by one, from one.
    case version
    /// An event names the leaf hash of its stream's previous event.
    case link
    /// There is a slot for every event.
    case keys
    /// The log has as many events as were committed with its keys.
    case mark
    /// Existing content opens with its slot, under its seal.
    case seal
    /// An erasure names only events that could be erased.
    case erasure
    /// Content that is missing is named by an erasure.
    case unnamed
    /// Content that an erasure names is gone, from the record and from the slot.
    case unerased
    /// No erasure names content that a hold covered at that time.
    case hold
    /// A stored tile holds the hashes of the level below it.
    case tile
    /// A tile that must exist does.
    case missingTile
    /// A tile that must not exist does not.
    case extraTile
    /// A stored checkpoint agrees with the log.
    case checkpoint
    /// A stored checkpoint is of this log, by its name, and signed by a key that was given.
    case signature
    /// The checkpoint given from outside agrees with the log.
    case pin
}

extension Clause: Comparable {
    /// In the order of the list.
    public static func < (left: Clause, right: Clause) -> Bool {
        left.place < right.place
    }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A broken clause and its position.
public struct Finding: Error, Hashable, Sendable {
    /// The clause that is broken.
    public let clause: Clause
    /// The lowest position at which the fault shows.
    public let position: Position
    /// A description of the fault, without any user's words.
    public let note: String

    package init(_ clause: Clause, at position: Position, _ note: String) {
        self.clause = clause
        self.position = position
        self.note = note
    }
}

extension Finding: Comparable {
    /// The lowest position first, and at one position the clauses in their order.
    public static func < (left: Finding, right: Finding) -> Bool {
        (left.position, left.clause) < (right.position, right.clause)
    }
}

extension Finding: CustomStringConvertible {
    /// One line: position, clause and note.
    public var description: String { "position \(position), \(clause.rawValue): \(note)" }
}

extension Optional<Finding> {
    /// Keeps the first of two findings.
    mutating func note(_ finding: Finding?) {
        guard let finding else { return }
        self = self.map { Swift.min($0, finding) } ?? finding
    }
}
