import Glibc
import Oracle
import TestSupport
import Testing

/// Random lines, told to a store through the pipe and to an oracle that was written from the
/// documents alone.
@Suite struct `The store answers as the documents say` {
    @Test(arguments: Comparisons.seeds(from: 400, count: 28))
    func `every line, and again after reopenings, rebuilds, deaths and imports`(seed: UInt64)
        async throws
    { try await Comparisons.compare(seed: seed, over: .pipe) }
}

/// The same over HTTP: a server carries each line as a request, with the status of its answer.
@Suite(.timeLimit(.minutes(60))) struct `The server answers as the documents say` {
    @Test(arguments: Comparisons.seeds(from: 1_400, count: 4))
    func `every line, and again after reopenings, rebuilds, deaths and imports`(seed: UInt64)
        async throws
    { try await Comparisons.compare(seed: seed, over: .http) }
}

private enum Comparisons {
    /// Tells a store and an oracle random lines; the shortest ones that fail are an issue.
    static func compare(seed: UInt64, over carrier: Carrier) async throws {
        let lines = try await firstFailure(seed: seed, count: lines, over: carrier)
        guard let (failing, difference) = lines else { return }
        let shrunk = await Shrunk.lines(failing, difference: difference, over: carrier)
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
        count: Int,
        over carrier: Carrier
    ) async throws -> (lines: [Line], difference: String)? {
        let contest = try Contest(over: carrier)
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
    static func seeds(from first: UInt64, count: Int) -> [UInt64] {
        let count = UInt64(number("ORACLE_RUNS") ?? count)
        let first = number("SEED").map { UInt64($0) } ?? first
        return (first..<first + count).map { $0 }
    }

    /// What the environment asks for instead.
    private static func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}
