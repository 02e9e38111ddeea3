import Oracle
import Testing

@Suite struct `Generated worlds are lively and repeatable` {
    /// Sixty worlds of five hundred lines: small worlds keep their conflicts dense.
    private static let worlds = 60
    private static let linesInWorld = 500

    private func run(seed: UInt64, lines count: Int) -> [(line: Line, answer: Answer)] {
        var oracle = Oracle()
        var generator = Generator(seed: seed)
        return (0..<count).map { _ in
            let line = generator.next(oracle)
            let answer = oracle.answer(line)
            generator.learn(line, answer)
            return (line, answer)
        }
    }

    @Test func `the same seed makes the same lines and the same answers`() {
        let (one, other) = (run(seed: 7, lines: 400), run(seed: 7, lines: 400))
        #expect(one.map(\.line) == other.map(\.line))
        #expect(one.map(\.answer) == other.map(\.answer))
        #expect(run(seed: 8, lines: 50).map(\.line) != one.prefix(50).map(\.line))
    }

    @Test func `every command is accepted and every refusal occurs`() {
        var accepted: [String: Int] = [:]
        var refused: [String: Int] = [:]
        var codes: [String: Int] = [:]
        var queries: [String: Int] = [:]
        for seed in 1...Self.worlds {
            for (line, answer) in run(seed: UInt64(seed), lines: Self.linesInWorld) {
                if let code = answer.code { codes[code, default: 0] += 1 }
                switch line.verb {
                case .act(let name):
                    if answer.code == nil {
                        accepted[name, default: 0] += 1
                    } else {
                        refused[name, default: 0] += 1
                    }
                case .ask(let name):
                    if answer.code == nil { queries[name, default: 0] += 1 }
                }
            }
        }
        let yes = accepted.values.reduce(0, +)
        let no = refused.values.reduce(0, +)
        let histogram = """
            accepted \(accepted.sorted { $0.key < $1.key })
            refused \(refused.sorted { $0.key < $1.key })
            codes \(codes.sorted { $0.key < $1.key })
            queries \(queries.sorted { $0.key < $1.key })
            """
        #expect(yes * 100 >= (yes + no) * 40, "\(yes) of \(yes + no)\n\(histogram)")
        // No line begins a copy of the keys: a backup does.
        for name in Oracle.commandNames where name != "keyCopyGone" {
            #expect((accepted[name] ?? 0) > 0, "\(name) is never accepted\n\(histogram)")
        }
        for name in Oracle.queryNames {
            #expect((queries[name] ?? 0) > 0, "\(name) is never answered\n\(histogram)")
        }
        for code in Oracle.codes {
            #expect((codes[code] ?? 0) > 0, "\(code) never occurs\n\(histogram)")
        }
        #expect(Set(codes.keys).isSubset(of: Set(Oracle.codes)), "\(histogram)")
    }

    @Test func `shrinking keeps what fails and little else`() async throws {
        func fails(_ lines: [Line]) -> Bool {
            var oracle = Oracle()
            let answers = lines.map { oracle.answer($0) }
            return zip(lines, answers).contains { line, answer in
                line.verb == .act("edit") && answer.code == "notTheSender"
            }
        }
        let worlds = (1...20).lazy.map { run(seed: $0, lines: 200).map(\.line) }
        let lines = try #require(worlds.first(where: fails))
        let shrunk = await Shrinker.shrunk(lines, fails: fails)
        #expect(fails(shrunk))
        #expect(shrunk.count <= 3, "\(shrunk.map { $0.value() })")
    }
}
