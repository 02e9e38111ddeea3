import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let mike = UserID.named("mike")
private let anna = UserID.named("anna")
private let tom = UserID.named("tom")

extension Scenario {
    /// The code with which somebody's action would be refused.
    fileprivate func code(
        _ action: CommandName,
        in conversation: ConversationID? = nil,
        user: UserID? = nil,
        message: MessageID? = nil,
        as asker: UserID,
        windows: [RateWindow] = []
    ) throws(Refusal) -> Refusal.Code? {
        let intention = Intention(
            action,
            conversation: conversation,
            user: user,
            message: message
        )
        let permit = try mayI(intention, as: asker, now: now, on: world) { windows }
        #expect(permit.isAllowed == (permit.code == nil))
        return permit.code
    }
}

@Suite struct `Whether somebody may do something` {
    var scenario = Scenario()

    private static let needsConversation: [CommandName] = [
        .rename, .setPhoto, .leave, .send, .markRead, .mute, .unmute, .pin, .unpin, .archive,
        .unarchive, .hide, .unhide, .clearHistory, .typing, .setNotifications,
    ]

    @Test(arguments: needsConversation)
    mutating func `a member may, an outsider may not`(action: CommandName) throws {  // D-69 Q20
        let chat = scenario.group(by: sarah, with: [mike, anna])
        #expect(try scenario.code(action, in: chat, as: sarah) == nil)
        #expect(try scenario.code(action, in: chat, as: tom) == .notFound)
        #expect(throws: Refusal.request(.targetIsNeeded(field: "conversation"))) {
            try scenario.code(action, as: sarah)
        }
    }

    @Test(arguments: [
        CommandName.edit, .delete, .annotate, .react, .unreact, .toggleReaction,
    ])
    mutating func `who sees a message`(action: CommandName) throws {  // D-69
        for reactions in [ReactionPolicy.tapback, .open] {
            let chat = scenario.group(by: sarah, with: [mike, anna], reactions: reactions)
            let message = scenario.text(in: chat, by: sarah)
            #expect(try scenario.code(action, message: message, as: sarah) == nil)
            #expect(try scenario.code(action, message: message, as: tom) == .notFound)
            scenario.deleted(message)
            let expected: Refusal.Code? = action == .delete ? nil : .messageDeleted
            #expect(try scenario.code(action, message: message, as: sarah) == expected)
        }
        #expect(throws: Refusal.request(.targetIsNeeded(field: "message"))) {
            try scenario.code(action, as: sarah)
        }
    }

    @Test mutating func `what only the sender may`() throws {  // D-69 EDIT-02 EDIT-07
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let message = scenario.text(in: chat, by: mike)
        #expect(try scenario.code(.edit, message: message, as: anna) == .notTheSender)
        #expect(try scenario.code(.delete, message: message, as: anna) == .notTheSender)
        #expect(try scenario.code(.delete, message: message, as: sarah) == nil)
    }

    @Test mutating func `who may change who is in a group`() throws {  // D-69 PART-06 PART-13
        let chat = scenario.group(by: sarah, with: [mike, anna])
        #expect(try scenario.code(.add, in: chat, user: tom, as: sarah) == nil)
        #expect(try scenario.code(.add, in: chat, user: tom, as: mike) == .permissionDenied)
        #expect(try scenario.code(.add, in: chat, user: mike, as: sarah) == .alreadyAMember)
        #expect(try scenario.code(.remove, in: chat, user: mike, as: sarah) == nil)
        #expect(try scenario.code(.remove, in: chat, user: tom, as: sarah) == .notAMember)
        #expect(
            try scenario.code(.setRole, in: chat, user: sarah, as: sarah) == .permissionDenied
        )
        #expect(try scenario.code(.setRole, in: chat, user: mike, as: sarah) == nil)
        #expect(try scenario.code(.setPermissions, in: chat, user: mike, as: sarah) == nil)
        #expect(
            try scenario.code(.setPermissions, in: chat, user: mike, as: anna)
                == .permissionDenied
        )
        for action in [CommandName.add, .remove, .setRole, .setPermissions] {
            #expect(throws: Refusal.request(.targetIsNeeded(field: "user"))) {
                try scenario.code(action, in: chat, as: sarah)
            }
        }
    }

    @Test mutating func `what concerns requests alone`() throws {  // D-69 D-30
        let ride = scenario.request(by: sarah, with: [mike])
        let group = scenario.group(by: sarah, with: [mike, anna])
        for action in [CommandName.clearContext, .completeRequest, .cancelRequest] {
            #expect(try scenario.code(action, in: ride, as: sarah) == nil)
            #expect(try scenario.code(action, in: ride, as: mike) == .permissionDenied)
            #expect(try scenario.code(action, in: group, as: sarah) == .invalidContext)
        }
    }

    @Test mutating func `whom somebody may begin a conversation with`() throws {  // D-69 D-45
        scenario.blocked(sarah, by: mike)
        scenario.settings(SettingsChanged(groupAdds: .nobody), of: tom)
        #expect(try scenario.code(.createGroup, user: anna, as: sarah) == nil)
        #expect(try scenario.code(.createGroup, as: sarah) == nil)
        #expect(try scenario.code(.createGroup, user: mike, as: sarah) == .blocked)
        #expect(try scenario.code(.createGroup, user: tom, as: sarah) == .privacy)
        #expect(try scenario.code(.openRequest, user: tom, as: sarah) == nil)
        #expect(try scenario.code(.openRequest, as: sarah) == nil)
        #expect(try scenario.code(.openRequest, user: mike, as: sarah) == .blocked)
        #expect(try scenario.code(.startDirect, user: mike, as: sarah) == .blocked)
        #expect(try scenario.code(.startDirect, user: anna, as: sarah) == nil)
        #expect(try scenario.code(.startDirect, user: sarah, as: sarah) == .invalidParticipants)
    }

    @Test(arguments: [
        CommandName.addContact, .removeContact, .block, .unblock, .startDirect, .reinstate,
    ])
    mutating func `what is about a user needs one`(action: CommandName) throws {  // D-69
        scenario.moderator(sarah)
        #expect(try scenario.code(action, user: mike, as: sarah) == nil)
        #expect(throws: Refusal.request(.targetIsNeeded(field: "user"))) {
            try scenario.code(action, as: sarah)
        }
    }

    @Test(arguments: [
        CommandName.setProfile, .setSettings, .clearAll, .recordCustom, .all, .createGroup,
        .openRequest,
    ])
    mutating func `what is about nothing, unless one is suspended`(action: CommandName) throws {
        // D-69 D-49
        #expect(try scenario.code(action, as: sarah) == nil)
        scenario.suspended(sarah)
        #expect(try scenario.code(action, as: sarah) == .suspended)
    }

    @Test mutating func `who sent too much lately may not send, and may do all else`() throws {
        // D-77
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let message = scenario.text(in: chat, by: sarah)
        let limit = RateLimit(messages: 60, seconds: 60)
        let full = [RateWindow(limit, used: 60, retryAfter: 1)]
        #expect(try scenario.code(.send, in: chat, as: sarah, windows: full) == .rateLimited)
        #expect(try scenario.code(.edit, message: message, as: sarah, windows: full) == nil)
        #expect(try scenario.code(.markRead, in: chat, as: sarah, windows: full) == nil)
        #expect(try scenario.code(.send, in: chat, as: tom, windows: full) == .notFound)
    }

    @Test(arguments: [CommandName.block, .unblock, .addContact, .removeContact])
    mutating func `what concerns others is refused about oneself`(action: CommandName) throws {
        // D-77
        #expect(try scenario.code(action, user: sarah, as: sarah) == .invalidRequest)
    }

    @Test(
        arguments: CommandName.allCases.filter {
            $0.audience == .moderators || $0.audience == .operator
        }
    )
    mutating func `what is for others alone`(action: CommandName) throws {  // D-69 D-66
        #expect(try scenario.code(action, user: mike, as: sarah) == .permissionDenied)
        scenario.moderator(sarah)
        let expected: Refusal.Code? = action.audience == .operator ? .permissionDenied : nil
        #expect(try scenario.code(action, user: mike, as: sarah) == expected)
    }

    @Test mutating func `what may be reported`() throws {  // D-69 MOD-03
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let message = scenario.text(in: chat, by: mike)
        #expect(try scenario.code(.report, message: message, as: sarah) == nil)
        #expect(try scenario.code(.report, message: message, as: mike) == .invalidRequest)
        #expect(try scenario.code(.report, message: message, as: tom) == .notFound)
        #expect(try scenario.code(.report, in: chat, as: sarah) == nil)
        #expect(try scenario.code(.report, in: chat, as: tom) == .notFound)
        #expect(try scenario.code(.report, user: mike, as: sarah) == nil)
        #expect(try scenario.code(.report, in: chat, user: sarah, as: sarah) == .invalidRequest)
        #expect(throws: Refusal.request(.targetIsNeeded(field: "conversation"))) {
            try scenario.code(.report, as: sarah)
        }
    }

    @Test mutating func `how far somebody has read`() throws {  // D-69
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let message = scenario.text(in: chat, by: mike)
        for action in [CommandName.markDelivered, .markUnread] {
            #expect(try scenario.code(action, in: chat, message: message, as: sarah) == nil)
            #expect(
                try scenario.code(action, in: chat, message: message, as: tom) == .notFound
            )
            #expect(throws: Refusal.request(.targetIsNeeded(field: "message"))) {
                try scenario.code(action, in: chat, as: sarah)
            }
        }
        #expect(
            try scenario.code(.markRead, in: chat, message: .named("none"), as: sarah)
                == .notFound
        )
    }

    @Test mutating func `a closed conversation and a blocked pair`() throws {  // D-69 D-18 D-29
        let chat = scenario.group(by: sarah, with: [mike, anna])
        scenario.closed(chat, by: sarah)
        for action in [CommandName.send, .rename, .setPhoto, .typing, .recordCustom] {
            #expect(try scenario.code(action, in: chat, as: sarah) == .conversationClosed)
        }
        #expect(try scenario.code(.markRead, in: chat, as: sarah) == nil)
        let direct = scenario.direct(sarah, mike)
        scenario.blocked(sarah, by: mike)
        #expect(try scenario.code(.send, in: direct, as: sarah) == .blocked)
        #expect(try scenario.code(.leave, in: direct, as: sarah) == .permissionDenied)
    }

    @Test func `is found out with the command itself`() throws {  // D-69
        let facts = scenario.world
        var withoutCommand: [CommandName] = []
        for action in CommandName.allCases {
            let intention = Intention(
                action,
                conversation: .named("chat"),
                user: mike,
                message: .named("message")
            )
            guard let command = try intention.action.rule?.harmless(intention, on: facts) else {
                withoutCommand.append(action)
                continue
            }
            #expect(command.name == action)
        }
        #expect(
            Set(withoutCommand)
                == Set(
                    CommandName.allCases.filter { $0.audience == .operator } + [
                        .all, .resolveReport,
                    ]
                )
        )
    }

    @Test mutating func `asking changes nothing, and a known id is in nobody's way`() throws {
        let chat = scenario.direct(sarah, mike)
        try scenario.does(
            .send(SendMessage(conversation: chat, message: MessageID(.zero), text: "other")),
            as: mike
        )
        let size = scenario.world.size
        #expect(try scenario.code(.send, in: chat, as: sarah) == nil)
        #expect(scenario.world.size == size)
    }
}
