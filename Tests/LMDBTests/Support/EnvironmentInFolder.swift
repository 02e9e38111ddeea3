import LMDB
import TestSupport

/// A place for one environment.
struct EnvironmentInFolder: ~Copyable {
    let folder = TemporaryFolder("lmdb")

    var path: String { folder.path("test.mdb") }

    /// Opens it, creating it where it is missing.
    func open(_ change: (inout Environment.Options) -> Void = { _ in }) throws -> Environment {
        var options = Environment.Options(flushing: .never, creates: true)
        change(&options)
        return try Environment(path: path, options: options)
    }

    /// Leaves a file behind that is worth opening: a hundred rows of a thousand bytes.
    func fill() throws {
        let environment = try open()
        let table = try environment.openOnlyTable()
        var transaction = try environment.beginWriting()
        for number in 0..<100 {
            let key = Array("key \(number)".utf8)
            let value = [UInt8](repeating: UInt8(number), count: 1_000)
            try transaction.put(key.span.bytes, value.span.bytes, in: table)
        }
        try transaction.commit()
    }
}

/// A transaction that can be kept in an array.
final class HeldReader {
    let transaction: ReadTransaction

    init(_ environment: Environment) throws(LMDBError) {
        transaction = try environment.beginReading()
    }
}

extension Environment {
    /// Writes one row in a transaction of its own.
    func put(
        _ key: String,
        _ value: String,
        in table: Table,
        _ mode: WriteTransaction.Mode = .replace
    ) throws(LMDBError) {
        var transaction = try beginWriting()
        try transaction.put(key, value, in: table, mode)
        try transaction.commit()
    }

    /// Reads one row in a transaction of its own.
    func value(of key: String, in table: Table) throws(LMDBError) -> String? {
        try beginReading().text(of: key, in: table)
    }

    /// Every key of a table, in order.
    func keys(in table: Table) throws(LMDBError) -> [String] {
        let transaction = try beginReading()
        var cursor = try transaction.cursor(in: table)
        var keys: [String] = []
        while try cursor.moveToNext() { keys.append(cursor.key.text) }
        return keys
    }
}

extension ReadTransaction {
    borrowing func text(of key: String, in table: Table) throws(LMDBError) -> String? {
        let key = Array(key.utf8)
        guard let found = try value(of: key.span.bytes, in: table) else { return nil }
        return found.text
    }
}

extension WriteTransaction {
    mutating func put(
        _ key: String,
        _ value: String,
        in table: Table,
        _ mode: Mode = .replace
    ) throws(LMDBError) {
        let key = Array(key.utf8)
        let value = Array(value.utf8)
        try put(key.span.bytes, value.span.bytes, in: table, mode)
    }

    borrowing func text(of key: String, in table: Table) throws(LMDBError) -> String? {
        let key = Array(key.utf8)
        guard let found = try value(of: key.span.bytes, in: table) else { return nil }
        return found.text
    }
}

extension RawSpan {
    var array: [UInt8] { withUnsafeBytes { Array($0) } }
    var text: String { String(decoding: array, as: UTF8.self) }
}
