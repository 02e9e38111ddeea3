import Glibc
import LMDB
import TestSupport
import Testing

/// A file's bytes, made once and harmed in copies.
private struct Image: Sendable {
    let bytes: [UInt8]
    static let pageSize = PagedFile.pageSize

    init(_ make: (Environment, Table) throws -> Void) throws {
        let place = EnvironmentInFolder()
        do {
            let environment = try place.open()
            try make(environment, try environment.openOnlyTable())
            environment.close()
        }
        bytes = readFile(place.path)
    }

    var fault: PageFault? { PageCheck.fault(in: bytes.span.bytes) }

    func fault(_ change: (inout [UInt8]) -> Void) -> PageFault? {
        var copy = bytes
        change(&copy)
        return PageCheck.fault(in: copy.span.bytes)
    }

    var file: PagedFile { PagedFile(bytes) }
}

private func key(_ number: Int) -> [UInt8] {
    [0xF0] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}

extension Environment {
    fileprivate func write(
        _ table: Table,
        _ body: (inout WriteTransaction) throws -> Void
    ) throws {
        var transaction = try beginWriting()
        try body(&transaction)
        try transaction.commit()
    }

    /// Appends rows of some bytes, a hundred in a commit.
    fileprivate func append(_ numbers: Range<Int>, bytes: Int, to table: Table) throws {
        for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 100) {
            try write(table) { transaction in
                for number in first..<min(first + 100, numbers.upperBound) {
                    let value = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: bytes)
                    let key = key(number)
                    try transaction.put(key.span.bytes, value.span.bytes, in: table, .append)
                }
            }
        }
    }
}

private func putAnyhow(
    _ count: Int,
    seed: UInt64,
    _ environment: Environment,
    _ table: Table
) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<count / 20 {
        try environment.write(table) { transaction in
            for _ in 0..<20 {
                let name = Int.random(in: 0..<count, using: &generator)
                let key = Array(key(name).prefix(Int.random(in: 6...9, using: &generator)))
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    try transaction.remove(key.span.bytes, in: table)
                } else {
                    let most = [40, 400, 9_000].randomElement(using: &generator) ?? 1
                    let size = Int.random(in: 0...most, using: &generator)
                    let byte = UInt8.random(in: 0...255, using: &generator)
                    let value = [UInt8](repeating: byte, count: size)
                    try transaction.put(key.span.bytes, value.span.bytes, in: table)
                }
            }
        }
    }
}

extension ReadTransaction {
    fileprivate borrowing func plain(_ key: [UInt8]) -> [UInt8]? {
        plainValue(of: key.span.bytes)?.array
    }
}

/// Changes some bits, bytes, sectors or pages.
private func harm(
    _ bytes: inout [UInt8],
    _ pages: [Int],
    _ generator: inout SplitMix64
) {
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let page = pages.randomElement(using: &generator) ?? 0
        let start = page * Image.pageSize
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            let place = start + Int.random(in: 0..<64, using: &generator)
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1:
            let place = start + Int.random(in: 0..<Image.pageSize, using: &generator)
            bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 2:
            let sector = start + 512 * Int.random(in: 0..<8, using: &generator)
            for index in sector..<sector + 512 { bytes[index] = 0 }
        case 3:
            let sector = start + 512 * Int.random(in: 0..<8, using: &generator)
            for index in sector..<sector + 512 {
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
        case 4:
            let other = (pages.randomElement(using: &generator) ?? 0) * Image.pageSize
            for index in 0..<Image.pageSize { bytes[start + index] = bytes[other + index] }
        default:
            let place = start + 8 * Int.random(in: 0..<20, using: &generator)
            let byte: UInt8 = Bool.random(using: &generator) ? 0 : 0xFF
            for index in place..<place + 8 { bytes[index] = byte }
        }
    }
}

/// Three levels, values on pages of their own, and free pages.
private let large = Result {
    try Image { environment, table in
        try environment.append(0..<9_000, bytes: 400, to: table)
        try environment.append(9_000..<9_010, bytes: 9_000, to: table)
        try environment.write(table) { transaction in
            for number in 100..<900 { try transaction.remove(key(number).span.bytes, in: table) }
        }
    }
}

