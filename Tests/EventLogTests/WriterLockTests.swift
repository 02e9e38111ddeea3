import EventLog
import Glibc
import LogSupport
import TestSupport
import Testing
import Wire

@Suite struct `One process writes, any number reads` {
    @Test func `a second writer in this process is told to share the first`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        let error = #expect(throws: LogError.self) { _ = try store.open() }
        #expect(error == .openInThisProcess(path: store.path))
        withExtendedLifetime(log) {}
    }

    @Test func `a reader in the writer's process is told to share the store`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        let error = #expect(throws: LogError.self) { _ = try store.open(.reading) }
        #expect(error?.description.contains("This process has") == true)
        withExtendedLifetime(log) {}
    }

    @Test func `a second writer in another process is refused, a reader is welcome`() async throws {
        let store = try LogInFolder(events: 3)
        let log = try store.open()
        let path = store.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let directory = StoreDirectory(path: path)
            #expect(throws: LogError.openElsewhere(path: path)) {
                _ = try EventLog(opening: directory, access: .writing)
            }
            let reading = try EventLog(opening: directory, access: .reading)
            #expect(try events(of: reading).count == 4)
        }
        withExtendedLifetime(log) {}
    }

    @Test func `a reader does not keep another process from writing, and sees what it wrote`()
        async throws
    {
        let store = try LogInFolder(events: 3)
        let reading = try store.open(.reading)
        let path = store.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let log = try EventLog(opening: StoreDirectory(path: path), access: .writing)
            var writer = try LogWriter(log)
            try writer.appendBatch(5_000)
        }
        #expect(try events(of: reading).count == 5_004)
    }

    @Test func `a writer that closed leaves the right to the next`() async throws {
        let store = try LogInFolder()
        let log = try store.open()
        log.close()
        let path = store.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            _ = try EventLog(opening: StoreDirectory(path: path), access: .writing)
        }
        _ = try store.open()
    }

    @Test func `a writer that was killed leaves the right to the next`() async throws {
        let store = try LogInFolder()
        let path = store.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let log = try EventLog(opening: StoreDirectory(path: path), access: .writing)
            var writer = try LogWriter(log)
            try writer.appendBatch(3)
            try writer.begin()
            try writer.append(Event(to: stream(1)))
            kill(getpid(), SIGKILL)
            writer.abandon()
        }
        let log = try store.open()
        #expect(try events(of: log).count == 4)
    }

    @Test func `a log that is open for reading has no writer`() throws {
        let store = try LogInFolder()
        let log = try store.open(.reading)
        #expect(throws: LogError.readOnly) { _ = try LogWriter(log) }
    }

    @Test func `a closed log answers nothing more`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        log.close()
        #expect(throws: LogError.closed) { _ = try log.snapshot() }
        #expect(throws: LogError.closed) { _ = try LogWriter(log) }
    }
}
