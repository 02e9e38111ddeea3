import EventLog
import Glibc
import LMDB
import TestSupport

/// A closed store whose views are believed, and the bits of their file.
///
/// Files are written over in place, and the views are kept under a second name outside the store,
/// since a store that makes others removes them: a copy would be thrown away unopened.
struct FlippedViews {
    let path: String
    /// Every file of the store as it was.
    private let files: [String: [UInt8]]
    private let views: String
    private let kept: String
    /// Which bytes of the views file are a row's key, value or checksum, by table.
    private let rowBytes: [(table: String, rows: [Range<Int>])]
    private let allRowBytes: [Range<Int>]
    /// Which bytes say where rows are: the heads of pages and of rows, and their offsets.
    private let structure: [Int]

    init(_ path: String) throws {
        self.path = path
        var files: [String: [UInt8]] = [:]
        for name in names(in: path) where !name.hasSuffix("-lock") {
            files[name] = readFile("\(path)/\(name)")
        }
        self.files = files
        views = files.keys.first { $0.hasPrefix("views.") && $0.hasSuffix(".mdb") } ?? ""
        kept = "\(path).views"
        guard link("\(path)/\(views)", kept) == 0 else { throw NotKept() }
        rowBytes = try Self.rows(of: "\(path)/\(views)", bytes: files[views] ?? [])
        allRowBytes = rowBytes.flatMap(\.rows).sorted { $0.lowerBound < $1.lowerBound }
        structure = Self.structure(of: PagedFile(files[views] ?? []))
    }

    private static func structure(of file: PagedFile) -> [Int] {
        let size = PagedFile.pageSize
        return (0..<file.bytes.count / size).flatMap { page in
            let start = page * size
            // The two pages that say where the trees begin.
            if page < 2 { return Array(start..<start + 152) }
            let kind = file.number(2, at: start + 10)
            guard file.number(8, at: start) == page, kind > 0, kind <= Int(PagedFile.leaf) else {
                return Array(start..<start + 16)
            }
            return Array(start..<start + file.number(2, at: start + 12))
                + file.nodes(of: page).flatMap { Array($0..<$0 + 8) }
        }
    }

    private struct NotKept: Error {}

    /// Where the rows lie that the tables have now.
    private static func rows(
        of file: String,
        bytes: [UInt8]
    ) throws -> [(table: String, rows: [Range<Int>])] {
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
        var found: [(table: String, rows: [Range<Int>])] = []
        var start: UInt = 0
        for (name, table) in zip(tables, opened) {
            var rows: [Range<Int>] = []
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
                    rows.append(offset..<offset + part.count)
                }
            }
            if !rows.isEmpty { found.append((name, rows)) }
        }
        return found
    }

    /// A bit of a row of a table.
    func bit(inRowOf table: String, using random: inout SplitMix64) -> Int {
        let rows = rowBytes.first { $0.table == table }?.rows ?? allRowBytes
        return Self.bit(in: rows, using: &random)
    }

    /// A bit of a row of any table, large or small.
    func bitInAnyTable(using random: inout SplitMix64) -> Int {
        Self.bit(
            in: rowBytes[Int.random(in: 0..<rowBytes.count, using: &random)].rows,
            using: &random
        )
    }

    /// A bit of any row.
    func bitInAnyRow(using random: inout SplitMix64) -> Int {
        Self.bit(in: allRowBytes, using: &random)
    }

    private static func bit(in rows: [Range<Int>], using random: inout SplitMix64) -> Int {
        let row = rows[Int.random(in: 0..<rows.count, using: &random)]
        return Int.random(in: row, using: &random) * 8 + Int.random(in: 0..<8, using: &random)
    }

    /// A bit of what leads to rows.
    func bitInStructure(using random: inout SplitMix64) -> Int {
        structure[Int.random(in: 0..<structure.count, using: &random)] * 8
            + Int.random(in: 0..<8, using: &random)
    }

    /// A bit of the rest: what leads to rows, what says which pages are free, or nothing.
    func bitElsewhere(using random: inout SplitMix64) -> Int {
        let count = files[views]?.count ?? 0
        while true {
            let byte = Int.random(in: 0..<count, using: &random)
            if isInRow(byte) { continue }
            return byte * 8 + Int.random(in: 0..<8, using: &random)
        }
    }

    private func isInRow(_ byte: Int) -> Bool {
        var (low, high) = (0, allRowBytes.count)
        while low < high {
            let middle = (low + high) / 2
            if allRowBytes[middle].upperBound <= byte { low = middle + 1 } else { high = middle }
        }
        return low < allRowBytes.count && allRowBytes[low].contains(byte)
    }

    /// Where a bit lies, in words.
    func place(of bit: Int) -> String {
        let table = rowBytes.first { $0.rows.contains { $0.contains(bit / 8) } }?.table
        return "bit \(bit), " + (table.map { "a row of \($0)" } ?? "outside of rows")
    }

    /// Makes every file what it was, but for one bit of the views.
    func restore(flipping bit: Int?) {
        for name in names(in: path) where files[name] == nil { unlink("\(path)/\(name)") }
        link(kept, "\(path)/\(views)")
        for (name, bytes) in files where name != views || !isAsItWas(bytes) {
            writeFile("\(path)/\(name)", bytes)
        }
        guard let bit, let byte = files[views]?[bit / 8] else { return }
        let descriptor = open("\(path)/\(views)", O_WRONLY | O_CLOEXEC)
        var flipped = byte ^ 1 << (bit % 8)
        precondition(pwrite(descriptor, &flipped, 1, bit / 8) == 1)
        Glibc.close(descriptor)
    }

    /// Whether the views file has these bytes.
    ///
    /// A changed page number may have led to a page far behind all others: such a file is terabytes
    /// long, most of them holes, and cannot be read whole.
    private func isAsItWas(_ bytes: [UInt8]) -> Bool {
        let file = "\(path)/\(views)"
        var status = stat()
        guard stat(file, &status) == 0, Int(status.st_size) == bytes.count else { return false }
        return readFile(file) == bytes
    }

    /// Whether other views were made since the files were restored.
    var areMadeAnew: Bool {
        !names(in: path).contains(views)
    }
}
