internal import LogSchema
internal import Merkle
package import Messaging
internal import TestSupport
internal import Wire

/// Random commands of few people in few conversations, so that they get in each other's way.
///
/// Most are about what there is; some are about what does not exist, belongs to somebody else, or
/// is as large or as strange as the types allow. Whatever a person writes has `mark` in it, so that
/// it is found where it does not belong.
package struct CommandGenerator {
    package static let mark = "geheim"

    private static let people: [UserID] = ["ann", "ben", "cem", "dua", "eva"].map { .named($0) }

    /// Everybody who asks for anything.
    package static var everybody: [UserID] { people + [.named("stranger")] }

    private var random: SplitMix64
    private let people = Self.people
    private let stranger = UserID.named("stranger")
    private var named: UInt64 = 0

    package init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// A command, who asks for it, and the id of the attempt.
    package mutating func next(on world: World) -> (actor: Actor, command: Command, id: CommandID?)
    {
        let user = chance(1, in: 30) ? stranger : pick(people)
        let command = command(of: user, on: world)
        let moderators = people.filter(world.isModerator)
        let actor: Actor =
            switch command.name.audience {
            case .operator: chance(1, in: 20) ? .user(user) : .operator
            case .usersAndOperator: chance(1, in: 6) ? .operator : .user(user)
            case .moderators where !moderators.isEmpty && !chance(1, in: 5):
                .user(pick(moderators))
            case .users, .moderators: chance(1, in: 40) ? .operator : .user(user)
            }
        let id: CommandID? = chance(1, in: 2) ? .named("attempt \(number(40))") : nil
        return (actor, command, id)
    }

    /// How long nothing happens before the next command.
    package mutating func pause() -> Duration {
        switch number(200) {
        case 0: .seconds(number(40) * 86_400)
        case 1..<5: .seconds(number(4 * 86_400))
        case 5..<50: .milliseconds(number(1_000))
        default: .zero
        }
    }

    // swift-format-ignore: NeverForceUnwrap
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements.randomElement(using: &random)!
    }

    package mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    package mutating func chance(_ part: Int, in whole: Int) -> Bool { number(whole) < part }
}

// MARK: - Commands

extension CommandGenerator {
    private mutating func command(of user: UserID, on world: World) -> Command {
        if world.conversations(of: user).isEmpty, chance(2, in: 3) {
            return chance(1, in: 3)
                ? .startDirect(StartDirect(with: somebody())) : .createGroup(group())
        }
        return switch number(100) {
        case 0..<2: .startDirect(StartDirect(with: somebody()))
        case 2..<6: .createGroup(group())
        case 6..<9: .openRequest(request())
        case 9..<26: .send(message(by: user, on: world))
        case 26..<46: aboutMessage(of: user, on: world)
        case 46..<58: membership(of: user, on: world)
        case 58..<70: inConversation(of: user, on: world)
        case 70..<78: personal(of: user, on: world)
        default: beside(of: user, on: world)
        }
    }

    private mutating func group() -> CreateGroup {
        CreateGroup(
            conversation: newConversation(),
            title: chance(1, in: 2) ? words() : nil,
            photo: chance(1, in: 4) ? words() : nil,
            members: (0..<1 + number(5)).map { _ in somebody() },
            reactions: chance(1, in: 20) ? pick([.unspecified, .unrecognized(9)]) : reactions(),
            history: chance(1, in: 20) ? pick([.unspecified, .unrecognized(-9)]) : history(),
            custom: chance(1, in: 8) ? words() : nil
        )
    }

    private mutating func request() -> OpenRequest {
        OpenRequest(
            conversation: newConversation(),
            context: Context(kind: label(), id: label()),
            members: (0..<number(4)).map { _ in somebody() },
            title: chance(1, in: 3) ? words() : nil,
            reactions: reactions(),
            history: history(),
            custom: chance(1, in: 8) ? words() : nil
        )
    }

