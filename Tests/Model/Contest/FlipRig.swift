import EventLog
import Glibc
import Oracle
import Scrollback
import TestSupport
import Testing
import Wire

/// A closed store of a small world, whose views are damaged, and lines with what sound views
/// answer.
///
/// A conversation is under legal hold, and the lines try to erase it: whatever else is answered,
/// nothing may go that sound views have kept.
struct FlipRig {
    /// How a process that was told the lines has behaved.
    struct Behaviour {
        /// The lines that were answered otherwise, without the refusals.
        var wrong: [String] = []
        /// Lines that were refused for want of views.
        var refused = 0
        /// Lines that were refused with a code that says nothing about the views.
        var unexplained: [String] = []
        var ending = StartedProgram.Ending.exited(0)
        /// Events that lost their content, though sound views have kept it.
        var lost: [UInt64] = []
        /// Whether the views were made anew.
        var isMended = false
        /// What the process told its operator.
        var notices = ""
    }

    let views: FlippedViews
    private let lines: [(text: String, isCommand: Bool)]
    private var expected: [String] = []
    /// The events before the lines, and which of them have content after the lines.
    private var size: UInt64 = 0
    private(set) var kept: Set<UInt64> = []

    /// Makes a world of so many lines, and learns what its sound views answer.
    init(steps: Int) async throws {
        let contest = try Contest()
        var generator = Generator(seed: 400)
        for _ in 0..<steps {
            let line = generator.next(contest.oracle)
            if Self.changesWhatIsKept(line) { continue }
            _ = try await contest.play(line)
            if let answer = contest.lastAnswer { generator.learn(line, answer) }
        }
        let busiest = contest.oracle.everything.max { $0.entries.count < $1.entries.count }
        let group = try #require(busiest).conversation
        for line in Self.linesThatKeep(group) { try await contest.tell(line) }
        // Views that were folded at once have few pages that are not used any more.
        try contest.rebuild()
        contest.close()
        views = try FlippedViews(contest.path)
        try contest.reopen()
        var told: [(text: String, isCommand: Bool)] = []
        func tell(_ line: Line) async throws {
            _ = try await contest.play(line)
            if let answer = contest.lastAnswer { generator.learn(line, answer) }
            guard let lines = contest.lastLines else { return }
            var isCommand = true
            if case .ask = line.verb { isCommand = false }
            told.append((lines.told, isCommand))
        }
        // Once before any other damage was found, and once behind all else.
        for line in Self.linesThatErase(group, contest.oracle.now) { try await tell(line) }
        while told.count < 150 {
            let line = generator.next(contest.oracle)
            if Self.changesWhatIsKept(line) { continue }
            try await tell(line)
        }
        for line in Self.linesThatErase(group, contest.oracle.now) { try await tell(line) }
        contest.close()
        self.contest = contest
        lines = told
        try learn()
    }

    /// Owns the store's folder.
    private let contest: Contest

    /// What sound views answer, and what is left then.
    private mutating func learn() throws {
        views.restore(flipping: nil)
        let before = try Self.contents(of: views.path)
        size = before.size
        let (first, ending) = tellLines()
        expected = first
        kept = try Self.contents(of: views.path).present.intersection(before.present)
        guard ending == .exited(0), first.count == lines.count, !kept.isEmpty,
            kept.count < before.present.count
        else { throw Unfit(words: "\(ending), \(first.count) answers, \(kept.count) kept") }
        try requireBelieved()
    }

    /// Views that are not believed are made anew, whatever bit is flipped.
    func requireBelieved() throws {
        let sound = behaviour(flipping: nil)
        guard sound.wrong.isEmpty, sound.lost.isEmpty, sound.refused == 0, !sound.isMended,
            comparison(flipping: nil) == .equal
        else { throw Unfit(words: "\(sound)") }
    }

    private struct Unfit: Error { let words: String }

    /// How the views of a store behave of which a bit was flipped.
    func behaviour(flipping bit: Int?) -> Behaviour {
        views.restore(flipping: bit)
        unlink(views.path + ".errors")
        var behaviour = Behaviour()
        let (answers, ending) = tellLines()
        behaviour.ending = ending
        for (number, answer) in answers.enumerated() where answer != expected[number] {
            switch Self.code(of: answer) {
            case "viewsUnavailable"?: behaviour.refused += 1
            case "internal"?, "overloaded"?, "stopped"?, "outcomeUnknown"?:
                behaviour.unexplained.append(answer)
            default:
                behaviour.wrong.append(
                    "\(lines[number].text)\n  \(answer)\n  not \(expected[number])"
                )
            }
            // What was not written is not there afterwards.
            if lines[number].isCommand { break }
        }
        behaviour.isMended = views.areMadeAnew
        do {
            let left = try Self.contents(of: views.path).present
            behaviour.lost = kept.subtracting(left).sorted()
        } catch {
            behaviour.unexplained.append("the log: \(error)")
        }
        behaviour.notices = String(decoding: readFile(views.path + ".errors"), as: UTF8.self)
        return behaviour
    }

