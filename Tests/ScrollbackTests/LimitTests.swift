import EventLog
import Glibc
import Locking
import Scrollback
import Testing
import Wire
import WriterSupport

/// Adds events without any check of its own.
private struct Unchecked: WriterCommand {
    var count = 1
    var content: [UInt8] = []

    func decide(_ facts: borrowing CurrentFacts, _ events: inout EventList) throws(Never)
        -> Position
    {
        for _ in 0..<count {
            events.add(100, to: stream(9), content: content.span.bytes) { _ in }
        }
        return facts.size.advanced(by: UInt64(count))
    }
}

@Suite struct `Batches and queues have limits` {
    @Test(arguments: [(19_999, true), (20_000, true), (20_001, false)])
    func `a command of more than 20,000 events is refused`(count: Int, fits: Bool) async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        if fits {
            let last = try await engine.submit(Unchecked(count: count))
            #expect(last == Position(UInt64(count) + 1))
        } else {
            await #expect(throws: WriteError<Never>.unwritten(.tooLarge(events: count, bytes: 0))) {
                try await engine.submit(Unchecked(count: count))
            }
        }
        #expect(try engine.snapshot().position == Position(fits ? UInt64(count) + 1 : 1))
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `a command of more than 4 MiB is refused`(excess: Int, fits: Bool) async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        let quarter = [UInt8](repeating: 1, count: 1 << 20)
        var events = (0..<4).map { Append.Event(to: stream($0), type: 100, content: quarter) }
        if excess < 0 { events[3].content.removeLast() }
        if excess > 0 { events[0].body = [1] }
        if fits {
            _ = try await engine.submit(Append(events))
        } else {
            await #expect(
                throws: WriteError<Append.Refusal>.unwritten(
                    .tooLarge(events: 4, bytes: (4 << 20) + 1)
                )
            ) { try await engine.submit(Append(events)) }
        }
        #expect(try engine.snapshot().position == Position(fits ? 5 : 1))
    }

    @Test func `commands that do not fit into one batch are stored in the next`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    let answer = try? await engine.submit(
                        Unchecked(count: 3, content: [UInt8](repeating: 7, count: 700_000))
                    )
                    #expect(answer != nil)
                }
            }
        }
        #expect(try engine.snapshot().position == Position(37))
    }

    @Test func `a command that cannot be carried out harms only itself`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        let tooMuch = LogWriter.maximumContentBytes + 1
        let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<30 {
                group.addTask {
                    if number == 15 {
                        let poison = Unchecked(content: [UInt8](repeating: 0, count: tooMuch))
                        return (number, (try? await engine.submit(poison)) != nil)
                    }
                    return (number, (try? await engine.append("\(number)", to: stream(1))) != nil)
                }
            }
            return await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
        }
        #expect(outcomes.filter { !$0.value }.map(\.key) == [15])
        #expect(try engine.snapshot().position == Position(30))

        await #expect(
            throws: WriteError<Never>.unwritten(
                .failed(
                    .log(.eventTooLarge(bytes: tooMuch, limit: LogWriter.maximumContentBytes))
                )
            )
        ) {
            try await engine.submit(
                Unchecked(content: [UInt8](repeating: 0, count: tooMuch))
            )
        }
    }

    @Test func `more than 8,192 waiting commands are told to come later`() async throws {
        let gate = Lock(false)
        var options = Engine.Options()
        options.committers.log = { (log) throws(CommitFailure) in
            while !gate.withLock({ $0 }) { usleep(1_000) }
            try Committers.real.log(&log)
        }
        let store = try StoreInFolder()
        let engine = try store.open(.writing, options)
        let (stored, overloaded) = await withTaskGroup(of: Bool?.self) { group in
            // One batch of up to 1,000 hangs in its commit; 8,192 may wait behind it.
            for number in 0..<9_500 {
                group.addTask {
                    do throws(WriteError<Append.Refusal>) {
                        try await engine.append("\(number)", to: stream(1))
                        return true
                    } catch .unwritten(.overloaded) {
                        return false
                    } catch {
                        return nil
                    }
                }
            }
            var stored = 0
            var overloaded = 0
            for await outcome in group {
                // The first answers can only be refusals: nothing was committed yet.
                gate.withLock { $0 = true }
                if outcome == true { stored += 1 }
                if outcome == false { overloaded += 1 }
            }
            return (stored, overloaded)
        }
        #expect(overloaded > 0)
        #expect(stored + overloaded == 9_500)
        #expect(stored >= BatchLimits.waitingCommands)
        #expect(try engine.snapshot().position == Position(UInt64(stored) + 1))
    }
}