    private mutating func message(by user: UserID, on world: World) -> SendMessage {
        SendMessage(
            conversation: conversation(of: user, on: world),
            message: chance(1, in: 12) ? entry(on: world) : MessageID(newID()),
            text: chance(1, in: 12) ? nil : words(),
            attachments: chance(1, in: 8) ? (0..<number(12)).map { _ in attachment() } : [],
            location: chance(1, in: 15) ? location() : nil,
            replyTo: chance(1, in: 6) ? entry(on: world, of: user) : nil,
            isBroadcast: chance(1, in: 10),
            isPayment: chance(1, in: 10),
            forwardedFrom: chance(1, in: 8) ? entry(on: world, of: user) : nil,
            claimedAt: chance(1, in: 10) ? moment() : nil,
            custom: chance(1, in: 15) ? words() : nil
        )
    }

    private mutating func aboutMessage(of user: UserID, on world: World) -> Command {
        let message = entry(on: world, of: user)
        switch number(16) {
        case 0..<4: return .edit(EditMessage(message: own(user, on: world), text: words()))
        case 4..<6: return .delete(DeleteMessage(message: message))
        case 6: return .delete(DeleteMessage(message: own(user, on: world)))
        case 7..<9:
            let own = own(user, on: world)
            return .annotate(
                AnnotateMessage(
                    message: own,
                    linkPreview: chance(1, in: 2) ? linkPreview(of: world.text(of: own)) : nil,
                    removesLinkPreview: chance(1, in: 4),
                    priority: chance(1, in: 2)
                        ? AnnotateMessage.Priority(
                            isPriority: chance(1, in: 2),
                            reason: chance(1, in: 2) ? words() : nil
                        ) : nil
                )
            )
        case 9..<12: return .react(React(message: message, reaction: reaction()))
        case 12..<14:
            let reacted = world.reactions.filter { !($0.value[user] ?? []).isEmpty }.keys.sorted()
            let message = reacted.isEmpty || chance(1, in: 5) ? message : pick(reacted)
            let own = world.reactions(of: user, on: message)
            let reaction = own.isEmpty || chance(1, in: 5) ? reaction() : pick(own)
            return .unreact(Unreact(message: message, reaction: reaction))
        default: return .toggleReaction(ToggleReaction(message: message, reaction: reaction()))
        }
    }

    private mutating func membership(of user: UserID, on world: World) -> Command {
        let conversation = conversation(of: user, on: world, whereLeading: true)
        let role: Role =
            chance(1, in: 15)
            ? pick([.creator, .unspecified, .unrecognized(7)])
            : pick([.member, .admin])
        switch number(12) {
        case 11:
            return .passOwnership(PassOwnership(conversation: conversation, user: somebody()))
        case 0..<3:
            return .add(
                AddParticipant(
                    conversation: conversation,
                    user: somebody(),
                    role: role,
                    permissions: Permissions(canAdd: chance(1, in: 6)),
                    historySince: chance(1, in: 4) ? pastMoment(of: world) : nil
                )
            )
        case 3..<5:
            let creator = world.activeMembers(of: conversation).first { $0.role == .creator }?.user
            let user = creator.map { chance(1, in: 3) ? $0 : somebody() } ?? somebody()
            return .remove(RemoveParticipant(conversation: conversation, user: user))
        case 5: return .leave(Leave(conversation: conversation))
        case 6..<8:
            return .setRole(SetRole(conversation: conversation, user: somebody(), role: role))
        case 8..<10:
            return .setRole(SetRole(conversation: conversation, user: somebody(), role: .admin))
        default:
            return .setPermissions(
                SetPermissions(
                    conversation: conversation,
                    user: somebody(),
                    canAdd: flag(),
                    canRemove: flag(),
                    canEdit: flag()
                )
            )
        }
    }

