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
        let result: Result<Position, StoreError>
        switch task {
        case .rebuildViews(let tells):
            result =
                tells
                ? try await rebuild(telling: line.ref, output)
                : await Self.rebuild(store, telling: nil)
        case .depositCheckpoint(let text):
            result = await Self.keep(text, in: store)
        case .logLook(let subject, let reason):
            result = await log(Look(by: looker, subject, because: reason))
        case .noteExport(let export):
            result = await Self.note(export, by: looker, in: store)
        case .noteKeyCopy(let step):
            result = await Self.note(step, in: store)
        }
        switch result {
        case .success(let position):
            answers.writeLine(
                ref: line.ref,
                position: position,
                epoch: store.namedEpoch,
                keeping: task.isKept ? store.keeping : nil,
                answer: .done
            )
        case .failure(let error):
            if let notice = error.noticeOfCommand { store.notice(notice) }
            answers.writeLine(ref: line.ref, error: ErrorForm(error))
        }
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
        telling told: Told.Continuation?
    ) async -> Result<Position, StoreError> {
        defer { told?.finish() }
        do throws(StoreError) {
            return .success(
                try await store.rebuildViews { told?.yield((done: $0, total: $1)) }.position
            )
        } catch {
            return .failure(error)
        }
    }

    private static func note(
        _ export: ExportNote,
        by looker: Looker,
        in store: Store
    ) async -> Result<Position, StoreError> {
        do throws(StoreError) {
            return .success(try await store.note(export, by: looker))
        } catch {
            return .failure(error)
        }
    }

    private static func note(
        _ step: KeyCopyNote,
        in store: Store
    ) async -> Result<Position, StoreError> {
        do throws(StoreError) {
            return .success(try await store.note(step))
        } catch {
            return .failure(error)
        }
    }

    private static func keep(
        _ checkpoint: String,
        in store: Store
    ) async -> Result<Position, StoreError> {
        do throws(StoreError) {
            return .success(try await store.keepCheckpoint(checkpoint))
        } catch {
            return .failure(error)
        }
    }
}
