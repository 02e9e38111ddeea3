import DomainSupport
import Testing
import Wire

@testable import Messaging

@Suite struct `Refusals` {
    @Test(arguments: [
        (Refusal.request(.actorIsSuspended(until: nil)), Refusal.Code.suspended),
        (.request(.idIsTaken), .idempotencyConflict),
        (.request(.rateLimited(retryAfterMilliseconds: 1)), .rateLimited),
        (.message(.replyIsInvalid), .invalidReply),
        (.message(.customIsTooLong), .invalidRequest),
        (.message(.linkPreviewIsInvalid), .invalidRequest),
        (.message(.nothingToAnnotate), .invalidRequest),
        (.message(.priorityReasonIsInvalid), .invalidText),
    ])
    func `are told apart by their codes`(refusal: Refusal, code: Refusal.Code) {
        #expect(refusal.code == code)
    }
}

@Suite struct `Commands` {
    private static let user = UserID.named("user")
    private static let chat = ConversationID.named("chat")
    private static let message = MessageID.named("message")

    static let one: [(Command, CommandName, Audience)] = [
        (.startDirect(StartDirect(with: user)), .startDirect, .users),
        (.createGroup(CreateGroup(conversation: chat, members: [])), .createGroup, .users),
        (
            .openRequest(
                OpenRequest(
                    conversation: chat,
                    context: Context(kind: "a", id: "a"),
                    members: []
                )
            ), .openRequest, .users
        ),
        (.rename(Rename(conversation: chat, title: nil)), .rename, .usersAndOperator),
        (.setPhoto(SetPhoto(conversation: chat, photo: nil)), .setPhoto, .usersAndOperator),
        (.clearContext(ClearContext(conversation: chat)), .clearContext, .usersAndOperator),
        (
            .completeRequest(CompleteRequest(conversation: chat)), .completeRequest,
            .usersAndOperator
        ),
        (.cancelRequest(CancelRequest(conversation: chat)), .cancelRequest, .usersAndOperator),
        (.add(AddParticipant(conversation: chat, user: user)), .add, .usersAndOperator),
        (.remove(RemoveParticipant(conversation: chat, user: user)), .remove, .usersAndOperator),
        (.leave(Leave(conversation: chat)), .leave, .users),
        (
            .setRole(SetRole(conversation: chat, user: user, role: .admin)), .setRole,
            .usersAndOperator
        ),
        (
            .setPermissions(SetPermissions(conversation: chat, user: user)), .setPermissions,
            .usersAndOperator
        ),
        (
            .passOwnership(PassOwnership(conversation: chat, user: user)), .passOwnership,
            .usersAndOperator
        ),
        (.send(SendMessage(conversation: chat, message: message)), .send, .users),
        (.edit(EditMessage(message: message, text: "")), .edit, .users),
        (.delete(DeleteMessage(message: message)), .delete, .users),
        (.annotate(AnnotateMessage(message: message)), .annotate, .users),
        (.typing(SignalTyping(conversation: chat, isTyping: true)), .typing, .users),
        (.react(React(message: message, reaction: "")), .react, .users),
        (.unreact(Unreact(message: message, reaction: "")), .unreact, .users),
        (
            .toggleReaction(ToggleReaction(message: message, reaction: "")), .toggleReaction,
            .users
        ),
        (
            .markDelivered(MarkDelivered(conversation: chat, upTo: message)), .markDelivered,
            .users
        ),
        (.markRead(MarkRead(conversation: chat)), .markRead, .users),
        (.markUnread(MarkUnread(conversation: chat, from: message)), .markUnread, .users),
        (.mute(Mute(conversation: chat)), .mute, .users),
        (
            .setNotifications(SetNotifications(conversation: chat, isOn: false)),
            .setNotifications, .users
        ),
        (.arrange(Arrange(.unmute, conversation: chat)), .unmute, .users),
        (.arrange(Arrange(.pin, conversation: chat)), .pin, .users),
        (.arrange(Arrange(.unpin, conversation: chat)), .unpin, .users),
        (.arrange(Arrange(.archive, conversation: chat)), .archive, .users),
        (.arrange(Arrange(.unarchive, conversation: chat)), .unarchive, .users),
        (.arrange(Arrange(.hide, conversation: chat)), .hide, .users),
        (.arrange(Arrange(.unhide, conversation: chat)), .unhide, .users),
        (.arrange(Arrange(.clearHistory, conversation: chat)), .clearHistory, .users),
        (.clearAll(ClearAll()), .clearAll, .users),
        (.setProfile(SetProfile(username: "")), .setProfile, .users),
        (.setSettings(SetSettings(SettingsChanged())), .setSettings, .users),
        (.relate(Relate(.addContact, user: user)), .addContact, .users),
        (.relate(Relate(.removeContact, user: user)), .removeContact, .users),
        (.relate(Relate(.block, user: user)), .block, .users),
        (.relate(Relate(.unblock, user: user)), .unblock, .users),
        (.presence(SignalPresence(.online)), .presence, .users),
        (
            .report(FileReport(report: .named(""), target: .user(user), reason: .spam)),
            .report, .users
        ),
        (
            .resolveReport(ResolveReport(report: .named(""), action: .ban)), .resolveReport,
            .moderators
        ),
        (.reinstate(Reinstate(user: user)), .reinstate, .moderators),
        (.appointModerator(AppointModerator(user: user)), .appointModerator, .operator),
        (.dismissModerator(DismissModerator(user: user)), .dismissModerator, .operator),
        (.erase(Erase(target: .user(user), basis: "", reason: "")), .erase, .operator),
        (.forgetUser(ForgetUser(user: user, basis: "")), .forgetUser, .operator),
        (.placeHold(PlaceHold(hold: .named(""), matter: "")), .placeHold, .operator),
        (.releaseHold(ReleaseHold(hold: .named(""))), .releaseHold, .operator),
        (.keyCopyGone(EndKeyCopy(place: .named(""))), .keyCopyGone, .operator),
        (.setRetention(SetRetention()), .setRetention, .operator),
        (.runRetention(RunRetention()), .runRetention, .operator),
        (
            .acknowledgeMedia(AcknowledgeMedia(through: Position(1))), .acknowledgeMedia, .operator
        ),
        (.configure(Configure()), .configure, .operator),
        (.recordCustom(RecordCustom(type: "", data: "")), .recordCustom, .users),
    ]