@Suite struct `Pages are looked at without LMDB` {
    @Test func `what LMDB writes is sound`() throws {
        #expect(try Image { _, _ in }.fault == nil)
        #expect(try large.get().fault == nil)
        for rows in [1, 5, 300] {
            let image = try Image { try $0.append(0..<rows, bytes: 100, to: $1) }
            #expect(image.fault == nil)
        }
        var seed = seed(for: "sound pages")
        for count in [20, 200, 2_000, 6_000] {
            seed += 1
            let image = try Image { try putAnyhow(count, seed: seed, $0, $1) }
            #expect(image.fault == nil, "\(count) rows, seed \(seed)")
        }
        let emptied = try Image { environment, table in
            try environment.append(0..<500, bytes: 100, to: table)
            try environment.write(table) { try $0.removeAll(in: table) }
        }
        #expect(emptied.fault == nil)
    }

    @Test func `a key of a branch that leads elsewhere`() throws {
        let image = try large.get()
        var count = 0
        let file = image.file
        for page in file.pages(PagedFile.branch) {
            for node in file.nodes(of: page).dropFirst() {
                // The last byte of a key, so that the order of the page may stay what it was.
                let place = node + 8 + file.number(2, at: node + 6) - 1
                #expect(image.fault { $0[place] ^= 2 } != nil)
                count += 1
            }
        }
        #expect(count > 500)
        let node = file.nodes(of: file.root)[1]
        #expect(image.fault { $0[node + 8 + 8] ^= 2 }?.reason == .separators)
    }

    @Test func `a node of a leaf that is not as it was`() throws {
        let image = try large.get()
        let file = image.file
        var count = 0
        for page in file.pages(PagedFile.leaf).prefix(12) {
            for node in file.nodes(of: page).dropFirst().prefix(2) {
                // The key comes before those around it; size, flags and the key's size.
                #expect(image.fault { $0[node + 8] = 0 }?.reason == .order)
                #expect(image.fault { $0[node] ^= 2 }?.reason == .nodes)
                #expect(image.fault { $0[node + 4] ^= 2 }?.reason == .sizes)
                #expect(image.fault { $0[node + 6] ^= 2 } != nil)
                count += 1
            }
        }
        #expect(count > 10)
    }

    @Test func `a child that is another page`() throws {
        let image = try large.get()
        let nodes = image.file.nodes(of: image.file.root)
        let (first, second) = (nodes[0], nodes[1])
        let twice = image.fault { bytes in
            for index in 0..<4 { bytes[first + index] = bytes[second + index] }
        }
        #expect(twice != nil)
        #expect(image.fault { $0[first + 3] = 0x40 }?.reason == .number)
        #expect(image.fault { $0[first] = 1 } != nil)
    }

    @Test func `a free page that is in use`() throws {
        let image = try large.get()
        let file = image.file
        let node = file.nodes(of: file.freeRoot)[0]
        let list = node + 16
        let count = file.number(8, at: list)
        #expect(count > 0)
        #expect(file.number(2, at: node + 4) == 0)
        // Put in the place of the lowest of a list, so that the order stays what it was.
        let lowest = file.number(8, at: list + 8 * count)
        let page = try #require(file.pages(PagedFile.leaf).first { $0 < lowest })
        let fault = image.fault { bytes in
            for index in 0..<8 {
                bytes[list + 8 * count + index] = UInt8(truncatingIfNeeded: page >> (8 * index))
            }
        }
        #expect(fault == PageFault(UInt64(file.freeRoot), .freePages))
        #expect(image.fault { $0[list + 8 * count] = 1 } != nil)
        #expect(image.fault { $0[list] = 0xFF } != nil)
    }

    @Test func `counts, numbers and kinds`() throws {
        let image = try large.get()
        let meta = image.file.meta
        for offset in stride(from: meta + 88 + 8, through: meta + 88 + 32, by: 8) {
            #expect(image.fault { $0[offset] ^= 1 }?.reason == .counts)
        }
        #expect(image.fault { $0[meta + 88 + 4] ^= 2 }?.reason == .meta)
        #expect(image.fault { $0[meta + 144] ^= 1 } != nil)
        #expect(image.fault { $0[meta + 144] ^= 4 }?.reason == .metaNumbers)
        #expect(image.fault { $0[image.file.root * Image.pageSize + 10] ^= 3 }?.reason == .header)
        let older = Image.pageSize - meta
        #expect(image.fault { $0[older + 16] ^= 1 }?.reason == .meta)
        let half = Array(image.bytes.prefix(image.bytes.count / 2))
        #expect(PageCheck.fault(in: half.span.bytes)?.reason == .missing)
    }

