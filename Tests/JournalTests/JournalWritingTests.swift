import EventLog
import Glibc
import Locking
import Messaging
import Scrollback
import TestSupport
import Testing

@Suite struct `A store with a journal` {  // D-92
    @Test func `writes a line for each event of the store's stream, and shows the newest number`()
        async throws
    {
        let place = try KeptPlace()
        let store = try place.open()
        // The first event, and the one that says that the journal began.
        #expect(try place.lines.count == 2)
        let chat = try await store.begin()
        let secret = try await store.send("secret", to: chat)
        #expect(try place.lines.count == 2)
        let erased = try await store.erase(secret)
        let lines = try place.lines
        #expect(lines.count == 4 && erased.keeping == 4)
        #expect(lines.last?.event?.erased.count == 1)
        #expect(try store.operator.ask(StateQuery()).keeping == 4)
        let held = try await store.operator.carryOut(
            .placeHold(PlaceHold(hold: HoldID(UniqueID(high: 1, low: 1)), matter: "Matter"))
        )
        #expect(held.keeping == 5)
        #expect(try await store.session(for: ann).send("later", to: chat).position.rawValue > 0)
        store.close()
        #expect(try await place.finding() == nil)
        let file = String(decoding: readFile(place.journal), as: UTF8.self)
        #expect(!file.contains("secret"))
    }

    @Test func `has the line on the disk before the commit begins`() async throws {
        let place = try KeptPlace()
        let seen = Lock<[Int]>([])
        let path = place.journal
        let store = try place.open { options in
            options.committers.log = { (log) throws(CommitFailure) in
                let count = try? Journal.contents(at: path).lines.count
                seen.withLock { $0.append(count ?? -1) }
                try log.commit()
            }
        }
        defer { store.close() }
        let chat = try await store.begin()
        _ = try await store.erase(try await store.send("one", to: chat))
        #expect(seen.withLock { $0.last } == 4)
    }

    @Test(arguments: [JournalFailing.Call.write, .flush])
    func `refuses what it cannot note, and goes on`(call: JournalFailing.Call) async throws {
        let place = try KeptPlace()
        let store = try place.open()
        let chat = try await store.begin()
        let secret = try await store.send("secret", to: chat)
        let size = try store.operator.ask(StateQuery()).size
        let lines = try place.lines
        place.faults.fail(call, with: ENOSPC, times: 1)
        let refused = await #expect(throws: StoreError.self) { try await store.erase(secret) }
        #expect(refused?.code == .journalUnavailable && refused?.retryAfter != nil)
        let state = try store.operator.ask(StateQuery())
        #expect(state.size == size && state.journalUnavailable)
        #expect(try place.lines == lines && store.text(of: secret) == "secret")

        let other = try await store.send("other", to: chat)
        #expect(try await store.erase(secret).keeping == 4)
        #expect(try !store.operator.ask(StateQuery()).journalUnavailable)
        store.close()
        let again = try place.open()
        #expect(try again.text(of: other) == "other" && again.text(of: secret) == nil)
        again.close()
        #expect(try await place.finding() == nil)
    }

    @Test func `does not know the outcome of a line that it cannot take back`() async throws {
        let place = try KeptPlace()
        let store = try place.open()
        let chat = try await store.begin()
        let secret = try await store.send("secret", to: chat)
        place.faults.fail(.flush, with: EIO)
        let unknown = await #expect(throws: StoreError.self) { try await store.erase(secret) }
        #expect(unknown?.code == .outcomeUnknown)
        let waiting = await #expect(throws: StoreError.self) { try await store.erase(secret) }
        #expect(waiting?.code == .journalUnavailable)
        // Others go on.
        _ = try await store.send("other", to: chat)
        place.faults.fail(.flush, with: nil)
        _ = try await store.erase(secret)
        store.close()
        #expect(try await place.finding() == nil)
    }

    @Test func `makes the line of a failed commit void`() async throws {
        let place = try KeptPlace()
        let store = try place.open()
        let chat = try await store.begin()
        let secret = try await store.send("secret", to: chat)
        place.faults.fillLog(true)
        let full = await #expect(throws: StoreError.self) { try await store.erase(secret) }
        place.faults.fillLog(false)
        #expect(full?.code == .storageFull && full?.keeping == 5)
        #expect(try place.lines.last?.content == .void(3...4))
        #expect(try await store.erase(secret).keeping == 7)
        store.close()
        try place.open().close()
        #expect(try place.lines.count == 7)
        #expect(try await place.finding() == nil)
    }

    @Test func `does not know the outcome where the line is not made void`() async throws {
        let place = try KeptPlace()
        let store = try place.open { options in
            let faults = place.faults
            options.committers.log = { (log) throws(CommitFailure) in
                guard faults.isLogFull else { return try log.commit() }
                log.abandon()
                faults.fail(.write, with: ENOSPC)
                throw .storageFull
            }
        }
        let chat = try await store.begin()
        let secret = try await store.send("secret", to: chat)
        place.faults.fillLog(true)
        let unknown = await #expect(throws: StoreError.self) { try await store.erase(secret) }
        #expect(unknown?.code == .outcomeUnknown)
        store.close()
        place.faults.fillLog(false)
        place.faults.fail(.write, with: nil)
        // The opening carries out what nothing has made void.
        let again = try place.open()
        #expect(try again.text(of: secret) == nil)
        again.close()
        #expect(try await place.finding() == nil)
    }

    @Test func `keeps later slices waiting for the journal`() async throws {
        let place = try KeptPlace()
        let store = try place.open()
        let chat = try await store.begin()
        try await store.operator.carryOut(.configure(Configure(rateLimit: .unlimited)))
        for _ in 0..<11 {
            try await store.session(for: ann).perform(
                (0..<100).map { .send("text \($0)", to: chat) }
            )
        }
        place.faults.fail(.write, with: ENOSPC, after: 1)
        let erasure = try await store.operator.erase(
            .conversation(chat),
            basis: "law",
            reason: "asked"
        )
        #expect(erasure.pending > 0)
        var state = try store.operator.ask(StateQuery())
        for _ in 0..<400 where !state.journalUnavailable {
            try await Task.sleep(for: .milliseconds(50))
            state = try store.operator.ask(StateQuery())
        }
        #expect(state.journalUnavailable && !state.erasing.isEmpty)
        place.faults.fail(.write, with: nil)
        for _ in 0..<400 where try !store.operator.ask(StateQuery()).erasing.isEmpty {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try store.operator.ask(StateQuery()).erasing.isEmpty)
        store.close()
        #expect(try await place.finding() == nil)
    }
}
