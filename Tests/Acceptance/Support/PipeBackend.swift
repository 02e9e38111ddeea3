import TestSupport

/// A backend in any other language: the built command in a process of its own, spoken to in lines,
/// which go to it by a pipe or over HTTP.
final class PipeBackend: Backend {
    let place: Place
    let clock = StoryClock()
    private let open: (Place) throws -> any LineCarrier
    private(set) var pipe: any LineCarrier

    init(
        at place: Place,
        by open: @escaping (Place) throws -> any LineCarrier = { try StartedProgram.pipe($0.store) }
    ) throws {
        self.place = place
        self.open = open
        pipe = try open(place)
    }

    func close() throws { try pipe.end() }

    func reopen() throws {
        try pipe.end()
        pipe = try open(place)
    }

    func residentBytes() throws -> Int { try anonymousBytes(of: "\(pipe.identifier)") }

    func perform(_ wishes: [Wish]) throws -> [Result<Done, Refused>] {
        clock.tick()
        // So many lines fit into a pipe, in either direction.
        var results: [Result<Done, Refused>] = []
        for start in stride(from: 0, to: wishes.count, by: 50) {
            let some = wishes[start..<min(start + 50, wishes.count)]
            try pipe.write(some.map { try line($0) })
            for _ in some { results.append(try answer().map(Done.init)) }
        }
        return results
    }

    func dieWhileSending(
        _ drafts: [Draft],
        by user: String,
        acknowledging count: Int
    ) throws -> Set<String> {
        try pipe.write(drafts.map { try line(Wish(user: user, deed: .send($0))) })
        var acknowledged: Set<String> = []
        for _ in 0..<count {
            acknowledged.insert(try JSON(line: pipe.nextLine())["ok"].requiredText("message"))
        }
        pipe.dies()
        pipe = try open(place)
        return acknowledged
    }

    private func line(_ wish: Wish) throws -> String {
        var fields = wish.deed.fields
        fields["as"] = wish.user ?? "operator"
        fields["at"] = clock.now
        return try JSON(fields).line()
    }

    /// The next answer: what was found or done, beside its position.
    private func answer() throws -> Result<JSON, Refused> {
        let answer = try JSON(line: pipe.nextLine())
        guard answer["ok"].exists else {
            let error = answer["error"]
            return .failure(
                Refused(
                    code: try error.requiredText("code"),
                    retryAfter: error["retryAfter"].number
                )
            )
        }
        return .success(answer)
    }

    /// Asks a question, and reads what is found.
    func ask(_ query: String, _ fields: [String: Any?], as user: String) throws -> JSON {
        var line = fields.compactMapValues { $0 }
        line["as"] = user
        line["ask"] = query
        line["at"] = clock.now
        try pipe.write([JSON(line).line()])
        return try answer().get()["ok"]
    }

    /// What a line is answered that is no wish of the rows'; nil if it is no refusal.
    func refusal(of fields: [String: Any]) throws -> String? {
        try pipe.write([JSON(fields).line()])
        guard case .failure(let refused) = try answer() else { return nil }
        return refused.code
    }
}

extension Done {
    fileprivate init(_ answer: JSON) {
        let ok = answer["ok"]
        self.init(
            position: answer["position"].number ?? -1,
            conversation: ok["conversation"].text,
            message: ok["message"].text,
            ordinal: ok["ordinal"].number,
            sentAt: ok["sentAt"].number,
            report: ok["report"].text
        )
    }
}
