package import Wire

/// Whether somebody may do something, and if not, the code that it would be refused with.
public struct Permit: Hashable, Sendable {
    /// The code of the refusal; nil if there would be none.
    public var code: RefusalCode?

    /// Whether nothing is in the way.
    public var isAllowed: Bool { code == nil }

    package init(refusedWith code: Refusal.Code? = nil) { self.code = code }
}

/// An action that somebody thinks about, as far as it is about something.
public struct Intention: Hashable, Sendable {
    /// What somebody wants to do.
    public var action: CommandName
    /// In which conversation, where the action is about one.
    public var conversation: ConversationID?
    /// To whom, where the action is about somebody.
    public var user: UserID?
    /// With which message, where the action is about one.
    public var message: MessageID?

    /// Names an action, and what it is about.
    public init(
        _ action: CommandName,
        conversation: ConversationID? = nil,
        user: UserID? = nil,
        message: MessageID? = nil
    ) {
        self.action = action
        self.conversation = conversation
        self.user = user
        self.message = message
    }
}

/// Tells a user whether they may do something now, without doing it.
///
/// The command is decided with content that nobody minds, so that only who, where and whom can
/// be in the way, and for a message how many were sent lately, which `window` says. Asking uses
/// nothing up.
///
/// - Throws: `targetIsNeeded` where the action is about something that is not named.
package func mayI(
    _ intention: Intention,
    as user: UserID,
    now: Timestamp,
    on facts: borrowing some Facts & ~Copyable,
    window: () -> RateWindow
) throws(Refusal) -> Permit {
    switch intention.action.audience {
    case .users: break
    case .operator: return Permit(refusedWith: .permissionDenied)
    case .moderators:
        guard facts.isModerator(user) else { return Permit(refusedWith: .permissionDenied) }
    }
    guard !facts.standing(of: user).isSuspended(at: now) else {
        return Permit(refusedWith: .suspended)
    }
    guard let command = try intention.command(on: facts) else { return Permit() }
    let request = Request(
        as: .user(user),
        command,
        now: now,
        fresh: FreshIDs(first: .zero)
    )
    do throws(Refusal) {
        let decision = try decideAnew(request, on: facts)
        let isLate = decision.messagesSent != nil && window().retryAfter != nil
        return Permit(refusedWith: isLate ? .rateLimited : nil)
    } catch {
        // One person is asked about; a group of more may well be allowed.
        if case .conversation(.tooFewMembers) = error { return Permit() }
        // Another reaction than the one that is tried may be there already.
        if case .reaction(.tooMany) = error { return Permit() }
        return Permit(refusedWith: error.code)
    }
}

extension Intention {
    /// The action with harmless content; nil where nothing but the asker's standing counts.
    func command(
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        switch action {
        case .all, .resolveReport, .appointModerator, .dismissModerator, .erase, .forgetUser,
            .placeHold, .releaseHold, .setRetention, .runRetention, .configure:
            nil
        case .setProfile: .setProfile(SetProfile(username: "a"))
        case .setSettings: .setSettings(SetSettings(SettingsChanged()))
        case .clearAll: .clearAll(ClearAll())
        case .createGroup:
            .createGroup(CreateGroup(conversation: unnamed, members: user.map { [$0] } ?? []))
        case .openRequest:
            .openRequest(
                OpenRequest(
                    conversation: unnamed,
                    context: Context(kind: "a", id: "a"),
                    members: user.map { [$0] } ?? []
                )
            )
        case .recordCustom:
            .recordCustom(RecordCustom(type: "a", conversation: conversation, data: ""))
        case .report:
            .report(FileReport(report: ReportID(.zero), target: try target(), reason: .other))
        case .addContact, .removeContact, .block, .unblock, .reinstate, .startDirect:
            command(about: try needed(user, as: "user"))
        case .edit, .delete, .annotate, .react, .unreact, .toggleReaction:
            command(about: try needed(message, as: "message"), on: facts)
        case .rename, .setPhoto, .clearContext, .completeRequest, .cancelRequest, .add, .remove,
            .leave, .setRole, .setPermissions, .send, .markDelivered, .markRead, .markUnread,
            .mute, .unmute, .pin, .unpin, .archive, .unarchive, .hide, .unhide, .clearHistory,
            .typing:
            try command(in: try needed(conversation, as: "conversation"))
        }
    }

