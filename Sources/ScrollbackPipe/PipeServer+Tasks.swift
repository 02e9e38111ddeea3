internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

// How lines that have something done to the store itself are answered.

extension PipeServer {
    mutating func take<Failure: Error>(
        _ task: StoreTask,
        of line: PipeLine,
        _ output: Output<Failure>
    ) async throws(Failure) {
        try await settle(output)
        do throws(Refusal) {
            try StoreTask.audience.requireKind(of: line.actor)
        } catch {
            answers.writeLine(ref: line.ref, error: ErrorForm(error))
            return
        }
        guard store.isWriting else {
            answers.writeLine(ref: line.ref, error: .readOnly)
            return
        }
        let result: Result<Done, StoreError>
        if case .rebuildViews(tells: true) = task {
            result = try await rebuild(telling: line.ref, output).map { Done($0) }
        } else {
            result = await carryOut(task)
        }
        switch result {
        case .success(let done):
            answers.writeLine(
                ref: line.ref,
                position: done.position,
                epoch: store.namedEpoch,
                keeping: task.isKept ? store.keeping : nil
            ) { $0.write(done.answer) }
        case .failure(let error):
            if let notice = error.noticeOfCommand { store.notice(notice) }
            answers.writeLine(ref: line.ref, error: ErrorForm(error))
        }
    }

    /// The result of a task.
    private struct Done {
        let position: Position
        let answer: TaskAnswer

        init(_ position: Position, _ answer: TaskAnswer = .done) {
            self.position = position
            self.answer = answer
        }
    }

    private func carryOut(_ task: StoreTask) async -> Result<Done, StoreError> {
        do throws(StoreError) {
            return .success(try await done(task))
        } catch {
            return .failure(error)
        }
    }

    private func done(_ task: StoreTask) async throws(StoreError) -> Done {
        // What was done is not told as failed because its position cannot be read.
        let before = try store.newestPosition()
        switch task {
        case .rebuildViews: return Done(try await store.rebuildViews().position)
        case .depositCheckpoint(let text): return Done(try await store.keepCheckpoint(text))
        case .logLook(let subject, let reason):
            return Done(try await log(Look(by: looker, subject, because: reason)))
        case .noteExport(let export): return Done(try await store.note(export, by: looker))
        case .noteKeyCopy(let step): return Done(try await store.note(step))
        case .beginConsumer(let name): return try done(store.consumer(name))
        case .acknowledgeConsumer(let name, let position, let epoch):
            try store.advance(name, to: position, epoch: epoch)
            return try done(store.consumer(name))
        case .removeConsumer(let name):
            guard try store.removeConsumer(name) else { throw Store.noConsumer }
        case .retryWebhook(let name): try store.retryWebhook(name)
        case .dropWebhook(let name): try store.dropWebhook(name)
        case .beginExport(let scope, let reason):
            let job = try await store.beginExport(scope, reason: reason, by: looker)
            return Done(before, .export(job))
        case .endExport(let id): try store.endExport(id)
        }
        return Done(before)
    }

    private func done(_ consumer: Consumer) throws(StoreError) -> Done {
        let item = try store.item(of: consumer)
        return Done(try store.newestPosition(), .consumer(item))
    }

    private typealias Told = AsyncStream<(done: Position, total: Position)>

    /// Rebuilds the views, and writes how far it is, at most five times a second.
    private mutating func rebuild<Failure: Error>(
        telling ref: [UInt8]?,
        _ output: Output<Failure>
    ) async throws(Failure) -> Result<Position, StoreError> {
        let (stream, told) = Told.makeStream(bufferingPolicy: .bufferingNewest(1))
        let store = store
        async let result = Self.rebuild(store, telling: told)
        var latest: ContinuousClock.Instant?
        for await (done, total) in stream {
            let now = ContinuousClock.now
            if let latest, now - latest < .milliseconds(200) { continue }
            latest = now
            answers.writeProgress(ref: ref, done: done, total: total)
            try write(to: output)
        }
        return await result
    }

    private static func rebuild(
        _ store: Store,
        telling told: Told.Continuation
    ) async -> Result<Position, StoreError> {
        defer { told.finish() }
        do throws(StoreError) {
            return .success(
                try await store.rebuildViews { told.yield((done: $0, total: $1)) }.position
            )
        } catch {
            return .failure(error)
        }
    }
}
