package import Messaging
package import Scrollback
internal import Wire
package import Workload

extension Workload {
    /// An operation as a command of ours, with its time.
    package func ask(_ number: Int) -> Submission {
        let operation = operations[number]
        return Submission(
            as: .user(userID(operation.actor)),
            command(for: operation),
            fresh: FreshIDs(first: operation.id),
            at: time(of: number)
        )
    }

    package func userID(_ number: Int32) -> UserID { UserID(users[Int(number)]) }

    package func conversationID(_ number: Int32) -> ConversationID {
        ConversationID(conversations[Int(number)].id)
    }

    package func command(for operation: Operation) -> Command {
        switch operation.kind {
        case .setProfile:
            let user = Int(operation.actor)
            return .setProfile(
                SetProfile(
                    username: username(of: user),
                    fullName: fullName(of: user),
                    avatar: avatar(of: user)
                )
            )
        case .startDirect:
            return .startDirect(with: userID(operation.subject))
        case .createGroup:
            let group = conversations[Int(operation.conversation)]
            return .createGroup(
                CreateGroup(
                    conversation: ConversationID(group.id),
                    title: group.title,
                    members: group.founders.dropFirst().map(userID)
                )
            )
        case .send:
            return .send(
                SendMessage(
                    conversation: conversationID(operation.conversation),
                    message: MessageID(operation.id),
                    text: text(of: operation)
                )
            )
        case .react:
            return .react(
                Reaction(Self.reactions[Int(operation.reaction)]),
                to: MessageID(messages[Int(operation.subject)])
            )
        case .markRead:
            return .markRead(conversationID(operation.conversation))
        case .add:
            return .add(
                userID(operation.subject),
                to: conversationID(operation.conversation)
            )
        case .leave:
            return .leave(conversationID(operation.conversation))
        }
    }
}
