import Glibc
import Oracle
import TestSupport
import Testing

/// Bits of a believed views file are flipped, then everything is asked and written.
@Suite(.serialized) struct `Flipped views` {
    /// What lines were answered with after a flip.
    enum Outcome: Hashable {
        case right
        /// Something was refused, and nothing answered wrongly.
        case refused
        /// A line was answered otherwise than by sound views.
        case wrong
        /// The process was killed by what it read.
        case killed
    }

    @Test func `answer right or not at all where a row was changed`() async throws {
        let seed = seed(for: "flipped views")
        let rig = try await Self.rig()
        var random = TestSupport.SplitMix64(seed: seed)
        var counts: [Outcome: Int] = [:]
        for _ in 0..<Self.flips {
            let bit = rig.views.bitInRow(using: &random)
            let outcome = rig.outcome(flipping: bit)
            counts[outcome, default: 0] += 1
            if outcome == .wrong { Issue.record("SEED=\(seed): bit \(bit)") }
        }
        print("flips in rows: \(counts)")
        // Most rows are not asked for: only many flips show that some are refused.
        #expect(Self.flips < 500 || counts[.refused, default: 0] > 0)
    }

    @Test func `are noticed by their sums where what leads to rows was changed`() async throws {
        let seed = seed(for: "flipped views, elsewhere")
        let rig = try await Self.rig()
        var random = TestSupport.SplitMix64(seed: seed)
        var counts: [Outcome: Int] = [:]
        var unnoticed: [Int] = []
        for _ in 0..<Self.flips {
            let bit = rig.views.bitElsewhere(using: &random)
            let outcome = rig.outcome(flipping: bit)
            counts[outcome, default: 0] += 1
            if outcome == .wrong, !rig.sumsNotice(bit) { unnoticed.append(bit) }
        }
        print("flips elsewhere: \(counts); not noticed by the sums: \(unnoticed)")
        #expect(unnoticed == [], "SEED=\(seed)")
    }

    /// Flips of each kind; a nightly run asks for 5,000.
    private static let flips = getenv("VIEW_FLIPS").flatMap { Int(String(cString: $0)) } ?? 12

    /// A store of a small world, and lines with what sound views answer.
    struct Rig {
        let contest: Contest
        let views: FlippedViews
        let lines: [String]
        let isCommand: [Bool]
        private(set) var expected: [String] = []

        fileprivate init(_ contest: Contest, _ views: FlippedViews, _ told: [(String, Bool)]) {
            self.contest = contest
            self.views = views
            lines = told.map(\.0)
            isCommand = told.map(\.1)
        }

        fileprivate mutating func learn() throws {
            expected = answers(flipping: nil).answers
            try #require(expected.count == lines.count)
            #expect(expected == answers(flipping: nil).answers)
            #expect(sums(flipping: nil) == "equal")
        }

        private func answers(flipping bit: Int?) -> (answers: [String], isKilled: Bool) {
            views.restore(flipping: bit)
            guard let program = Self.start(views.path) else { return ([], false) }
            var answers: [String] = []
            for line in lines {
                program.writeLine(line)
                guard let answer = program.readLine(within: 60) else { break }
                answers.append(answer)
            }
            let ending = program.finish()
            if case .killed = ending { return (answers, true) }
            return (answers, false)
        }

        private static func start(_ path: String) -> StartedProgram? {
            try? StartedProgram(StartedProgram.built("CrashWorker"), ["answer", path])
        }

        private func sums(flipping bit: Int) -> String? { sums(flipping: .some(bit)) }

        private func sums(flipping bit: Int?) -> String? {
            views.restore(flipping: bit)
            let program = Self.start(views.path)
            program?.writeLine("sums")
            return program?.readLine(within: 60)
        }

        /// Whether a comparison with the sums, right after opening, finds something wrong.
        func sumsNotice(_ bit: Int) -> Bool { sums(flipping: .some(bit)) != "equal" }

        func outcome(flipping bit: Int) -> Outcome {
            let (answers, isKilled) = answers(flipping: bit)
            var isRefused = answers.count < lines.count
            for (number, answer) in answers.enumerated() where answer != expected[number] {
                guard Self.isRefusal(answer) else { return .wrong }
                isRefused = true
                // What was not written is not there afterwards.
                if isCommand[number] { break }
            }
            return isKilled ? .killed : isRefused ? .refused : .right
        }

        /// Whether a line was not answered for want of views.
        private static func isRefusal(_ answer: String) -> Bool {
            ["internal", "viewsUnavailable", "overloaded", "stopped"].contains {
                answer.contains("\"\($0)\"")
            }
        }
    }

    private static func rig() async throws -> Rig {
        let contest = try Contest()
        var generator = Generator(seed: 400)
        for _ in 0..<1_500 {
            let line = generator.next(contest.oracle)
            _ = try await contest.play(line)
            if let answer = contest.lastAnswer { generator.learn(line, answer) }
        }
        // Views that were folded at once have few pages that are not used any more.
        try contest.rebuild()
        contest.close()
        let views = try FlippedViews(contest.path)
        try contest.reopen()
        var told: [(String, Bool)] = []
        while told.count < 150 {
            let line = generator.next(contest.oracle)
            _ = try await contest.play(line)
            if let answer = contest.lastAnswer { generator.learn(line, answer) }
            guard let lines = contest.lastLines else { continue }
            var isCommand = true
            if case .ask = line.verb { isCommand = false }
            told.append((lines.told, isCommand))
        }
        contest.close()
        var rig = Rig(contest, views, told)
        try rig.learn()
        return rig
    }
}
