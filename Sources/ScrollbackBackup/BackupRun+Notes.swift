internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackPipe

extension BackupRun {
    /// The one place where the log hears of a copy of the keys.
    ///
    /// - Returns: the number of the journal's newest line.
    func note(_ step: KeyCopyNote) throws(BackupError) -> UInt64? {
        guard store.isWriting else { return try askWriter(toNote: step) }
        let result = blocking { [store] in
            do throws(StoreError) {
                _ = try await store.note(step)
                return Result<UInt64?, StoreError>.success(store.keeping)
            } catch {
                return .failure(error)
            }
        }
        do throws(StoreError) { return try result.get() } catch { throw BackupError(error) }
    }

    /// Has a task do something, and waits for it: on the run's own thread, never on one of Swift's.
    func blocking<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let done = Completion<Value>()
        Task.detached { done.complete(await body()) }
        return done.wait()
    }

    private func askWriter(toNote step: KeyCopyNote) throws(BackupError) -> UInt64? {
        let path = control ?? store.controlPath
        let noWriter = BackupError(
            .noWriter,
            "the process that writes to the store cannot be reached at \(path) to log the copy of the "
                + "keys; name its socket with --control, or stop that process"
        )
        guard var client = try? ControlClient(to: path), client.send(step.line) else {
            throw noWriter
        }
        guard let line = client.readLine(withinMilliseconds: patience) else {
            throw BackupError(
                .noWriter,
                "the process that writes to the store has not answered at \(path) to log the copy of "
                    + "the keys; see whether it still runs, then back up again"
            )
        }
        switch AnswerLine(line) {
        case .done?: return AnswerLine.keeping(of: line)
        case .refused("closed", _)?: throw noWriter
        case .refused(let code, let message)?:
            throw BackupError(
                code == "invalidText" || code == "notFound" ? .invalidRequest : .unavailable,
                message
            )
        case .progress?, nil:
            throw BackupError(.noWriter, AnswerLine.unexpected)
        }
    }
}
