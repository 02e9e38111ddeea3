package import Messaging
internal import Wire

// The items of a stream, each by itself.

extension JSONWriter {
    /// Writes a change, as in the items of `changes`.
    package mutating func write(_ change: ChangeItem) { Rendering.change.write(change, &self) }

    /// Writes an event, as in the items of `events`.
    package mutating func write(_ event: EventItem) { Rendering.event.write(event, &self) }

    /// Writes a notification, as in the items of `notificationPlan`.
    package mutating func write(_ item: NotificationItem) {
        Rendering.notification.write(item, &self)
    }

    /// Writes a change that is not logged; it has no position and no time.
    package mutating func write(_ change: LiveChange) {
        object { writer in
            switch change {
            case .typing(let conversation, let item):
                writer.field("type", "typing")
                writer.field("conversation", conversation.rawValue)
                writer.name("users")
                writer.array { writer in
                    for user in item.users { Rendering.person.write(user, &writer) }
                }
                if let text = item.text { writer.field("text", text) }
            case .presence(let item):
                writer.field("type", "presence")
                writer.field("user", item.user.rawValue)
                if let presence = item.presence {
                    writer.field("online", presence.isOnline)
                    writer.field("lastSeenAt", presence.lastSeenAt)
                }
            }
        }
    }
}
