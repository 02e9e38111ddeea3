/// Gets the direct conversation with somebody, and begins it if there is none.
public struct StartDirect: Hashable, Sendable {
    /// Whom to talk with.
    public var with: UserID

    /// Names whom to talk with.
    public init(with: UserID) { self.with = with }
}

/// Begins a group with its first members.
public struct CreateGroup: Hashable, Sendable {
    /// The group's id, which the caller makes.
    public var conversation: ConversationID
    /// What the group is called; made of the members' names if nil.
    public var title: String?
    /// The URL or storage path of a picture.
    public var photo: String?
    /// Whom it begins with besides its creator, at least two.
    public var members: [UserID]
    /// Which reactions its members may choose from.
    public var reactions: ReactionPolicy
    /// What members who join later can see of the time before.
    public var history: HistoryPolicy
    /// The embedder's own data, at most 4,096 bytes, given back with the group.
    public var custom: String?

    /// Describes a group; what is left out is as most groups have it.
    public init(
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
public struct Context: Hashable, Sendable {
    /// What sort of thing it is, as the embedder calls it.
    public var kind: String
    /// Which one of them it is.
    public var id: String

    /// Names a thing of the embedder's by its kind and its id there.
    public init(kind: String, id: String) {
        self.kind = kind
        self.id = id
    }
}

/// Begins a conversation about something.
public struct OpenRequest: Hashable, Sendable {
    /// The request's id, which the caller makes.
    public var conversation: ConversationID
    /// What it is about.
    public var context: Context
    /// Whom it begins with besides its creator, at least one.
    public var members: [UserID]
    /// What it is called; made of the members' names if nil.
    public var title: String?
    /// Which reactions its members may choose from.
    public var reactions: ReactionPolicy
    /// What members who join later can see of the time before.
    public var history: HistoryPolicy
    /// The embedder's own data, at most 4,096 bytes, given back with the request.
    public var custom: String?

    /// Describes a request; what is left out is as most requests have it.
    public init(
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

/// Says that what a request was about is no more; the conversation goes on.
public struct ClearContext: Hashable, Sendable {
    /// The request.
    public var conversation: ConversationID

    /// Names the request that is about nothing any more.
    public init(conversation: ConversationID) { self.conversation = conversation }
}

/// Says that what a request was about is done, which closes it.
public struct CompleteRequest: Hashable, Sendable {
    /// The request.
    public var conversation: ConversationID

    /// Names the request that is done.
    public init(conversation: ConversationID) { self.conversation = conversation }
}

/// Says that what a request was about will not happen; nothing changes.
public struct CancelRequest: Hashable, Sendable {
    /// The request.
    public var conversation: ConversationID

    /// Names the request that comes to nothing.
    public init(conversation: ConversationID) { self.conversation = conversation }
}
