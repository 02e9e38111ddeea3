internal import Wire

/// The first members and details of a conversation, checked and normalized.
struct Founding {
    var conversation: ConversationID
    var created: ConversationCreated
    var content: ConversationContent?
    /// The creator.
    var creator: UserID
    /// The creator's flags; all other members begin without any.
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

extension [UserID] {
    /// Returns the named users without the actor: each once, in the order given.
    func others(than actor: UserID) -> [UserID] {
        var known: Set = [actor]
        return filter { known.insert($0).inserted }
    }
}

func requireKnown(
    _ reactions: ReactionPolicy,
    _ history: HistoryPolicy
) throws(Refusal) {
    switch reactions {
    case .tapback, .open: break
    case .unspecified, .unrecognized: throw .conversation(.reactionsAreUnknown)
    }
    switch history {
    case .full, .sinceJoin: break
    case .unspecified, .unrecognized: throw .conversation(.historyIsUnknown)
    }
}

func requireSize(of others: [UserID], atLeast least: Int) throws(Refusal) {
    guard others.count >= least else { throw .conversation(.tooFewMembers(least: least)) }
    try requireRoom(for: others, under: Limits.members)
}

/// Refuses more members than a limit, the creator among them.
func requireRoom(for others: [UserID], under limit: Int) throws(Refusal) {
    guard others.count < limit else { throw .conversation(.tooManyMembers(limit: limit)) }
}

/// Returns the texts and references of a person, or nil if there are none.
func content(
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

extension [RecordedEvent] {
    /// Returns the first answer, if these events were the beginning of this conversation.
    ///
    /// The members may come in another order, because a client may keep them in a set.
    func answer(
        toBeginning founding: (UserID) throws(Refusal) -> Founding
    ) -> Answer? {
        guard let first, case .conversationCreated(var created, var content) = first.event,
            let actor = first.actor.user, let founding = try? founding(actor)
        else { return nil }
        if !created.contextKind.isEmpty {
            // An older event has in the clear what is in the content today.
            content = content ?? ConversationContent()
            content?.contextKind = created.contextKind
            content?.contextID = created.contextID
            created.contextKind = ""
            created.contextID = ""
        }
        guard first.holds(founding.content, as: content),
            Set(compactMap(\.event.founder))
                == Set(([founding.creator] + founding.others).map(\.rawValue))
        else { return nil }
        created.entry = nil
        created.members = 0
        guard created == founding.created else { return nil }
        return .conversation(founding.conversation)
    }
}

extension Event {
    fileprivate var founder: UniqueID? {
        if case .participantAdded(let added) = self, added.founder { added.user } else { nil }
    }
}