    private mutating func inConversation(of user: UserID, on world: World) -> Command {
        let conversation = conversation(of: user, on: world, whereLeading: chance(1, in: 2))
        switch number(13) {
        case 0:
            return .rename(Rename(conversation: conversation, title: flag() == nil ? nil : words()))
        case 1:
            return .setPhoto(
                SetPhoto(conversation: conversation, photo: flag() == nil ? nil : words())
            )
        case 2..<4:
            let led = world.conversations(of: user).filter { id in
                world.conversations[id]?.kind == .request
                    && world.member(user, of: id)?.leadsConversation ?? false
            }
            return aboutRequest(led.isEmpty ? conversation : pick(led))
        case 4: return .typing(SignalTyping(conversation: conversation, isTyping: true))
        case 5..<7:
            return .markDelivered(
                MarkDelivered(conversation: conversation, upTo: entry(on: world, in: conversation))
            )
        case 7..<10:
            return .markRead(
                MarkRead(
                    conversation: conversation,
                    upTo: flag() == nil ? nil : entry(on: world, in: conversation)
                )
            )
        default:
            return .markUnread(
                MarkUnread(conversation: conversation, from: entry(on: world, in: conversation))
            )
        }
    }

    private mutating func aboutRequest(_ conversation: ConversationID) -> Command {
        switch number(3) {
        case 0: .clearContext(ClearContext(conversation: conversation))
        case 1: .cancelRequest(CancelRequest(conversation: conversation))
        default: .completeRequest(CompleteRequest(conversation: conversation))
        }
    }

    private mutating func personal(of user: UserID, on world: World) -> Command {
        let conversation = conversation(of: user, on: world)
        switch number(10) {
        case 0..<2:
            return .mute(Mute(conversation: conversation, until: chance(1, in: 2) ? moment() : nil))
        case 2 where chance(1, in: 3): return .clearAll(ClearAll())
        case 3 where chance(1, in: 2):
            return .setNotifications(
                SetNotifications(conversation: conversation, isOn: chance(1, in: 2))
            )
        default:
            return .arrange(arrange(conversation, world.personal(user, in: conversation)))
        }
    }

    /// Mostly what undoes something, if there is anything to undo.
    private mutating func arrange(
        _ conversation: ConversationID,
        _ personal: PersonalFacts
    ) -> Arrange {
        var undoing: [Arrange.Action] = []
        if personal.isMuted { undoing.append(.unmute) }
        if personal.isPinned { undoing.append(.unpin) }
        if personal.isArchived { undoing.append(.unarchive) }
        if personal.isHidden { undoing.append(.unhide) }
        let action =
            undoing.isEmpty || chance(1, in: 3) ? pick(Arrange.Action.allCases) : pick(undoing)
        return Arrange(action, conversation: conversation)
    }

    private mutating func relate(of user: UserID, on world: World) -> Relate {
        let contacts = people.filter { world.isContact($0, of: user) }
        let blocked = people.filter { world.isBlocked($0, by: user) }
        if !contacts.isEmpty, chance(1, in: 4) {
            return Relate(.removeContact, user: pick(contacts))
        }
        if !blocked.isEmpty, chance(1, in: 2) { return Relate(.unblock, user: pick(blocked)) }
        return Relate(pick(Relate.Action.allCases), user: somebody())
    }

    private mutating func beside(of user: UserID, on world: World) -> Command {
        switch number(33) {
        case 0:
            return .setProfile(
                SetProfile(
                    username: words(),
                    fullName: chance(1, in: 2) ? words() : nil,
                    avatar: chance(1, in: 3) ? words() : nil,
                    email: chance(1, in: 3) ? words() : nil,
                    custom: chance(1, in: 5) ? words() : nil
                )
            )
        case 1..<3: return .setSettings(SetSettings(settings()))
        case 3..<8: return .relate(relate(of: user, on: world))
        case 8..<11: return .report(report(of: user, on: world))
        case 11..<13, 26..<31:
            return .resolveReport(
                ResolveReport(
                    report: openReport(on: world),
                    action: pick([.dismiss, .warn, .suspend, .suspend, .ban, .unspecified]),
                    until: chance(1, in: 4) ? moment() : nil,
                    note: chance(1, in: 2) ? words() : nil
                )
            )
        case 13..<15:
            let suspended = people.filter { world.standing(of: $0) != .good }
            return .reinstate(Reinstate(user: suspended.isEmpty ? somebody() : pick(suspended)))
        case 15:
            return .recordCustom(
                RecordCustom(
                    type: pick(["ride.started", "a", "", "A", String(repeating: "a", count: 65)]),
                    conversation: chance(1, in: 2) ? conversation(of: user, on: world) : nil,
                    data: words()
                )
            )
        case 24..<26: return .setSettings(SetSettings(SettingsChanged(sendReadReceipts: flag())))
        default: return keeping(of: user, on: world)
        }
    }

