import EventLog
import Foundation
import Glibc
import Locking
import Scrollback
import TestSupport
import Testing
import Wire
import WriterSupport

@Suite struct `Many callers share one order` {
    @Test func `positions are dense under 64 concurrent callers`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        let callers: UInt64 = 64
        let each: UInt64 = 40

        let positions = try await withThrowingTaskGroup(of: [Position].self) { group in
            for caller in 0..<callers {
                group.addTask {
                    var mine: [Position] = []
                    for number in 0..<each {
                        let answer = try await engine.append(
                            "\(caller)-\(number)",
                            to: stream(caller),
                            expecting: Version(number)
                        )
                        mine.append(answer.last)
                    }
                    return mine
                }
            }
            return try await group.reduce(into: [[Position]]()) { $0.append($1) }
        }

        // Each caller saw its own events in order, and together they took every position once.
        for mine in positions { #expect(mine == mine.sorted()) }
        let all = positions.flatMap { $0 }.map(\.rawValue).sorted()
        #expect(all == Array(2...(callers * each + 1)))
        #expect(try engine.snapshot().position == Position(callers * each + 1))
    }

    @Test func `of 16 callers who expect the same version one wins each round`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        for round in 0..<20 as Range<UInt64> {
            let wins = await withTaskGroup(of: Bool.self) { group in
                for caller in 0..<16 {
                    group.addTask {
                        let answer = try? await engine.append(
                            "\(caller)",
                            to: stream(1),
                            expecting: Version(round)
                        )
                        return answer != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wins == 1)
        }
        #expect(try engine.log.snapshot().size == Position(21))
    }

    @Test func `readers see whole states while others append`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // Always both or none: the pair is one command.
                for number in 0..<200 {
                    let pair = [
                        event("\(number)", to: stream(1)), event("\(number)", to: stream(2)),
                    ]
                    _ = try await engine.submit(Append(pair))
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    var last = Position.zero
                    for _ in 0..<300 {
                        let snapshot = try engine.snapshot()
                        let one = try snapshot.head(of: stream(1))?.version
                        let two = try snapshot.head(of: stream(2))?.version
                        #expect(one == two)
                        #expect(snapshot.position >= last)
                        #expect(snapshot.log.size >= snapshot.position)
                        last = snapshot.position
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `closing answers every command that waits`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        let stored = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<500 {
                group.addTask { (try? await engine.append("\(number)", to: stream(1))) != nil }
            }
            group.addTask {
                engine.close()
                return false
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        // Acknowledged messages are there, refused ones are not.
        let reopened = try store.open()
        #expect(try reopened.log.snapshot().size == Position(UInt64(stored) + 1))
        await #expect(throws: WriteError<Append.Refusal>.unwritten(.closed)) {
            try await engine.append("late", to: stream(1))
        }
    }

    @Test func `a second close waits until the writer has ended`() async throws {
        let gate = Lock(false)
        let isCommitting = Lock(false)
        var options = Engine.Options()
        options.committers.log = { (log) throws(CommitFailure) in
            isCommitting.withLock { $0 = true }
            while !gate.withLock({ $0 }) { usleep(1_000) }
            try Committers.real.log(&log)
        }
        let store = try StoreInFolder()
        let engine = try store.open(.writing, options)
        let appended = Task { try await engine.append("hello", to: stream(1)) }
        #expect(await eventually { isCommitting.withLock { $0 } })
        let path = store.path

        let closers = (0..<2).map { _ in
            Thread { engine.close() }
        }
        for closer in closers { closer.start() }
        try await Task.sleep(for: .milliseconds(100))

        // The batch is still being committed, so nobody else may write.
        let descriptor = Glibc.open("\(path)/writer.lock", O_RDWR | O_CLOEXEC)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        gate.withLock { $0 = true }
        #expect(try await appended.value.last == Position(2))
        engine.close()
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        // Closing alone would leave it to a child that another test has forked just now.
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
        #expect(try contents(of: store.open()) == ["1/1 hello"])
    }

    @Test func `a second writer is refused while readers are welcome`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        try await engine.append("hello", to: stream(1))
        #expect(throws: StoreFault.log(.openInThisProcess(path: store.path))) {
            try Engine(opening: store.path)
        }
        // Readers are other processes: one process has a file open once.
        let path = store.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            #expect(throws: StoreFault.log(.openElsewhere(path: path))) {
                try Engine(opening: path)
            }
            let reader = try Engine(opening: path, access: .reading)
            #expect(try contents(of: reader) == ["1/1 hello"])
            #expect(try reader.snapshot().head(of: stream(1))?.position == Position(2))
            await #expect(throws: WriteError<Append.Refusal>.unwritten(.closed)) {
                try await reader.append("no", to: stream(1))
            }
        }
    }
}
