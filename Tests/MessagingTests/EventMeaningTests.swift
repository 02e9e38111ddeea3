import DomainSupport
import LogSchema
import Messaging
import Testing
import Wire

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let chat = ConversationID.named("chat")
private let message = MessageID.named("message")

private func meaning(
    of event: Event,
    in stream: Messaging.Stream = .conversation(chat),
    by actor: Actor = .user(sarah)
) -> EventMeaning? {
    RecordedEvent(
        position: Position(7),
        stream: stream,
        actor: actor,
        recorded: Timestamp(microseconds: 0),
        event: event
    ).meaning
}

@Suite struct `What an event can mean to somebody` {
    @Test func `is about a message, where it is sent, changed or reacted to`() {
        let id = message.rawValue
        let sent = MessageSent(message: id, silent: true, ordinal: 5, messageNumber: 3)
        #expect(
            meaning(of: .messageSent(sent, nil))
                == .inConversation(
                    chat,
                    .sent(
                        ordinal: 5,
                        .init(sarah, upTo: 2, isReading: true, isSilent: true)
                    )
                )
        )
        let changes: [(Event, EventMeaning.InConversation)] = [
            (.messageEdited(MessageEdited(message: id, ordinal: 5), nil), .edited(ordinal: 5)),
            (
                .messageAnnotated(MessageAnnotated(message: id, ordinal: 5), nil),
                .edited(ordinal: 5)
            ),
            (.messageDeleted(MessageDeleted(message: id, ordinal: 5)), .deleted(ordinal: 5)),
            (
                .reactionSet(ReactionSet(message: id, ordinal: 5, reaction: "love")),
                .reacted(ordinal: 5, message, by: sarah)
            ),
            (
                .reactionRemoved(ReactionRemoved(message: id, ordinal: 5, reaction: "love")),
                .reacted(ordinal: 5, message, by: sarah)
            ),
            (
                .deliveredUpTo(DeliveredUpTo(upTo: id, ordinal: 5, messageNumber: 3)),
                .reached(.init(sarah, upTo: 3, isReading: false))
            ),
            (
                .readUpTo(ReadUpTo(upTo: id, ordinal: 5, messageNumber: 3, silent: true)),
                .reached(.init(sarah, upTo: 3, isReading: true, isSilent: true))
            ),
        ]
        for (event, expected) in changes {
            #expect(meaning(of: event) == .inConversation(chat, expected))
        }
    }

    @Test func `is about a member, and the end for who leaves`() {
        let (user, entry) = (tom.rawValue, message.rawValue)
        let changes: [(Event, EventMeaning.InConversation)] = [
            (
                .participantAdded(ParticipantAdded(user: user, founder: true)),
                .member(tom, ordinal: nil, ends: false)
            ),
            (
                .participantAdded(ParticipantAdded(user: user, entry: entry, ordinal: 4)),
                .member(tom, ordinal: 4, ends: false)
            ),
            (
                .participantLeft(ParticipantLeft(user: user, entry: entry, ordinal: 4)),
                .member(tom, ordinal: 4, ends: true)
            ),
            (
                .participantRemoved(ParticipantRemoved(user: user, entry: entry, ordinal: 4)),
                .member(tom, ordinal: 4, ends: true)
            ),
            (.roleChanged(RoleChanged(user: user)), .member(tom, ordinal: nil, ends: false)),
            (
                .permissionsChanged(PermissionsChanged(user: user)),
                .member(tom, ordinal: nil, ends: false)
            ),
            (
                .ownershipPassed(OwnershipPassed(user: user)),
                .member(tom, ordinal: nil, ends: false)
            ),
        ]
        for (event, expected) in changes {
            #expect(meaning(of: event) == .inConversation(chat, expected))
            #expect(expected.isOwnMatter(of: tom) && !expected.isOwnMatter(of: sarah))
        }
    }

    @Test func `is about the conversation, with the entry that it makes`() {
        let entry = message.rawValue
        let changes: [(Event, UInt64?)] = [
            (.conversationCreated(ConversationCreated(kind: .group, entry: entry), nil), 1),
            (.conversationCreated(ConversationCreated(kind: .direct), nil), nil),
            (.detailsChanged(DetailsChanged(entry: entry, ordinal: 4), nil), 4),
            (.contextCleared(ContextCleared()), nil),
            (.conversationClosed(ConversationClosed()), nil),
            (.requestCancelled(RequestCancelled()), nil),
        ]
        for (event, ordinal) in changes {
            #expect(meaning(of: event) == .inConversation(chat, .details(ordinal: ordinal)))
            #expect(event.entryWithContent == ordinal)
        }
    }

    @Test func `each event with content is known to belong to an entry or to none`() {
        let withEntry = [
            "conversationCreated", "detailsChanged", "messageAnnotated", "messageEdited",
            "messageSent",
        ]
        let withoutEntry = [
            "contentOpened", "customRecorded", "erasureRequested", "exportMade", "holdPlaced",
            "mediaOwed", "profileSet", "reportResolved", "reported", "userForgotten",
        ]
        let withContent = EventDescription.all.filter { $0.content != nil }.map(\.name)
        #expect(Set(withContent) == Set(withEntry + withoutEntry))
    }

    @Test func `is personal in one's own stream`() {
        let (id, user) = (chat.rawValue, tom.rawValue)
        let changes: [(Event, EventMeaning.Personal)] = [
            (.markedUnread(MarkedUnread(conversation: id)), .row(.unread, chat)),
            (.muted(Muted(conversation: id)), .row(.muted, chat)),
            (.unmuted(Unmuted(conversation: id)), .row(.muted, chat)),
            (.pinned(Pinned(conversation: id)), .row(.pinned, chat)),
            (.unpinned(Unpinned(conversation: id)), .row(.pinned, chat)),
            (.archived(Archived(conversation: id)), .row(.archived, chat)),
            (.unarchived(Unarchived(conversation: id)), .row(.archived, chat)),
            (.hidden(Hidden(conversation: id)), .row(.hidden, chat)),
            (.unhidden(Unhidden(conversation: id)), .row(.hidden, chat)),
            (.historyCleared(HistoryCleared(conversation: id)), .row(.cleared, chat)),
            (.profileSet(ProfileSet(), nil), .profile),
            (.userForgotten(UserForgotten(), nil), .profile),
            (.settingsChanged(SettingsChanged()), .settings),
            (.contactAdded(ContactAdded(user: user)), .relation(.contact, tom)),
            (.contactRemoved(ContactRemoved(user: user)), .relation(.contact, tom)),
            (.blocked(Blocked(user: user)), .relation(.block, tom)),
            (.unblocked(Unblocked(user: user)), .relation(.block, tom)),
            (.warned(Warned()), .standing),
            (.suspended(Suspended()), .standing),
            (.banned(Banned()), .standing),
            (.reinstated(Reinstated()), .standing),
        ]
        for (event, expected) in changes {
            // Who did it does not matter: moderators act in others' streams.
            for actor in [Actor.user(sarah), .user(tom), .operator] {
                #expect(
                    meaning(of: event, in: .user(sarah), by: actor) == .personal(sarah, expected)
                )
            }
            #expect(meaning(of: event, in: .store) == nil)
        }
    }

    @Test func `is nobody's in the store's stream, unless something was erased or reported`() {
        let ranges = [PositionRange(first: 3, count: 2)]
        #expect(
            meaning(of: .contentErased(ContentErased(ranges: ranges)), in: .store, by: .operator)
                == .erased(ranges)
        )
        let report = Reported(report: message.rawValue, user: tom.rawValue)
        #expect(
            meaning(of: .reported(report, nil), in: .store)
                == .reported(ReportID(message.rawValue))
        )
        #expect(meaning(of: .reported(Reported(), nil), in: .store) == nil)
        for event in [
            Event.customRecorded(CustomRecorded(type: "login"), nil),
            .moderatorAppointed(ModeratorAppointed(user: tom.rawValue)),
            .logCreated(LogCreated()), .logRestored(LogRestored()), .holdPlaced(HoldPlaced(), nil),
        ] {
            #expect(meaning(of: event, in: .store) == nil)
        }
        #expect(
            meaning(of: .customRecorded(CustomRecorded(type: "poll"), nil))
                == .inConversation(chat, .custom(by: sarah))
        )
    }
}
