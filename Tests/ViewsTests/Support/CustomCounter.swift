import EventLog
import LMDB
import Locking
import TestSupport
import Views
import Wire

/// An embedder's view that counts the events of each stream, and keeps the newest ones.
///
///     counts  stream (16)  → count (8)
///     newest  position (8) → stream (16); the one eight events before is removed
struct CustomCounter: CustomRecordProjector {
    struct Broken: Error {}

    var name = "counter"
    var version: UInt32 = 1
    var tables = ["counts", "newest"]
    /// Where it cannot fold, after it has written all that it writes.
    var breaksAt: @Sendable (Position) -> Bool = { _ in false }
    /// Counts the events that it was given.
    var seen = Seen()

    final class Seen: Sendable {
        private let number = Lock(0)
        var count: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    func fold(
        _ record: borrowing StoredRecord,
        of log: EventLog,
        into rows: inout CustomRows
    ) throws {
        seen.add()
        var key = RowBytes()
        key.append(record.stream.id)
        let before = try rows.value(of: key.bytes, in: "counts")?.number(at: 0) ?? 0
        var count = RowBytes()
        count.append(before + 1)
        try rows.put(key.bytes, count.bytes, in: "counts")
        let position = record.position.rawValue
        try rows.put(Self.bytes(position), key.bytes.array, in: "newest")
        if position > 8 { try rows.remove(Self.bytes(position - 8), in: "newest") }
        if breaksAt(record.position) { throw Broken() }
    }

    static func bytes(_ number: UInt64) -> [UInt8] {
        var bytes = RowBytes()
        bytes.append(number)
        return bytes.bytes.array
    }
}

/// An embedder's view of one table whose rows a closure writes.
struct CustomWriting: CustomRecordProjector {
    var name = "writing"
    var version: UInt32 = 1
    var tables = ["rows"]
    let write: @Sendable (_ position: Position, _ rows: inout CustomRows) throws -> Void

    func fold(
        _ record: borrowing StoredRecord,
        of log: EventLog,
        into rows: inout CustomRows
    ) throws {
        try write(record.position, &rows)
    }
}

/// Every row of an embedder's table as the file has it, whether it may be looked at or not.
func customRows(_ table: String, in path: String) throws -> [[UInt8]] {
    let environment = try Environment(
        path: path,
        options: .init(maximumTables: 2, access: .readOnly, flushing: .never)
    )
    defer { environment.close() }
    let opened = try environment.openTables(["custom.\(table)"])[0]
    let reader = try environment.beginReading()
    var cursor = try reader.cursor(in: opened)
    var rows: [[UInt8]] = []
    while try cursor.moveToNext() {
        rows.append(cursor.key.array)
        rows.append(cursor.value.array.dropLast(4))
    }
    return rows
}

extension ViewsSnapshot {
    /// Every row of an embedder's table.
    borrowing func rows(
        _ table: String,
        of view: String,
        _ range: CustomRange = .all
    ) throws -> [[UInt8]] {
        var rows: [[UInt8]] = []
        try forEachRow(in: table, of: view, range) { key, value in
            rows += [key.array, value.array]
            return .goOn
        }
        return rows
    }

    /// Every line of the dump.
    borrowing func lines() throws -> [String] {
        var lines: [String] = []
        try dump { lines.append($0) }
        return lines
    }
}

/// Changes what a closed views file says of an embedder's view.
func overwriteState(of view: String, with text: String, in path: String) throws {
    let environment = try Environment(
        path: path,
        options: .init(maximumTables: 2, flushing: .never)
    )
    defer { environment.close() }
    let table = try environment.openTables(["scrollback"])[0]
    var transaction = try environment.beginWriting()
    let key = Array("custom \(view)".utf8)
    let row = sealed(Array(text.utf8), under: key, in: "scrollback")
    try transaction.put(key.span.bytes, row.span.bytes, in: table)
    try transaction.commit()
}
