import EventLog
import Glibc
import TestSupport
import Testing
import Views
import Wire

@Suite struct `Another generation takes the place of the present one` {
    private func fold(
        _ next: inout ViewsWriter,
        _ opened: Opened<TestProjectors>
    ) throws {
        let size = try opened.views.sizeOfLog()
        while next.position < size {
            try opened.views.continueReplacement(&next, through: size, progress: nil) { false }
        }
    }

    @Test func `at the same rows, while snapshots of the present one are kept`() throws {
        let store = try StoreInFolder(events: 20)
        let opened = try store.open()
        var views = try opened.views.openForWriting()
        let old = try opened.views.snapshot()
        let state = store.state
        let before = try old.lines()
        var next = try opened.views.beginReplacement()
        try fold(&next, opened)
        // Until it is put in place nothing has changed for anybody.
        #expect(store.state == state)
        try opened.appendLive([5], to: &views)
        #expect(try opened.views.snapshot().position == Position(26))
        let live = try opened.views.snapshot().lines()

        let isReplaced = try opened.views.replace(&views, with: next)

        #expect(isReplaced && views.position == Position(26))
        #expect(try opened.views.snapshot().lines() == live)
        #expect(try old.lines() == before)
        #expect(store.generation == (state?.generation ?? 0) + 1)
        #expect(store.viewsFiles == ["views.\(store.generation ?? 0).mdb"])
        try opened.appendLive([5], to: &views, seed: 7)
        #expect(try opened.views.snapshot().position == Position(31))
        #expect(try opened.views.differenceFromRecount() == nil)
    }

    @Test func `a process that is killed before leaves the present one, and after the new one`()
        async throws
    {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let first = store.newestGeneration
        let path = store.path
        for isReplaced in [false, true] {
            await #expect(processExitsWith: .exitCode(9)) {
                [path = path as String, isReplaced = isReplaced as Bool] in
                let opened = try Opened<TestProjectors>(StoreDirectory(path: path))
                var views = try opened.views.openForWriting()
                var next = try opened.views.beginReplacement()
                try opened.views.continueReplacement(
                    &next,
                    through: isReplaced ? Position(21) : Position(11),
                    progress: nil,
                    goesOn: { true }
                )
                if isReplaced { _ = try opened.views.replace(&views, with: next) }
                _exit(9)
            }
            #expect(store.viewsFiles.count == (isReplaced ? 1 : 2))
            let opened = try store.openAndClose()
            #expect(opened.notices == [])
            #expect(store.generation == first + (isReplaced ? 1 : 0))
            #expect(store.viewsFiles == ["views.\(store.generation ?? 0).mdb"])
        }
    }

    @Test func `one that is given up leaves nothing, and another can begin`() throws {
        let store = try StoreInFolder(events: 20)
        let opened = try store.open()
        let views = try opened.views.openForWriting()
        let files = store.viewsFiles
        for _ in 0..<2 {
            let next = try opened.views.beginReplacement()
            #expect(store.viewsFiles.count == 2)
            opened.views.discard(next)
            #expect(store.viewsFiles == files)
        }
        #expect(views.position == Position(21))
    }

    @Test func `where it cannot be noted, the present one goes on`() throws {
        let store = try StoreInFolder(events: 20)
        let opened = try store.open()
        var views = try opened.views.openForWriting()
        let generation = store.generation
        var next = try opened.views.beginReplacement()
        try fold(&next, opened)
        // A folder stands where views.state would be written anew.
        mkdir("\(store.path)/views.state.new", 0o700)
        do throws(ViewsError) {
            _ = try opened.views.replace(&views, with: next)
            Issue.record("It was put in place.")
        } catch {
            #expect(!error.isCorruption && !error.refutesViews)
        }
        rmdir("\(store.path)/views.state.new")
        #expect(store.generation == generation && store.viewsFiles.count == 1)
        try opened.appendLive([5], to: &views)
        #expect(try opened.views.snapshot().position == Position(26))
        try opened.views.close(views)
        opened.log.close()
        #expect(try store.openAndClose().notices == [])
    }

    @Test func `one that was begun before a newer one is given up`() throws {
        let store = try StoreInFolder(events: 20)
        let opened = try store.open()
        var views = try opened.views.openForWriting()
        var next = try opened.views.beginReplacement()
        views = try opened.views.rebuild()
        let generation = store.generation
        try fold(&next, opened)
        let isReplaced = try opened.views.replace(&views, with: next)
        #expect(!isReplaced && store.generation == generation)
        #expect(store.viewsFiles == ["views.\(generation ?? 0).mdb"])
        try opened.appendLive([5], to: &views)
        #expect(try opened.views.differenceFromRecount() == nil)
        try opened.views.close(views)
        opened.log.close()
        #expect(try store.openAndClose().notices == [])
    }

    @Test func `a reading process turns to it`() async throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let path = store.path
        let reading = try store.open(.reading)
        let old = try reading.views.snapshot()
        await #expect(processExitsWith: .success) { [path = path as String] in
            let opened = try Opened<TestProjectors>(StoreDirectory(path: path))
            var views = try opened.views.openForWriting()
            let next = try opened.views.beginReplacement()
            _ = try opened.views.replace(&views, with: next)
            try opened.appendLive([5], to: &views)
            try opened.views.close(views)
        }
        #expect(try reading.views.snapshot().position == Position(26))
        #expect(old.position == Position(21))
        #expect(try old.lines().isEmpty == false)
    }
}
