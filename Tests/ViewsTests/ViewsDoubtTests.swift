import EventLog
import Glibc
import LMDB
import TestSupport
import Testing
import Views
import Wire

@Suite struct `views.doubt asks the writing process for other views` {
    private static let causes: [ViewsDoubt.Cause] = [
        .row(table: "timeline.heads"), .page, .contradiction, .deaths, .asked,
    ]

    @Test(arguments: causes)
    func `what is left is read`(cause: ViewsDoubt.Cause) {
        let folder = TemporaryFolder("views")
        let directory = StoreDirectory(path: folder.path)
        let doubt = ViewsDoubt(generation: 7, cause: cause)
        #expect(ViewsDoubt.read(in: directory) == nil)
        #expect(doubt.leave(in: directory))
        #expect(doubt.leave(in: directory))
        #expect(ViewsDoubt.read(in: directory) == doubt)
        ViewsDoubt.remove(in: directory)
        #expect(names(in: folder.path) == [])
    }

    @Test(arguments: ["", "scrollback doubt 1\n", "\u{0}", String(repeating: "x", count: 9_000)])
    func `what cannot be understood is removed like one of an older generation`(
        text: String
    ) throws {
        let store = try StoreInFolder(events: 3)
        let opened = try store.open()
        let writer = try opened.views.openForWriting()
        writeFile("\(store.path)/views.doubt", Array(text.utf8))
        #expect(opened.views.requested() == nil)
        #expect(!names(in: store.path).contains("views.doubt"))
        #expect(writer.position == Position(4))
    }

    @Test func `one of an older generation is ignored and removed`() throws {
        let store = try StoreInFolder(events: 3)
        let opened = try store.open()
        var writer = try opened.views.openForWriting()
        let found = store.generation
        let old = try #require(found)
        writer = try opened.views.rebuild()
        #expect(ViewsDoubt(generation: old, cause: .page).leave(in: store.directory))
        #expect(opened.views.requested() == nil)
        #expect(ViewsDoubt.read(in: store.directory) == nil)
        let now = ViewsDoubt(generation: old + 1, cause: .row(table: "streams"))
        #expect(now.leave(in: store.directory))
        #expect(opened.views.requested() == now)
        #expect(writer.position == Position(4))
    }

    @Test func `views that are in doubt when they are opened are not opened`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let first = store.newestGeneration
        #expect(ViewsDoubt(generation: first, cause: .page).leave(in: store.directory))
        let opened = try store.openAndClose()
        #expect(store.generation == first + 1)
        #expect(
            opened.notices == [
                "The views are in doubt: a page of their file is damaged. Rebuilding."
            ]
        )
    }

    @Test func `an embedder's table name cannot write another line`() {
        let cause = ViewsDoubt.Cause(.damagedRow(table: "a\ngeneration 9"))
        #expect(cause == .page)
    }

    @Test func `what this process lacks is no doubt`() {
        let passing: [ViewsError] = [
            .storage(.system(errno: EMFILE)), .storage(.system(errno: ENOMEM)),
            .log(.system(operation: "open", path: "x", errno: ENFILE)), .storage(.tooManyReaders),
        ]
        for error in passing {
            #expect(ViewsDoubt.Cause(error) == nil && error.isPassing, "\(error)")
        }
        let damage: [ViewsError] = [
            .storage(.damaged), .storage(.system(errno: EIO)), .storage(.transactionFailed),
            .damagedRow(table: "x"), .notOfThisLog,
            .log(.noSuchPosition(Position(3), size: Position(2))),
        ]
        for error in damage {
            #expect(ViewsDoubt.Cause(error) != nil && !error.isPassing, "\(error)")
        }
    }
}

@Suite struct `Views are rebuilt three times in ten minutes at most` {
    private func minute(_ number: Int64) -> Timestamp {
        Timestamp(microseconds: number * 60_000_000)
    }

    @Test func `the fourth waits until the first is ten minutes old`() {
        var history = RebuildHistory()
        for number in 100..<103 as Range<Int64> {
            #expect(history.nextAllowed(at: minute(number)) == nil)
            history.add(.page, at: minute(number))
        }
        #expect(history.nextAllowed(at: minute(102)) == minute(110))
        #expect(history.nextAllowed(at: minute(109)) == minute(110))
        #expect(history.nextAllowed(at: minute(110)) == nil)
        history.add(.deaths, at: minute(110))
        #expect(history.nextAllowed(at: minute(110)) == minute(111))
        #expect(history.cause == .deaths)
    }

    @Test func `a clock that was set back bounds nothing`() {
        var history = RebuildHistory()
        for _ in 0..<3 { history.add(.page, at: minute(1_000)) }
        #expect(history.nextAllowed(at: minute(5)) == nil)
        history.add(.page, at: minute(5))
        #expect(history.times == [minute(5)])
    }

    @Test func `a generation is doubted once, and the fourth doubt is refused`() throws {
        let store = try StoreInFolder(events: 3)
        let opened = try store.open()
        var writer = try opened.views.openForWriting()
        for _ in 0..<RebuildHistory.limit {
            let found = store.generation
            let generation = try #require(found)
            #expect(opened.views.doubt(generation, because: .page))
            #expect(opened.views.doubt(generation, because: .page))
            #expect(throws: ViewsError.self) { _ = try opened.views.snapshot() }
            writer = try opened.views.rebuild()
            #expect(store.state?.rebuilds.cause == .page)
        }
        let found = store.generation
        let last = try #require(found)
        #expect(!opened.views.doubt(last, because: .page))
        #expect(try opened.views.snapshot().position == Position(4))
        #expect(opened.views.nextRebuild != nil)
        #expect(opened.views.doubt(last - 1, because: .page), "what is older is mended")
        #expect(writer.position == Position(4))
    }
}
