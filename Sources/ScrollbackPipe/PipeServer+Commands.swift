internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

// How lines that do something wait, are submitted together, and are answered.

extension PipeServer {
    /// Lets a line's commands wait for those that come next, or refuses them.
    mutating func add<Failure: Error>(
        _ commands: [NamedCommand],
        of line: PipeLine,
        together batch: CommandBatch?,
        _ output: Output<Failure>
    ) async throws(Failure) {
        guard store.isWriting else {
            let error = refusalForReader(commands, of: line, together: batch)
            waiting.append(WaitingLine(ref: line.ref, .refused(error)))
            return
        }
        let wouldChangeCounts = commands.contains {
            counts.wouldChange(by: $0.command, of: line.actor)
        }
        if submissions.count == Self.commandsTogether || wouldChangeCounts || lastTakesLong {
            try await settle(output)
        }
        let readsAll = batch == nil && readsAll(commands[0], by: line.actor)
        if !readsAll {
            for command in commands {
                counts.add(command.command, by: line.actor, together: batch != nil)
            }
        }
        submissions.append(submission(commands, of: line, together: batch))
        lastTakesLong = commands.contains { $0.command.restsOnKeeping }
        let submitted = SubmittedLine(
            names: commands.map(\.command.name),
            together: batch != nil,
            actor: line.actor,
            time: store.givenTime?.latest,
            readsAll: readsAll
        )
        waiting.append(WaitingLine(ref: line.ref, .submitted(submitted)))
    }

    /// Whether a command leaves nothing unread, because it reads up to the newest entry.
    ///
    /// A possible repetition does not count: it changes nothing, and its answer has the present
    /// unread count.
    private mutating func readsAll(_ named: NamedCommand, by actor: Actor) -> Bool {
        guard case .markRead(let command) = named.command else { return false }
        guard let id = named.id else { return command.upTo == nil }
        let isNew = namedReadings.insert(id).inserted
        return command.upTo == nil && isNew && isUnheard(id, by: actor)
    }

    /// Whether it is certain that no command of that name was carried out.
    private func isUnheard(_ id: CommandID, by actor: Actor) -> Bool {
        guard let user = actor.user else { return false }
        do throws(StoreError) {
            return try store.asking { (state, now) throws(QueryError) in
                let evaluator = UserQueryEvaluator(state, by: user, now: now)
                // Views that are being brought up may not have heard of it yet.
                return evaluator.isUpToDate ? try evaluator.outcome(of: id) == nil : false
            }
        } catch {
            return false
        }
    }

    private func submission(
        _ commands: [NamedCommand],
        of line: PipeLine,
        together batch: CommandBatch?
    ) -> Submission {
        guard let batch else { return Submission(commands[0], of: line, to: store) }
        let members = commands.map { Batch.Member($0.command, id: $0.id) }
        return Submission(
            as: line.actor,
            together: members,
            id: batch.id,
            fresh: FreshIDs(first: store.nextID()),
            at: store.givenTime?.latest
        )
    }

    /// Who could never ask for it is told so; the others, that nothing is written here.
    private func refusalForReader(
        _ commands: [NamedCommand],
        of line: PipeLine,
        together batch: CommandBatch?
    ) -> ErrorForm {
        for (index, command) in commands.enumerated() {
            do throws(Refusal) {
                try command.command.name.audience.requireKind(of: line.actor)
            } catch {
                return ErrorForm(error, index: batch == nil ? nil : index)
            }
        }
        return .readOnly
    }

    /// Carries out the waiting commands, and answers the waiting lines.
    mutating func settle<Failure: Error>(
        _ output: Output<Failure>
    ) async throws(Failure) {
        guard !waiting.isEmpty else { return }
        var results = (await store.submit(submissions)).makeIterator()
        for line in waiting {
            switch line.content {
            case .refused(let error): answers.writeLine(ref: line.ref, error: error)
            case .submitted(let submitted):
                guard let result = results.next() else { continue }
                await answer(line.ref, to: submitted, with: result)
            }
            try write(atLeast: Self.answerBytes, to: output)
        }
        waiting.removeAll(keepingCapacity: true)
        submissions.removeAll(keepingCapacity: true)
        counts.removeAll()
        lastTakesLong = false
        namedReadings.removeAll(keepingCapacity: true)
    }

    private mutating func answer(
        _ ref: [UInt8]?,
        to submitted: SubmittedLine,
        with result: SubmissionResult
    ) async {
        let outcome: SubmissionOutcome
        switch result {
        case .success(let done): outcome = done
        case .failure(let failure):
            let error = StoreError(failure)
            if let notice = error.noticeOfCommand { store.notice(notice) }
            answers.writeLine(ref: ref, error: ErrorForm(error))
            return
        }
        do throws(StoreError) {
            try await retrying { (server) throws(StoreError) in
                let form = try server.form(of: outcome, to: submitted)
                server.answers.writeLine(
                    ref: ref,
                    position: outcome.position,
                    epoch: server.store.namedEpoch,
                    keeping: outcome.keeping,
                    answer: form
                )
            }
        } catch {
            store.notice(
                Notice(
                    .answerNotCounted,
                    "An answer could not be counted: \(error)",
                    ["code": error.code.rawValue]
                )
            )
            answers.writeLine(ref: ref, error: .uncounted)
        }
    }

    /// The answer to a line's commands, with what is counted for it on the present state.
    private func form(
        of outcome: SubmissionOutcome,
        to submitted: SubmittedLine
    ) throws(StoreError) -> AnswerForm {
        guard submitted.together else {
            return try form(of: outcome.answer, to: submitted.names[0], of: submitted)
        }
        var forms: [AnswerForm] = []
        for (answer, name) in zip(outcome.answers, submitted.names) {
            forms.append(try form(of: answer, to: name, of: submitted))
        }
        return .results(forms)
    }

    private func form(
        of answer: Answer,
        to command: CommandName,
        of submitted: SubmittedLine
    ) throws(StoreError) -> AnswerForm {
        try AnswerForm(
            answer,
            to: command,
            together: submitted.together,
            reactions: { (message) throws(StoreError) in
                try count(for: submitted) { (evaluator) throws(QueryError) in
                    try evaluator.reactionGroups(on: message)
                } ?? []
            },
            unread: { (conversation) throws(StoreError) in
                if submitted.readsAll { return 0 }
                let item = try count(for: submitted) { (evaluator) throws(QueryError) in
                    try evaluator.unread(in: conversation)
                }
                return item?.count ?? 0
            }
        )
    }

    /// What a query finds; nil where its asker may no longer ask it, as who repeats a command
    /// after leaving.
    private func count<Found>(
        for submitted: SubmittedLine,
        _ find: (inout UserQueryEvaluator) throws(QueryError) -> Found
    ) throws(StoreError) -> Found? {
        guard let user = submitted.actor.user else { return nil }
        do throws(StoreError) {
            return try store.asking(acceptsOlder: true) { (state, now) throws(QueryError) in
                var evaluator = UserQueryEvaluator(state, by: user, now: submitted.time ?? now)
                return try find(&evaluator)
            }
        } catch {
            if error.refusal != nil { return nil }
            throw error
        }
    }
}
