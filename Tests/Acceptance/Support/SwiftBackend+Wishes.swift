import Scrollback

extension Deed {
    /// The command, and the attempt's id where one is given.
    var command: (Command, CommandID?) {
        switch self {
        case .setProfile(let username, let fullName, let avatar, let email):
            (
                .setProfile(
                    SetProfile(
                        username: username,
                        fullName: fullName,
                        avatar: avatar,
                        email: email
                    )
                ), nil
            )
        case .showNoWordsInPushes: (.setSettings(SettingsChanged(previews: .never)), nil)
        case .shareReceipts(let on):
            (.setSettings(SettingsChanged(sendReadReceipts: on)), nil)
        case .typing(let on, let id):
            (.typing(SignalTyping(conversation: ConversationID(given: id), isTyping: on)), nil)
        case .presence(let isOnline, let device):
            (.presence(isOnline ? .online : .offline, device: device), nil)
        case .startDirect(let other): (.startDirect(with: UserID(given: other)), nil)
        case .createGroup(let id, let title, let members):
            (
                .createGroup(
                    CreateGroup(
                        conversation: ConversationID(given: id),
                        title: title,
                        members: members.map { UserID(given: $0) }
                    )
                ), nil
            )
        case .openRequest(let id, let kind, let about, let members, let anyEmoji):
            (
                .openRequest(
                    OpenRequest(
                        conversation: ConversationID(given: id),
                        context: Context(kind: kind, id: about),
                        members: members.map { UserID(given: $0) },
                        reactions: anyEmoji ? .open : .tapback
                    )
                ), nil
            )
        case .rename(let id, let title): (.rename(ConversationID(given: id), to: title), nil)
        case .completeRequest(let id): (.completeRequest(ConversationID(given: id)), nil)
        case .cancelRequest(let id): (.cancelRequest(ConversationID(given: id)), nil)
        case .clearContext(let id): (.clearContext(of: ConversationID(given: id)), nil)
        case .add(let user, let id): (.add(UserID(given: user), to: ConversationID(given: id)), nil)
        case .remove(let user, let id):
            (.remove(UserID(given: user), from: ConversationID(given: id)), nil)
        case .leave(let id): (.leave(ConversationID(given: id)), nil)
        case .allowEditing(let id, let user):
            (
                .setPermissions(
                    of: UserID(given: user),
                    in: ConversationID(given: id),
                    canEdit: true
                ),
                nil
            )
        case .send(let draft): (.send(SendMessage(draft)), nil)
        case .edit(let message, let text): (.edit(MessageID(given: message), to: text), nil)
        case .delete(let message): (.delete(MessageID(given: message)), nil)
        case .describeLink(let message, let url, let title):
            (
                .annotate(
                    MessageID(given: message),
                    linkPreview: LinkPreview(url: url, title: title)
                ), nil
            )
        case .react(let reaction, let message):
            (.react(Reaction(reaction), to: MessageID(given: message)), nil)
        case .toggle(let reaction, let message, let attempt):
            (
                .toggleReaction(Reaction(reaction), on: MessageID(given: message)),
                CommandID(given: attempt)
            )
        case .markDelivered(let id, let message):
            (.markDelivered(ConversationID(given: id), upTo: MessageID(given: message)), nil)
        case .markRead(let id): (.markRead(ConversationID(given: id)), nil)
        case .mute(let id): (.mute(ConversationID(given: id)), nil)
        case .archive(let id): (.archive(ConversationID(given: id)), nil)
        case .hide(let id): (.hide(ConversationID(given: id)), nil)
        case .block(let user): (.block(UserID(given: user)), nil)
        case .unblock(let user): (.unblock(UserID(given: user)), nil)
        case .reportMessage(let message):
            (.report(.message(MessageID(given: message)), for: .harassment), nil)
        case .reportUser(let user): (.report(.user(UserID(given: user)), for: .spam), nil)
        case .appointModerator(let user):
            (.appointModerator(AppointModerator(user: UserID(given: user))), nil)
        case .liftRateLimit: (.configure(Configure(rateLimit: .unlimited)), nil)
        }
    }
}

extension SendMessage {
    init(_ draft: Draft) {
        self.init(
            conversation: ConversationID(given: draft.conversation),
            message: MessageID(given: draft.id),
            text: draft.text,
            attachments: draft.attachments.map(Attachment.init),
            location: draft.place.map(Location.init),
            replyTo: draft.replyTo.map { MessageID(given: $0) },
            isBroadcast: draft.isBroadcast,
            isPayment: draft.isPayment,
            claimedAt: draft.claimedAt.flatMap { Timestamp(milliseconds: Int64($0)) }
        )
    }
}

extension Attachment {
    fileprivate init(_ file: File) {
        let kinds: [String: AttachmentKind] = ["image": .image, "audio": .audio, "file": .file]
        self.init(
            kind: kinds[file.kind] ?? .unspecified,
            url: file.url,
            thumbnail: file.thumbnail,
            seconds: file.seconds
        )
    }
}

extension Location {
    fileprivate init(_ spot: Spot) {
        self.init(
            latitude: spot.latitude,
            longitude: spot.longitude,
            name: spot.name,
            address: spot.address
        )
    }
}

extension Identifier {
    /// The id that a row has made, which is one.
    init(given text: String) {
        guard let id = Self(text) else { preconditionFailure("\(text) is no id") }
        self = id
    }
}
