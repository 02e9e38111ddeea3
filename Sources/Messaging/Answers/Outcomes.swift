package import Wire

/// Where the newest event lies that a user's command led to; nil for one of which nothing is
/// known.
///
/// A command is known by its own id or, where it created something, by the id of that. What
/// others have done, and what the store itself has named, stays unknown.
package func outcome(
    of id: CommandID,
    by user: UserID,
    on facts: borrowing some Facts & ~Copyable
) -> Position? {
    if let place = facts.outcome(of: id, by: .user(user)) { return place.last }
    let creations: [Creation] = [
        .message(MessageID(id.rawValue)), .conversation(ConversationID(id.rawValue)),
        .report(ReportID(id.rawValue)),
    ]
    for creation in creations {
        guard let place = facts.place(of: creation),
            let event = facts.event(at: place.first), event.actor == .user(user),
            event.event.isNamedByItsCommand
        else { continue }
        return place.last
    }
    return nil
}

extension Event {
    /// Whether it creates what the command's client has given a name, or could have.
    fileprivate var isNamedByItsCommand: Bool {
        switch self {
        case .messageSent, .reported: true
        case .conversationCreated(let created, _): created.kind != .direct
        default: false
        }
    }
}
