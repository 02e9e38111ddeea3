import Glibc
import LMDB
import Testing

@Suite struct `The map is fixed, and running out of it is told` {
    private static let rule: [(fileBytes: UInt64, mapSize: Int)] = [
        (0, 64 << 30),
        (1 << 30, 64 << 30),
        (16 << 30, 64 << 30),
        ((16 << 30) + 1, (64 << 30) + 4),
        (100 << 30, 400 << 30),
        (UInt64(Int64.max) / 4 + 1, Int.max),
        (UInt64.max, Int.max),
    ]

    @Test(arguments: rule)
    func `it is 64 GiB, or four times the file`(fileBytes: UInt64, mapSize: Int) {
        #expect(Environment.defaultMapSize(fileBytes: fileBytes) == mapSize)
    }

    @Test func `it follows the rule unless told otherwise`() throws {
        let place = EnvironmentInFolder()
        #expect(try place.open().status().mapSize == 64 << 30)
        #expect(try place.open { $0.mapSize = 8 << 20 }.status().mapSize == 8 << 20)
    }

    @Test func `a full map undoes one transaction and leaves the environment usable`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.mapSize = 1 << 20 }
        let table = try environment.openOnlyTable()
        try environment.put("a", "1", in: table)
        #expect(throws: LMDBError.mapFull) {
            var transaction = try environment.beginWriting()
            for number in 0..<1_000 {
                try transaction.put("\(number)", String(repeating: "x", count: 3_000), in: table)
            }
        }

        #expect(try environment.keys(in: table) == ["a"])
        try environment.put("b", "2", in: table)
        #expect(try environment.keys(in: table) == ["a", "b"])
    }

    @Test func `a map that another process outgrew is named and cured by opening again`()
        async throws
    {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.mapSize = 1 << 20 }
        let table = try environment.openOnlyTable()
        try environment.put("a", "1", in: table)
        _ = try environment.value(of: "a", in: table)
        let path = place.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let larger = try Environment(path: path, options: .init(mapSize: 64 << 20))
            let table = try larger.openOnlyTable()
            var transaction = try larger.beginWriting()
            for number in 0..<1_000 {
                try transaction.put("\(number)", String(repeating: "x", count: 5_000), in: table)
            }
            try transaction.commit()
        }

        #expect(throws: LMDBError.mapOutgrown) { _ = try environment.beginReading() }
        #expect(throws: LMDBError.mapOutgrown) { try environment.beginWriting().abort() }
        environment.close()
        let again = try place.open()
        #expect(try again.keys(in: try again.openOnlyTable()).count == 1_001)
    }

    @Test func `what is in use is never more than the file has`() throws {
        let place = EnvironmentInFolder()
        try place.fill()
        let environment = try place.open()
        var status = stat()
        stat(place.path, &status)
        #expect(try environment.status().usedBytes == UInt64(status.st_size))
    }
}
