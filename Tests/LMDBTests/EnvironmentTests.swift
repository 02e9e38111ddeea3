import Glibc
import LMDB
import TestSupport
import Testing

@Suite struct `A file that cannot be trusted is refused before it is walked` {
    private static let existing = Environment.Options(flushing: .never)

    @Test func `a missing file`() throws {
        let place = EnvironmentInFolder()
        #expect(throws: LMDBError.missing) {
            try Environment(path: place.path, options: Self.existing)
        }
        #expect(names(in: place.folder.path) == [])
    }

    @Test func `a file in a missing folder, even when creating`() throws {
        let place = EnvironmentInFolder()
        let options = Environment.Options(creates: true)
        #expect(throws: LMDBError.missing) {
            try Environment(path: place.folder.path("none/test.mdb"), options: options)
        }
    }

    @Test(arguments: [Environment.Access.readWrite, .readOnly])
    func `an empty file is not taken for a new one`(access: Environment.Access) throws {
        let place = EnvironmentInFolder()
        writeFile(place.path, [])
        #expect(throws: LMDBError.truncated(expectedBytes: 1, actualBytes: 0)) {
            try Environment(path: place.path, options: .init(access: access))
        }
        #expect(readFile(place.path) == [])
    }

    @Test(arguments: [1, 100, 4_096, 20_000])
    func `a file of something else`(count: Int) throws {
        let place = EnvironmentInFolder()
        var random = SplitMix64(seed: 7)
        let garbage = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        writeFile(place.path, garbage)
        #expect(throws: LMDBError.notAnEnvironment) {
            try Environment(path: place.path, options: Self.existing)
        }
        #expect(readFile(place.path) == garbage)
    }

    @Test(arguments: [Environment.Access.readWrite, .readOnly])
    func `a folder`(access: Environment.Access) throws {
        let place = EnvironmentInFolder()
        mkdir(place.path, 0o700)
        #expect(throws: LMDBError.notAnEnvironment) {
            try Environment(path: place.path, options: .init(access: access))
        }
    }

    @Test func `a file of another version of LMDB`() throws {
        let place = EnvironmentInFolder()
        try place.fill()
        var bytes = readFile(place.path)
        // The version follows a page's header of 16 bytes and the magic number.
        for page in [0, 4_096] { bytes[page + 20] = 99 }
        writeFile(place.path, bytes)
        #expect(throws: LMDBError.incompatibleVersion) {
            try Environment(path: place.path, options: Self.existing)
        }
    }

    @Test(arguments: [1, 4_096, 40_000])
    func `a file that ends before its last page`(missing: Int) throws {
        let place = EnvironmentInFolder()
        try place.fill()
        let whole = readFile(place.path).count
        truncate(place.path, whole - missing)
        let expected = LMDBError.truncated(
            expectedBytes: UInt64(whole),
            actualBytes: UInt64(whole - missing)
        )
        #expect(throws: expected) {
            try Environment(path: place.path, options: Self.existing)
        }
    }

    @Test func `a file that ends within its meta pages`() throws {
        let place = EnvironmentInFolder()
        try place.fill()
        truncate(place.path, 5_000)
        #expect(throws: LMDBError.self) {
            try Environment(path: place.path, options: Self.existing)
        }
    }

    @Test func `a file that nobody may read`() async throws {
        let place = EnvironmentInFolder()
        try place.fill()
        chmod(place.folder.path, 0o755)
        chmod(place.path, 0)
        let path = place.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            if geteuid() == 0 { seteuid(65_534) }
            #expect(throws: LMDBError.system(errno: EACCES)) {
                try Environment(path: path, options: .init())
            }
        }
    }

    @Test func `a whole file opens with what was written`() throws {
        let place = EnvironmentInFolder()
        try place.fill()
        let environment = try Environment(path: place.path, options: Self.existing)
        let table = try environment.openOnlyTable()
        #expect(try environment.keys(in: table).count == 100)
    }

    @Test func `a refused file can be opened once it is mended`() throws {
        let place = EnvironmentInFolder()
        try place.fill()
        let bytes = readFile(place.path)
        truncate(place.path, bytes.count - 1)
        _ = try? Environment(path: place.path, options: Self.existing)
        writeFile(place.path, bytes)

        let environment = try Environment(path: place.path, options: Self.existing)
        let table = try environment.openOnlyTable()
        #expect(try environment.keys(in: table).count == 100)
    }
}

@Suite struct `An environment keeps to what it was opened for` {
    private static let existing = Environment.Options(flushing: .never)

    @Test func `one for reading refuses to write`() throws {
        let place = EnvironmentInFolder()
        try place.fill()
        let environment = try Environment(path: place.path, options: .init(access: .readOnly))
        let table = try environment.openOnlyTable()

        #expect(throws: LMDBError.readOnly) { try environment.beginWriting().abort() }
        #expect(try environment.keys(in: table).count == 100)
    }

    @Test func `a new file is the owner's alone`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        var status = stat()
        stat(place.path, &status)
        #expect(status.st_mode & 0o777 == 0o600)
        stat(place.path + "-lock", &status)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try environment.status().lastTransactionID == 0)
    }

    @Test func `after closing nothing begins`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        environment.close()

        #expect(throws: LMDBError.closed) { _ = try environment.beginReading() }
        #expect(throws: LMDBError.closed) { try environment.beginWriting().abort() }
        #expect(throws: LMDBError.closed) { try environment.status() }
        #expect(throws: LMDBError.closed) { try environment.flush() }
        #expect(throws: LMDBError.closed) { try environment.openOnlyTable() }
        #expect(throws: LMDBError.closed) { try environment.reclaimDeadReaders() }
        environment.close()
    }

    @Test func `what is being read when it closes is read to its end`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "1", in: table)
        let reader = try environment.beginReading()
        environment.close()

        let text = try reader.text(of: "a", in: table)
        #expect(text == "1")
    }

    @Test func `what is being written when it closes can be committed`() throws {
        let place = EnvironmentInFolder()
        do {
            let environment = try place.open()
            let table = try environment.openOnlyTable()
            var transaction = try environment.beginWriting()
            environment.close()
            try transaction.put("a", "1", in: table)
            try transaction.commit()
        }
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        #expect(try environment.value(of: "a", in: table) == "1")
    }

    @Test(arguments: [Environment.Flushing.never, .everyCommit])
    func `a flush leaves everything in the file`(flushing: Environment.Flushing) throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.flushing = flushing }
        let table = try environment.openOnlyTable()
        try environment.put("a", "1", in: table)
        try environment.flush()

        let other = EnvironmentInFolder()
        writeFile(other.path, readFile(place.path))
        let copy = try Environment(path: other.path, options: Self.existing)
        #expect(try copy.value(of: "a", in: try copy.openOnlyTable()) == "1")
    }
}