    /// Tells the lines, all of them also where some were refused: those behind may not erase more.
    private func tellLines() -> (answers: [String], ending: StartedProgram.Ending) {
        guard let program = worker() else { return ([], .unseen) }
        var answers: [String] = []
        for line in lines {
            program.writeLine(line.text)
            guard let answer = program.readLine(within: 60) else { break }
            answers.append(answer)
        }
        return (answers, program.finish())
    }

    private func worker() -> StartedProgram? {
        try? StartedProgram(
            StartedProgram.built("CrashWorker"),
            ["answer", views.path],
            errors: views.path + ".errors"
        )
    }

    /// What a comparison says of the views.
    enum Comparison: Equatable {
        case equal, different
        /// The process that compared them was killed, or did not answer.
        case ended(StartedProgram.Ending)
    }

    /// What comparing the views with their sums says, right after opening.
    func comparison(flipping bit: Int?) -> Comparison {
        views.restore(flipping: bit)
        return compare(by: "sums")
    }

    /// Compares the views as the lines have left them.
    func comparisonAsLeft() -> Comparison { compare(by: "sums") }

    /// How often the store kills its opener from now on before its views equal the log; nil where
    /// the second one dies too, or where they stay different.
    ///
    /// - Precondition: a process was killed by them just now.
    func deathsUntilMended() -> Int? {
        for deaths in 0..<2 {
            switch compare(by: "recount", isMending: true) {
            case .equal: return deaths
            case .ended(.killed): continue
            case .ended, .different: return nil
            }
        }
        return nil
    }

    /// Views that are being made anew meanwhile have some seconds.
    private func compare(by word: String, isMending: Bool = false) -> Comparison {
        guard let program = worker() else { return .ended(.unseen) }
        var answer: String?
        for _ in 0..<(isMending ? 100 : 1) where answer != "equal" {
            if answer != nil { usleep(100_000) }
            program.writeLine(word)
            answer = program.readLine(within: 60)
            if answer == nil { break }
        }
        let ending = program.finish()
        guard let answer, ending == .exited(0) else { return .ended(ending) }
        return answer == "equal" ? .equal : .different
    }

    private static func code(of answer: String) -> String? {
        (try? Value(json: Array(answer.utf8)))?["error"]?["code"]?.string
    }

    /// How many events a log has, and which have content that can be read.
    private static func contents(
        of path: String
    ) throws -> (size: UInt64, present: Set<UInt64>) {
        let log = try EventLog(
            opening: StoreDirectory(path: path),
            access: .reading,
            options: Contest.options.log
        )
        defer { log.close() }
        let snapshot = try log.snapshot()
        let contents = log.contents()
        var present: Set<UInt64> = []
        var records = try snapshot.records(from: Position(1))
        while let record = try records.next() {
            guard try contents.hasContent(record) else { continue }
            present.insert(record.position.rawValue)
        }
        return (snapshot.size.rawValue, present)
    }
}

// The lines about keeping and erasing.
extension FlipRig {
    private static let hold = "0000000c-0000-4000-8000-0000000fffff"

    /// A conversation is held, and all else grows old within a day.
    private static func linesThatKeep(_ group: String) -> [Line] {
        [
            operatorLine(
                "placeHold",
                ["conversation": .string(group), "matter": "case"],
                id: hold
            ),
            operatorLine("setRetention", ["minimum": .null, "maximum": 1]),
        ]
    }

    private static func linesThatErase(_ group: String, _ now: Int) -> [Line] {
        var late = operatorLine("runRetention", [:])
        late.at = now + 2 * 86_400_000
        let reasons: [String: Value] = ["basis": "law", "reason": "asked"]
        let erase = operatorLine(
            "erase",
            reasons.merging(["conversation": .string(group)]) { $1 }
        )
        return [erase, late]
    }

    private static func operatorLine(
        _ name: String,
        _ fields: [String: Value],
        id: String? = nil
    ) -> Line {
        Line(Line.theOperator, .act(name), fields, id: id)
    }

    /// Whether more is erased where a line is refused.
    private static func changesWhatIsKept(_ line: Line) -> Bool {
        guard case .act(let name) = line.verb else { return false }
        return ["placeHold", "releaseHold", "setRetention"].contains(name)
    }
}
