import Glibc
import Oracle
import TestSupport
import Testing

/// Random lines are told to a store and to an oracle; then both are asked about states that are past.
@Suite struct `The past is as the oracle was then` {
    @Test func `for random positions, viewers and every query`() async throws {
        var compared: [String: Int] = [:]
        for seed in Self.seeds {
            guard try await compare(seed, &compared) else { return }
        }
        for name in Generator.queryNames {
            #expect(compared[name, default: 0] > 0, "no answer to \(name) was compared")
        }
    }

    /// D-17, D-19: by both, now and at each position of the past.
    @Test func `for the receipts of a sender who has left`() async throws {
        let contest = try Contest()
        defer { contest.close() }
        let people = (1...4).map { "0000000a-0000-4000-8000-00000000000\($0)" }
        let (sarah, mike, anna, late) = (people[0], people[1], people[2], people[3])
        let (chat, message) = (
            "0000000c-0000-4000-8000-000000000001", "0000000c-0000-4000-8000-000000000002"
        )
        let members: [String: Value] = [
            "members": [.string(mike), .string(anna)], "history": "sinceJoin",
        ]
        let here: [String: Value] = ["conversation": .string(chat)]
        func with(_ more: [String: Value]) -> [String: Value] { here.merging(more) { $1 } }
        let receipts = Line(sarah, .ask("receipts"), ["message": .string(message)])
        var states: [Oracle] = []
        for line in [
            Line(sarah, .act("createGroup"), members, id: chat, at: 1_000),
            Line(sarah, .act("send"), with(["text": "before"]), id: message, at: 2_000),
            Line(sarah, .act("add"), with(["user": .string(late)]), at: 3_000),
            Line(sarah, .act("leave"), here, at: 4_000), Line(late, .act("leave"), here, at: 5_000),
            // The new creator shows the earlier messages.
            Line(
                mike,
                .act("add"),
                with(["user": .string(late), "history": ["since": 0]]),
                at: 6_000
            ),
        ] {
            try await contest.tell(line)
            states.append(contest.oracle)
        }
        #expect(try await contest.play(receipts) == nil)
        #expect(contest.lastReply?["ok"]?["of"] == 2)
        for state in states.dropFirst() {
            #expect(try await contest.play(receipts, at: state) == nil, "\(state.position)")
        }
    }

    /// Compares answers about one story, half of them at times; false where one differs.
    private func compare(_ seed: UInt64, _ compared: inout [String: Int]) async throws -> Bool {
        let contest = try Contest()
        defer { contest.close() }
        var generator = Generator(seed: seed)
        var states: [Oracle] = []
        // The oracle has no fact of some events: it only learns that the store has recorded one.
        var times: [Int] = []
        var newest = (position: 0, time: 0)
        var roots: [Int: Value] = [:]
        for _ in 0..<Self.lines {
            let line = generator.next(contest.oracle)
            if let difference = try await contest.play(line) {
                Issue.record("SEED=\(seed): \(difference)")
                return false
            }
            if let answer = contest.lastAnswer { generator.learn(line, answer) }
            if contest.oracle.position != newest.position {
                newest = (contest.oracle.position, contest.oracle.now)
            }
            guard case .act = line.verb, contest.lastAnswer?.code == nil else { continue }
            if states.last?.position == contest.oracle.position {
                states.removeLast()
                times.removeLast()
            }
            states.append(contest.oracle)
            times.append(newest.time)
            guard states.count.isMultiple(of: 16) else { continue }
            let state = try await contest.answer(#"{"as":"operator","ask":"state"}"#)
            roots[state["position"]?.int ?? 0] = state["ok"]?["root"]
        }
        var random = SplitMix64(seed: seed)
        func differs(_ line: (inout Generator, Oracle) -> Line) async throws -> Bool {
            let number = Int.random(in: 0..<states.count, using: &random)
            let past = states[number]
            // A time names the last event that was recorded at it or before.
            let end = number + 1 < times.count ? times[number + 1] : times[number] + 1
            let isTimed = Bool.random(using: &random) && times[number] < end
            let time = isTimed ? Int.random(in: times[number]..<end, using: &random) : nil
            var asked = line(&generator, past)
            asked.at = nil
            guard let difference = try await contest.play(asked, at: past, time: time) else {
                return false
            }
            let moment = time.map { "time \($0)" } ?? "position \(past.position)"
            Issue.record("SEED=\(seed), \(moment): \(difference)")
            return true
        }
        for _ in 0..<Self.comparisons * 40
        where contest.compared.values.reduce(0, +) < Self.comparisons {
            if try await differs({ $0.next($1) }) { return false }
        }
        #expect(contest.compared.values.reduce(0, +) >= Self.comparisons, "SEED=\(seed)")
        // What chance has not asked, or has asked in vain, is asked on purpose.
        for name in Generator.queryNames where compared[name] == nil {
            for _ in 0..<200 where contest.compared[name] == nil {
                if try await differs({ $0.ask(name, $1) }) { return false }
            }
        }
        compared.merge(contest.compared) { $0 + $1 }
        try await compareWhole(contest, roots, seed)
        return true
    }

    /// Compares `state` and `events`, which the oracle does not answer, with what the store itself
    /// said at the time, and with the events that it says now.
    private func compareWhole(
        _ contest: Contest,
        _ roots: [Int: Value],
        _ seed: UInt64
    ) async throws {
        #expect(!roots.isEmpty)
        var events: [Value] = []
        while true {
            let from = (events.last?["position"]?.int ?? 0) + 1
            let page = try await contest.answer(
                #"{"as":"operator","ask":"events","from":\#(from),"limit":500}"#
            )
            let items = page["ok"]?["items"]?.array ?? []
            if items.isEmpty { break }
            events += items
        }
        for (position, root) in roots {
            let state = try await contest.answer(
                #"{"as":"operator","ask":"state","asOf":\#(position)}"#
            )
            #expect(state["ok"]?["root"] == root, "SEED=\(seed), position \(position)")
            #expect(state["ok"]?["size"] == .int(position), "SEED=\(seed), position \(position)")
            let from = max(1, position - 50)
            let page = try await contest.answer(
                #"{"as":"operator","ask":"events","from":\#(from),"limit":500,"asOf":\#(position)}"#
            )
            let expected = events.filter { event in
                (from...position).contains(event["position"]?.int ?? 0)
            }
            #expect(expected.count == position - from + 1)
            #expect(
                page["ok"]?["items"]?.array == expected,
                "SEED=\(seed), position \(position)"
            )
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
