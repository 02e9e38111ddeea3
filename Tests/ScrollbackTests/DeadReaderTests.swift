import EventLog
import Glibc
import LMDB
import Scrollback
import TestSupport
import Testing

@Suite struct `A reader that died does not make the files grow` {
    /// A commit changes half a dozen pages: with none of them used again, 3,000 take 70 MB.
    @Test func `however busily the store is written to`() async throws {
        var options = Engine.Options()
        options.log.flushing = .never
        let store = try StoreInFolder(options)
        let engine = try store.open(.writing, options)
        defer { engine.close() }
        try await engine.append("hello", to: stream(1))
        let path = store.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let reader = try Engine(opening: path, access: .reading)
            let snapshot = try reader.snapshot()
            #expect(snapshot.position.rawValue > 0)
            kill(getpid(), SIGKILL)
        }
        let before = try engine.log.byteCount()
        for _ in 0..<3_000 { try await engine.append("more", to: stream(1)) }
        let growth = try engine.log.byteCount() - before
        print("after a dead reader the log grew by \(growth) bytes")
        #expect(growth < 24 << 20)
    }
}