    private mutating func keeping(of user: UserID, on world: World) -> Command {
        switch number(28) {
        case 0..<3:
            let moderators = people.filter(world.isModerator)
            return .dismissModerator(
                DismissModerator(user: moderators.isEmpty ? somebody() : pick(moderators))
            )
        case 3..<6:
            let targets: [Erase.Target] = [
                .message(entry(on: world, of: user)), .message(entry(on: world)),
                .user(somebody()), .conversation(conversation(of: user, on: world)),
            ]
            return .erase(
                Erase(
                    target: pick(targets),
                    basis: words(),
                    reason: words(),
                    includesForwards: chance(1, in: 2),
                    isDryRun: chance(1, in: 4)
                )
            )
        case 6: return .forgetUser(ForgetUser(user: somebody(), basis: words()))
        case 7..<9:
            return .placeHold(
                PlaceHold(
                    hold: HoldID(chance(1, in: 3) ? numbered(6) : newID()),
                    matter: words(),
                    conversation: chance(1, in: 3) ? conversation(of: user, on: world) : nil,
                    user: chance(1, in: 3) ? somebody() : nil,
                    from: chance(1, in: 4) ? moment() : nil,
                    until: chance(1, in: 4) ? moment() : nil
                )
            )
        case 9: return .releaseHold(ReleaseHold(hold: hold(on: world)))
        case 10: return .keyCopyGone(EndKeyCopy(place: KeyCopyID(numbered(6))))
        case 11..<13:
            if chance(1, in: 3) {
                return .setRetention(
                    SetRetention(
                        kind: pick([nil, nil, nil, .group]),
                        conversation: conversation(of: user, on: world),
                        minimum: bound(),
                        maximum: bound()
                    )
                )
            }
            return .setRetention(
                SetRetention(
                    kind: pick([nil, .direct, .group, .request, .unspecified]),
                    minimum: bound(),
                    maximum: bound()
                )
            )
        case 13..<21: return .runRetention(RunRetention(isDryRun: chance(1, in: 6)))
        case 21..<22:
            let debts = world.mediaDebts(through: world.size)
            return .acknowledgeMedia(
                AcknowledgeMedia(through: pick(debts + [.zero, world.size, world.size.next]))
            )
        case 22..<25: return .appointModerator(AppointModerator(user: somebody()))
        default:
            return .configure(
                Configure(
                    textLimit: pick([nil, nil, 1, 10_000, 65_536, 0, 65_537, .max, .min]),
                    receipts: pick([nil, .optional, .mandatory, .mandatory, .unrecognized(4)]),
                    rateLimit: pick([
                        nil, .unlimited, .limit(RateLimit(messages: 5, seconds: 60)),
                        .limit(RateLimit(messages: 0, seconds: .max)),
                        .limits([
                            RateLimit(messages: 2, seconds: 1), RateLimit(messages: 9, seconds: 60),
                        ]),
                        .limits([]),
                    ]),
                    emails: pick([nil, nil, .everyone, .related, .nobody, .unspecified]),
                    limits: pick([
                        nil, nil, LimitChanges(), LimitChanges(attachments: 1, audioSeconds: 60),
                        LimitChanges(attachments: 10, imageBytes: 1 << 30, members: 5_000),
                        LimitChanges(members: 1), LimitChanges(imageBytes: .max),
                    ]),
                    looks: pick([nil, nil, nil, .required, .given, .off, .unspecified])
                )
            )
        }
    }

    private mutating func report(of user: UserID, on world: World) -> FileReport {
        let targets: [FileReport.Target] = [
            .message(entry(on: world, of: user)), .user(somebody()),
            .conversation(conversation(of: user, on: world)),
        ]
        return FileReport(
            report: ReportID(chance(1, in: 3) ? numbered(5) : newID()),
            target: pick(targets),
            reason: pick([.spam, .other, .unspecified]),
            details: chance(1, in: 2) ? words() : nil
        )
    }
}

// MARK: - What commands are about

