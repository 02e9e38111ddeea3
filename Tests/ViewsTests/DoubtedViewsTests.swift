import EventLog
import Glibc
import LMDB
import TestSupport
import Testing
import Views
import Wire

@Suite struct `Views in doubt are thrown away unopened` {
    /// Overwrites a file in place, so that it stays the very same file.
    private func overwrite(_ path: String, _ bytes: [UInt8]) {
        let birth = FileBirth(path: path)
        writeFile(path, bytes)
        #expect(birth != nil && FileBirth(path: path) == birth)
    }

    /// Opens the store and expects other views than before, with all that the log has.
    private func expectRebuild(
        _ store: borrowing StoreInFolder,
        boot: BootIdentity? = .first,
        saying words: String?
    ) throws {
        let before = store.newestGeneration
        let opened = try store.openAndClose(boot: boot)
        let found = store.generation
        let now = try #require(found)
        #expect(now > before)
        #expect(store.viewsFiles == ["views.\(now).mdb"])
        if let words {
            let isSaid = opened.notices.contains { $0.contains(words) }
            #expect(opened.notices.count == 1 && isSaid, "\(opened.notices)")
        } else {
            #expect(opened.notices == [])
        }
        let tables = try rows(of: store.viewsPath)
        let size = try store.open(.reading).log.snapshot().size
        #expect(recordedPositions(in: tables) == Int(size.rawValue))
    }

    private func closed(events: Int = 20) throws -> StoreInFolder {
        let store = try StoreInFolder(events: events)
        _ = try store.openAndClose()
        return store
    }

    /// What LMDB would not survive: right meta pages, and garbage where they point to.
    private func makeDeadly(_ path: String) {
        let whole = readFile(path)
        let garbage = [UInt8](repeating: 0xA5, count: whole.count - 8_192)
        overwrite(path, Array(whole[..<8_192]) + garbage)
    }

    @Test func `after a crash of the machine`() throws {
        let store = try StoreInFolder.killed()
        makeDeadly(store.viewsPath)
        try expectRebuild(store, boot: .second, saying: "may be incomplete")
    }

    @Test func `after a kill where the start of the system cannot be told`() throws {
        let store = try StoreInFolder.killed()
        makeDeadly(store.viewsPath)
        try expectRebuild(store, boot: nil, saying: "may be incomplete")
    }

    @Test func `that were copied with their store`() throws {
        let store = try closed()
        makeDeadly(store.viewsPath)
        let before = store.newestGeneration
        let copy = StoreDirectory(path: store.folder.path("copy"))
        copyTree(store.path, to: copy.path)
        let opened = try Opened<TestProjectors>(copy)
        let views = try opened.views.openForWriting()
        let position = views.position

        #expect(position == Position(21))
        #expect(try ViewsState.read(in: copy)?.generation == before + 1)
        #expect(opened.notices.count == 1 && opened.notices[0].contains("are a copy"))
    }

    @Test func `whose file was replaced by a copy of itself`() throws {
        let store = try closed()
        let bytes = readFile(store.viewsPath)
        // Both exist at once, so that the copy cannot get the same number.
        writeFile(store.viewsPath + ".copy", bytes)
        rename(store.viewsPath + ".copy", store.viewsPath)
        try expectRebuild(store, saying: "are a copy")
    }

    @Test func `without a state`() throws {
        let store = try closed()
        makeDeadly(store.viewsPath)
        unlink(store.directory.viewsStatePath)
        try expectRebuild(store, saying: nil)
    }

    @Test(arguments: ["", "scrollback views 1\n", "\u{0}"])
    func `with a garbled state`(text: String) throws {
        let store = try closed()
        makeDeadly(store.viewsPath)
        writeFile(store.directory.viewsStatePath, Array(text.utf8))
        try expectRebuild(store, saying: nil)
    }

    @Test func `whose file is missing`() throws {
        let store = try closed()
        unlink(store.viewsPath)
        try expectRebuild(store, saying: "missing")
    }

    @Test func `whose file was cut short`() throws {
        let store = try closed()
        truncate(store.viewsPath, readFile(store.viewsPath).count - 4_096)
        try expectRebuild(store, saying: "cannot be opened")
    }

    @Test(arguments: [0, 100, 20_000])
    func `whose file is something else`(count: Int) throws {
        let store = try closed()
        overwrite(store.viewsPath, [UInt8](repeating: 0xA5, count: count))
        try expectRebuild(store, saying: "cannot be opened")
    }

    @Test func `of another log`() throws {
        let store = try closed()
        let other = try closed()
        overwrite(store.viewsPath, readFile(other.viewsPath))
        try expectRebuild(store, saying: "another log")
    }

    /// Puts a log back to what it was, with the mark that tells an older log by itself.
    private func putBack(_ log: [UInt8], as store: borrowing StoreInFolder) {
        writeFile(store.directory.logPath, log)
        unlink(store.directory.markPath)
    }

