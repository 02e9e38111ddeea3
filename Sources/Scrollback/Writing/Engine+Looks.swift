import EventLog
import Messaging
import Wire

extension Engine {
    /// Logs a look, unless the same one was logged less than a quarter of an hour ago.
    ///
    /// - Returns: The position of the event that stands for the look; nil if the log takes none.
    func note(
        _ look: Look,
        at time: Timestamp?
    ) async throws(WriteError<Refusal>) -> Position? {
        try await decide(at: time) { (facts, events) throws(Refusal) in
            guard let event = try look.event(under: facts.configuration.looks) else { return nil }
            let identity = event.identity
            if let known = facts.looks.position(of: identity, at: facts.now) { return known }
            events.add(event.new, by: .operator, command: nil)
            let position = facts.size.next
            facts.looks.note(identity, at: position, facts.now)
            return position
        }
    }
}
