import EventLog
import LMDB
import LogSupport
import TestSupport
import Testing
import Wire

@Suite struct `A damaged page of the log kills nobody` {
    /// The leaf in which a record lies.
    private func leaf(of position: UInt64, in file: PagedFile) throws -> Int {
        let key = RawLog.recordKey(position)
        let found = file.pages(PagedFile.leaf).first { page in
            file.nodes(of: page).contains { Array(file.bytes[$0 + 8..<$0 + 17]) == key }
        }
        return try #require(found)
    }

    /// Damages a record's node and those beside it so that LMDB would read far behind the page.
    private func harm(_ position: UInt64, in directory: StoreDirectory) throws -> UInt64 {
        var bytes = readFile(directory.logPath)
        let file = PagedFile(bytes)
        let page = try leaf(of: position, in: file)
        let nodes = file.nodes(of: page)
        let key = RawLog.recordKey(position)
        let own = try #require(nodes.firstIndex { Array(bytes[$0 + 8..<$0 + 17]) == key })
        // The high byte of each node's offset.
        for index in max(0, own - 1)...min(nodes.count - 1, own + 1) {
            bytes[page * PagedFile.pageSize + 17 + 2 * index] ^= 0xF0
        }
        writeFile(directory.logPath, bytes)
        return UInt64(page)
    }

    private func damagedPage(_ error: (any Error)?) -> UInt64? {
        guard case .damagedPage(let fault)? = error as? LogError else { return nil }
        return fault.page
    }

    private func error(of body: () throws -> Void) -> (any Error)? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a damaged page is an error of what comes to it`() throws {
        let store = try LogInFolder(events: 3_000)
        let page = try harm(1_500, in: store.directory)
        let log = try store.open()
        defer { log.close() }
        #expect(try event(of: log, at: 1_000).position == 1_000)
        // Twice, for it is not remembered as good.
        for _ in 0..<2 {
            let met = error { _ = try event(of: log, at: 1_500) }
            #expect(damagedPage(met) == page)
            #expect((met as? LogError)?.isDamageOfFile == true)
            #expect(met.map { "\($0)" }?.contains("Run scrollback verify") == true)
            #expect(((met as? LogError)?.position ?? .zero) <= Position(1_500))
        }
        let walked = error { _ = try events(of: log, from: 1_200) }
        #expect(damagedPage(walked) == page)
        // What does not come to it goes on.
        var writer = try LogWriter(log)
        try writer.appendBatch(600)
        #expect(try event(of: log, at: 3_400).position == 3_400)
        #expect(try event(of: log, at: 2_500).position == 2_500)
    }

    @Test(arguments: [EventLog.Access.writing, .reading])
    func `one that opening comes to keeps the log from being opened`(
        access: EventLog.Access
    ) throws {
        for position: UInt64 in [1, 3_001, 2_900] {
            let store = try LogInFolder(events: 3_000)
            let page = try harm(position, in: store.directory)
            let directory = store.directory
            let refusal = error {
                _ = try EventLog(opening: directory, access: access, options: LogInFolder.options)
            }
            #expect(damagedPage(refusal) == page, "position \(position)")
        }
    }

    @Test func `a damaged list of free pages keeps a writer out and no reader`() throws {
        let store = try LogInFolder(events: 3_000)
        var bytes = readFile(store.directory.logPath)
        let file = PagedFile(bytes)
        let list = file.nodes(of: file.freeRoot)[0] + 16
        bytes[list + 2] = 0x7F
        writeFile(store.directory.logPath, bytes)
        let directory = store.directory
        let refusal = error {
            _ = try EventLog(opening: directory, access: .writing, options: LogInFolder.options)
        }
        #expect(damagedPage(refusal) == UInt64(file.freeRoot))
        let log = try store.open(.reading)
        #expect(try event(of: log, at: 77).position == 77)
        log.close()
    }

    @Test func `damaged meta pages keep the log from being opened`() throws {
        let store = try LogInFolder(events: 300)
        let whole = readFile(store.directory.logPath)
        for offset in [10, 16, 20, 41, 42, 4_096 + 10, 4_096 + 16] {
            var bytes = whole
            bytes[offset] ^= 0x20
            writeFile(store.directory.logPath, bytes)
            let directory = store.directory
            let refusal = error {
                _ = try EventLog(opening: directory, access: .reading, options: LogInFolder.options)
            }
            #expect(refusal is LogError, "byte \(offset)")
        }
        writeFile(store.directory.logPath, whole)
        try store.open().close()
    }
}