    private func command(about user: UserID) -> Command? {
        switch action {
        case .addContact: .relate(Relate(.addContact, user: user))
        case .removeContact: .relate(Relate(.removeContact, user: user))
        case .block: .relate(Relate(.block, user: user))
        case .unblock: .relate(Relate(.unblock, user: user))
        case .reinstate: .reinstate(Reinstate(user: user))
        case .startDirect: .startDirect(StartDirect(with: user))
        default: nil
        }
    }

    private func command(
        about message: MessageID,
        on facts: borrowing some Facts & ~Copyable
    ) -> Command? {
        let policy = facts.message(message).flatMap { facts.conversation($0.conversation) }
            .map(\.reactions)
        let reaction = policy == .open ? "👍" : "like"
        return switch action {
        case .edit: .edit(EditMessage(message: message, text: "a"))
        case .delete: .delete(DeleteMessage(message: message))
        case .annotate:
            .annotate(
                AnnotateMessage(
                    message: message,
                    priority: AnnotateMessage.Priority(isPriority: true)
                )
            )
        case .react: .react(React(message: message, reaction: reaction))
        case .unreact: .unreact(Unreact(message: message, reaction: reaction))
        case .toggleReaction:
            .toggleReaction(ToggleReaction(message: message, reaction: reaction))
        default: nil
        }
    }

    private func command(in conversation: ConversationID) throws(Refusal) -> Command? {
        switch action {
        case .rename: .rename(Rename(conversation: conversation, title: "a"))
        case .setPhoto: .setPhoto(SetPhoto(conversation: conversation, photo: "a"))
        case .clearContext: .clearContext(ClearContext(conversation: conversation))
        case .completeRequest: .completeRequest(CompleteRequest(conversation: conversation))
        case .cancelRequest: .cancelRequest(CancelRequest(conversation: conversation))
        case .add:
            .add(AddParticipant(conversation: conversation, user: try needed(user, as: "user")))
        case .remove:
            .remove(
                RemoveParticipant(conversation: conversation, user: try needed(user, as: "user"))
            )
        case .leave: .leave(Leave(conversation: conversation))
        case .setRole:
            .setRole(
                SetRole(
                    conversation: conversation,
                    user: try needed(user, as: "user"),
                    role: .member
                )
            )
        case .setPermissions:
            .setPermissions(
                SetPermissions(conversation: conversation, user: try needed(user, as: "user"))
            )
        case .send:
            .send(
                SendMessage(conversation: conversation, message: MessageID(.zero), text: "a")
            )
        case .typing: .typing(SignalTyping(conversation: conversation, isTyping: true))
        case .markDelivered:
            .markDelivered(
                MarkDelivered(
                    conversation: conversation,
                    upTo: try needed(message, as: "message")
                )
            )
        case .markRead: .markRead(MarkRead(conversation: conversation, upTo: message))
        case .markUnread:
            .markUnread(
                MarkUnread(conversation: conversation, from: try needed(message, as: "message"))
            )
        case .mute: .mute(Mute(conversation: conversation))
        default:
            Arrange.Action.allCases.first { $0.name == action }
                .map { .arrange(Arrange($0, conversation: conversation)) }
        }
    }

    /// What a report would be about: the message rather than its conversation.
    private func target() throws(Refusal) -> FileReport.Target {
        if let message { return .message(message) }
        if let user { return .user(user) }
        return .conversation(try needed(conversation, as: "conversation"))
    }

    private func needed<Target>(_ target: Target?, as field: String) throws(Refusal) -> Target {
        guard let target else { throw .request(.targetIsNeeded(field: field)) }
        return target
    }

    /// Nothing is created, so that nothing needs a name.
    private var unnamed: ConversationID { ConversationID(.zero) }
}
