internal import Wire

/// What a conversation begins with, checked and normalized.
struct Founding {
    var conversation: ConversationID
    var created: ConversationCreated
    var content: ConversationContent?
    /// Who begins it.
    var creator: UserID
    /// The creator's flags; everybody else begins without any.
    var permissions = Permissions()
    /// The other members, each once and in the order in which they were named.
    var others: [UserID]

    /// The creation, under its entry in the timeline if it has one, and the members it begins
    /// with: one append.
    func events(entry: UniqueID?) -> [NewEvent] {
        var created = created
        created.entry = entry
        created.members = UInt32(clamping: others.count + 1)
        let founder = ParticipantAdded(
            user: creator.rawValue,
            role: .creator,
            canAdd: permissions.canAdd,
            canRemove: permissions.canRemove,
            canEdit: permissions.canEdit,
            founder: true
        )
        let members = others.map {
            Event.participantAdded(
                ParticipantAdded(user: $0.rawValue, role: .member, founder: true)
            )
        }
        return ([.conversationCreated(created, content), .participantAdded(founder)] + members)
            .map { NewEvent($0, in: .conversation(conversation)) }
    }
}

extension StartDirect {
    /// A direct conversation as it would begin: without title, policies to choose or flags.
    func founding(of conversation: ConversationID, by actor: UserID) -> Founding {
        Founding(
            conversation: conversation,
            created: ConversationCreated(
                kind: .direct,
                reactions: .tapback,
                history: .full,
                with: with.rawValue
            ),
            creator: actor,
            others: [with]
        )
    }
}

extension CreateGroup {
    /// The group as it would begin.
    ///
    /// - Throws: what is wrong with the members or the details.
    func founding(by actor: UserID) throws(Refusal) -> Founding {
        let others = members.others(than: actor)
        try requireSize(of: others, atLeast: Limits.othersInGroup)
        return Founding(
            conversation: conversation,
            created: ConversationCreated(kind: .group, reactions: reactions, history: history),
            content: try content(title: title, photo: photo, custom: custom),
            creator: actor,
            permissions: Permissions(canAdd: true, canRemove: true, canEdit: true),
            others: others
        )
    }
}

extension Context {
    /// What a conversation was begun about, as far as that is still there.
    ///
    /// Logs of before have it in the event itself, which keeps it: where the content is erased, it is
    /// not shown either.
    package init?(
        of created: ConversationCreated,
        _ content: ConversationContent?,
        isErased: Bool
    ) {
        if let kind = content?.contextKind, let id = content?.contextID {
            self.init(kind: kind, id: id)
        } else if !created.contextKind.isEmpty, !isErased {
            self.init(kind: created.contextKind, id: created.contextID)
        } else {
            return nil
        }
    }

    /// Whether something can be called so.
    package func requireForm() throws(Refusal) {
        let bytes = Limits.contextBytes
        guard Limits.allow(kind, upTo: Limits.contextKind, bytes: bytes) else {
            throw .conversation(.contextKindIsMalformed)
        }
        guard Limits.allow(id, upTo: Limits.contextID, bytes: bytes) else {
            throw .conversation(.contextIDIsMalformed)
        }
    }
}

extension OpenRequest {
    /// The request as it would begin.
    ///
    /// - Throws: what is wrong with the context, the members or the details.
    func founding(by actor: UserID) throws(Refusal) -> Founding {
        let others = members.others(than: actor)
        try requireSize(of: others, atLeast: Limits.othersInRequest)
        try context.requireForm()
        return Founding(
            conversation: conversation,
            created: ConversationCreated(kind: .request, reactions: reactions, history: history),
            content: try content(title: title, photo: nil, custom: custom, context: context),
            creator: actor,
            others: others
        )
    }
}

extension [UserID] {
    /// Who is named besides the one who names them: each once, in the order given.
    func others(than actor: UserID) -> [UserID] {
        var known: Set = [actor]
        return filter { known.insert($0).inserted }
    }
}

private func requireSize(of others: [UserID], atLeast least: Int) throws(Refusal) {
    guard others.count >= least else { throw .conversation(.tooFewMembers(least: least)) }
    guard others.count < Limits.members else { throw .conversation(.tooManyMembers) }
}

/// What a person wrote or chose, or nil where that is nothing.
private func content(
    title: String?,
    photo: String?,
    custom: String?,
    context: Context? = nil
) throws(Refusal) -> ConversationContent? {
    let title = try Detail.normalized(title: title)
    let photo = try Detail.normalized(photo: photo)
    if let custom, custom.utf8.count > Limits.customBytes {
        throw .conversation(.customIsTooLong)
    }
    guard title != nil || photo != nil || custom != nil || context != nil else { return nil }
    return ConversationContent(
        title: title,
        photo: photo,
        custom: custom,
        contextKind: context?.kind,
        contextID: context?.id
    )
}