    @Test func `no bytes crash it`() throws {
        var generator = SplitMix64(seed: seed(for: "no bytes crash the page check"))
        let small = try Image { try putAnyhow(400, seed: 3, $0, $1) }
        for image in [small, try large.get()] {
            let file = image.file
            let interesting =
                file.pages(PagedFile.branch) + file.pages(PagedFile.leaf) + [0, 1, file.freeRoot]
            var found = 0
            for _ in 0..<(image.bytes.count < 1 << 20 ? 1_500 : 150) {
                let fault = image.fault { bytes in
                    harm(&bytes, interesting, &generator)
                }
                if fault != nil { found += 1 }
            }
            #expect(found > 40)
        }
        for count in [0, 1, 151, 4_095, 4_247, 4_248, 8_191, 8_192, 9_000] {
            let bytes = Array(small.bytes.prefix(count))
            #expect(PageCheck.fault(in: bytes.span.bytes) != nil)
        }
        for _ in 0..<200 {
            let count = Int.random(in: 0..<20_000, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(PageCheck.fault(in: bytes.span.bytes) != nil)
        }
    }
}

@Suite struct `An environment's pages are looked at where it stands` {
    @Test func `a whole state, though others are committed meanwhile`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.checksMetaPages = true }
        let table = try environment.openOnlyTable()
        #expect(try environment.checkPages())
        try environment.append(0..<9_000, bytes: 400, to: table)
        #expect(try environment.checkPages())
        try environment.checkFreePages()
        try environment.checkWays(from: key(3), through: key(9_000), neighbours: true)
        var next = 9_000
        var told: [Bool] = []
        let isWhole = try environment.checkPages { isOutdated in
            told.append(isOutdated)
            try? environment.append(next..<next + 100, bytes: 400, to: table)
            next += 100
            return true
        }
        #expect(isWhole)
        #expect(told.first == false && told.dropFirst().allSatisfy { $0 } && told.count > 2)
        #expect(try !environment.checkPages { _ in false })
    }

    @Test func `a damaged page is an error on the way to it and nowhere else`() throws {
        let place = EnvironmentInFolder()
        do {
            let environment = try place.open()
            let table = try environment.openOnlyTable()
            try environment.append(0..<9_000, bytes: 400, to: table)
            environment.close()
        }
        // The leaf of one row, found by the row's bytes.
        var bytes = readFile(place.path)
        let wanted = key(4_000)
        let found = stride(from: 8_192, to: bytes.count, by: 4_096).first { start in
            bytes[start + 10] == 2 && bytes[start..<start + 4_096].contains(wanted)
        }
        let leaf = try #require(found)
        bytes[leaf + 17] ^= 0x40
        writeFile(place.path, bytes)
        let environment = try place.open { $0.checksMetaPages = true }
        try environment.checkWays(from: key(10), through: key(3_000), neighbours: true)
        try environment.checkWays(from: key(5_000), through: key(9_000), neighbours: true)
        try environment.checkWays(from: key(10), through: key(3_000), trustsBranches: true)
        for (first, last) in [(4_000, 4_000), (3_500, 4_500), (0, 8_999)] {
            #expect(throws: LMDBError.self) {
                try environment.checkWays(from: key(first), through: key(last))
            }
            // The branches above it were checked before; the leaf was not.
            #expect(throws: LMDBError.self) {
                try environment.checkWays(
                    from: key(first),
                    through: key(last),
                    trustsBranches: true
                )
            }
        }
        #expect(throws: LMDBError.self) { try environment.checkPages() }
        try environment.checkFreePages()
    }

    @Test func `a branch is checked before it is trusted`() throws {
        let place = EnvironmentInFolder()
        do {
            let environment = try place.open()
            let table = try environment.openOnlyTable()
            try environment.append(0..<9_000, bytes: 400, to: table)
            environment.close()
        }
        let whole = readFile(place.path)
        let branches = stride(from: 8_192, to: whole.count, by: 4_096).filter { start in
            whole[start + 10] == 1
        }
        var found = 0
        for branch in branches {
            // A separator beyond the next one, on no way to the first row.
            var bytes = whole
            let node = Int(bytes[branch + 20]) | Int(bytes[branch + 21]) << 8
            bytes[branch + node + 8] = 0xFF
            writeFile(place.path, bytes)
            let environment = try place.open { $0.checksMetaPages = true }
            defer { environment.close() }
            do {
                for _ in 0..<2 {
                    try environment.checkWays(
                        from: key(0),
                        through: key(0),
                        trustsBranches: true
                    )
                }
            } catch {
                found += 1
            }
        }
        #expect(found > 1 && found < branches.count)
    }

    @Test func `a value found without LMDB is the one that LMDB finds`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.checksMetaPages = true }
        let table = try environment.openOnlyTable()
        let seed = seed(for: "values found without LMDB")
        try environment.append(0..<9_000, bytes: 100, to: table)
        try putAnyhow(3_000, seed: seed, environment, table)
        let old = try environment.beginReading()
        #expect(old.plain(key(8_000)) == nil, "no branch was checked")
        let unasked = try environment.beginReading()
        var generator = SplitMix64(seed: seed)
        for round in 0..<3 {
            try environment.checkWays(from: key(0), through: key(.max), trustsBranches: true)
            let reader = try environment.beginReading()
            var found = 0
            for _ in 0..<3_000 {
                let number = Int.random(in: 0..<10_000, using: &generator)
                let size =
                    Bool.random(using: &generator) ? 9 : Int.random(in: 1...9, using: &generator)
                let wanted = Array(key(number).prefix(size))
                guard let plain = reader.plain(wanted) else { continue }
                let value = try reader.value(of: wanted.span.bytes, in: table)?.array
                #expect(value == plain, "\(wanted) in round \(round), seed \(seed)")
                found += 1
            }
            #expect(found > 500, "seed \(seed)")
            try putAnyhow(3_000, seed: seed + UInt64(round) + 1, environment, table)
        }
        // Both meta pages are of later states than this reader's.
        #expect(unasked.plain(key(8_000)) == nil)
        let text = try old.value(of: key(8_000).span.bytes, in: table)?.array
        #expect(text != nil && old.plain(key(8_000)) == text, "it has the pages of its state")
    }

    @Test func `a page that is used again is found as it is now`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.checksMetaPages = true }
        let table = try environment.openOnlyTable()
        let seed = seed(for: "pages used again")
        var generator = SplitMix64(seed: seed)
        try environment.append(0..<600, bytes: 100, to: table)
        var found = 0
        var lengths: [Int] = []
        /// Its reader ends with it, so that the pages of its state are used again.
        func compare() throws {
            let reader = try environment.beginReading()
            for _ in 0..<300 {
                let wanted = key(Int.random(in: 0..<700, using: &generator))
                guard let plain = reader.plain(wanted) else { continue }
                let value = try reader.value(of: wanted.span.bytes, in: table)?.array
                #expect(value == plain, "\(wanted), seed \(seed)")
                found += 1
            }
        }
        for round in 0..<40 {
            try environment.checkWays(from: key(0), through: key(.max), trustsBranches: true)
            try compare()
            try putAnyhow(600, seed: seed + UInt64(round), environment, table)
            lengths.append(readFile(place.path).count)
        }
        #expect(found > 500, "seed \(seed)")
        // 900 commits of four new pages each would be 14 MiB.
        #expect(lengths[39] < lengths[9] + 4 << 20, "\(lengths)")
    }

    @Test func `keys of any size are found without LMDB`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.checksMetaPages = true }
        let table = try environment.openOnlyTable()
        let seed = seed(for: "keys of any size")
        var generator = SplitMix64(seed: seed)
        func random() -> [UInt8] {
            (0..<Int.random(in: 1...20, using: &generator)).map { _ in
                [0, 1, 0xFF].randomElement(using: &generator) ?? 0
            }
        }
        let keys = Set((0..<4_000).map { _ in random() })
        try environment.write(table) { transaction in
            for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                try transaction.put(key.span.bytes, key.span.bytes, in: table, .append)
            }
        }
        let last = [UInt8](repeating: 0xFF, count: 30)
        try environment.checkWays(from: [0], through: last, trustsBranches: true)
        let reader = try environment.beginReading()
        for key in keys { #expect(reader.plain(key) == key, "seed \(seed)") }
        for _ in 0..<4_000 {
            let other = random()
            if !keys.contains(other) { #expect(reader.plain(other) == nil, "seed \(seed)") }
        }
    }

    /// Where the values of rows lie that have no page of their own.
    private func places(of image: Image) -> [[UInt8]: Range<Int>] {
        var places: [[UInt8]: Range<Int>] = [:]
        for page in image.file.pages(PagedFile.leaf) {
            for node in image.file.nodes(of: page) where image.file.number(2, at: node + 4) == 0 {
                let value = node + 8 + image.file.number(2, at: node + 6)
                let size = image.file.number(4, at: node)
                places[Array(image.bytes[node + 8..<value])] = value..<value + size
            }
        }
        return places
    }

    @Test func `a row is found without LMDB in its own place alone`() throws {
        let place = EnvironmentInFolder()
        let image = try large.get()
        let places = places(of: image)
        let file = image.file
        var asked = 0
        for page in file.pages(PagedFile.leaf).prefix(16) {
            let nodes = file.nodes(of: page)
            guard nodes.count > 3 else { continue }
            for (index, other) in [(1, 0), (1, 2), (0, 1), (nodes.count - 1, nodes.count - 2)] {
                // One row's key in the place of another's.
                var bytes = image.bytes
                let wanted = Array(bytes[nodes[other] + 8..<nodes[other] + 17])
                guard let own = places[wanted], wanted.count == 9 else { continue }
                for byte in 0..<9 { bytes[nodes[index] + 8 + byte] = wanted[byte] }
                writeFile(place.path, bytes)
                let environment = try place.open { $0.checksMetaPages = true }
                defer { environment.close() }
                try? environment.checkWays(from: wanted, through: wanted, trustsBranches: true)
                let reader = try environment.beginReading()
                let found = reader.plain(wanted)
                #expect(found == nil || found == Array(bytes[own]), "page \(page), node \(index)")
                asked += 1
            }
        }
        #expect(asked > 40)
    }

    @Test func `harm leads no search without LMDB elsewhere`() throws {
        let place = EnvironmentInFolder()
        let image = try large.get()
        let places = places(of: image)
        let pages = image.file.pages(PagedFile.branch) + image.file.pages(PagedFile.leaf)
        let seed = seed(for: "damaged pages without LMDB")
        var generator = SplitMix64(seed: seed)
        var (found, refused) = (0, 0)
        for _ in 0..<60 {
            var bytes = image.bytes
            for _ in 0..<8 { harm(&bytes, pages, &generator) }
            writeFile(place.path, bytes)
            let environment = try place.open { $0.checksMetaPages = true }
            defer { environment.close() }
            let table = try environment.openOnlyTable()
            for _ in 0..<200 {
                let wanted = key(Int.random(in: 900..<9_000, using: &generator))
                let isSound = (try? environment.checkWays(from: wanted, through: wanted)) != nil
                try? environment.checkWays(from: wanted, through: wanted, trustsBranches: true)
                let reader = try environment.beginReading()
                guard let plain = reader.plain(wanted) else {
                    if !isSound { refused += 1 }
                    continue
                }
                found += 1
                // Its own bytes may be harmed, which their checksum tells.
                let own = try #require(places[wanted])
                #expect(plain == Array(bytes[own]), "seed \(seed)")
                guard isSound else { continue }
                let value = try reader.value(of: wanted.span.bytes, in: table)?.array
                #expect(value == plain, "seed \(seed)")
            }
        }
        #expect(found > 5_000 && refused > 20, "\(found) and \(refused), seed \(seed)")
    }

    @Test func `fetching ahead takes any keys and any bytes`() throws {
        let place = EnvironmentInFolder()
        let image = try large.get()
        let pages = image.file.pages(PagedFile.branch) + image.file.pages(PagedFile.leaf)
        var generator = SplitMix64(seed: seed(for: "fetching ahead"))
        for round in 0..<20 {
            var bytes = image.bytes
            for _ in 0..<round { harm(&bytes, pages, &generator) }
            writeFile(place.path, bytes)
            let environment = try place.open { $0.checksMetaPages = true }
            defer { environment.close() }
            try? environment.checkWays(from: key(0), through: key(.max), trustsBranches: true)
            let reader = try environment.beginReading()
            let keys = (0..<300).flatMap { _ in key(Int.random(in: 0..<12_000, using: &generator)) }
            reader.fetchPlainValues(of: keys.span.bytes, each: 9)
            reader.fetchPlainValues(of: RawSpan(), each: 9)
            reader.fetchPlainValues(of: keys.span.bytes, each: 7)
        }
    }

    @Test func `damaged meta pages are refused before LMDB sees them`() throws {
        let place = EnvironmentInFolder()
        try place.fill()
        let whole = readFile(place.path)
        for offset in [0, 10, 16, 20, 41, 42, 4_096 + 10, 4_096 + 42, 4_096 + 43] {
            var bytes = whole
            bytes[offset] ^= 0x10
            writeFile(place.path, bytes)
            #expect(throws: LMDBError.self, "byte \(offset)") {
                _ = try place.open { $0.checksMetaPages = true }
            }
        }
        writeFile(place.path, whole)
        let environment = try place.open { $0.checksMetaPages = true }
        #expect(try environment.checkPages())
    }
}
