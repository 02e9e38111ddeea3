package import EventLog
package import Scrollback
internal import Wire

/// What a test has the writer decide around the rules of the domain.
package protocol WriterCommand: Sendable {
    associatedtype Answer: Sendable
    associatedtype Refusal: Error

    /// Adds the events that the command leads to, or refuses.
    ///
    /// It may be called again for the same command, after a batch that was undone: it reads
    /// facts and adds events, and does nothing else. A refusal stores nothing.
    func decide(
        _ facts: borrowing CurrentFacts,
        _ events: inout EventList
    ) throws(Refusal) -> Answer
}

extension Engine {
    /// Has a test's command decided in a batch with all others, and answers when it is durable.
    package func submit<C: WriterCommand>(
        _ command: C
    ) async throws(WriteError<C.Refusal>) -> C.Answer {
        try await decide { (facts, events) throws(C.Refusal) in
            try command.decide(facts, &events)
        }
    }
}
