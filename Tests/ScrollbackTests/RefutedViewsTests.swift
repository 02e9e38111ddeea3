import EventLog
import Glibc
import Scrollback
import TestSupport
import Testing
import Wire
import WriterSupport

@Suite struct `Views that are wrong are never decided on` {
    private func storeWithEvents() async throws -> StoreInFolder {
        let store = try StoreInFolder()
        let engine = try store.open()
        for number in 0..<3 { try await engine.append("\(number)", to: stream(1)) }
        try await engine.append("other", to: stream(2))
        engine.close()
        return store
    }

    /// Gives the first stream's head another version.
    private func spoilHead(of store: borrowing StoreInFolder, version: UInt8) throws {
        try changeViews(in: store.path, table: "streams") { rows in
            for index in rows.indices
            where rows[index].value.count == 16 && rows[index].key[16] == 1 {
                rows[index].value[7] = version
            }
        }
    }

    @Test(arguments: [1, 2, 99] as [UInt8])
    func `an expectation is held against the log and not against a wrong head`(
        version: UInt8
    ) async throws {
        let store = try await storeWithEvents()
        try spoilHead(of: store, version: version)
        let engine = try store.open()

        let answer = try await engine.append("next", to: stream(1), expecting: Version(3))

        #expect(answer.last == Position(6))
        #expect(try engine.snapshot().head(of: stream(1))?.version == Version(4))
        #expect(store.notices.all.contains { $0.contains("not to be trusted") })
    }

    @Test func `a wrong head of another stream does not let a command through`() async throws {
        let store = try await storeWithEvents()
        try spoilHead(of: store, version: 99)
        let engine = try store.open()

        await #expect(throws: WriteError<Append.Refusal>.self) {
            try await engine.submit(
                Append(
                    [event("x", to: stream(5))],
                    expecting: [Append.Expectation(stream(1), at: Version(99))]
                )
            )
        }

        #expect(try engine.log.snapshot().size == Position(5))
    }

    @Test func `a short row is healed by a rebuild`() async throws {
        let store = try await storeWithEvents()
        try changeViews(in: store.path, table: "streams") { rows in
            for index in rows.indices where rows[index].value.count == 24 {
                rows[index].value.removeLast(8)
            }
        }
        let engine = try store.open()

        try await engine.append("next", to: stream(1))

        #expect(try engine.snapshot().position(of: Version(3), in: stream(1)) == Position(4))
        #expect(try engine.snapshot().position(of: Version(4), in: stream(1)) == Position(6))
    }

    @Test func `a binding that cannot be read has the views rebuilt at open`() async throws {
        let store = try await storeWithEvents()
        try changeViews(in: store.path, table: "scrollback") { rows in
            for index in rows.indices where rows[index].value.count == 64 {
                rows[index].value.removeLast()
            }
        }

        let engine = try store.open()

        #expect(try engine.snapshot().position == Position(5))
        #expect(store.notices.all.count == 1)
    }

    @Test(.timeLimit(.minutes(10)))
    func `when they cannot be rebuilt, writing stops, is answered so, and closing ends`()
        async throws
    {
        let store = try await storeWithEvents()
        try spoilHead(of: store, version: 99)
        let engine = try store.open()
        // A folder stands where views.state would be written anew.
        mkdir("\(store.path)/views.state.new", 0o700)

        let first = Task { try await engine.append("next", to: stream(1)) }
        while store.notices.all.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        // It comes while the writer waits before it tries again.
        let other = Task { try await engine.append("other", to: stream(3)) }
        for refused in [first, other] {
            var error = await #expect(throws: WriteError<Append.Refusal>.self) {
                _ = try await refused.value
            }
            // Where the tries take long it is refused before the last one.
            for _ in 0..<20 where error == .unwritten(.viewsUnavailable) {
                error = await #expect(throws: WriteError<Append.Refusal>.self) {
                    _ = try await engine.append("again", to: stream(1))
                }
            }
            #expect(error?.stopCause != nil)
        }
        let tries = store.notices.all.filter { $0.contains("could not be brought up") }.count
        #expect(tries == 5)
        #expect(store.notices.all.last?.contains("Nothing is written until") == true)
        let asked = #expect(throws: StoreFault.self) { _ = try engine.snapshot() }
        #expect(asked.map { "\($0)" }?.contains("Open the store again") == true)
        let late = await #expect(throws: WriteError<Append.Refusal>.self) {
            try await engine.append("late", to: stream(2))
        }
        #expect(late?.stopCause != nil)
        engine.close()

        rmdir("\(store.path)/views.state.new")
        let reopened = try store.open()
        try await reopened.append("next", to: stream(1), expecting: Version(3))
    }
}
