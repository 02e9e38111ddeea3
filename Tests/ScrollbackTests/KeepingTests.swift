import EventLog
import LogSchema
import Merkle
import Scrollback
import TestSupport
import Testing
import Wire
import WriterSupport

@Suite struct `The writer's thread keeps and erases between batches` {
    private func erasure(_ ranges: PositionRange...) -> Append {
        var body = WireWriter()
        ContentErased(ranges: ranges).encode(into: &body)
        let bytes = body.bytes.withUnsafeBytes { Array($0) }
        return Append([
            Append.Event(to: .store, type: EnvelopeEvent.contentErased, body: bytes)
        ])
    }

    @Test func `who appended an erasure is answered when it is carried out`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        for number in 0..<5 { try await engine.append("text \(number)", to: stream(1)) }

        let answer = try await engine.submit(erasure(PositionRange(first: 3, count: 2)))
        #expect(answer.last == Position(7))

        let snapshot = try engine.log.snapshot()
        #expect(try snapshot.hasPendingErasures() == false)
        for position: UInt64 in 2...6 {
            let record = try snapshot.record(at: Position(position))
            #expect((record.sealed.byteCount == 0) == (3...4).contains(position))
        }
        #expect(store.notices.all == [])
        engine.close()
    }

    @Test func `an erasure that names nothing that is there fails alone`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        let fault = ErasureFault.outside(first: 9, count: 1)
        await #expect(
            throws: WriteError<Append.Refusal>.unwritten(.failed(.log(.invalidErasure(fault))))
        ) { try await engine.submit(erasure(PositionRange(first: 9, count: 1))) }
        try await engine.append("goes on", to: stream(1))
        engine.close()
    }

    @Test func `a checkpoint is durable when it is kept`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        let signer = try SignerKey.random(name: KeyName("example.com/log"))
        for number in 0..<5 { try await engine.append("text \(number)", to: stream(1)) }
        func note(_ size: UInt64, _ root: Digest) throws -> SignedNote {
            try Checkpoint(origin: "log", size: size, root: root).signed(with: signer)
        }
        let root = try engine.log.snapshot().root(at: Position(4))

        try await engine.keepCheckpoint(try note(4, root))
        await #expect(throws: WriteError<CheckpointRefusal>.refused(.otherRoot(size: 5))) {
            try await engine.keepCheckpoint(try note(5, root))
        }
        engine.close()
        await #expect(throws: WriteError<CheckpointRefusal>.unwritten(.closed)) {
            try await engine.keepCheckpoint(try note(4, root))
        }

        let reopened = try store.open(.reading)
        #expect(try reopened.log.snapshot().checkpointSizes() == [Position(4)])
        reopened.close()
    }

    @Test func `work waits its turn among commands`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        let signer = try SignerKey.random(name: KeyName("example.com/log"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await engine.append("text \(number)", to: stream(UInt64(number % 7)))
                }
                if number % 10 == 0 {
                    group.addTask {
                        let snapshot = try engine.log.snapshot()
                        let size = snapshot.size
                        let note = try Checkpoint(
                            origin: "log",
                            size: size.rawValue,
                            root: try snapshot.root(at: size)
                        ).signed(with: signer)
                        try await engine.keepCheckpoint(note)
                    }
                }
            }
            try await group.waitForAll()
        }
        let snapshot = try engine.log.snapshot()
        #expect(snapshot.size == Position(201))
        #expect(try snapshot.checkpointSizes().count > 0)
        engine.close()
    }
}
