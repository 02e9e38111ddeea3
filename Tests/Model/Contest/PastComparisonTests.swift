import Glibc
import Oracle
import TestSupport
import Testing

/// Random lines are told to a store and to an oracle; then both are asked about states that are past.
@Suite struct `The past is as the oracle was then` {
    @Test(arguments: seeds)
    func `for random positions, viewers and every query`(seed: UInt64) async throws {
        let contest = try Contest()
        defer { contest.close() }
        var generator = Generator(seed: seed)
        var states: [Oracle] = []
        for _ in 0..<Self.lines {
            let line = generator.next(contest.oracle)
            if let difference = try await contest.play(line) {
                Issue.record("SEED=\(seed): \(difference)")
                return
            }
            if let answer = contest.lastAnswer { generator.learn(line, answer) }
            guard case .act = line.verb, contest.lastAnswer?.code == nil else { continue }
            if states.last?.position == contest.oracle.position { states.removeLast() }
            states.append(contest.oracle)
        }
        var random = SplitMix64(seed: seed)
        while contest.compared < Self.comparisons {
            let past = states[Int.random(in: 0..<states.count, using: &random)]
            var line = generator.next(past)
            line.at = nil
            if let difference = try await contest.play(line, at: past) {
                Issue.record("SEED=\(seed), position \(past.position): \(difference)")
                return
            }
        }
    }

    private static let lines = number("PAST_LINES") ?? 500
    private static let comparisons = number("PAST_COMPARISONS") ?? 120

    /// The same stories each time, unless the environment's `SEED` asks for others.
    private static let seeds: [UInt64] = {
        let count = number("PAST_RUNS") ?? 4
        let first = number("SEED") ?? 700
        return (first..<first + count).map { UInt64($0) }
    }()

    /// What the environment asks for instead.
    private static func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}
