import EventLog
import Oracle
import Scrollback
import ScrollbackPipe
import TestSupport
import Testing
import Wire

/// Random lines, told to one store one by one and to another one many at a time.
@Suite struct `Lines that are told together are answered as if each stood alone` {
    private struct Told {
        let line: String
        let answer: String
        let isCommand: Bool
    }

    @Test(arguments: [(3, 500 as UInt64), (20, 501), (150, 502), (1_000, 503)])
    func `every command, however many wait with it`(together: Int, seed: UInt64) async throws {
        let told = try await Self.toldAlone(seed: seed, count: 1_500)
        let folder = TemporaryFolder("together")
        let path = folder.path("store")
        try Engine.create(at: path, options: Contest.options)
        let engine = try Engine(opening: path, options: Contest.options)
        defer { engine.close() }
        var server = try PipeServer(
            Contest.store(engine, randomness: SplitMix64(seed: seed))
        )
        for start in stride(from: 0, to: told.count, by: together) {
            let part = told[start..<min(start + together, told.count)]
            let answers = await server.answer(part.map { Array($0.line.utf8) })
            let lines = answers.split(separator: UInt8(ascii: "\n"))
            #expect(lines.count == part.count)
            // Cursors are a store's own, and so is what is asked with them.
            for (told, line) in zip(part, lines) where told.isCommand {
                #expect(
                    String(decoding: line, as: UTF8.self) == told.answer,
                    "\(told.line as String)"
                )
            }
        }
    }

    /// Lines, and what a store says to each of them that is told alone.
    private static func toldAlone(seed: UInt64, count: Int) async throws -> [Told] {
        let contest = try Contest(randomness: SplitMix64(seed: seed))
        defer { contest.close() }
        var generator = Generator(seed: seed)
        var told: [Told] = []
        for _ in 0..<count {
            let line = generator.next(contest.oracle)
            _ = try await contest.play(line)
            if let answer = contest.lastAnswer { generator.learn(line, answer) }
            guard let (text, answered) = contest.lastLines else { continue }
            var isCommand = false
            if case .act = line.verb { isCommand = true }
            let answer = String(decoding: answered, as: UTF8.self)
            told.append(Told(line: text, answer: answer, isCommand: isCommand))
        }
        #expect(told.count { $0.isCommand } > count / 3)
        return told
    }
}
