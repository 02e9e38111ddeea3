import Glibc
import LMDB
import Testing

@Suite struct `Readers are many, and dead ones are cleared away` {
    @Test func `there may be 1,024 readers and no more`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "1", in: table)
        var readers: [HeldReader] = []
        for _ in 0..<1_024 { readers.append(try HeldReader(environment)) }

        #expect(throws: LMDBError.tooManyReaders) { _ = try environment.beginReading() }
        readers.removeLast()
        #expect(try environment.value(of: "a", in: table) == "1")
        for reader in readers { #expect(try reader.transaction.text(of: "a", in: table) == "1") }
    }

    @Test func `readers that ended leave room for others`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        for _ in 0..<3 {
            var readers: [HeldReader] = []
            for _ in 0..<1_000 { readers.append(try HeldReader(environment)) }
            withExtendedLifetime(readers) {}
        }
        #expect(try environment.status().readersInUse <= 1_024)
    }

    @Test func `a limit of readers of one's own holds`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.maximumReaders = 3 }
        let readers = try (0..<3).map { _ in try HeldReader(environment) }
        #expect(throws: LMDBError.tooManyReaders) { _ = try environment.beginReading() }
        withExtendedLifetime(readers) {}
    }

    @Test func `the slot of a reader whose process was killed is freed`() async throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "1", in: table)
        let path = place.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let environment = try Environment(path: path, options: .init(access: .readOnly))
            let reader = try environment.beginReading()
            kill(getpid(), SIGKILL)
            _ = reader.transactionID
        }

        #expect(try environment.reclaimDeadReaders() == 1)
        #expect(try environment.reclaimDeadReaders() == 0)
    }

    @Test func `a dead reader no longer keeps pages once it is cleared away`() async throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        let path = place.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let environment = try Environment(path: path, options: .init(access: .readOnly))
            let reader = try environment.beginReading()
            kill(getpid(), SIGKILL)
            _ = reader.transactionID
        }
        func growth() throws -> UInt64 {
            let before = try environment.status().usedBytes
            for round in 0..<200 {
                try environment.put("a", String(repeating: "x", count: 4_000 + round), in: table)
            }
            return try environment.status().usedBytes - before
        }

        let held = try growth()
        try environment.reclaimDeadReaders()
        let free = try growth()

        #expect(held > 200 * 4_096)
        #expect(free < 50 * 4_096)
    }

    @Test func `a living reader of this process is not cleared away`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "1", in: table)
        let reader = try environment.beginReading()
        #expect(try environment.reclaimDeadReaders() == 0)
        let text = try reader.text(of: "a", in: table)
        #expect(text == "1")
    }

    @Test func `readers on many threads each see a whole commit`() async throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        func write(_ round: Int) throws {
            var transaction = try environment.beginWriting()
            try transaction.put("a", "\(round)", in: table)
            try transaction.put("b", "\(round)", in: table)
            try transaction.commit()
        }
        try write(0)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    var torn = 0
                    for _ in 0..<300 {
                        let reader = try environment.beginReading()
                        let a = try reader.text(of: "a", in: table)
                        let b = try reader.text(of: "b", in: table)
                        if a != b { torn += 1 }
                    }
                    return torn
                }
            }
            for round in 1...300 { try write(round) }
            for try await torn in group { #expect(torn == 0) }
        }
    }
}
