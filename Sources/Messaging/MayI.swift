package import Wire

/// Whether a user may do something, and if not, the code of the refusal.
public struct Permit: Hashable, Sendable {
    /// The code of the refusal; nil if there would be none.
    public var code: RefusalCode?

    /// Whether nothing forbids it.
    public var isAllowed: Bool { code == nil }

    /// Creates a permit.
    public init(refusedWith code: RefusalCode? = nil) { self.code = code }
}

/// An action that a user considers, and its target.
public struct Intention: Hashable, Sendable {
    /// The action.
    public var action: CommandName
    /// In which conversation, where the action is about one.
    public var conversation: ConversationID?
    /// The other user, if the action concerns one.
    public var user: UserID?
    /// With which message, where the action is about one.
    public var message: MessageID?

    /// Names an action and its target.
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
/// The command is decided with harmless content, so that only actor, conversation and target can be
/// refused, and for a message the number of recent ones, which `windows` gives. The question uses
/// up nothing.
///
/// - Throws: `targetIsNeeded` if the action needs a target that is not named.
package func mayI(
    _ intention: Intention,
    as user: UserID,
    now: Timestamp,
    on facts: borrowing some Facts & ~Copyable,
    windows: () -> [RateWindow]
) throws(Refusal) -> Permit {
    switch intention.action.audience {
    case .users, .usersAndOperator: break
    case .operator: return Permit(refusedWith: .permissionDenied)
    case .moderators:
        guard facts.isModerator(user) else { return Permit(refusedWith: .permissionDenied) }
    }
    guard !facts.standing(of: user).isSuspended(at: now) else {
        return Permit(refusedWith: .suspended)
    }
    guard let command = try intention.action.rule?.harmless(intention, on: facts) else {
        return Permit()
    }
    let request = Request(
        as: .user(user),
        command,
        now: now,
        fresh: FreshIDs(first: .zero)
    )
    do throws(Refusal) {
        let decision = try command.open(
            DecidingAnew(attempt: Attempt(request)),
            on: facts
        )
        let isLate = decision.messagesSent != nil && windows().contains { $0.retryAfter != nil }
        return Permit(refusedWith: isLate ? .rateLimited : nil)
    } catch {
        // One person is asked about; a group of more may well be allowed.
        if case .conversation(.tooFewMembers) = error { return Permit() }
        // The user may already have other reactions than the one that is tried.
        if case .reaction(.tooMany) = error { return Permit() }
        return Permit(refusedWith: error.code)
    }
}

extension Intention {
    /// The conversation that the action is about.
    var requiredConversation: ConversationID {
        get throws(Refusal) { try required(conversation, as: "conversation") }
    }

    /// The user that the action is about.
    var requiredUser: UserID {
        get throws(Refusal) { try required(user, as: "user") }
    }

    /// The message that the action is about.
    var requiredMessage: MessageID {
        get throws(Refusal) { try required(message, as: "message") }
    }

    private func required<Target>(_ target: Target?, as field: String) throws(Refusal) -> Target {
        guard let target else { throw .request(.targetIsNeeded(field: field)) }
        return target
    }
}
