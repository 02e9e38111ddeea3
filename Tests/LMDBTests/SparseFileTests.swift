import Glibc
import LMDB
import TestSupport
import Testing

private func key(_ number: Int) -> String { "key \(10_000 + number)" }

extension Environment {
    /// Puts rows and takes them away again within one transaction, so that pages are counted which
    /// LMDB never writes.
    fileprivate func putAndRemove(_ count: Int, in table: Table) throws {
        var transaction = try beginWriting()
        for number in 1...count {
            try transaction.put(key(number), String(repeating: "x", count: 1_000), in: table)
        }
        for number in (1...count).reversed() {
            try transaction.remove(Array(key(number).utf8).span.bytes, in: table)
        }
        try transaction.commit()
    }
}

/// LMDB counts pages that it took and gave back within a transaction, and writes none of them: a
/// sound file may end before its last page.
@Suite struct `A file that ends before its last page` {
    private func make(_ place: borrowing EnvironmentInFolder) throws {
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put(key(0), "kept", in: table)
        var isShort = false
        for count in 1...200 where !isShort {
            try environment.put(key(count % 7), String(repeating: "y", count: 700), in: table)
            try environment.putAndRemove(count, in: table)
            try environment.put(key(0), "kept", in: table)
            isShort = try readFile(place.path).count < environment.status().usedBytes
        }
        try #require(isShort)
        environment.close()
    }

    @Test func `is sound where the pages behind its end are free`() throws {
        let place = EnvironmentInFolder()
        try make(place)
        #expect(PageCheck.fault(in: readFile(place.path).span.bytes) == nil)
        let environment = try place.open { $0.checksMetaPages = true }
        #expect(try environment.checkPages())
        try environment.checkFreePages()
        let table = try environment.openOnlyTable()
        #expect(try environment.value(of: key(0), in: table) == "kept")
        for number in 1...300 {
            try environment.put(key(number), String(repeating: "y", count: 1_000), in: table)
        }
        #expect(try environment.checkPages())
    }

    @Test func `is not where one of them is in use`() throws {
        let place = EnvironmentInFolder()
        try make(place)
        let bytes = readFile(place.path)
        let file = PagedFile(bytes)
        let short = Array(bytes.prefix(file.root * PagedFile.pageSize))
        #expect(PageCheck.fault(in: short.span.bytes)?.reason == .missing)
        writeFile(place.path, short)
        #expect(throws: LMDBError.self) { _ = try place.open() }
        // Nor where it counts a page that is neither in it nor free.
        var long = bytes
        long[file.meta + 137] ^= 0x40
        #expect(PageCheck.fault(in: long.span.bytes)?.reason == .missing)
        long[file.meta + 136 + 5] = 1
        #expect(PageCheck.fault(in: long.span.bytes)?.reason == .missing)
    }

    @Test func `holds whatever is written`() throws {
        var generator = SplitMix64(seed: seed(for: "files that end early"))
        var short = 0
        for _ in 0..<40 {
            let place = EnvironmentInFolder()
            let environment = try place.open()
            let table = try environment.openOnlyTable()
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let first = Int.random(in: 1...200, using: &generator)
                for number in first..<first + 20 {
                    let size = Int.random(in: 0...9_000, using: &generator)
                    try environment.put(key(number), String(repeating: "z", count: size), in: table)
                }
                try environment.putAndRemove(
                    Int.random(in: 1...200, using: &generator),
                    in: table
                )
            }
            let needed = try environment.status().usedBytes
            #expect(try environment.checkPages())
            environment.close()
            let bytes = readFile(place.path)
            if bytes.count < needed { short += 1 }
            #expect(PageCheck.fault(in: bytes.span.bytes) == nil)
            let again = try place.open()
            again.close()
        }
        #expect(short > 0)
    }
}

/// LMDB writes the meta page before it tells readers of it.
@Suite struct `A commit whose meta page is written and that readers are not told of` {
    /// Sets the number at which readers begin in the table beside the file.
    private func tellReaders(_ number: UInt64, insteadOf told: UInt64, _ path: String) throws {
        let descriptor = open("\(path)-lock", O_RDWR)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var header = [UInt64](repeating: 0, count: 16)
        try #require(pread(descriptor, &header, 128, 0) == 128)
        let places = header.indices.filter { header[$0] == told }
        try #require(places.count == 1)
        var wanted = number
        try #require(pwrite(descriptor, &wanted, 8, off_t(places[0] * 8)) == 8)
    }

    @Test func `is no damage`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.checksMetaPages = true }
        let table = try environment.openOnlyTable()
        for number in 0..<1_000 { try environment.put(key(number), "value", in: table) }
        let last = try environment.status().lastTransactionID
        try tellReaders(last - 1, insteadOf: last, place.path)
        #expect(try environment.value(of: key(999), in: table) == nil)
        var outdated = false
        #expect(
            try environment.checkPages {
                outdated = $0
                return true
            }
        )
        #expect(!outdated)
        try environment.checkFreePages()
        let all = (Array(key(0).utf8), Array(key(999).utf8))
        try environment.checkWays(from: all.0, through: all.1)
        // Neither meta page has the number of the readers: that is no damage either.
        try tellReaders(last - 2, insteadOf: last - 1, place.path)
        #expect(throws: LMDBError.system(errno: EAGAIN)) { try environment.checkFreePages() }
        #expect(try !environment.checkPages())
    }
}
