import Glibc
import LogSchema
import LogSupport
import Merkle
import TestSupport
import Testing
import Wire

@testable import EventLog

/// The address space that this process has for a file in a folder; 0 without any.
private func mappedBytes(_ file: String, in folder: String) -> Int {
    let text = String(decoding: readFile("/proc/self/maps"), as: UTF8.self)
    let sizes = text.split(separator: "\n").compactMap { line -> Int? in
        let words = line.split(separator: " ")
        guard words.count > 5, words[5].hasPrefix(folder), words[5].hasSuffix(file) else {
            return nil
        }
        let ends = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
        return ends[1] - ends[0]
    }
    return sizes.max() ?? 0
}

@Suite struct `A new log gets address space for what is to be put into it` {
    /// More than a quarter of what every file gets.
    private static let bytes: UInt64 = 20 << 30

    @Test func `made of the records of a backup`() throws {
        let folder = TemporaryFolder("log")
        let directory = StoreDirectory(path: folder.path("restored"))
        mkdir(directory.path, 0o700)
        try KeyFile.create(path: directory.keysPath)
        let assembly = try LogAssembly(
            at: directory,
            of: LogIdentity(of: UniqueID(high: 1, low: 1), epoch: 1, minimumReader: 1),
            expecting: Self.bytes
        )
        #expect(mappedBytes("/log.mdb", in: folder.path("")) == 80 << 30)
        try assembly.finish()
    }

    @Test func `made of the records of a log that is compacted`() throws {
        let store = try LogInFolder(events: 600)
        try #require(truncate(store.directory.logPath, off_t(Self.bytes)) == 0)
        var mapped = 0
        let result = try EventLog.compact(store.directory) { _, _ in
            mapped = mappedBytes("/.compacting/log.mdb", in: store.path)
        }
        #expect(mapped == 80 << 30)
        #expect(result.bytesBefore == Self.bytes && result.bytesAfter < 1 << 20)
    }

    @Test func `made of an export`() throws {
        let folder = TemporaryFolder("log")
        let origin = ImportedLog(
            logID: UniqueID(high: 1, low: 1),
            events: 1,
            root: .zero,
            epoch: 1,
            withoutJournal: false
        )
        var options = LogInFolder.options
        options.expectedBytes = Self.bytes
        var mapped = 0
        try EventLog.create(
            at: StoreDirectory(path: folder.path("chat.scrollback")),
            importing: origin,
            epochs: (1, 1),
            leastReader: 1,
            time: LogInFolder.created,
            logID: UniqueID(high: 2, low: 2),
            options: options
        ) { (_) throws(LogError) in
            mapped = mappedBytes("/log.mdb", in: folder.path(""))
        }
        #expect(mapped == 80 << 30)
    }
}
