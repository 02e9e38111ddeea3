import EventLog
import Glibc
import LMDB
import TestSupport

/// A closed store whose views are believed, and the bits of their file.
///
/// Files are written over in place: a copy of the views would be thrown away unopened.
struct FlippedViews {
    let path: String
    /// Every file of the store as it was.
    private let files: [String: [UInt8]]
    private let views: String
    /// Which bytes of the views file are a row's key, value or checksum.
    private let rowBytes: [Range<Int>]

    init(_ path: String) throws {
        self.path = path
        var files: [String: [UInt8]] = [:]
        for name in names(in: path) where !name.hasSuffix("-lock") {
            files[name] = readFile("\(path)/\(name)")
        }
        self.files = files
        views = files.keys.first { $0.hasPrefix("views.") && $0.hasSuffix(".mdb") } ?? ""
        rowBytes = try Self.rows(of: "\(path)/\(views)", bytes: files[views] ?? [])
    }

    /// Where the rows lie that the tables have now.
    private static func rows(of file: String, bytes: [UInt8]) throws -> [Range<Int>] {
        let environment = try Environment(
            path: file,
            options: .init(maximumTables: 64, access: .readOnly, flushing: .never)
        )
        defer { environment.close() }
        let main = try environment.openOnlyTable()
        var tables: [String] = []
        do {
            let reader = try environment.beginReading()
            var cursor = try reader.cursor(in: main)
            while try cursor.moveToNext() {
                tables.append(cursor.key.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
            }
        }
        let opened = try environment.openTables(tables)
        let reader = try environment.beginReading()
        var found: [Range<Int>] = []
        var start: UInt = 0
        for table in opened {
            var cursor = try reader.cursor(in: table)
            while try cursor.moveToNext() {
                let (key, value) = (
                    cursor.key.withUnsafeBytes { $0 }, cursor.value.withUnsafeBytes { $0 }
                )
                // All lie in one map, whose beginning the first row tells.
                if start == 0 {
                    let row = Array(key) + Array(value)
                    guard let offset = bytes.firstRange(of: row)?.lowerBound else { continue }
                    start = UInt(bitPattern: key.baseAddress) - UInt(offset)
                }
                for part in [key, value] where part.count > 0 {
                    let offset = Int(UInt(bitPattern: part.baseAddress) - start)
                    found.append(offset..<offset + part.count)
                }
            }
        }
        return found
    }

    /// A bit of a row.
    func bitInRow(using random: inout SplitMix64) -> Int {
        let row = rowBytes[Int.random(in: 0..<rowBytes.count, using: &random)]
        return Int.random(in: row, using: &random) * 8 + Int.random(in: 0..<8, using: &random)
    }

    /// A bit of the rest: what leads to rows, what says which pages are free, or nothing.
    func bitElsewhere(using random: inout SplitMix64) -> Int {
        let count = files[views]?.count ?? 0
        while true {
            let byte = Int.random(in: 0..<count, using: &random)
            if rowBytes.contains(where: { $0.contains(byte) }) { continue }
            return byte * 8 + Int.random(in: 0..<8, using: &random)
        }
    }

    /// Makes every file what it was, but for one bit of the views.
    func restore(flipping bit: Int?) {
        for name in names(in: path) where files[name] == nil { unlink("\(path)/\(name)") }
        for (name, bytes) in files where name != views || readFile("\(path)/\(name)") != bytes {
            writeFile("\(path)/\(name)", bytes)
        }
        guard let bit, let byte = files[views]?[bit / 8] else { return }
        let descriptor = open("\(path)/\(views)", O_WRONLY | O_CLOEXEC)
        var flipped = byte ^ 1 << (bit % 8)
        precondition(pwrite(descriptor, &flipped, 1, bit / 8) == 1)
        Glibc.close(descriptor)
    }
}
