import EventLog
import Glibc
import LMDB
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

/// A process that was really stopped while it holds a snapshot.
private final class StoppedReader {
    let program: StartedProgram

    init(of file: String, in path: String) throws {
        program = try StartedProgram(
            StartedProgram.built("CrashWorker"),
            ["hold", file, path]
        )
        for _ in 0..<2_000 where !isStopped { usleep(5_000) }
        try #require(isStopped, "the reader did not come so far")
    }

    private var isStopped: Bool {
        let status = readFile("/proc/\(program.identifier)/stat")
        let words = String(decoding: status, as: UTF8.self).split(separator: ")").last
        return words?.split(separator: " ").first == "T"
    }

    func goOn() { kill(program.identifier, SIGCONT) }
}

@Suite(.serialized) struct `A reader that was stopped is shown to the operator` {
    private func state(_ engine: Engine) throws -> StoreState {
        let evaluator = OperatorQueryEvaluator(
            try engine.snapshot(),
            now: Timestamp(microseconds: 0)
        )
        return try evaluator.storeState()
    }

    @Test(.timeLimit(.minutes(5)), arguments: [OldestReader.File.log, .views])
    func `by process and age, with a notice about what it holds`(
        file: OldestReader.File
    ) async throws {
        var options = Engine.Options()
        options.log.flushing = .never
        options.upkeepSeconds = 0.1
        options.heldBytesToTell = 1 << 20
        let store = try StoreInFolder(options)
        let engine = try store.open(.writing, options)
        defer { engine.close() }
        let notices = store.notices
        try await engine.append("hello", to: stream(1))
        #expect(try state(engine).oldestReader == nil)

        let begun = ContinuousClock.now
        let reader = try StoppedReader(of: file.rawValue, in: store.path)
        let process = reader.program.identifier
        for _ in 0..<300 { try await engine.append("more", to: stream(1)) }
        #expect(await eventually { !notices.all.isEmpty })
        let held = try #require(try state(engine).oldestReader)
        #expect(held.process == process && held.file == file)
        #expect(held.age >= .seconds(2) && held.age <= begun.duration(to: .now))
        #expect(held.heldBytes >= 1 << 20)
        let told = try #require(notices.all.first)
        #expect(told.hasPrefix("Process \(process) has held a snapshot of the \(file.rawValue)"))
        #expect(told.contains("kill -CONT"))
        // Not every time, but when it has become twice as much.
        #expect(notices.all.count <= 3)

        reader.goOn()
        reader.program.endInput()
        #expect(reader.program.wait() == .exited(0))
        try await engine.append("after", to: stream(1))
        #expect(try await eventually { try state(engine).oldestReader == nil })
    }

    @Test(.timeLimit(.minutes(5))) func `and one that died is not`() async throws {
        var options = Engine.Options()
        options.log.flushing = .never
        options.upkeepSeconds = 0.1
        let store = try StoreInFolder(options)
        let engine = try store.open(.writing, options)
        defer { engine.close() }
        try await engine.append("hello", to: stream(1))
        let reader = try StoppedReader(of: "log", in: store.path)
        kill(reader.program.identifier, SIGKILL)
        _ = reader.program.wait()
        for _ in 0..<10 { try await engine.append("more", to: stream(1)) }
        try engine.log.reclaimDeadReaders()
        try await Task.sleep(for: .seconds(3))
        #expect(try state(engine).oldestReader == nil)
    }
}
