internal import Messaging
package import Scrollback
package import ScrollbackJSON
internal import Wire

/// A single command whose answer is made of what the writer decided alone.
///
/// So a carrier needs no thread and no task that waits for it: it is submitted from any thread, and
/// answered as by `PipeServer`.
package struct PlainCommand: Sendable {
    private let store: Store
    private let line: PipeLine
    private let command: NamedCommand

    /// Nil for lines that are answered by reading, that take long to decide, or that are several
    /// commands; and where nothing is written.
    package init?(_ line: PipeLine, of store: Store) {
        guard case .command(let command) = line.content, store.isWriting,
            !command.command.restsOnKeeping
        else { return nil }
        switch command.command.name.answerShape {
        case .done, .direct, .conversation, .message, .report, .hold: break
        default: return nil
        }
        self.store = store
        self.line = line
        self.command = command
    }

    /// Has the command carried out, and takes the result when it is durable, on the thread that
    /// committed it: that must not block.
    package func submit(then take: @escaping @Sendable (SubmissionResult) -> Void) {
        if let time = line.at { store.givenTime?.hear(time) }
        store.submit(Submission(command, of: line, to: store), then: take)
    }

    /// Whether the operator is told of the result too, when it is answered.
    package func isForOperator(_ result: SubmissionResult) -> Bool {
        guard case .failure(let failure) = result else { return false }
        return StoreError(failure).noticeOfCommand != nil
    }

    /// The line that answers the command.
    package func answer(
        with result: SubmissionResult,
        under seal: (any PositionSeal)?
    ) -> [UInt8] {
        var answers = JSONWriter()
        answers.seal = seal
        switch result {
        case .success(let outcome):
            let form = AnswerForm(
                outcome.answer,
                to: command.command.name,
                reactions: { (_) throws(Never) in [] },
                unread: { (_) throws(Never) in 0 }
            )
            answers.writeLine(
                ref: line.ref,
                position: outcome.position,
                epoch: store.namedEpoch,
                keeping: outcome.keeping,
                answer: form
            )
        case .failure(let failure):
            let error = StoreError(failure)
            if let notice = error.noticeOfCommand { store.notice(notice) }
            answers.writeLine(ref: line.ref, error: ErrorForm(error))
        }
        return answers.bytes
    }
}

extension Submission {
    /// Submits the command of a line by itself.
    init(_ command: NamedCommand, of line: PipeLine, to store: Store) {
        self.init(
            as: line.actor,
            command.command,
            id: command.id,
            fresh: FreshIDs(first: store.nextID()),
            at: store.givenTime?.latest
        )
    }
}
