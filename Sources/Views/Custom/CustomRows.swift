internal import Wire

/// The tables of an embedder's view while one event is folded into it.
///
/// A written row can be read at once, and becomes visible to readers with the whole batch. If the
/// projector throws, all its writes for this event are undone.
public struct CustomRows: ~Copyable {
    /// Owned while the event is folded, so that nothing can outlive it.
    var writer: ViewsWriter
    private let view: CustomView
    private let trouble: StorageTrouble
    private var rowsWritten = 0
    private var bytesWritten = 0
    /// The rows before they were written, in the order of the writes.
    private(set) var undoSteps: [UndoStep] = []

    init(_ writer: consuming ViewsWriter, of view: CustomView, trouble: StorageTrouble) {
        self.writer = writer
        self.view = view
        self.trouble = trouble
    }

    /// Returns the value of a key; nil if there is no row.
    ///
    /// The bytes are valid until the next change.
    ///
    /// - Throws: `CustomRowError` if the view has no such table or the key is too long or empty.
    @_lifetime(borrow self)
    public borrowing func value(
        of key: RawSpan,
        in table: String
    ) throws(CustomRowError) -> RawSpan? {
        let table = try find(table)
        try check(key)
        do throws(ViewsError) {
            return try writer.value(of: key, in: table)
        } catch {
            throw note(error)
        }
    }

    /// Writes a row.
    ///
    /// - Throws: `CustomRowError` if the view has no such table, or the key, the value or all writes of
    ///   the event are too long. The event is then not folded into the view.
    public mutating func put(
        _ key: RawSpan,
        _ value: RawSpan,
        in table: String
    ) throws(CustomRowError) {
        let table = try find(table)
        try check(key)
        guard value.byteCount <= CustomLimits.valueBytes else {
            throw .valueTooLong(bytes: value.byteCount)
        }
        try countWrite(of: key.byteCount + value.byteCount)
        undoSteps.append(writer.undoStep(for: key, in: table))
        writer.put(key, value, in: table)
    }

    /// Removes a row, if it exists.
    ///
    /// - Throws: `CustomRowError` if the view has no such table, the key is too long or empty, or the
    ///   event writes too much.
    public mutating func remove(
        _ key: RawSpan,
        in table: String
    ) throws(CustomRowError) {
        let table = try find(table)
        try check(key)
        try countWrite(of: key.byteCount)
        undoSteps.append(writer.undoStep(for: key, in: table))
        writer.remove(key, in: table)
    }

    /// Visits rows in the order of their keys, until the closure returns `stop`.
    ///
    /// A key and a value are valid during one call of the closure.
    ///
    /// - Throws: `CustomRowError` if the view has no such table, and what the closure throws.
    public borrowing func forEachRow(
        in table: String,
        _ range: CustomRange = .all,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws -> Visit
    ) throws {
        let table = try find(table)
        var thrown: (any Error)?
        do throws(ViewsError) {
            try writer.visitRows(in: table, range) { key, value in
                do {
                    return try body(key, value)
                } catch {
                    thrown = error
                    return .stop
                }
            }
        } catch {
            throw note(error)
        }
        if let thrown { throw thrown }
    }

    private func find(_ table: String) throws(CustomRowError) -> ViewTable {
        guard let found = view.table(table) else { throw .noSuchTable(table) }
        return found
    }

    private func check(_ key: RawSpan) throws(CustomRowError) {
        guard (1...CustomLimits.keyBytes).contains(key.byteCount) else {
            throw .keyLength(bytes: key.byteCount)
        }
    }

    private mutating func countWrite(of bytes: Int) throws(CustomRowError) {
        rowsWritten += 1
        bytesWritten += bytes
        guard rowsWritten <= CustomLimits.rowsOfOneEvent,
            bytesWritten <= CustomLimits.bytesOfOneEvent
        else { throw .tooMuchWritten }
    }

    /// Keeps an error that the projector did not cause, even if the projector ignores it.
    private func note(_ error: ViewsError) -> CustomRowError {
        trouble.error = error
        return .unavailable
    }
}

/// An error in a projector's use of its rows.
public enum CustomRowError: Error, Equatable, Sendable {
    /// The view declares no such table.
    case noSuchTable(String)
    /// A key has 1 to 511 bytes.
    case keyLength(bytes: Int)
    /// A value has at most 64 KiB.
    case valueTooLong(bytes: Int)
    /// For one event at most 4,096 rows and 4 MiB are written.
    case tooMuchWritten
    /// The views' own storage failed; not a fault of the projector.
    case unavailable
}

/// The error beneath a projector, which the projector may not have rethrown.
final class StorageTrouble {
    var error: ViewsError?
}

/// A row before an event.
struct UndoStep {
    enum Before {
        /// The row is as in the table.
        case untouched
        case removed
        case written([UInt8])
    }

    let table: ViewTable
    let key: [UInt8]
    let before: Before
}
