internal import EventLog
public import Views

/// A projector of a custom view: code of the backend that folds events into tables.
///
/// The tables lie in the same file as the built-in views, are committed with them, and are rebuilt
/// by the same code. So a projector follows the same rules:
///
/// - It reads only the event and its own tables, and writes only its own tables. It uses no clock,
///   no random numbers, no network, and no variable that outlives the call.
/// - The same events give the same rows. Content that users wrote can be read while folding, but is
///   missing in a rebuild after its erasure. So rows must not depend on it or contain it.
/// - Two threads may call it at the same time: the writer, and a rebuild.
///
/// If `fold` throws, the store undoes its writes for that event, skips the projector for all later
/// events, and refuses reads of its tables with `unavailable`. Everything else continues. The
/// projector runs again when its version changes and when the views are rebuilt.
///
/// ```swift
/// struct MessagesByUser: CustomProjector {
///     let name = "messages-by-user"
///     let version: UInt32 = 1
///     let tables = ["counts"]
///
///     func fold(_ event: borrowing CustomEvent, into rows: inout CustomRows) throws {
///         guard case .messageSent = try event.structure(), case .user(let user) = event.actor
///         else { return }
///         var key = RowBytes()
///         key.append(user)
///         let before = try rows.value(of: key.bytes, in: "counts")?.number(at: 0) ?? 0
///         var count = RowBytes()
///         count.append(before + 1)
///         try rows.put(key.bytes, count.bytes, in: "counts")
///     }
/// }
/// ```
public protocol CustomProjector: Sendable {
    /// The name of the view: 1 to 64 of the characters `a` to `z`, `0` to `9`, `-` and `_`.
    var name: String { get }

    /// The version; change it whenever the same events give other rows.
    ///
    /// The next opening then folds this view again from the whole log, and no other view.
    var version: UInt32 { get }

    /// The names of its 1 to 16 tables, with the characters of `name`.
    var tables: [String] { get }

    /// Folds one event into the tables.
    ///
    /// The store calls it for every event, in the order of the log. For one event it may write at
    /// most 4,096 rows and 4 MiB. A key has 1 to 511 bytes, a value at most 64 KiB.
    ///
    /// - Throws: any error; the store then stops folding this view (see above).
    func fold(_ event: borrowing CustomEvent, into rows: inout CustomRows) throws
}

/// A custom projector in the form that the views use.
struct DecodingProjector: CustomRecordProjector {
    private let projector: any CustomProjector
    let name: String
    let version: UInt32
    let tables: [String]

    init(_ projector: any CustomProjector) {
        self.projector = projector
        // Read once, so that the values cannot change while the store is open.
        name = projector.name
        version = projector.version
        tables = projector.tables
    }

    func fold(
        _ record: borrowing StoredRecord,
        of log: EventLog,
        into rows: inout CustomRows
    ) throws {
        try projector.fold(CustomEvent(copy record, of: log), into: &rows)
    }
}
