internal import EventLog
internal import Messaging
package import Scrollback
internal import ScrollbackJSON
internal import Views
package import Wire

/// Answers lines of JSON over one open store: the pipe, without the files at its ends.
///
/// - Each line gets one line, in order; a command's only when what it led to is durable.
/// - Commands that follow each other share a commit, up to a thousand of them.
/// - A line sees every line before it, and its answer is as if it had stood alone.
///
///     var server = try PipeServer(engine)
///     let answers = await server.answer([#"{"as":"…","ask":"settings"}"#.utf8.map { $0 }])
package struct PipeServer: ~Copyable {
    package struct Options: Sendable {
        /// The machine's clock, which has to be the engine's; nil where lines bring the time.
        package var clock: (@Sendable () -> Timestamp)? = Engine.wallClock
        /// Where the names begin that lines do not give.
        package var randomness: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
        /// Told of what an operator may want to know, one line each.
        package var notice: @Sendable (String) -> Void = { _ in }

        package init() {}
    }

    /// How many lines share a commit at most.
    package static let commandsTogether = BatchLimits.commands
    /// How many bytes of answers are gathered before they are written.
    package static let answerBytes = 1 << 20
    /// Writes lines; does not come back before it needs their bytes no longer.
    package typealias Output<Failure: Error> = (borrowing RawSpan) throws(Failure) -> Void

    private let engine: Engine
    private let decoder: PipeDecoder
    private var options: Options
    private var clock: PipeClock
    private var ids = TimeOrderedIDs()
    /// Lines that are not answered yet, and what the writer is to be asked for them.
    private var waiting: [WaitingLine] = []
    private var demands: [Demand] = []
    private var counts = PendingCounts()
    /// Whether the last of the demands may be decided later than what is asked behind it.
    private var lastTakesLong = false
    /// The names of the readings that wait.
    private var namedReadings: Set<CommandID> = []
    private var answers = JSONWriter()

    /// Serves a store; whoever has opened it closes it.
    package init(_ engine: Engine, options: Options = Options()) throws(EngineError) {
        let newest = try Self.newestTime(of: engine.log)
        self.engine = engine
        self.options = options
        decoder = PipeDecoder(readsTime: options.clock == nil)
        clock = PipeClock(options.clock, notBefore: newest)
    }

    private static func newestTime(of log: EventLog) throws(EngineError) -> Timestamp {
        do throws(LogError) {
            let snapshot = try log.snapshot()
            return try snapshot.record(at: snapshot.size).recorded
        } catch {
            throw .log(error)
        }
    }

    /// Answers lines, which come without what ends them; what is answered has line feeds.
    package mutating func answer(_ lines: some Sequence<[UInt8]>) async -> [UInt8] {
        var bytes: [UInt8] = []
        await answer(lines) { answers in
            answers.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    /// Answers lines, and hands the answers on in pieces of at least `answerBytes`: no more
    /// answers than that are kept, and the next line is looked at when the piece is written.
    ///
    /// - Throws: what writing throws. The lines that were not answered by then stay so.
    package mutating func answer<Failure: Error>(
        _ lines: some Sequence<[UInt8]>,
        to output: Output<Failure>
    ) async throws(Failure) {
        for line in lines { try await take(line, output) }
        try await settle(output)
        try write(to: output)
    }

    private mutating func write<Failure: Error>(
        atLeast count: Int = 1,
        to output: Output<Failure>
    ) throws(Failure) {
        guard answers.bytes.count >= count else { return }
        try output(answers.bytes.span.bytes)
        answers.removeAll(keepingBytes: 2 * Self.answerBytes)
    }

    private mutating func take<Failure: Error>(
        _ bytes: [UInt8],
        _ output: Output<Failure>
    ) async throws(Failure) {
        let line: PipeLine
        do throws(MalformedLine) {
            line = try decode(bytes)
        } catch {
            waiting.append(WaitingLine(ref: error.ref, .refused(error.error)))
            return
        }
        switch line.content {
        case .command(let command):
            clock.hear(line.at)
            try await add([command], of: line, together: nil, output)
        case .batch(let batch):
            clock.hear(line.at)
            try await add(batch.commands, of: line, together: batch, output)
        case .query(let query):
            switch query.name.type {
            case .user(let type): try await take(query, as: type, of: line, output)
            case .operator(let type): try await take(query, as: type, of: line, output)
            }
        }
        try write(atLeast: Self.answerBytes, to: output)
    }

    private mutating func take<Asked: UserQuery & JSONQuery, Failure: Error>(
        _ query: QueryLine,
        as type: Asked.Type,
        of line: PipeLine,
        _ output: Output<Failure>
    ) async throws(Failure) {
        guard let query = read(query, as: type, of: line) else { return }
        try await settle(output)
        await answer(query, of: line)
    }

    private mutating func take<Asked: OperatorQuery & JSONQuery, Failure: Error>(
        _ query: QueryLine,
        as type: Asked.Type,
        of line: PipeLine,
        _ output: Output<Failure>
    ) async throws(Failure) {
        guard let query = read(query, as: type, of: line) else { return }
        try await settle(output)
        await answer(query, of: line)
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
            clock.hear(line.at)
            return query
        } catch {
            waiting.append(WaitingLine(ref: line.ref, .refused(error)))
            return nil
        }
    }

    private mutating func decode(_ bytes: [UInt8]) throws(MalformedLine) -> PipeLine {
        let decoder = decoder
        return try decoder.decode(bytes) { nextID() }
    }

    private mutating func nextID() -> UniqueID {
        ids.next(at: clock.roughly, random: options.randomness.next())
    }
}

/// A line that is not answered yet.
private struct WaitingLine {
    enum Content {
        case refused(ErrorForm)
        /// The next demand's outcome answers it.
        case demanded(WaitingDemand)
    }

    var ref: [UInt8]?
    var content: Content

    init(ref: [UInt8]?, _ content: Content) {
        self.ref = ref
        self.content = content
    }
}

/// What the answer to a line's commands is made with, once they are carried out.
private struct WaitingDemand {
    var names: [CommandName]
    var actor: Actor
    var time: Timestamp?
    /// Whether nothing is left unread, so that nothing need be counted.
    var readsAll: Bool
}

// What is done.
extension PipeServer {
    /// Lets a line's commands wait for those that come next, or refuses them.
    private mutating func add<Failure: Error>(
        _ commands: [NamedCommand],
        of line: PipeLine,
        together batch: CommandBatch?,
        _ output: Output<Failure>
    ) async throws(Failure) {
        guard engine.log.access == .writing else {
            let error = refusalForReader(commands, of: line, together: batch)
            waiting.append(WaitingLine(ref: line.ref, .refused(error)))
            return
        }
        let wouldChangeCounts = commands.contains {
            counts.wouldChange(by: $0.command, of: line.actor)
        }
        if demands.count == Self.commandsTogether || wouldChangeCounts || lastTakesLong {
            try await settle(output)
        }
        let readsAll = batch == nil && readsAll(commands[0], by: line.actor)
        if !readsAll {
            for command in commands {
                counts.add(command.command, by: line.actor, together: batch != nil)
            }
        }
        demands.append(demand(commands, of: line, together: batch))
        lastTakesLong = commands.contains { $0.command.restsOnKeeping }
        let waits = WaitingDemand(
            names: commands.map(\.command.name),
            actor: line.actor,
            time: clock.given,
            readsAll: readsAll
        )
        waiting.append(WaitingLine(ref: line.ref, .demanded(waits)))
    }

    /// Whether a command leaves nothing unread, because it reads up to the newest entry.
    ///
    /// One that may be a repetition is not such: it changes nothing, and its answer is what is
    /// unread by then.
    private mutating func readsAll(_ named: NamedCommand, by actor: Actor) -> Bool {
        guard case .markRead(let command) = named.command else { return false }
        guard let id = named.id else { return command.upTo == nil }
        let isNew = namedReadings.insert(id).inserted
        return command.upTo == nil && isNew && isUnheard(id, by: actor)
    }

    /// Whether it is certain that no command of that name was carried out.
    private func isUnheard(_ id: CommandID, by actor: Actor) -> Bool {
        guard let user = actor.user else { return false }
        do throws(QueryError) {
            let viewing = try look(as: user, at: nil)
            // Views that are being brought up may not have heard of it yet.
            return viewing.isUpToDate ? try viewing.outcome(of: id) == nil : false
        } catch {
            return false
        }
    }

    private mutating func demand(
        _ commands: [NamedCommand],
        of line: PipeLine,
        together batch: CommandBatch?
    ) -> Demand {
        let fresh = FreshIDs(first: nextID())
        if let batch {
            let members = commands.map { Batch.Member($0.command, id: $0.id) }
            return .batch(
                BatchAsk(as: line.actor, members, id: batch.id, fresh: fresh, at: clock.given)
            )
        }
        let command = commands[0]
        return .command(
            Ask(as: line.actor, command.command, id: command.id, fresh: fresh, at: clock.given)
        )
    }

    /// Who could never ask for it is told so; the others, that nothing is written here.
    private func refusalForReader(
        _ commands: [NamedCommand],
        of line: PipeLine,
        together batch: CommandBatch?
    ) -> ErrorForm {
        if batch != nil, line.actor == .operator { return ErrorForm(.request(.isForUsers)) }
        for (index, command) in commands.enumerated() {
            do throws(Refusal) {
                try command.command.name.audience.requireKind(of: line.actor)
            } catch {
                return ErrorForm(error, index: batch == nil ? nil : index)
            }
        }
        return .readOnly
    }

    /// Has the waiting commands carried out, and answers the waiting lines.
    private mutating func settle<Failure: Error>(
        _ output: Output<Failure>
    ) async throws(Failure) {
        guard !waiting.isEmpty else { return }
        var outcomes = (await engine.ask(demands)).makeIterator()
        for line in waiting {
            switch line.content {
            case .refused(let error): answers.writeLine(ref: line.ref, error: error)
            case .demanded(let demanded):
                guard let outcome = outcomes.next() else { continue }
                await answer(line.ref, to: demanded, with: outcome)
            }
            try write(atLeast: Self.answerBytes, to: output)
        }
        waiting.removeAll(keepingCapacity: true)
        demands.removeAll(keepingCapacity: true)
        counts.removeAll()
        lastTakesLong = false
        namedReadings.removeAll(keepingCapacity: true)
    }

    private mutating func answer(
        _ ref: [UInt8]?,
        to demanded: WaitingDemand,
        with outcome: DemandOutcome
    ) async {
        switch outcome {
        case .command(.success(let done)):
            await answer(ref, done.position) { (server) throws(QueryError) in
                try server.form(of: done.answer, to: demanded.names[0], of: demanded)
            }
        case .batch(.success(let done)):
            await answer(ref, done.position) { (server) throws(QueryError) in
                var forms: [AnswerForm] = []
                for (answer, name) in zip(done.answers, demanded.names) {
                    forms.append(
                        try server.form(of: answer, to: name, together: true, of: demanded)
                    )
                }
                return .results(forms)
            }
        case .command(.failure(let error)):
            if let notice = error.notice { options.notice(notice) }
            answers.writeLine(ref: ref, error: ErrorForm(StoreError(error)))
        case .batch(.failure(let error)):
            if let notice = error.notice { options.notice(notice) }
            answers.writeLine(ref: ref, error: ErrorForm(StoreError(error)))
        }
    }

    private mutating func answer(
        _ ref: [UInt8]?,
        _ position: Position,
        form: (borrowing PipeServer) throws(QueryError) -> AnswerForm
    ) async {
        do throws(QueryError) {
            let answer: AnswerForm
            do throws(QueryError) {
                answer = try form(self)
            } catch {
                guard error.isMendedByWaiting else { throw error }
                await engine.waitForViews()
                answer = try form(self)
            }
            let epoch = engine.log.epochs.named
            answers.writeLine(ref: ref, position: position, epoch: epoch, answer: answer)
        } catch {
            options.notice("An answer could not be counted: \(error)")
            answers.writeLine(ref: ref, error: .uncounted)
        }
    }
}

// What is asked.
extension PipeServer {
    private mutating func answer<Asked: UserQuery & JSONQuery>(
        _ query: Asked,
        of line: PipeLine
    ) async {
        await answer(line.ref) { (pipe) throws(QueryError) in
            try pipe.require(Asked.audience, line.actor)
            guard let user = line.actor.user else { throw .refused(.request(.isForUsers)) }
            try pipe.writeAnswer { (server, state, lines) throws(QueryError) in
                let epoch = server.engine.log.epochs.named
                var viewing = try server.look(at: state, as: user, nil)
                try Self.writeFitting(query, to: &lines, line) {
                    (query, lines) throws(QueryError) in
                    let answer = try viewing.answer(query)
                    lines.writeLine(
                        ref: line.ref,
                        position: viewing.position,
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
        of line: PipeLine
    ) async {
        await answer(line.ref) { (pipe) throws(QueryError) in
            try pipe.require(Asked.audience, line.actor)
            try pipe.writeAnswer { (server, state, lines) throws(QueryError) in
                let now = try server.now(on: state)
                let epoch = server.engine.log.epochs.named
                var viewing = OperatorViewing(state, now: now)
                try Self.writeFitting(query, to: &lines, line) {
                    (query, lines) throws(QueryError) in
                    let answer = try viewing.answer(query)
                    lines.writeLine(
                        ref: line.ref,
                        position: viewing.position,
                        epoch: epoch,
                        answer: answer,
                        to: Asked.self
                    )
                    return Asked.itemCount(of: answer)
                }
            }
        }
    }

    /// Writes an answer, after a wait where the views are being made anew, or why there is none.
    private mutating func answer(
        _ ref: [UInt8]?,
        write: (inout PipeServer) throws(QueryError) -> Void
    ) async {
        do throws(QueryError) {
            do throws(QueryError) {
                try write(&self)
            } catch {
                guard error.isMendedByWaiting else { throw error }
                await engine.waitForViews()
                try write(&self)
            }
        } catch {
            answer(ref, with: error)
        }
    }

    /// Writes an answer on the present state, and anew where the views were found damaged.
    private mutating func writeAnswer(
        _ write: (
            borrowing PipeServer, consuming EngineSnapshot, inout JSONWriter
        ) throws(QueryError) -> Void
    ) throws(QueryError) {
        var lines = JSONWriter()
        swap(&lines, &answers)
        defer { swap(&lines, &answers) }
        let start = lines.bytes.count
        do throws(QueryError) {
            try asking { (state) throws(QueryError) in
                lines.cut(to: start)
                try write(self, state, &lines)
            }
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
            // What cannot be shorter is written whole.
            lines.limit = shorter == nil ? nil : end
            items = try write(shorter ?? query, &lines)
            if shorter == nil { break }
            items = min(items ?? 0, fitting ?? 0)
        }
    }

    private mutating func answer(_ ref: [UInt8]?, with error: QueryError) {
        switch error {
        case .refused(let refusal):
            answers.writeLine(ref: ref, error: ErrorForm(refusal))
        case .failed(let failure):
            options.notice("A query could not be answered: \(failure)")
            answers.writeLine(ref: ref, error: ErrorForm(failure))
        }
    }

    private func require(_ audience: Audience, _ actor: Actor) throws(QueryError) {
        do throws(Refusal) {
            try audience.requireKind(of: actor)
        } catch {
            throw .refused(error)
        }
    }

    /// One user's look at the present state, at a time or now.
    private func look(as user: UserID, at time: Timestamp?) throws(QueryError) -> Viewing {
        try look(at: snapshot(), as: user, time)
    }

    private func look(
        at state: consuming EngineSnapshot,
        as user: UserID,
        _ time: Timestamp?
    ) throws(QueryError) -> Viewing {
        let present = try now(on: state)
        return Viewing(state, by: user, now: time ?? present)
    }

    /// Asks on the present state, and once more where the views were found damaged.
    private func asking<Found>(
        _ find: (consuming EngineSnapshot) throws(QueryError) -> Found
    ) throws(QueryError) -> Found {
        try engine.asking(on: { () throws(QueryError) in try snapshot() }, find).get()
    }

    private func snapshot() throws(QueryError) -> EngineSnapshot {
        do throws(EngineError) {
            return try engine.snapshot()
        } catch {
            throw .failed(error)
        }
    }

    private func now(on state: borrowing EngineSnapshot) throws(QueryError) -> Timestamp {
        do throws(ViewsError) {
            let newest = try state.newestTime()
            return engine.clockState == .believed ? clock.now(newest: newest) : newest
        } catch {
            throw .failed(.views(error))
        }
    }

    /// A command's answer, with what is counted for it on the present state.
    private func form(
        of answer: Answer,
        to command: CommandName,
        together: Bool = false,
        of demanded: WaitingDemand
    ) throws(QueryError) -> AnswerForm {
        try AnswerForm(
            answer,
            to: command,
            together: together,
            reactions: { (message) throws(QueryError) in
                try count(for: demanded) { (viewing) throws(QueryError) in
                    try viewing.reactionGroups(on: message)
                } ?? []
            },
            unread: { (conversation) throws(QueryError) in
                if demanded.readsAll { return 0 }
                let item = try count(for: demanded) { (viewing) throws(QueryError) in
                    try viewing.unread(in: conversation)
                }
                return item?.count ?? 0
            }
        )
    }

    /// What a query finds; nil where its asker may no longer ask it, as who repeats a command
    /// after leaving.
    private func count<Found>(
        for demanded: WaitingDemand,
        _ find: (inout Viewing) throws(QueryError) -> Found
    ) throws(QueryError) -> Found? {
        guard let user = demanded.actor.user else { return nil }
        do throws(QueryError) {
            return try asking { (state) throws(QueryError) in
                var viewing = try look(at: state, as: user, demanded.time)
                return try find(&viewing)
            }
        } catch {
            if case .refused = error { return nil }
            throw error
        }
    }
}
