internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

// How lines that ask something are answered.

extension PipeServer {
    mutating func take<Asked: UserQuery & JSONQuery, Failure: Error>(
        _ query: QueryLine,
        as type: Asked.Type,
        of line: PipeLine,
        _ output: Output<Failure>
    ) async throws(Failure) {
        let moment = query.moment
        guard let query = read(query, as: type, of: line) else { return }
        try await settle(output)
        await answer(query, asOf: moment, of: line)
    }

    mutating func take<Asked: OperatorQuery & JSONQuery, Failure: Error>(
        _ query: QueryLine,
        as type: Asked.Type,
        of line: PipeLine,
        _ output: Output<Failure>
    ) async throws(Failure) {
        let moment = query.moment
        guard let query = read(query, as: type, of: line) else { return }
        try await settle(output)
        await answer(query, asOf: moment, of: line)
    }

    /// Reads a query's fields, or lets the refusal of the line wait; only then the line's time
    /// counts.
    private mutating func read<Asked: JSONQuery>(
        _ query: QueryLine,
        as type: Asked.Type,
        of line: PipeLine
    ) -> Asked? {
        do throws(ErrorForm) {
            let query = try query.read(as: type)
            hear(line)
            return query
        } catch {
            waiting.append(WaitingLine(ref: line.ref, .refused(error)))
            return nil
        }
    }

    private mutating func answer<Asked: UserQuery & JSONQuery>(
        _ query: Asked,
        asOf moment: PastMoment?,
        of line: PipeLine
    ) async {
        let look = look(query, isPast: moment != nil, of: line)
        await answer(line, Asked.audience, look) { (server) throws(StoreError) in
            guard let user = line.actor.user else { throw StoreError(.request(.isForUsers)) }
            let store = server.store
            try server.writeAnswer(to: query, asOf: moment, as: user) {
                (state, now, lines) throws(QueryError) in
                let epoch = store.namedEpoch
                var evaluator = UserQueryEvaluator(state, by: user, now: now)
                try Self.writeFitting(query, to: &lines, line) {
                    (query, lines) throws(QueryError) in
                    let answer = try evaluator.answer(query)
                    lines.writeLine(
                        ref: line.ref,
                        position: evaluator.position,
                        epoch: epoch,
                        answer: answer,
                        to: Asked.self
                    )
                    return Asked.itemCount(of: answer)
                }
            }
        }
    }

    private mutating func answer<Asked: OperatorQuery & JSONQuery>(
        _ query: Asked,
        asOf moment: PastMoment?,
        of line: PipeLine
    ) async {
        let look = look(query, isPast: moment != nil, of: line)
        await answer(line, Asked.audience, look) { (server) throws(StoreError) in
            let store = server.store
            if moment == nil, let answer = Asked.answering.answerWithoutViews {
                return try server.writeAnswer { (lines, _) throws(StoreError) in
                    try store.askingWithoutViews { (engine, position) throws(QueryError) in
                        let epoch = store.namedEpoch
                        try Self.writeFitting(query, to: &lines, line) {
                            (query, lines) throws(QueryError) in
                            let found = try answer(query, engine)
                            lines.writeLine(
                                ref: line.ref,
                                position: position,
                                epoch: epoch,
                                answer: found,
                                to: Asked.self
                            )
                            return Asked.itemCount(of: found)
                        }
                    }
                }
            }
            try server.writeAnswer(to: query, asOf: moment, as: nil) {
                (state, now, lines) throws(QueryError) in
                let epoch = store.namedEpoch
                var evaluator = OperatorQueryEvaluator(state, now: now)
                try Self.writeFitting(query, to: &lines, line) {
                    (query, lines) throws(QueryError) in
                    let answer = try evaluator.answer(query)
                    lines.writeLine(
                        ref: line.ref,
                        position: evaluator.position,
                        epoch: epoch,
                        answer: answer,
                        to: Asked.self
                    )
                    return Asked.itemCount(of: answer)
                }
            }
        }
    }

    /// Writes the answer to a query, or its error.
    private mutating func answer(
        _ line: PipeLine,
        _ audience: Audience,
        _ look: Look?,
        write: (inout PipeServer) throws(StoreError) -> Void
    ) async {
        do throws(Refusal) {
            try audience.requireKind(of: line.actor)
        } catch {
            answers.writeLine(ref: line.ref, error: ErrorForm(error))
            return
        }
        if let look {
            do throws(ErrorForm) {
                try await admit(look)
            } catch {
                answers.writeLine(ref: line.ref, error: error)
                return
            }
        }
        do throws(StoreError) {
            try await retrying(write)
        } catch {
            if error.refusal == nil, error.code != .overloaded, error.code != .cancelled {
                store.notice(
                    Notice(
                        .queryFailed,
                        "A query could not be answered: \(error)",
                        ["code": error.code.rawValue]
                    )
                )
            }
            answers.writeLine(ref: line.ref, error: ErrorForm(reading: error))
        }
    }

    /// Writes an answer, and anew where the views were found damaged.
    private mutating func writeAnswer<Asked: Query>(
        to query: Asked,
        asOf moment: PastMoment?,
        as user: UserID?,
        _ write: (
            consuming EngineSnapshot, Timestamp, inout JSONWriter
        ) throws(QueryError) -> Void
    ) throws(StoreError) {
        let (store, isAbandoned) = (store, isAbandoned)
        try writeAnswer { (lines, start) throws(StoreError) in
            guard let moment else {
                return try store.asking(acceptsOlder: true) { (state, now) throws(QueryError) in
                    lines.cut(to: start)
                    try write(state, now, &lines)
                }
            }
            var past = try store.asOf(moment)
            past.isAbandoned = isAbandoned
            try past.asking(query, as: user) { (state, now) throws(QueryError) in
                lines.cut(to: start)
                try write(state, now, &lines)
            }
        }
    }

    /// Writes an answer behind the others, which end at the number of bytes that is given; or nothing
    /// where that fails.
    private mutating func writeAnswer(
        _ write: (inout JSONWriter, Int) throws(StoreError) -> Void
    ) throws(StoreError) {
        var lines = JSONWriter()
        swap(&lines, &answers)
        defer { swap(&lines, &answers) }
        let start = lines.bytes.count
        do throws(StoreError) {
            try write(&lines, start)
        } catch {
            lines.cut(to: start)
            throw error
        }
    }

    /// Writes a query's answer, with fewer items where the line would be too long.
    ///
    /// The bytes that the asker has put into `ref` do not count.
    private static func writeFitting<Asked: ServedQuery>(
        _ query: Asked,
        to lines: inout JSONWriter,
        _ line: PipeLine,
        _ write: (Asked, inout JSONWriter) throws(QueryError) -> Int?
    ) throws(QueryError) {
        let start = lines.bytes.count
        let end = start + (line.ref?.count ?? 0) + Limits.answerBytes
        defer { lines.limit = nil }
        lines.limit = end
        var items = try write(query, &lines)
        while lines.bytes.count > end {
            let fitting = fittingItems(of: items, written: lines.wholeItems)
            let shorter = fitting.flatMap { query.limited(to: $0) }
            lines.cut(to: start)
            // A page that cannot be shorter is written whole.
            lines.limit = shorter == nil ? nil : end
            items = try write(shorter ?? query, &lines)
            if shorter == nil { break }
            items = min(items ?? 0, fitting ?? 0)
        }
    }
}
