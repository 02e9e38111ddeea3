package import EventLog

/// An embedder's projector as the views use it: they pass records to it and keep its tables.
///
/// It follows the same rules as a built-in one: it reads only its own tables, and has no effect
/// outside of them. It may be folding at two places at once, live and in a rebuild.
package protocol CustomRecordProjector: Sendable {
    /// The name of its view: `a` to `z`, `0` to `9`, `-` and `_`.
    var name: String { get }

    /// The version, changed whenever the same events would give other rows; the view is then folded
    /// anew.
    var version: UInt32 { get }

    /// The names of its tables, each once, in the same characters as `name`.
    var tables: [String] { get }

    /// Folds one event.
    ///
    /// If it throws, its writes for this event are undone, and it is not called again until the
    /// views are rebuilt.
    func fold(
        _ record: borrowing StoredRecord,
        of log: EventLog,
        into rows: inout CustomRows
    ) throws
}

/// The limits of an embedder's view.
package enum CustomLimits {
    /// Views that a store keeps for its embedder.
    package static let views = 32
    /// Tables of one view.
    package static let tables = 16
    /// Characters of a name.
    package static let nameBytes = 64
    /// Bytes of a key; LMDB has no longer ones.
    package static let keyBytes = 511
    /// Bytes of a value.
    package static let valueBytes = 64 << 10
    /// Rows that may be written for one event, each time counted.
    package static let rowsOfOneEvent = 4_096
    /// Bytes of keys and values that may be written for one event.
    package static let bytesOfOneEvent = 4 << 20
}
