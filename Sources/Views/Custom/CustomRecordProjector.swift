package import EventLog

/// A projector of an embedder, as the views know it: they hand it records and keep its tables.
///
/// It follows the same rules as a built-in one: what it knows it reads from its own tables, and it
/// has no effect outside of them. It may be folding at two places at once, live and in a rebuild.
package protocol CustomRecordProjector: Sendable {
    /// What its view is called: `a` to `z`, `0` to `9`, `-` and `_`.
    var name: String { get }

    /// Changed whenever the same events would give other rows; the view is then folded anew.
    var version: UInt32 { get }

    /// What its tables are called, each once; written as `name` is.
    var tables: [String] { get }

    /// Folds one event in.
    ///
    /// Whatever it throws, what it wrote for this event is undone, and it is called no more until
    /// the views are rebuilt.
    func fold(
        _ record: borrowing StoredRecord,
        of log: EventLog,
        into rows: inout CustomRows
    ) throws
}

/// What an embedder's view may not exceed.
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
