import Merkle
import Messaging
import ScrollbackJSON
import Wire

/// A command as the contract writes it, with as little as possible and with everything.
struct Example: Sendable, CustomStringConvertible {
    var name: CommandName
    var fields: String
    var command: Command

    init(_ name: CommandName, _ fields: String, _ command: Command) {
        self.name = name
        self.fields = fields
        self.command = command
    }

    var description: String { #""do":"\#(name.rawValue)"\#(fields.isEmpty ? "" : ",")\#(fields)"# }

    /// A whole line.
    var line: String {
        let actor = name.audience == .operator ? "operator" : actor.description
        return #"{"as":"\#(actor)",\#(description)}"#
    }
}

private let a = UserID(id(0xA1))
private let b = UserID(id(0xB1))
private let c = ConversationID(id(0xC))
private let m = MessageID(id(0xD))
private let n = MessageID(id(0xE))
private let given = id(0x1D)

private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: milliseconds * 1_000)
}

private let inC = #""conversation":"\#(c)""#
private let ofM = #""message":"\#(m)""#
private let userA = #""user":"\#(a)""#
private let givenID = #""id":"\#(given)""#

extension Example {
    static let all =
        users + conversations + members + ownership + messages + reactions + receipts + personal
        + moderation
        + keeping

    static let users = [
        Example(.setProfile, #""username":"sarah""#, .setProfile(SetProfile(username: "sarah"))),
        Example(
            .setProfile,
            #""username":"sarah","fullName":"Sarah \u00c9","avatar":"a.png","#
                + #""email":"s@example.org","custom":"{\"a\":1}""#,
            .setProfile(
                SetProfile(
                    username: "sarah",
                    fullName: "Sarah É",
                    avatar: "a.png",
                    email: "s@example.org",
                    custom: #"{"a":1}"#
                )
            )
        ),
        Example(.setSettings, "", .setSettings(SetSettings(SettingsChanged()))),
        Example(
            .setSettings,
            #""sendReadReceipts":false,"shareTyping":true,"groupAdds":"contacts","#
                + #""notifications":false,"previews":"whenUnlocked","sound":false,"badge":true,"#
                + #""autoDownload":"never","saveToPhotos":true,"imageQuality":"low","#
                + #""keepMessages":"1y","sharePresence":false,"vibration":false"#,
            .setSettings(
                SetSettings(
                    SettingsChanged(
                        sendReadReceipts: false,
                        shareTyping: true,
                        groupAdds: .contacts,
                        notifications: false,
                        previews: .whenUnlocked,
                        sound: false,
                        badge: true,
                        autoDownload: .never,
                        saveToPhotos: true,
                        imageQuality: .low,
                        keepMessages: .oneYear,
                        sharePresence: false,
                        vibration: false
                    )
                )
            )
        ),
        Example(.addContact, userA, .relate(Relate(.addContact, user: a))),
        Example(.removeContact, userA, .relate(Relate(.removeContact, user: a))),
        Example(.block, userA, .relate(Relate(.block, user: a))),
        Example(.unblock, userA, .relate(Relate(.unblock, user: a))),
        Example(.presence, #""state":"offline""#, .presence(SignalPresence(.offline))),
        Example(
            .presence,
            #""state":"online","device":"phone""#,
            .presence(SignalPresence(.online, device: "phone"))
        ),
    ]

    static let conversations = [
        Example(.startDirect, #""with":"\#(a)""#, .startDirect(StartDirect(with: a))),
        Example(
            .createGroup,
            #""members":[]"#,
            .createGroup(CreateGroup(conversation: ConversationID(firstFresh), members: []))
        ),
        Example(
            .createGroup,
            #"\#(givenID),"title":"T","photo":"p","members":["\#(a)","\#(b)"],"#
                + #""reactions":"open","history":"sinceJoin","custom":"x""#,
            .createGroup(
                CreateGroup(
                    conversation: ConversationID(given),
                    title: "T",
                    photo: "p",
                    members: [a, b],
                    reactions: .open,
                    history: .sinceJoin,
                    custom: "x"
                )
            )
        ),
        Example(
            .openRequest,
            #""context":{"kind":"ride","id":"7"},"members":["\#(a)"]"#,
            .openRequest(
                OpenRequest(
                    conversation: ConversationID(firstFresh),
                    context: Context(kind: "ride", id: "7"),
                    members: [a]
                )
            )
        ),
        Example(
            .openRequest,
            #"\#(givenID),"context":{"kind":"ride","id":"7"},"members":["\#(a)"],"title":"T","#
                + #""reactions":"tapback","history":"full","custom":"x""#,
            .openRequest(
                OpenRequest(
                    conversation: ConversationID(given),
                    context: Context(kind: "ride", id: "7"),
                    members: [a],
                    title: "T",
                    custom: "x"
                )
            )
        ),
        Example(.rename, #"\#(inC),"title":"T""#, .rename(Rename(conversation: c, title: "T"))),
        Example(.rename, #"\#(inC),"title":null"#, .rename(Rename(conversation: c, title: nil))),
        Example(
            .setPhoto,
            #"\#(inC),"photo":"p""#,
            .setPhoto(SetPhoto(conversation: c, photo: "p"))
        ),
        Example(
            .setPhoto,
            #"\#(inC),"photo":null"#,
            .setPhoto(SetPhoto(conversation: c, photo: nil))
        ),
        Example(.clearContext, inC, .clearContext(ClearContext(conversation: c))),
        Example(.completeRequest, inC, .completeRequest(CompleteRequest(conversation: c))),
        Example(.cancelRequest, inC, .cancelRequest(CancelRequest(conversation: c))),
    ]

    static let members = [
        Example(.add, #"\#(inC),\#(userA)"#, .add(AddParticipant(conversation: c, user: a))),
        Example(
            .add,
            #"\#(inC),\#(userA),"role":"admin","canAdd":true,"canRemove":true,"canEdit":true,"#
                + #""history":{"since":5}"#,
            .add(
                AddParticipant(
                    conversation: c,
                    user: a,
                    role: .admin,
                    permissions: Permissions(canAdd: true, canRemove: true, canEdit: true),
                    historySince: time(5)
                )
            )
        ),
        Example(
            .remove,
            #"\#(inC),\#(userA)"#,
            .remove(RemoveParticipant(conversation: c, user: a))
        ),
        Example(.leave, inC, .leave(Leave(conversation: c))),
        Example(
            .setRole,
            #"\#(inC),\#(userA),"role":"member""#,
            .setRole(SetRole(conversation: c, user: a, role: .member))
        ),
        Example(
            .setPermissions,
            #"\#(inC),\#(userA)"#,
            .setPermissions(SetPermissions(conversation: c, user: a))
        ),
        Example(
            .setPermissions,
            #"\#(inC),\#(userA),"canAdd":true,"canRemove":false,"canEdit":true"#,
            .setPermissions(
                SetPermissions(
                    conversation: c,
                    user: a,
                    canAdd: true,
                    canRemove: false,
                    canEdit: true
                )
            )
        ),
    ]

    static let ownership = [
        Example(
            .passOwnership,
            #"\#(inC),\#(userA)"#,
            .passOwnership(PassOwnership(conversation: c, user: a))
        )
    ]

    static let messages = [
        Example(
            .send,
            inC,
            .send(SendMessage(conversation: c, message: MessageID(firstFresh)))
        ),
        Example(
            .send,
            #"\#(inC),\#(givenID),"text":"Hi \ud83d\ude00\n","attachments":["#
                + #"{"kind":"image","url":"i","thumbnail":"t","width":3,"height":4,"bytes":5,"#
                + #""seconds":1.5,"name":"n","sha256":"\#(String(repeating: "0f", count: 32))"},"#
                + #"{"kind":"file","url":"f"},{"kind":"audio","url":"r","seconds":2,"#
                + #""waveform":[0,7,255]}],"location":{"latitude":52.5,"longitude":-13,"name":"n","address":"a"},"#
                + #""replyTo":"\#(m)","broadcast":true,"payment":true,"forwardedFrom":"\#(n)","#
                + #""claimedAt":1700000000000,"custom":"x""#,
            .send(
                SendMessage(
                    conversation: c,
                    message: MessageID(given),
                    text: "Hi 😀\n",
                    attachments: [
                        Attachment(
                            kind: .image,
                            url: "i",
                            thumbnail: "t",
                            width: 3,
                            height: 4,
                            sizeInBytes: 5,
                            seconds: 1.5,
                            name: "n",
                            sha256: Digest([UInt8](repeating: 0x0F, count: 32).span.bytes)
                        ),
                        Attachment(kind: .file, url: "f"),
                        Attachment(kind: .audio, url: "r", seconds: 2, waveform: [0, 7, 255]),
                    ],
                    location: Location(latitude: 52.5, longitude: -13, name: "n", address: "a"),
                    replyTo: m,
                    isBroadcast: true,
                    isPayment: true,
                    forwardedFrom: n,
                    claimedAt: time(1_700_000_000_000),
                    custom: "x"
                )
            )
        ),
        Example(.edit, #"\#(ofM),"text":"t""#, .edit(EditMessage(message: m, text: "t"))),
        Example(.delete, ofM, .delete(DeleteMessage(message: m))),
        Example(.annotate, ofM, .annotate(AnnotateMessage(message: m))),
        Example(
            .annotate,
            #"\#(ofM),"linkPreview":null"#,
            .annotate(AnnotateMessage(message: m, removesLinkPreview: true))
        ),
        Example(
            .annotate,
            #"\#(ofM),"linkPreview":{"url":"u","title":"t","description":"d","image":"i"},"#
                + #""priority":{"isPriority":true,"reason":"r"}"#,
            .annotate(
                AnnotateMessage(
                    message: m,
                    linkPreview: LinkPreview(url: "u", title: "t", description: "d", image: "i"),
                    priority: .init(isPriority: true, reason: "r")
                )
            )
        ),
        Example(
            .typing,
            #"\#(inC),"on":true"#,
            .typing(SignalTyping(conversation: c, isTyping: true))
        ),
    ]

    static let reactions = [
        Example(
            .react,
            #"\#(ofM),"reaction":"love""#,
            .react(React(message: m, reaction: "love"))
        ),
        Example(
            .unreact,
            #"\#(ofM),"reaction":"love""#,
            .unreact(Unreact(message: m, reaction: "love"))
        ),
        Example(
            .toggleReaction,
            #"\#(ofM),"reaction":"love",\#(givenID)"#,
            .toggleReaction(ToggleReaction(message: m, reaction: "love"))
        ),
    ]

    static let receipts = [
        Example(
            .markDelivered,
            #"\#(inC),"upTo":"\#(m)""#,
            .markDelivered(MarkDelivered(conversation: c, upTo: m))
        ),
        Example(.markRead, inC, .markRead(MarkRead(conversation: c))),
        Example(
            .markRead,
            #"\#(inC),"upTo":"\#(m)""#,
            .markRead(MarkRead(conversation: c, upTo: m))
        ),
        Example(
            .markUnread,
            #"\#(inC),"from":"\#(m)""#,
            .markUnread(MarkUnread(conversation: c, from: m))
        ),
    ]

    static let personal = [
        Example(.mute, inC, .mute(Mute(conversation: c))),
        Example(.mute, #"\#(inC),"until":5"#, .mute(Mute(conversation: c, until: time(5)))),
        Example(
            .setNotifications,
            #"\#(inC),"on":false"#,
            .setNotifications(SetNotifications(conversation: c, isOn: false))
        ),
        Example(.unmute, inC, .arrange(Arrange(.unmute, conversation: c))),
        Example(.pin, inC, .arrange(Arrange(.pin, conversation: c))),
        Example(.unpin, inC, .arrange(Arrange(.unpin, conversation: c))),
        Example(.archive, inC, .arrange(Arrange(.archive, conversation: c))),
        Example(.unarchive, inC, .arrange(Arrange(.unarchive, conversation: c))),
        Example(.hide, inC, .arrange(Arrange(.hide, conversation: c))),
        Example(.unhide, inC, .arrange(Arrange(.unhide, conversation: c))),
        Example(.clearHistory, inC, .arrange(Arrange(.clearHistory, conversation: c))),
        Example(.clearAll, "", .clearAll(ClearAll())),
    ]

    static let moderation = [
        Example(
            .report,
            #"\#(ofM),"reason":"spam""#,
            .report(
                FileReport(report: ReportID(firstFresh), target: .message(m), reason: .spam)
            )
        ),
        Example(
            .report,
            #"\#(givenID),\#(inC),"reason":"other","details":"d""#,
            .report(
                FileReport(
                    report: ReportID(given),
                    target: .conversation(c),
                    reason: .other,
                    details: "d"
                )
            )
        ),
        Example(
            .report,
            #"\#(userA),"reason":"scam""#,
            .report(FileReport(report: ReportID(firstFresh), target: .user(a), reason: .scam))
        ),
        Example(
            .resolveReport,
            #""report":"\#(given)","action":"dismiss""#,
            .resolveReport(ResolveReport(report: ReportID(given), action: .dismiss))
        ),
        Example(
            .resolveReport,
            #""report":"\#(given)","action":"suspend","until":-5,"note":"n""#,
            .resolveReport(
                ResolveReport(
                    report: ReportID(given),
                    action: .suspend,
                    until: time(-5),
                    note: "n"
                )
            )
        ),
        Example(.reinstate, userA, .reinstate(Reinstate(user: a))),
        Example(.appointModerator, userA, .appointModerator(AppointModerator(user: a))),
        Example(.dismissModerator, userA, .dismissModerator(DismissModerator(user: a))),
    ]

    static let keeping = [
        Example(
            .erase,
            #"\#(ofM),"basis":"b","reason":"r""#,
            .erase(Erase(target: .message(m), basis: "b", reason: "r"))
        ),
        Example(
            .erase,
            #"\#(userA),"basis":"b","reason":"r","forwards":true,"dryRun":true"#,
            .erase(
                Erase(
                    target: .user(a),
                    basis: "b",
                    reason: "r",
                    includesForwards: true,
                    isDryRun: true
                )
            )
        ),
        Example(
            .erase,
            #"\#(inC),"basis":"b","reason":"r""#,
            .erase(Erase(target: .conversation(c), basis: "b", reason: "r"))
        ),
        Example(
            .forgetUser,
            #"\#(userA),"basis":"b""#,
            .forgetUser(ForgetUser(user: a, basis: "b"))
        ),
        Example(
            .forgetUser,
            #"\#(userA),"basis":"b","dryRun":true"#,
            .forgetUser(ForgetUser(user: a, basis: "b", isDryRun: true))
        ),
        Example(
            .placeHold,
            #""matter":"m""#,
            .placeHold(PlaceHold(hold: HoldID(firstFresh), matter: "m"))
        ),
        Example(
            .placeHold,
            #"\#(givenID),"matter":"m",\#(inC),\#(userA),"from":1,"until":9007199254740992"#,
            .placeHold(
                PlaceHold(
                    hold: HoldID(given),
                    matter: "m",
                    conversation: c,
                    user: a,
                    from: time(1),
                    until: time(1 << 53)
                )
            )
        ),
        Example(
            .releaseHold,
            #""hold":"\#(given)""#,
            .releaseHold(ReleaseHold(hold: HoldID(given)))
        ),
        Example(
            .releaseHold,
            #""hold":"\#(given)","dryRun":true"#,
            .releaseHold(ReleaseHold(hold: HoldID(given), isDryRun: true))
        ),
        Example(
            .keyCopyGone,
            #""place":"\#(given)""#,
            .keyCopyGone(EndKeyCopy(place: KeyCopyID(given)))
        ),
        Example(.setRetention, "", .setRetention(SetRetention())),
        Example(
            .setRetention,
            #""kind":"request","minimum":null,"maximum":30"#,
            .setRetention(SetRetention(kind: .request, minimum: .none, maximum: .days(30)))
        ),
        Example(
            .setRetention,
            #""conversation":"\#(given)","minimum":1"#,
            .setRetention(
                SetRetention(conversation: ConversationID(given), minimum: .days(1))
            )
        ),
        Example(.runRetention, "", .runRetention(RunRetention())),
        Example(.runRetention, #""dryRun":true"#, .runRetention(RunRetention(isDryRun: true))),
        Example(
            .acknowledgeMedia,
            #""mark":7"#,
            .acknowledgeMedia(AcknowledgeMedia(through: Position(7)))
        ),
        Example(.configure, "", .configure(Configure())),
        Example(
            .configure,
            #""textLimit":2000,"receipts":"mandatory","rateLimit":{"messages":5,"seconds":60},"#
                + #""emails":"related","limits":{"attachments":5,"audioSeconds":60,"#
                + #""imageBytes":4194304,"members":500},"looks":"required""#,
            .configure(
                Configure(
                    textLimit: 2_000,
                    receipts: .mandatory,
                    rateLimit: .limit(RateLimit(messages: 5, seconds: 60)),
                    emails: .related,
                    limits: LimitChanges(
                        attachments: 5,
                        audioSeconds: 60,
                        imageBytes: 4_194_304,
                        members: 500
                    ),
                    looks: .required
                )
            )
        ),
        Example(
            .configure,
            #""limits":{"attachments":null,"audioSeconds":null,"imageBytes":null,"members":null}"#,
            .configure(
                Configure(
                    limits: LimitChanges(
                        attachments: 10,
                        audioSeconds: 120,
                        imageBytes: 1_048_576,
                        members: 5_000
                    )
                )
            )
        ),
        Example(
            .configure,
            #""rateLimit":null"#,
            .configure(Configure(rateLimit: .unlimited))
        ),
        Example(
            .configure,
            #""rateLimit":[{"messages":1,"seconds":1},{"messages":60,"seconds":60}]"#,
            .configure(
                Configure(
                    rateLimit: .limits([
                        RateLimit(messages: 1, seconds: 1), RateLimit(messages: 60, seconds: 60),
                    ])
                )
            )
        ),
        Example(
            .recordCustom,
            #""type":"a.b","data":"d""#,
            .recordCustom(RecordCustom(type: "a.b", data: "d"))
        ),
        Example(
            .recordCustom,
            #""type":"a.b",\#(inC),"data":"d""#,
            .recordCustom(RecordCustom(type: "a.b", conversation: c, data: "d"))
        ),
    ]
}
