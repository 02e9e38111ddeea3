import EventLog
import Glibc
import TestSupport
import Testing
import Views
import Wire

@Suite struct `Views that kill their reader are not opened for ever` {
    /// Overwrites a file with what LMDB would not survive, in place, so that it is still believed.
    private func makeDeadly(_ path: String) {
        let whole = readFile(path)
        let garbage = [UInt8](repeating: 0xA5, count: whole.count - 8_192)
        writeFile(path, Array(whole[..<8_192]) + garbage)
    }

    /// Opens the views in a process of its own that dies, and says nothing of it.
    private func die(
        _ access: EventLog.Access,
        in path: String,
        settling: Bool = false
    ) async {
        let isWriter = access == .writing
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, isWriter = isWriter as Bool, settling = settling as Bool] in
            let opened = try Opened<TestProjectors>(
                StoreDirectory(path: path),
                isWriter ? .writing : .reading,
                settlesAfter: settling ? .zero : .seconds(60)
            )
            if isWriter {
                let writer = try opened.views.openForWriting()
                if settling { opened.views.settleUse() }
                kill(getpid(), SIGKILL)
                _ = consume writer
            } else {
                _ = try opened.views.snapshot()
                if settling { opened.views.settleUse() }
                kill(getpid(), SIGKILL)
            }
        }
    }

    @Test func `after two deaths of writers the third makes others, without opening them`()
        async throws
    {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let first = store.newestGeneration
        await die(.writing, in: store.path)
        await die(.writing, in: store.path)
        #expect(store.generation == first)
        makeDeadly(store.viewsPath)

        let opened = try store.openAndClose()

        #expect(store.generation == first + 1)
        #expect(opened.notices.count == 1)
        #expect(opened.notices.first?.contains("two processes died") == true)
        #expect(store.state?.starts == 0)
        #expect(store.state?.rebuilds.times.count == 1)
    }

    @Test func `one death, and any number of good ends, change nothing`() async throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let first = store.newestGeneration
        for _ in 0..<3 { _ = try store.openAndClose() }
        await die(.writing, in: store.path)
        for _ in 0..<3 {
            #expect(try store.openAndClose().notices == [])
            let opened = try store.open()
            _ = try opened.views.openForWriting()
            opened.drop()
        }
        #expect(store.generation == first)
    }

    @Test func `a process that has used them for long enough is no death`() async throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let first = store.newestGeneration
        for access in [EventLog.Access.writing, .reading, .writing, .reading, .writing] {
            await die(access, in: store.path, settling: true)
        }
        #expect(try store.openAndClose().notices == [])
        #expect(store.generation == first)
    }

    @Test func `what dies whatever the views are does not have them rebuilt for ever`() async throws
    {
        let store = try StoreInFolder(events: 5)
        _ = try store.openAndClose()
        let first = store.newestGeneration
        for _ in 0..<14 { await die(.writing, in: store.path) }

        let opened = try store.openAndClose()

        #expect(store.generation == first + UInt64(RebuildHistory.limit))
        #expect(opened.notices.count == 1)
        #expect(opened.notices.first?.contains("used as they are") == true)
    }

    @Test func `folding what was missed for long enough is no death`() async throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let first = store.newestGeneration
        let path = store.path
        for _ in 0..<3 {
            let log = try EventLog(opening: store.directory, access: .writing)
            try log.append(20)
            log.close()
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let opened = try Opened<TestProjectors>(
                    StoreDirectory(path: path),
                    settlesAfter: .zero,
                    progress: { _, _ in kill(getpid(), SIGKILL) }
                )
                _ = try opened.views.openForWriting()
            }
            #expect(store.state?.starts == 0)
        }
        #expect(store.generation == first)
    }

    @Test func `readers open what killed two of them where it is not made anew`() async throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        for _ in 0..<2 { await die(.reading, in: store.path) }
        let found = store.state
        var state = try #require(found)
        for _ in 0..<RebuildHistory.limit { state.rebuilds.add(.page, at: systemTime()) }
        try state.write(in: store.directory)

        let reader = try store.open(.reading)

        #expect(try reader.views.snapshot().position == Position(21))
        #expect(ViewsDoubt.read(in: store.directory) == nil)
        reader.drop()
    }

    @Test func `after two deaths of readers the third asks the writer for others`() async throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let first = store.newestGeneration
        let reader = try store.open(.reading)
        _ = try reader.views.snapshot()
        await die(.reading, in: store.path)
        // A living reader is none that died.
        let path = store.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let second = try Opened<TestProjectors>(StoreDirectory(path: path), .reading)
            #expect(try second.views.snapshot().position == Position(21))
            second.drop()
        }
        await die(.reading, in: store.path)
        reader.drop()

        let third = try store.open(.reading)
        let error = #expect(throws: ViewsError.self) { _ = try third.views.snapshot() }

        #expect("\(error.map { "\($0)" } ?? "")".contains("Open the store for writing once"))
        #expect(
            ViewsDoubt.read(in: store.directory)
                == ViewsDoubt(generation: first, cause: .deaths)
        )
        third.drop()
        let writer = try store.open()
        let views = try writer.views.openForWriting()
        #expect(store.generation == first + 1)
        #expect(writer.views.requested() == nil)
        #expect(ViewsDoubt.read(in: store.directory) == nil)
        #expect(views.position == Position(21))
        let marks = names(in: store.path).filter { $0.hasPrefix("views.reading.") }
        #expect(marks == [])
    }
}

@Suite struct `Only damage throws views away` {
    /// Opens good views where something else is lacking, in a process of its own.
    private func expectKept(_ resource: Int32, _ limit: UInt64) async throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let generation = store.generation
        let path = store.path
        await #expect(processExitsWith: .success) {
            [path = path as String, resource = resource as Int32, limit = limit as UInt64] in
            let opened = try Opened<TestProjectors>(StoreDirectory(path: path))
            var before = rlimit()
            let name = __rlimit_resource_t(UInt32(resource))
            getrlimit(name, &before)
            var low = before
            low.rlim_cur = limit > 0 ? rlim_t(limit) : rlim_t(lowestFreeDescriptor())
            setrlimit(name, &low)
            let error = #expect(throws: ViewsError.self) { _ = try opened.views.openForWriting() }
            setrlimit(name, &before)
            #expect(error?.isPassing == true, "\(String(describing: error))")
            let writer = try opened.views.openForWriting()
            #expect(writer.position == Position(21))
            #expect(opened.notices == [])
        }
        #expect(store.generation == generation)
        #expect(store.state?.starts == 1)
    }

    @Test func `no file descriptor being left does not`() async throws {
        try await expectKept(Int32(RLIMIT_NOFILE.rawValue), 0)
    }

    @Test func `no address space being left does not`() async throws {
        try await expectKept(Int32(RLIMIT_AS.rawValue), 16 << 30)
    }
}

/// The number that the next descriptor gets, which is above all that are open.
private func lowestFreeDescriptor() -> Int32 {
    let descriptor = open("/dev/null", O_RDONLY)
    close(descriptor)
    return descriptor
}
