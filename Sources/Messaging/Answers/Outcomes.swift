package import Wire

/// Returns the position of the newest event of a user's command; nil for an unknown command.
///
/// A command is known by its own id or, if it created something, by the id of the created object.
/// Commands of other users, and objects named by the store itself, stay unknown.
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
    /// Whether it creates an object that the command's client has named, or could have.
    fileprivate var isNamedByItsCommand: Bool {
        switch self {
        case .messageSent, .reported: true
        case .conversationCreated(let created, _): created.kind != .direct
        default: false
        }
    }
}
