import EventLog
import TestSupport
import Testing
import Views
import Wire

@Suite struct `Views that can be trusted are used again` {
    @Test func `fresh ones are folded from the whole log`() throws {
        let store = try StoreInFolder(events: 20)
        let opened = try store.open()
        let views = try opened.views.openForWriting()
        let position = views.position

        #expect(position == Position(21))
        #expect(store.viewsFiles == ["views.\(store.generation ?? 0).mdb"])
        #expect(store.state?.condition == .dirty)
        #expect(store.state?.boot == .first)
    }

    @Test func `ones that were closed are clean, and not rebuilt`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let (state, birth) = (store.state, FileBirth(path: store.viewsPath))
        #expect(state?.condition == .clean)
        let again = try store.openAndClose()

        #expect(again.notices == [])
        #expect(store.state == state)
        #expect(FileBirth(path: store.viewsPath) == birth)
        #expect(state?.file == birth)
    }

    @Test func `they are called dirty before anything is written`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let opened = try store.open()
        let views = try opened.views.openForWriting()
        #expect(store.state?.condition == .dirty)
        _ = consume views
        opened.drop()
    }

    @Test func `after a killed process they are caught up, not rebuilt`() throws {
        let store = try StoreInFolder(events: 20)
        var opened = try store.open()
        do {
            var views = try opened.views.openForWriting()
            try opened.appendLive([5, 5], to: &views)
            try opened.log.append(7, seed: 3)
        }
        opened.drop()
        let (generation, birth) = (store.generation, FileBirth(path: store.viewsPath))
        opened = try store.open()
        let views = try opened.views.openForWriting()
        let position = views.position

        #expect(position == Position(38))
        #expect(store.generation == generation)
        #expect(FileBirth(path: store.viewsPath) == birth)
        #expect(opened.notices == [])
    }

    @Test func `clean ones outlive a restart of the machine`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let generation = store.generation
        let again = try store.openAndClose(boot: .second)

        #expect(again.notices == [])
        #expect(store.generation == generation)
        #expect(store.state?.boot == .second)
    }

    @Test func `clean ones are used where the start of the system cannot be told`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose(boot: nil)
        let generation = store.generation
        #expect(try store.openAndClose(boot: nil).notices == [])
        #expect(store.generation == generation)
    }
}
