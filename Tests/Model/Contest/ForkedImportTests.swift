import EventLog
import Glibc
import Oracle
import Scrollback
import ScrollbackExport
import TestSupport
import Testing

/// Random lines, told to a store that goes on twice from an older log; then the store and its
/// import are asked about moments of every epoch.
@Suite struct `An import over forks answers as its log did` {
    @Test(arguments: seeds)
    func `for random positions of each epoch, viewers and every query`(seed: UInt64) async throws {
        let contest = try Contest()
        defer { contest.close() }
        var generator = Generator(seed: seed)
        var epochs = [Epoch(name: nil, end: 0)]
        for (kept, lost) in [(250, 60), (120, 40)] {
            try await Self.play(kept, contest, &generator)
            let (log, then) = (contest.log, contest.oracle)
            let end = try await contest.position()
            try await Self.play(lost, contest, &generator)
            let lostEnd = try await contest.position()
            try #require(lostEnd > end, "SEED=\(seed): nothing was lost")
            try contest.goBack(to: log, oracle: then)
            generator.forgetCursors()
            epochs[epochs.count - 1].end = end
            let name = try #require(try await contest.epoch())
            epochs.append(Epoch(name: name, end: 0))
        }
        try await Self.play(120, contest, &generator)
        let imported = try await contest.imported()
        defer { imported.store.close() }
        epochs[epochs.count - 1].end = imported.events
        #expect(Set(epochs.map(\.name)).count == 3)

        var random = SplitMix64(seed: seed)
        var (compared, answered) = (0, 0)
        while compared < Self.comparisons {
            var line = generator.next(contest.oracle)
            line.at = nil
            let epoch = epochs.randomElement(using: &random) ?? epochs[0]
            // Of those of an ended epoch, one of eight lies behind its fork.
            let isEnded = epoch.name != epochs.last?.name
            let isLost = isEnded && Int.random(in: 0..<8, using: &random) == 0
            let position =
                isLost ? epoch.end + 1 : Int.random(in: 1...epoch.end, using: &random)
            guard let text = contest.text(of: line, asOf: epoch.moment(position)) else { continue }
            let (was, now) = (
                try await contest.answer(text), try await imported.answer(text)
            )
            compared += 1
            if was["ok"] != nil { answered += 1 }
            #expect(!isLost || was["error"] != nil, "SEED=\(seed): \(text)\n\(was)")
            guard was.comparable == now.comparable else {
                Issue.record("SEED=\(seed): \(text)\n  was \(was)\n  is  \(now)")
                return
            }
        }
        #expect(answered > compared / 4, "SEED=\(seed)")
    }

    private struct Epoch {
        /// 16 hexadecimal digits; nil for the first one, which needs no name.
        var name: String?
        /// The last position that the log still has of it.
        var end: Int

        func moment(_ position: Int) -> Value {
            name.map { .string("\($0):\(position)") } ?? .int(position)
        }
    }

    /// Tells the store lines; what the oracle does not know of restores is no difference here.
    private static func play(
        _ lines: Int,
        _ contest: Contest,
        _ generator: inout Generator
    ) async throws {
        for _ in 0..<lines {
            let line = generator.next(contest.oracle)
            _ = try await contest.play(line)
            if let answer = contest.lastAnswer { generator.learn(line, answer) }
        }
    }

    private static let comparisons = number("FORKED_COMPARISONS") ?? 300
    private static let seeds: [UInt64] = {
        let count = number("FORKED_RUNS") ?? 2
        let first = number("SEED") ?? 900
        return (first..<first + count).map { UInt64($0) }
    }()

    /// What the environment asks for instead.
    private static func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}

extension Value {
    /// What an import keeps of an answer: all but the log's id, hashes and cursors, and what is
    /// about the process.
    fileprivate var comparable: Value {
        switch self {
        case .array(let elements): .array(elements.map(\.comparable))
        case .object(let members):
            .object(
                members.filter { name, _ in
                    !Self.new.contains(name) && !(name == "bytes" && members["files"] != nil)
                }.mapValues(\.comparable)
            )
        default: self
        }
    }

    private static let new: Set = ["log", "root", "leaf", "next", "before", "after", "files"]
}
