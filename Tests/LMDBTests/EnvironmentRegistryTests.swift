import Glibc
import LMDB
import TestSupport
import Testing

@Suite struct `A file has one environment in a process` {
    private static let existing = Environment.Options(flushing: .never)

    /// An environment that is open, and another path to its file.
    private struct Opened: ~Copyable {
        let place: EnvironmentInFolder
        let environment: Environment
        var path: String { place.path }

        init() throws {
            let place = EnvironmentInFolder()
            environment = try place.open()
            self.place = place
        }
    }

    private func expectRefusal(_ path: String) {
        #expect(throws: LMDBError.alreadyOpenInThisProcess) {
            try Environment(path: path, options: Self.existing)
        }
    }

    @Test func `a second one is refused`() throws {
        let opened = try Opened()
        expectRefusal(opened.path)
        withExtendedLifetime(opened.environment) {}
    }

    @Test func `a second one for reading is refused`() throws {
        let opened = try Opened()
        #expect(throws: LMDBError.alreadyOpenInThisProcess) {
            try Environment(path: opened.path, options: .init(access: .readOnly))
        }
        withExtendedLifetime(opened.environment) {}
    }

    @Test func `another way of writing the path is refused`() throws {
        let opened = try Opened()
        expectRefusal(opened.place.folder.path("./test.mdb"))
        withExtendedLifetime(opened.environment) {}
    }

    @Test func `a symbolic link is refused`() throws {
        let opened = try Opened()
        let link = opened.place.folder.path("link.mdb")
        try #require(symlink(opened.path, link) == 0)
        expectRefusal(link)
        withExtendedLifetime(opened.environment) {}
    }

    @Test func `a hard link is refused`() throws {
        let opened = try Opened()
        let other = opened.place.folder.path("other.mdb")
        try #require(link(opened.path, other) == 0)
        expectRefusal(other)
        withExtendedLifetime(opened.environment) {}
    }

    @Test func `a refusal leaves the first one's locks alone`() async throws {
        let opened = try Opened()
        let path = opened.path
        let reader = try opened.environment.beginReading()
        expectRefusal(path)
        // Without its lock the reader would look dead to others.
        await #expect(processExitsWith: .success) { [path = path as String] in
            let other = try Environment(path: path, options: .init())
            #expect(try other.reclaimDeadReaders() == 0)
        }
        _ = reader.transactionID
    }

    @Test func `after the first is closed another may be opened`() throws {
        let opened = try Opened()
        opened.environment.close()
        let second = try Environment(path: opened.path, options: Self.existing)
        #expect(try second.status().readersInUse == 0)
    }

    @Test func `after the first is dropped another may be opened`() throws {
        let place = EnvironmentInFolder()
        for _ in 0..<3 { _ = try place.open() }
    }

    @Test func `while a reader of the closed one lives another is refused`() throws {
        let opened = try Opened()
        let reader = HeldReaderBox(try HeldReader(opened.environment))
        opened.environment.close()
        expectRefusal(opened.path)

        reader.end()
        _ = try Environment(path: opened.path, options: Self.existing)
    }

    @Test func `while a writer of the closed one lives another is refused`() throws {
        let opened = try Opened()
        let transaction = try opened.environment.beginWriting()
        opened.environment.close()
        expectRefusal(opened.path)

        transaction.abort()
        _ = try Environment(path: opened.path, options: Self.existing)
    }

    @Test func `a copy of the file is another file`() throws {
        let place = EnvironmentInFolder()
        let first = try place.open()
        let second = try Environment(
            path: place.folder.path("second.mdb"),
            options: .init(flushing: .never, creates: true)
        )
        #expect(first.file != second.file)
    }

    @Test func `a new file with the number of one that was deleted may be opened`() async throws {
        let folder = TemporaryFolder("lmdb")
        let base = folder.path
        let refusals = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var refusals = 0
                    for _ in 0..<300 {
                        do {
                            let environment = try Environment(
                                path: "\(base)/\(task).mdb",
                                options: .init(flushing: .never, creates: true)
                            )
                            unlink("\(base)/\(task).mdb")
                            environment.close()
                        } catch {
                            if refusals == 0 { print("refused: \(error)") }
                            refusals += 1
                        }
                    }
                    return refusals
                }
            }
            return await group.reduce(0, +)
        }
        #expect(refusals == 0)
    }

    @Test func `eight threads that open at once get one environment between them`() async throws {
        let place = EnvironmentInFolder()
        try place.fill()
        let path = place.path
        let opened = await withTaskGroup(of: Environment?.self) { group in
            for _ in 0..<8 {
                group.addTask { try? Environment(path: path, options: Self.existing) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(opened.count { $0 != nil } == 1)
    }
}

/// A reader that is let go when a test says so.
private final class HeldReaderBox {
    private var reader: HeldReader?

    init(_ reader: HeldReader) { self.reader = reader }

    func end() { reader = nil }
}
