package import Wire

/// What a log is held to; each is checked by itself, and a finding names the one that failed.
///
/// Where one position breaks several, the first of this list is named.
package enum Clause: String, CaseIterable, Sendable {
    /// The file is whole, and LMDB can walk it.
    case file
    /// The file's pages are those of two whole trees, and free pages are free.
    case pages
    /// There are no rows but those that the log writes.
    case rows
    /// Positions are dense.
    case density
    /// A record's bytes are those that its checksum was made of.
    case checksum
    /// A record is one that a writer writes, and an auditor can read what it must understand.
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
    /// Content that is there opens with its slot, under its seal.
    case seal
    /// An erasure names events that were there to be erased.
    case erasure
    /// Content that is missing is named by an erasure.
    case unnamed
    /// Content that an erasure names is gone, from the record and from the slot.
    case unerased
    /// No erasure names what a hold covered at that time.
    case hold
    /// A stored tile holds the hashes of what lies below it.
    case tile
    /// A tile that must exist does.
    case missingTile
    /// A tile that must not exist does not.
    case extraTile
    /// A stored checkpoint says what the log says.
    case checkpoint
    /// A stored checkpoint is of this log, by its name, and signed by a key that was given.
    case signature
    /// The checkpoint that was given from outside says what the log says.
    case pin
}

extension Clause: Comparable {
    package static func < (left: Clause, right: Clause) -> Bool {
        left.place < right.place
    }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// One way in which a log is not what it must be.
package struct Finding: Error, Hashable, Sendable {
    package let clause: Clause
    /// The position at fault: the lowest that the fault shows at.
    package let position: Position
    /// What is wrong there, without a person's words.
    package let note: String

    package init(_ clause: Clause, at position: Position, _ note: String) {
        self.clause = clause
        self.position = position
        self.note = note
    }
}

extension Finding: Comparable {
    /// The lowest position first, and at one position the clauses in their order.
    package static func < (left: Finding, right: Finding) -> Bool {
        (left.position, left.clause) < (right.position, right.clause)
    }
}

extension Finding: CustomStringConvertible {
    package var description: String { "position \(position), \(clause.rawValue): \(note)" }
}

extension Optional<Finding> {
    /// Keeps the first of two findings.
    mutating func note(_ finding: Finding?) {
        guard let finding else { return }
        self = self.map { Swift.min($0, finding) } ?? finding
    }
}
