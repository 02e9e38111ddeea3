internal import LogSchema
internal import Wire

/// Gives a conversation a title, or takes it away.
public struct Rename: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID
    /// The new title; nil takes the present one away.
    public var title: String?

    /// Names the conversation and its new title.
    public init(conversation: ConversationID, title: String?) {
        self.conversation = conversation
        self.title = title
    }
}

extension Rename: ConversationRule {
    var name: CommandName { .rename }
    var number: CommandKind? { .rename }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .rename(Rename(conversation: try intention.requiredConversation, title: "a"))
    }

    func decide(
        by actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let present = try facts.conversationToEdit(conversation, by: actor, now: asked.now)
        return Detail.title.change(
            from: facts.details(of: conversation).title,
            to: try Detail.normalized(title: title),
            in: present,
            asked
        )
    }
}

extension Rename: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        first.isIn(conversation)
            && first.changes { () throws(Refusal) in try Detail.normalized(title: title) }
    }
}

/// Gives a conversation a photo, or takes it away.
public struct SetPhoto: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID
    /// The URL or storage path of the new photo; nil takes the present one away.
    public var photo: String?

    /// Names the conversation and its new photo.
    public init(conversation: ConversationID, photo: String?) {
        self.conversation = conversation
        self.photo = photo
    }
}

extension SetPhoto: ConversationRule {
    var name: CommandName { .setPhoto }
    var number: CommandKind? { .setPhoto }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .setPhoto(SetPhoto(conversation: try intention.requiredConversation, photo: "a"))
    }

    func decide(
        by actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let present = try facts.conversationToEdit(conversation, by: actor, now: asked.now)
        return Detail.photo.change(
            from: facts.details(of: conversation).photo,
            to: try Detail.normalized(photo: photo),
            in: present,
            asked
        )
    }
}

extension SetPhoto: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        first.isIn(conversation)
            && first.changes { () throws(Refusal) in try Detail.normalized(photo: photo) }
    }
}

extension Facts where Self: ~Copyable {
    /// A conversation whose title and photo the actor may change.
    fileprivate func conversationToEdit(
        _ conversation: ConversationID,
        by actor: Actor,
        now: Timestamp
    ) throws(Refusal) -> ConversationFacts {
        let authority = try authority(of: actor, in: conversation, now: now)
        try authority.conversation.requireNotDirect()
        try authority.conversation.requireOpen()
        guard authority.permissions.canEdit else { throw .conversation(.actorMayNotEditDetails) }
        return authority.conversation
    }
}

extension Detail {
    /// A title as it is kept; there can be none.
    ///
    /// - Throws: `titleIsInvalid` for a title that cannot be kept.
    static func normalized(title: String?) throws(Refusal) -> String? {
        guard let title else { return nil }
        guard let line = Line.normalized(title, upTo: Limits.title) else {
            throw .conversation(.titleIsInvalid)
        }
        return line
    }

    /// A photo as it is kept; there can be none.
    ///
    /// - Throws: `photoIsInvalid` for one that cannot be kept.
    static func normalized(photo: String?) throws(Refusal) -> String? {
        guard let photo else { return nil }
        guard Limits.allow(url: photo) else { throw .conversation(.photoIsInvalid) }
        return photo
    }

    /// Decides a change of a detail, or its removal; no event if it has this value already.
    fileprivate func change(
        from old: String?,
        to new: String?,
        in conversation: ConversationFacts,
        _ asked: Asked
    ) -> Decision {
        guard !old.isSpelled(as: new) else { return Decision() }
        var fresh = asked.fresh
        let change = DetailsChanged(
            entry: fresh.next(),
            detail: self,
            cleared: new == nil,
            ordinal: conversation.nextOrdinal
        )
        let content = new.map { DetailsContent(text: $0) }
        return Decision([
            NewEvent(.detailsChanged(change, content), in: .conversation(conversation.id))
        ])
    }
}

extension RecordedEvent {
    /// Whether it gives a conversation a detail, or takes it away where there is no other.
    fileprivate func changes(to text: () throws(Refusal) -> String?) -> Bool {
        guard case .detailsChanged(let change, let content) = event,
            let text = try? Optional(text()), change.cleared == (text == nil)
        else { return false }
        return holds(text.map { DetailsContent(text: $0) }, as: content)
    }
}