extension CommandGenerator {
    private mutating func somebody() -> UserID { chance(1, in: 25) ? stranger : pick(people) }

    private mutating func newID() -> UniqueID {
        named += 1
        return UniqueID(high: 0x0003_4000, low: 0b10 << 62 | named)
    }

    /// One of few ids, that may or may not be taken.
    private mutating func numbered(_ bound: Int) -> UniqueID {
        UniqueID(high: 0x0004_4000, low: 0b10 << 62 | UInt64(number(bound)))
    }

    private mutating func openReport(on world: World) -> ReportID {
        let open = world.reports.values.filter { !$0.isResolved }.map(\.id).sorted()
        return open.isEmpty || chance(1, in: 5) ? ReportID(numbered(5)) : pick(open)
    }

    private mutating func hold(on world: World) -> HoldID {
        let active = world.activeHolds().map(\.id)
        return active.isEmpty || chance(1, in: 5) ? HoldID(numbered(6)) : pick(active)
    }

    /// An id for a conversation, which sometimes is one that there is.
    private mutating func newConversation() -> ConversationID {
        chance(1, in: 2) ? ConversationID(numbered(4)) : ConversationID(newID())
    }

    private mutating func conversation(
        of user: UserID,
        on world: World,
        whereLeading: Bool = false
    ) -> ConversationID {
        var own = world.conversations(of: user)
        if whereLeading, !chance(1, in: 4) {
            let led = own.filter { id in
                world.conversations[id]?.kind != .direct
                    && world.member(user, of: id)?.leadsConversation ?? false
            }
            if !led.isEmpty { own = led }
        }
        if !own.isEmpty, !chance(1, in: 15) {
            // The newest ones most of all, so that something goes on in them.
            return chance(1, in: 2) ? pick(own) : pick(Array(own.suffix(2)))
        }
        return ConversationID(numbered(4))
    }

    private mutating func entry(on world: World, of user: UserID) -> MessageID {
        entry(on: world, in: conversation(of: user, on: world))
    }

    private mutating func entry(
        on world: World,
        in conversation: ConversationID
    ) -> MessageID {
        let timeline = world.timelines[conversation] ?? []
        if timeline.isEmpty || chance(1, in: 15) { return entry(on: world) }
        return chance(1, in: 2) ? pick(timeline) : pick(Array(timeline.suffix(3)))
    }

    /// A message that somebody has sent, if there is any.
    private mutating func own(_ user: UserID, on world: World) -> MessageID {
        let timeline = world.timelines[conversation(of: user, on: world)] ?? []
        let own = timeline.filter {
            world.messages[$0]?.sender == user && world.messages[$0]?.isSystem == false
        }
        return own.isEmpty || chance(1, in: 8) ? entry(on: world) : pick(Array(own.suffix(4)))
    }

    /// Any entry at all, or none.
    private mutating func entry(on world: World) -> MessageID {
        let recent = world.records.suffix(40).compactMap { record -> MessageID? in
            switch record.event {
            case .messageSent(let event, _): event.message.map(MessageID.init)
            case .participantAdded(let event): event.entry.map(MessageID.init)
            default: nil
            }
        }
        return recent.isEmpty || chance(1, in: 8) ? MessageID(newID()) : pick(recent)
    }
}

// MARK: - What commands say

extension CommandGenerator {
    /// What somebody writes: mostly a word, sometimes what breaks things.
    private mutating func words() -> String {
        let word = "\(Self.mark)\(number(4))"
        switch number(60) {
        case 0: return ""
        case 1: return " \n\t\u{2003}"
        case 2: return "  \(word)\r\n\u{0}\u{85} "
        case 3: return "\u{0}\u{1F}"
        case 4: return "שלום \u{202E}\(word) عرب"
        case 5: return word + "e" + String(repeating: "\u{301}", count: 50)
        case 6: return "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪 \(word)"
        case 7: return "@[\(pick(people))] @[\(stranger)] @[ \(word)"
        case 8: return "https://example.org/\(word)) http:// (https://a.b)"
        case 9: return String(repeating: word, count: 20)
        case 10 where chance(1, in: 4): return String(repeating: "a", count: 64 << 10)
        case 11 where chance(1, in: 4): return word + String(repeating: "\u{301}", count: 20_000)
        case 12 where chance(1, in: 4):
            return String(repeating: "@[\(UserID(newID()))]", count: 1_700)
        case 13 where chance(1, in: 4): return String(repeating: "👩‍👩‍👧‍👦", count: 2_050)
        case 14: return "\u{FEFF}\u{200B}\(word)\u{200D}"
        default: return word
        }
    }

