/// Gets the direct conversation with somebody, and begins it if there is none.
package struct StartDirect: Hashable, Sendable {
    package var with: UserID

    package init(with: UserID) { self.with = with }
}

/// Begins a group with its first members.
package struct CreateGroup: Hashable, Sendable {
    package var conversation: ConversationID
    package var title: String?
    package var photo: String?
    package var members: [UserID]
    package var reactions: ReactionPolicy
    package var history: HistoryPolicy
    package var custom: String?

    package init(
        conversation: ConversationID,
        title: String? = nil,
        photo: String? = nil,
        members: [UserID],
        reactions: ReactionPolicy = .tapback,
        history: HistoryPolicy = .full,
        custom: String? = nil
    ) {
        self.conversation = conversation
        self.title = title
        self.photo = photo
        self.members = members
        self.reactions = reactions
        self.history = history
        self.custom = custom
    }
}

/// What a request is about, as the embedder calls it: a ride, a favor, a trip.
package struct Context: Hashable, Sendable {
    package var kind: String
    package var id: String

    package init(kind: String, id: String) {
        self.kind = kind
        self.id = id
    }
}

/// Begins a conversation about something.
package struct OpenRequest: Hashable, Sendable {
    package var conversation: ConversationID
    package var context: Context
    package var members: [UserID]
    package var title: String?
    package var reactions: ReactionPolicy
    package var history: HistoryPolicy
    package var custom: String?

    package init(
        conversation: ConversationID,
        context: Context,
        members: [UserID],
        title: String? = nil,
        reactions: ReactionPolicy = .tapback,
        history: HistoryPolicy = .full,
        custom: String? = nil
    ) {
        self.conversation = conversation
        self.context = context
        self.members = members
        self.title = title
        self.reactions = reactions
        self.history = history
        self.custom = custom
    }
}

/// Gives a conversation a title, or takes it away.
package struct Rename: Hashable, Sendable {
    package var conversation: ConversationID
    package var title: String?

    package init(conversation: ConversationID, title: String?) {
        self.conversation = conversation
        self.title = title
    }
}

/// Gives a conversation a photo, or takes it away.
package struct SetPhoto: Hashable, Sendable {
    package var conversation: ConversationID
    package var photo: String?

    package init(conversation: ConversationID, photo: String?) {
        self.conversation = conversation
        self.photo = photo
    }
}

/// Says that what a request was about is no more; the conversation goes on.
package struct ClearContext: Hashable, Sendable {
    package var conversation: ConversationID

    package init(conversation: ConversationID) { self.conversation = conversation }
}

/// Says that what a request was about is done, which closes it.
package struct CompleteRequest: Hashable, Sendable {
    package var conversation: ConversationID

    package init(conversation: ConversationID) { self.conversation = conversation }
}

/// Says that what a request was about will not happen; nothing changes.
package struct CancelRequest: Hashable, Sendable {
    package var conversation: ConversationID

    package init(conversation: ConversationID) { self.conversation = conversation }
}
