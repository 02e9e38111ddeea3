import LMDB
import TestSupport
import Testing

/// Changes, adds or removes rows of a table of a closed store's views, as a fault of a projector
/// would: their checksums are right.
func changeViews(
    in path: String,
    table name: String,
    _ change: (inout [(key: [UInt8], value: [UInt8])]) -> Void
) throws {
    let file = try #require(
        names(in: path).first { $0.hasPrefix("views.") && $0.hasSuffix(".mdb") }
    )
    let environment = try Environment(
        path: "\(path)/\(file)",
        options: Environment.Options(maximumTables: 8)
    )
    defer { environment.close() }
    let table = try environment.openTables([name])[0]
    var rows: [(key: [UInt8], value: [UInt8])] = []
    do {
        let transaction = try environment.beginReading()
        var cursor = try transaction.cursor(in: table)
        var isThere = try cursor.moveToFirst()
        while isThere {
            rows.append(
                (
                    cursor.key.withUnsafeBytes { Array($0) },
                    cursor.value.withUnsafeBytes { Array($0.dropLast(4)) }
                )
            )
            isThere = try cursor.moveToNext()
        }
    }
    let before = rows
    change(&rows)
    var transaction = try environment.beginWriting()
    for row in before where !rows.contains(where: { $0.key == row.key }) {
        try transaction.remove(row.key.span.bytes, in: table)
    }
    for row in rows {
        let value = sealed(row.value, under: row.key, in: name)
        try transaction.put(row.key.span.bytes, value.span.bytes, in: table)
    }
    try transaction.commit()
}
