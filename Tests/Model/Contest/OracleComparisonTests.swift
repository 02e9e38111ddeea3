import Glibc
import Oracle
import TestSupport
import Testing

/// Random lines, told to a store through the pipe and to an oracle that was written from the
/// documents alone.
@Suite struct `The store answers as the documents say` {
    @Test(arguments: seeds)
    func `every line, and again after reopenings, rebuilds, deaths and imports`(seed: UInt64)
        async throws
    {
        let lines = try await Self.firstFailure(seed: seed, count: Self.lines)
        guard let (failing, difference) = lines else { return }
        let shrunk = await Shrunk.lines(failing, difference: difference)
        Issue.record(
            """
            SEED=\(seed), line \(failing.count): \(difference)
            the shortest lines that fail:
            \(shrunk.map { $0.value().description }.joined(separator: "\n"))
            """
        )
    }

    /// The lines up to the first one that is answered wrongly; nil if all are answered right.
    private static func firstFailure(
        seed: UInt64,
        count: Int
    ) async throws -> (lines: [Line], difference: String)? {
        let contest = try Contest()
        var generator = Generator(seed: seed)
        var played: [Line] = []
        for step in 1...count {
            let line = generator.next(contest.oracle)
            played.append(line)
            if let difference = try await contest.play(line) { return (played, difference) }
            if let answer = contest.lastAnswer { generator.learn(line, answer) }
            switch step % 3_000 {
            case 1_000: try contest.reopen()
            case 1_500, 2_900:
                try await contest.move()
                // Cursors are of one log.
                generator.forgetCursors()
            case 2_000: try contest.rebuild()
            case 0: try contest.die()
            default: break
            }
        }
        // A contest in which everything is refused would say nothing.
        #expect(contest.accepted > count / 5, "SEED=\(seed)")
        contest.close()
        return nil
    }

    /// Three of five lines are commands, so that all runs together have more than 50,000 of them.
    private static let lines = number("ORACLE_LINES") ?? 3_000

    /// The same lines each time, unless the environment's `SEED` asks for others.
    private static let seeds: [UInt64] = {
        let count = number("ORACLE_RUNS") ?? 28
        if let first = number("SEED") { return (0..<count).map { UInt64(first + $0) } }
        return (400..<400 + UInt64(count)).map { $0 }
    }()

    /// What the environment asks for instead.
    private static func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}