    @Test func `have a name and whom they are for, each`() {
        for (command, name, audience) in Self.one {
            #expect(command.name == name)
            #expect(name.audience == audience)
        }
        let names = Set(Self.one.map(\.1))
        #expect(names.count == Self.one.count)
        #expect(Set(CommandName.allCases).subtracting(names) == [.all])
        #expect(CommandName.all.audience == .usersAndOperator)
    }

    @Test func `are of the type that their name has`() {
        for (command, name, _) in Self.one {
            let type = command.open(TypeOfCommand(), on: ())
            #expect(name.rule.map { ObjectIdentifier($0) } == type, "\(name)")
        }
    }

    @Test func `read holds and retention where erasing depends on them`() {
        let names = Self.one.filter { $0.0.restsOnKeeping }.map(\.1)
        #expect(
            Set(names) == [.erase, .forgetUser, .releaseHold, .setRetention, .runRetention]
        )
    }

    @Test func `name the counts that they may change`() {
        for (command, name, audience) in Self.one {
            let expected: CountChange =
                switch name {
                case .send: .unread(in: Self.chat)
                case .react, .unreact, .toggleReaction: .reactions(to: Self.message)
                case .markRead, .markUnread: .unreadOfActor(in: Self.chat)
                case .delete: .about(Self.message)
                case .add, .remove: .seen(by: Self.user)
                case .leave, .clearHistory: .seenByActor
                case .clearAll, .setProfile, .setSettings, .addContact, .removeContact, .block,
                    .unblock:
                    .all
                default: audience == .moderators || audience == .operator ? .all : .none
                }
            #expect(command.changedCounts == expected, "\(name)")
        }
    }

    @Test func `are refused to whom they are not for`() {  // D-07 D-66 MOD-08 SEC-06
        let scenario = Scenario()
        for (command, name, audience) in Self.one {
            let byUser = scenario.refuses(command, as: Self.user)
            let byOperator = scenario.refuses(command, as: .operator)
            switch audience {
            case .users:
                #expect(byOperator == .request(.isForUsers), "\(name)")
                #expect(byUser?.code != .permissionDenied, "\(name)")
            case .usersAndOperator:
                #expect(byOperator?.code != .permissionDenied, "\(name)")
                #expect(byUser?.code != .permissionDenied, "\(name)")
            case .moderators:
                #expect(byOperator == .request(.isForModerators), "\(name)")
                #expect(byUser == .request(.isForModerators), "\(name)")
            case .operator:
                #expect(byUser == .request(.isForTheOperator), "\(name)")
                #expect(byOperator?.code != .permissionDenied, "\(name)")
            }
        }
    }

    @Test func `do not take another's events for their own`() throws {  // D-05
        var scenario = Scenario()
        scenario.moderator(Self.user)
        let chat = scenario.direct(Self.user, .named("other"))
        let id = CommandID.named("id")
        // An event of the user, one in a conversation, and one of the operator.
        let pin = Command.arrange(Arrange(.pin, conversation: chat))
        let custom = Command.recordCustom(
            RecordCustom(type: "a", conversation: chat, data: "a")
        )
        let appoint = Command.appointModerator(AppointModerator(user: .named("other")))
        for (first, actor) in [
            (pin, Actor.user(Self.user)), (custom, .user(Self.user)), (appoint, .operator),
        ] {
            var scenario = scenario
            try scenario.does(first, as: actor, id: id)
            for (command, name, audience) in Self.one
            where command.creation == nil && (audience == .operator) == (actor == .operator) {
                #expect(
                    scenario.refuses(command, as: actor, id: id) == .request(.idIsTaken),
                    "\(name)"
                )
            }
        }
    }
}

private struct TypeOfCommand: CommandUse {
    func use<Rule: CommandRule>(_ command: Rule, on context: borrowing Void) -> ObjectIdentifier {
        ObjectIdentifier(Rule.self)
    }
}
