import EventLog
import TestSupport
import Testing
import Views
import Wire

@Suite struct `Closing makes no views sound` {
    @Test func `what was not compared with its sums is so after the next opening`() throws {
        let store = try StoreInFolder.killed()
        let first = store.newestGeneration
        for _ in 0..<2 {
            let opened = try store.open()
            let writer = try opened.views.openForWriting()
            #expect(opened.views.generationToCheck == first)
            #expect(opened.views.generationToCheck == first)
            try opened.views.close(writer)
            opened.log.close()
            #expect(store.state?.condition == .unchecked)
        }
        // It was flushed whole, so it outlives a restart of the machine, and readers open it.
        let reading = try store.open(.reading, boot: .second)
        #expect(try reading.views.snapshot().position == Position(21))
        reading.drop()
        let opened = try store.open(boot: .second)
        let writer = try opened.views.openForWriting()
        #expect(store.generation == first)
        opened.views.noteChecked(first + 1)
        #expect(opened.views.generationToCheck == first)
        opened.views.noteChecked(first)
        #expect(opened.views.generationToCheck == nil)
        try opened.views.close(writer)
        opened.log.close()
        #expect(store.state?.condition == .clean)
    }

    @Test func `what was found damaged is made anew by the next opening`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let first = store.newestGeneration
        let opened = try store.open()
        let writer = try opened.views.openForWriting()
        #expect(opened.views.doubt(first, because: .row(table: "streams")))
        try opened.views.close(writer)
        opened.log.close()
        #expect(store.state?.condition == .unchecked)
        let left = ViewsDoubt(generation: first, cause: .row(table: "streams"))
        #expect(ViewsDoubt.read(in: store.directory) == left)

        _ = try store.openAndClose()

        #expect(store.generation == first + 1)
        #expect(store.state?.condition == .clean)
    }

    @Test func `damage is not forgotten where views are not made anew any more`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let first = store.newestGeneration
        let found = store.state
        var state = try #require(found)
        for _ in 0..<RebuildHistory.limit { state.rebuilds.add(.page, at: systemTime()) }
        try state.write(in: store.directory)
        let opened = try store.open()
        let writer = try opened.views.openForWriting()
        #expect(!opened.views.doubt(first, because: .page))
        try opened.views.close(writer)
        opened.log.close()
        #expect(store.state?.condition == .unchecked && store.generation == first)
        let left = ViewsDoubt(generation: first, cause: .page)
        #expect(ViewsDoubt.read(in: store.directory) == left)
    }
}