    @Test func `that are ahead of a log that was put back`() throws {
        let store = try closed()
        let older = readFile(store.directory.logPath)
        var opened = try store.open()
        do {
            var views = try opened.views.openForWriting()
            try opened.appendLive([10], to: &views)
            try opened.views.close(views)
        }
        opened.log.close()
        putBack(older, as: store)
        opened = try store.open(.reading)
        #expect(try opened.log.snapshot().size == Position(21))
        opened.log.close()
        try expectRebuild(store, saying: "another past")
    }

    @Test(arguments: [10, 11, 400])
    func `of another past of the same log`(count: Int) throws {
        let store = try closed()
        let older = readFile(store.directory.logPath)
        let opened = try store.open()
        do {
            var views = try opened.views.openForWriting()
            try opened.appendLive([10], to: &views, seed: 1)
            try opened.views.close(views)
        }
        opened.log.close()
        putBack(older, as: store)
        let log = try EventLog(opening: store.directory, access: .writing)
        try log.append(count, seed: 2)
        log.close()
        try expectRebuild(store, saying: "another past")
    }

    @Test func `whose binding is none`() throws {
        let store = try closed()
        let environment = try Environment(
            path: store.viewsPath,
            options: .init(maximumTables: 8, flushing: .never)
        )
        let table = try environment.openTables(["scrollback"])[0]
        var transaction = try environment.beginWriting()
        let key = Array("binding".utf8)
        let value = sealed([UInt8](repeating: 1, count: 63), under: key, in: "scrollback")
        try transaction.put(key.span.bytes, value.span.bytes, in: table)
        try transaction.commit()
        environment.close()
        try expectRebuild(store, saying: "A row of scrollback is damaged")
    }

    /// Changes what a closed file says of the projectors that made it.
    private func changeMakers(
        _ store: borrowing StoreInFolder,
        _ body: ([UInt8]) -> [UInt8]
    ) throws {
        let environment = try Environment(
            path: store.viewsPath,
            options: .init(maximumTables: 8, flushing: .never)
        )
        defer { environment.close() }
        let table = try environment.openTables(["scrollback"])[0]
        let key = Array("projectors".utf8)
        var transaction = try environment.beginWriting()
        let row = body(try transaction.value(of: key.span.bytes, in: table)?.array ?? [])
        try transaction.put(key.span.bytes, row.span.bytes, in: table)
        try transaction.commit()
    }

    @Test func `of the first format, whose rows have no checksum`() throws {
        let store = try closed()
        try changeMakers(store) { row in
            Array(row.dropLast(4).drop { $0 != UInt8(ascii: "\n") }.dropFirst())
        }
        try expectRebuild(store, saying: "other projectors")
    }

    @Test func `of a format to come`() throws {
        let store = try closed()
        try changeMakers(store) { row in
            let text = String(decoding: row.dropLast(4), as: UTF8.self)
            let other = text.replacing("format 2\n", with: "format 3\n")
            #expect(other != text)
            return sealed(Array(other.utf8), under: Array("projectors".utf8), in: "scrollback")
        }
        try expectRebuild(store, saying: "other projectors")
    }

    @Test func `made by other projectors`() throws {
        let store = try closed()
        let before = store.newestGeneration
        let opened = try Opened<Projectors<SecondRevision>>(store.directory)
        let views = try opened.views.openForWriting()
        let position = views.position

        #expect(position == Position(21))
        #expect(store.generation == before + 1)
        #expect(opened.notices == ["The views were made by other projectors; rebuilding."])
    }

    @Test func `made with fewer projectors`() throws {
        let store = try StoreInFolder(events: 20)
        let plain = try Opened<PlainTable>(store.directory)
        try plain.views.close(try plain.views.openForWriting())
        plain.log.close()
        try expectRebuild(store, saying: "rebuilding")
    }

    @Test func `get a number that was never used`() throws {
        let store = try closed()
        var seen = [store.newestGeneration]
        for round in 0..<12 {
            switch round % 4 {
            case 0: unlink(store.viewsPath)
            case 1: unlink(store.directory.viewsStatePath)
            case 2:
                let opened = try store.open()
                var views = try opened.views.openForWriting()
                views = try opened.views.rebuild()
                _ = consume views
                opened.drop()
            default: writeFile(store.path + "/views.\((seen.last ?? 0) + 5).mdb", [1])
            }
            _ = try store.openAndClose(boot: BootIdentity("round-\(round)"))
            let found = store.generation
            let now = try #require(found)
            if round % 4 == 3 && now == seen.last { continue }
            #expect(now > (seen.last ?? 0), "round \(round)")
            seen.append(now)
        }
        #expect(seen.count > 6)
    }
}