    /// What is no person's word and may stand in the structure.
    private mutating func label() -> String {
        switch number(12) {
        case 0: ""
        case 1: String(repeating: "k", count: 64)
        case 2: String(repeating: "k", count: 129)
        case 3: "e" + String(repeating: "\u{301}", count: 9_000)
        case 4: "\u{0}"
        default: pick(["ride", "trip", "favor"])
        }
    }

    private mutating func reaction() -> String {
        switch number(20) {
        case 0: ""
        case 1: String(repeating: "👍", count: 2)
        case 2: "1️⃣"
        case 3: "👩‍👩‍👧‍👦"
        case 4: "e" + String(repeating: "\u{301}", count: 100)
        case 5..<12: pick(["👍", "👎🏽", "🇩🇪"])
        default: pick(["like", "love", "laugh"])
        }
    }

    private mutating func attachment() -> Attachment {
        Attachment(
            kind: chance(1, in: 60) ? .unrecognized(12) : pick([.image, .audio, .file]),
            url: chance(1, in: 30) ? words() : "\(Self.mark)/\(number(9))",
            thumbnail: chance(1, in: 4) ? words() : nil,
            width: pick([nil, nil, nil, nil, 100, 100, 100, 100, 0, .max]),
            height: pick([nil, nil, 100]),
            sizeInBytes: pick([nil, 1_000, 1_000, 1_000, 1_000, .max]),
            seconds: pick([30, 120, 0, 121, -1, .nan, .infinity] + Array(repeating: 7, count: 20)),
            name: chance(1, in: 6) ? words() : nil
        )
    }

    private mutating func location() -> Location {
        Location(
            latitude: pick([52.5, -90, 90, 91, .nan]),
            longitude: pick([13.4, -180, 180, -.infinity]),
            name: chance(1, in: 2) ? words() : nil
        )
    }

    private mutating func linkPreview(of text: String?) -> LinkPreview {
        LinkPreview(
            url: chance(3, in: 4) ? String((text ?? "").prefix(9)) : words(),
            title: chance(1, in: 2) ? words() : nil,
            description: chance(1, in: 2) ? words() : nil,
            image: chance(1, in: 3) ? words() : nil
        )
    }

    private mutating func settings() -> SettingsChanged {
        SettingsChanged(
            sendReadReceipts: flag(),
            groupAdds: pick([nil, nil, .everyone, .everyone, .contacts, .nobody, .unspecified]),
            keepMessages: pick([nil, nil, .thirtyDays, .forever, .unrecognized(50)])
        )
    }

    private mutating func moment() -> Timestamp {
        switch number(10) {
        case 0: Timestamp(microseconds: .min)
        case 1: Timestamp(microseconds: .max)
        default:
            Timestamp(
                microseconds: 1_767_225_600_000_000 + Int64(number(2_000) - 100) * 86_400_000_000
            )
        }
    }

    /// The time of some event, or of none.
    private mutating func pastMoment(of world: World) -> Timestamp {
        let position = Position(UInt64(1 + number(Int(world.size.rawValue) + 3)))
        return world.event(at: position)?.recorded ?? moment()
    }

    private mutating func bound() -> SetRetention.Bound {
        switch number(8) {
        case 0..<2: .unchanged
        case 2..<4: .none
        case 4: .days(pick([0, -1, .max, .min, 36_525, 36_526]))
        default: .days(1 + number(pick([2, 2, 60])))
        }
    }

    private mutating func flag() -> Bool? { pick([nil, true, false]) }

    private mutating func reactions() -> ReactionPolicy { pick([.tapback, .open]) }

    private mutating func history() -> HistoryPolicy { pick([.full, .sinceJoin]) }
}
