import EventLog
import Glibc
import Projections
import TestSupport
import Testing
import Views
import Wire

@Suite struct `A reading process follows the writing one` {
    private func expectUnavailable(
        _ opened: Opened<TestProjectors>,
        _ words: String
    ) {
        let error = #expect(throws: ViewsError.self) { _ = try opened.views.snapshot() }
        guard case .unavailable(let reason, _)? = error else {
            Issue.record("It answers something else: \(String(describing: error))")
            return
        }
        #expect(reason.contains(words))
        #expect(error?.description.contains("Open the store for writing once") == true)
    }

    @Test func `it reads what was closed`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let reading = try store.open(.reading)
        #expect(try reading.views.snapshot().position == Position(21))
        #expect(store.state?.condition == .clean)
    }

    @Test func `it reads what a killed process left`() throws {
        let store = try StoreInFolder(events: 20)
        let opened = try store.open()
        _ = try opened.views.openForWriting()
        opened.drop()
        let reading = try store.open(.reading)
        #expect(try reading.views.snapshot().position == Position(21))
    }

    @Test func `it sees commits and turns to another generation`() async throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let path = store.path
        let reading = try store.open(.reading)
        let old = try reading.views.snapshot()
        let first = store.newestGeneration

        await #expect(processExitsWith: .success) { [path = path as String] in
            let opened = try Opened<TestProjectors>(StoreDirectory(path: path))
            var views = try opened.views.openForWriting()
            try opened.appendLive([5], to: &views)
            try opened.views.close(views)
        }
        let second = try reading.views.snapshot()
        let generation = store.generation
        await #expect(processExitsWith: .success) { [path = path as String] in
            let opened = try Opened<TestProjectors>(StoreDirectory(path: path))
            var views = try opened.views.openForWriting()
            views = try opened.views.rebuild()
            try opened.appendLive([5], to: &views, seed: 4)
        }
        let third = try reading.views.snapshot()

        let positions = (old.position, second.position, third.position)
        #expect(positions == (Position(21), Position(26), Position(31)))
        #expect(generation == first)
        #expect(store.generation == first + 1)
        #expect(store.viewsFiles == ["views.\(first + 1).mdb"])
        let streams = reading.views.projectors.streams
        let head = try streams.head(of: .store, in: old)
        #expect(head?.position == Position(1))
    }

    @Test func `before there are views it says so`() throws {
        let store = try StoreInFolder(events: 20)
        let reading = try store.open(.reading)
        expectUnavailable(reading, "nothing says which ones count")
        #expect(store.viewsFiles == [])
    }

    @Test func `after a crash of the machine it does not touch them`() throws {
        let store = try StoreInFolder(events: 20)
        let opened = try store.open()
        _ = try opened.views.openForWriting()
        opened.drop()
        let (generation, before) = (store.generation, readFile(store.viewsPath))
        let reading = try store.open(.reading, boot: .second)
        expectUnavailable(reading, "may be incomplete")
        #expect(store.generation == generation)
        #expect(readFile(store.viewsPath) == before)
    }

    @Test func `without their file it says so`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        unlink(store.viewsPath)
        expectUnavailable(try store.open(.reading), "may be incomplete")
    }

    @Test func `with another log's file it says so`() throws {
        let store = try StoreInFolder(events: 20)
        let other = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        _ = try other.openAndClose()
        writeFile(store.viewsPath, readFile(other.viewsPath))
        expectUnavailable(try store.open(.reading), "cannot be opened")
    }

    @Test func `with other projectors it says so`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let generation = store.newestGeneration
        let reading = try Opened<Projectors<SecondRevision>>(store.directory, .reading)
        #expect(throws: ViewsError.self) { _ = try reading.views.snapshot() }
        #expect(store.newestGeneration == generation)
    }

    @Test func `with tables that it does not know it throws nothing away`() throws {
        let store = try StoreInFolder(events: 20)
        let plain = try Opened<PlainTable>(store.directory)
        try plain.views.close(try plain.views.openForWriting())
        plain.log.close()
        expectUnavailable(try store.open(.reading), "of other projectors")
        // Or the writing process would make its views anew.
        #expect(!names(in: store.path).contains("views.doubt"))
    }

    @Test func `what was unavailable is read once it is mended`() async throws {
        let store = try StoreInFolder(events: 20)
        let path = store.path
        let reading = try store.open(.reading)
        expectUnavailable(reading, "nothing says which ones count")
        await #expect(processExitsWith: .success) { [path = path as String] in
            let opened = try Opened<TestProjectors>(StoreDirectory(path: path))
            try opened.views.close(try opened.views.openForWriting())
        }
        #expect(try reading.views.snapshot().position == Position(21))
    }

    @Test func `a closed store has no views`() throws {
        let store = try StoreInFolder(events: 20)
        let opened = try store.openAndClose()
        #expect(throws: ViewsError.self) { _ = try opened.views.snapshot() }
    }

    @Test func `the views never name more than the log has`() throws {
        let store = try StoreInFolder()
        let opened = try store.open()
        var views = try opened.views.openForWriting()
        for round in 1...20 {
            try opened.appendLive([3], to: &views, seed: UInt64(round))
            let position = try opened.views.snapshot().position
            #expect(try opened.log.snapshot().size == position)
            #expect(position == Position(UInt64(3 * round) + 1))
        }
    }
}
