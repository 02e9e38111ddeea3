internal import EventLog
public import Views

/// Folds events into a view of the embedder's own.
///
/// Such a view lives in the same file as the built-in ones, is updated in the same commit, and is
/// folded anew and compared by the same code. So it follows the same rules:
///
/// - What it knows it reads from its own tables, and it has no effect outside of them: no clock, no
///   chance, no network, no variable that outlives the call.
/// - The same events give the same rows. What a person wrote can be read while folding, but is gone
///   when it was erased before a rebuild; so rows must not depend on it, and hold nobody's words.
/// - It may be folding at two places at once, live and in a rebuild.
///
/// One that throws is faulted at that event: what it wrote for it is undone, it is skipped from
/// there on, and whoever reads its tables is told so, while everything else goes on. It is tried
/// again when its version changes and when the views are rebuilt.
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
    /// What the view is called: up to 64 of `a` to `z`, `0` to `9`, `-` and `_`.
    var name: String { get }

    /// Changed whenever the same events would give other rows; the view is then folded anew before
    /// the store opens, and nothing else is.
    var version: UInt32 { get }

    /// What its tables are called, 1 to 16 of them; written as `name` is.
    var tables: [String] { get }

    /// Folds one event in.
    func fold(_ event: borrowing CustomEvent, into rows: inout CustomRows) throws
}

/// An embedder's projector as the views know it.
struct DecodingProjector: CustomRecordProjector {
    private let projector: any CustomProjector
    let name: String
    let version: UInt32
    let tables: [String]

    init(_ projector: any CustomProjector) {
        self.projector = projector
        // Asked once, so that the answers cannot change while the store is open.
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
