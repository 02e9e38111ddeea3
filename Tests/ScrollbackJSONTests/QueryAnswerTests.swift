import Foundation
import Messaging
import ScrollbackJSON
import Testing
import Wire

private let c = ConversationID(id(0xC))
private let m = MessageID(id(0xD))
private let u = UserID(id(0xE))
private let v = UserID(id(0xF))

private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: milliseconds * 1_000)
}

private let plainRow = ConversationItem(
    conversation: c,
    kind: .direct,
    title: "Mike",
    isTitled: false,
    lastActivityAt: time(5),
    updatedAt: time(5)
)

private let fullRow = ConversationItem(
    conversation: c,
    kind: .request,
    title: "T",
    isTitled: true,
    photo: "p",
    custom: "x",
    avatars: [.init(user: u, name: "A", avatar: "a"), .init(user: v, name: "B")],
    last: .init(
        message: m,
        kind: .mixed,
        preview: "Hi",
        sender: u,
        senderName: "A",
        at: time(7),
        status: .delivered
    ),
    lastActivityAt: time(7),
    updatedAt: time(8),
    lastReadAt: time(6),
    lastReadMessage: m,
    unread: 3,
    isMuted: true,
    mutedUntil: time(9),
    hasNotifications: false,
    isPinned: true,
    isArchived: true,
    isHidden: true,
    membership: .removed,
    leftAt: time(4),
    isClosed: true,
    matched: .people
)

private let fullRowJSON =
    #""conversation":"\#(c)","kind":"request","title":"T","titled":true,"photo":"p","#
    + #""custom":"x","avatars":[{"user":"\#(u)","name":"A","avatar":"a"},{"user":"\#(v)","name":"B"}],"#
    + #""last":{"message":"\#(m)","kind":"mixed","preview":"Hi","sender":"\#(u)","#
    + #""senderName":"A","at":7,"status":"delivered"},"lastActivityAt":7,"updatedAt":8,"#
    + #""lastReadAt":6,"lastReadMessage":"\#(m)","#
    + #""unread":3,"muted":true,"mutedUntil":9,"notifications":false,"pinned":true,"archived":true,"#
    + #""hidden":true,"membership":"removed","leftAt":4,"closed":true,"matched":"people""#

private let plainMessage = MessageItem(
    m,
    in: c,
    at: Position(9),
    ordinal: 2,
    kind: .text,
    sender: u,
    senderName: "A",
    sentAt: time(7)
)

private var fullMessage: MessageItem {
    var item = plainMessage
    item.kind = .image
    item.senderAvatar = "a"
    item.text = "Hi \"you\""
    item.attachments = [
        Attachment(
            kind: .image,
            url: "i",
            thumbnail: "t",
            width: 3,
            height: 4,
            sizeInBytes: 5,
            seconds: 1.5,
            name: "n"
        ),
        Attachment(kind: .file, url: "f"),
        Attachment(kind: .audio, url: "r", seconds: 2, waveform: [0, 7, 255]),
    ]
    item.location = Location(latitude: 52.5, longitude: -13, name: "n", address: "a")
    item.custom = "x"
    item.claimedAt = time(6)
    item.editCount = 2
    item.editedAt = time(8)
    item.isDeleted = true
    item.deletedBy = v
    item.deletedAt = time(10)
    item.isErased = true
    item.mentions = [.init(user: v, name: "B", offset: 1, length: 2)]
    item.replyTo = .init(
        message: m,
        senderName: "B",
        preview: "p",
        isDeleted: true,
        isErased: true
    )
    item.reactions = [.init("love", count: 2, isMine: true)]
    item.receipt = .init(.read, at: time(11), readings: .init(count: 1, of: 2))
    item.linkPreview = LinkPreview(url: "u", title: "t", description: "d", image: "i")
    item.priority = .init(isPriority: true, reason: "r")
    item.isBroadcast = true
    item.isPayment = true
    item.forwardedFrom = m
    item.system = .init(
        type: "user_added",
        actor: u,
        target: v,
        title: "T",
        count: 3,
        text: "A added B"
    )
    return item
}

private let plainMessageJSON =
    #"{"position":9,"message":"\#(m)","conversation":"\#(c)","ordinal":2,"kind":"text","#
    + #""sender":"\#(u)","senderName":"A","sentAt":7,"edited":0,"deleted":false,"#
    + #""erased":false,"mentions":[],"reactions":[],"broadcast":false,"payment":false}"#

@Suite struct `The answer to a query holds what the contract says` {
    @Test func `about a conversation's row`() {  // D-57 D-63
        #expect(
            written(
                ConversationsQuery.self,
                ConversationPage([fullRow], next: Cursor("n"), resultCount: 7)
            ) == #"{"items":[{\#(fullRowJSON)}],"next":"n","count":7}"#
        )
        #expect(
            written(ConversationsQuery.self, ConversationPage([plainRow]))
                == #"{"items":[{"conversation":"\#(c)","kind":"direct","title":"Mike","#
                + #""titled":false,"avatars":[],"lastActivityAt":5,"updatedAt":5,"unread":0,"muted":false,"#
                + #""notifications":true,"pinned":false,"archived":false,"hidden":false,"membership":"active","#
                + #""closed":false}]}"#
        )
    }

    @Test func `about an entry that nobody wrote, as an entry`() {  // D-11
        var row = plainRow
        row.last = .init(
            message: m,
            kind: nil,
            preview: "A left the group",
            sender: u,
            senderName: "A",
            at: time(7)
        )
        #expect(
            written(ConversationsQuery.self, ConversationPage([row])).contains(
                #""last":{"entry":"\#(m)","kind":"system","preview":"A left the group","#
                    + #""sender":"\#(u)","senderName":"A","at":7},"#
            )
        )
    }

    @Test func `about one conversation`() {  // D-57
        let portrait = ConversationPortrait(
            item: fullRow,
            memberCount: 4,
            messageCount: 9,
            role: .admin,
            permissions: Permissions(canAdd: true, canRemove: false, canEdit: true),
            context: Context(kind: "ride", id: "7"),
            reactions: .open,
            history: .sinceJoin,
            createdBy: v,
            createdAt: time(1),
            closedAt: time(8)
        )
        #expect(
            written(ConversationQuery.self, portrait)
                == #"{\#(fullRowJSON),"memberCount":4,"messageCount":9,"role":"admin","permissions":"#
                + #"{"canAdd":true,"canRemove":false,"canEdit":true},"#
                + #""context":{"kind":"ride","id":"7"},"reactions":"open","#
                + #""history":"sinceJoin","createdBy":"\#(v)","createdAt":1,"closedAt":8}"#
        )
    }

    @Test func `about messages`() {
        #expect(written(MessageQuery.self, plainMessage) == plainMessageJSON)
        #expect(
            written(
                MessagesQuery.self,
                MessagePage([plainMessage], before: Cursor("b"), after: Cursor("a"))
            ) == #"{"items":[\#(plainMessageJSON)],"before":"b","after":"a"}"#
        )
        #expect(written(MessagesQuery.self, MessagePage([])) == #"{"items":[]}"#)
        #expect(
            written(MentionsQuery.self, Page([plainMessage]))
                == #"{"items":[\#(plainMessageJSON)]}"#
        )
        #expect(
            written(RepliesQuery.self, Page([plainMessage], next: Cursor("n")))
                == #"{"items":[\#(plainMessageJSON)],"next":"n"}"#
        )
        #expect(
            written(MessageQuery.self, fullMessage)
                == #"{"position":9,"message":"\#(m)","conversation":"\#(c)","ordinal":2,"#
                + #""kind":"image","sender":"\#(u)","senderName":"A","senderAvatar":"a","#
                + #""text":"Hi \"you\"","attachments":[{"kind":"image","url":"i","#
                + #""thumbnail":"t","width":3,"height":4,"bytes":5,"seconds":1.5,"name":"n"},"#
                + #"{"kind":"file","url":"f"},{"kind":"audio","url":"r","seconds":2,"#
                + #""waveform":[0,7,255]}],"location":{"latitude":52.5,"longitude":-13,"#
                + #""name":"n","address":"a"},"custom":"x","sentAt":7,"claimedAt":6,"edited":2,"#
                + #""editedAt":8,"deleted":true,"deletedBy":"\#(v)","deletedAt":10,"#
                + #""erased":true,"#
                + #""mentions":[{"user":"\#(v)","name":"B","offset":1,"length":2}],"#
                + #""replyTo":{"message":"\#(m)","senderName":"B","preview":"p","#
                + #""deleted":true,"erased":true},"#
                + #""reactions":[{"reaction":"love","count":2,"mine":true}],"status":"read","statusAt":11,"#
                + #""readCount":1,"of":2,"linkPreview":{"url":"u","title":"t","#
                + #""description":"d","image":"i"},"priority":{"isPriority":true,"reason":"r"},"#
                + #""broadcast":true,"payment":true,"forwardedFrom":"\#(m)","#
                + #""system":{"type":"user_added","actor":"\#(u)","target":"\#(v)","title":"T","#
                + #""count":3,"text":"A added B"}}"#
        )
    }

    @Test func `about a system entry`() {
        var item = plainMessage
        item.kind = nil
        #expect(written(MessageQuery.self, item).contains(#""kind":"system","#))
    }

    @Test func `about what belongs to a message`() {  // D-39 D-42
        let history = MessageHistory(versions: [.init(text: "a", at: time(1))], count: 12)
        #expect(
            written(HistoryQuery.self, history) == #"{"versions":[{"text":"a","at":1}],"count":12}"#
        )
        let group = ReactionGroup(
            reaction: "love",
            count: 11,
            isMine: false,
            users: [.init(user: u, name: "A", avatar: "x", at: time(2))]
        )
        #expect(
            written(ReactionsQuery.self, Page([group], next: Cursor("c")))
                == #"{"groups":[{"reaction":"love","count":11,"mine":false,"users":"#
                + #"[{"user":"\#(u)","name":"A","avatar":"x","at":2}]}],"next":"c"}"#
        )
        let receipts = ReceiptItem(
            sentAt: time(1),
            delivered: [.init(user: u, name: "A", at: time(2))],
            read: [.init(user: u, name: "A", at: time(3))],
            waiting: [.init(user: v, name: "B", avatar: "y")],
            readCount: 7,
            audience: 9,
            allRead: false,
            status: .sent,
            next: Cursor("c")
        )
        #expect(
            written(ReceiptsQuery.self, receipts)
                == #"{"sentAt":1,"delivered":[{"user":"\#(u)","name":"A","at":2}],"#
                + #""read":[{"user":"\#(u)","name":"A","at":3}],"waiting":[{"user":"\#(v)","name":"B","avatar":"y"}],"#
                + #""readCount":7,"of":9,"allRead":false,"status":"sent","next":"c"}"#
        )
    }

    @Test func `about what messages carry`() {  // D-55
        func item(_ kind: MediaKind, _ medium: MediaItem.Medium) -> MediaItem {
            MediaItem(
                kind,
                medium,
                of: m,
                ordinal: 2,
                sender: u,
                senderName: "A",
                sentAt: time(7)
            )
        }
        let page = MediaPage(
            Page(
                [
                    item(.audio, .attachment(Attachment(kind: .audio, url: "a", seconds: 2))),
                    item(.location, .location(Location(latitude: 1, longitude: 2.5))),
                    item(.link, .link(LinkPreview(url: "u", title: "t"))),
                ],
                next: Cursor("n")
            ),
            count: 7
        )
        let base =
            #"{"message":"\#(m)","ordinal":2,"sender":"\#(u)","senderName":"A","sentAt":7,"#
        #expect(
            written(MediaQuery.self, page)
                == #"{"items":[\#(base)"kind":"audio","attachment":{"kind":"audio","url":"a","#
                + #""seconds":2}},\#(base)"kind":"location","location":{"latitude":1,"#
                + #""longitude":2.5}},\#(base)"kind":"link","link":{"url":"u","title":"t"}}],"#
                + #""next":"n","count":7}"#
        )
    }

    @Test func `about what is unread`() {  // D-31
        #expect(written(AnyUnreadQuery.self, .one(UnreadItem(count: 0))) == #"{"unread":0}"#)
        #expect(
            written(AnyUnreadQuery.self, .one(UnreadItem(count: 2, first: m)))
                == #"{"unread":2,"firstUnread":"\#(m)"}"#
        )
        let overview = UnreadOverview(total: 5, badge: 2, conversations: [.init(c, count: 5)])
        #expect(
            written(AnyUnreadQuery.self, .all(overview))
                == #"{"total":5,"badge":2,"conversations":[{"conversation":"\#(c)","unread":5}]}"#
        )
    }

    @Test func `about people`() {  // D-13 D-54
        let all = Permissions(canAdd: true, canRemove: true, canEdit: true)
        let page = MemberPage(
            Page(
                [
                    MemberItem(
                        user: u,
                        name: "A",
                        role: .creator,
                        permissions: all,
                        joinedAt: time(1)
                    ),
                    MemberItem(
                        user: v,
                        name: "B",
                        username: "b",
                        fullName: "B",
                        avatar: "y",
                        role: .member,
                        permissions: Permissions(),
                        joinedAt: time(2),
                        leftAt: time(3),
                        addedBy: u
                    ),
                ],
                next: Cursor("n")
            ),
            count: 7
        )
        #expect(
            written(MembersQuery.self, page)
                == #"{"items":[{"user":"\#(u)","name":"A","role":"creator","canAdd":true,"#
                + #""canRemove":true,"canEdit":true,"joinedAt":1},{"user":"\#(v)","name":"B","#
                + #""username":"b","fullName":"B","avatar":"y","role":"member","canAdd":false,"canRemove":false,"canEdit":false,"#
                + #""joinedAt":2,"leftAt":3,"addedBy":"\#(u)"}],"next":"n","count":7}"#
        )
        let profile = ProfileItem(
            user: u,
            username: "a",
            fullName: "A",
            avatar: "x",
            email: "e",
            custom: "c",
            presence: Presence(isOnline: true, lastSeenAt: time(7))
        )
        let profileJSON =
            #"{"user":"\#(u)","username":"a","fullName":"A","avatar":"x","email":"e","#
            + #""custom":"c","online":true,"lastSeenAt":7}"#
        #expect(written(ProfileQuery.self, profile) == profileJSON)
        #expect(
            written(UsersQuery.self, Page([profile, ProfileItem(user: v, username: "b")]))
                == #"{"items":[\#(profileJSON),{"user":"\#(v)","username":"b"}]}"#
        )
        #expect(
            written(
                BlocksQuery.self,
                Page([.init(user: u, name: "A", avatar: "x")], next: Cursor("c"))
            ) == #"{"users":[{"user":"\#(u)","name":"A","avatar":"x"}],"next":"c"}"#
        )
        #expect(
            written(ContactsQuery.self, Page([.init(user: u, name: "A")], next: Cursor("c")))
                == #"{"items":[{"user":"\#(u)","name":"A"}],"next":"c"}"#
        )
        let named = [
            NamedProfile(
                user: u,
                name: "A",
                username: "a",
                fullName: "A",
                avatar: "x",
                email: "e"
            ),
            NamedProfile(user: v, name: "Unknown"),
        ]
        let namedJSON =
            #"{"items":[{"user":"\#(u)","name":"A","username":"a","fullName":"A","avatar":"x","#
            + #""email":"e"},{"user":"\#(v)","name":"Unknown"}]}"#
        #expect(written(ProfilesQuery.self, named) == namedJSON)
        #expect(written(OperatorProfilesQuery.self, named) == namedJSON)
        #expect(
            written(
                TypingQuery.self,
                TypingItem(users: [.init(user: u, name: "A", avatar: "x")], text: "t")
            )
                == #"{"users":[{"user":"\#(u)","name":"A","avatar":"x"}],"text":"t"}"#
        )
        #expect(written(TypingQuery.self, TypingItem(users: [], text: nil)) == #"{"users":[]}"#)
        let presence = PresenceItem(
            user: u,
            presence: Presence(isOnline: false, lastSeenAt: time(8))
        )
        #expect(
            written(PresenceQuery.self, [presence, PresenceItem(user: v)])
                == #"{"items":[{"user":"\#(u)","online":false,"lastSeenAt":8},{"user":"\#(v)"}]}"#
        )
    }

    @Test func `about settings, with their defaults`() {  // D-52
        #expect(
            written(SettingsQuery.self, Settings())
                == #"{"sendReadReceipts":true,"shareTyping":true,"groupAdds":"everyone","#
                + #""notifications":true,"previews":"always","sound":true,"badge":true,"#
                + #""autoDownload":"wifi","saveToPhotos":false,"imageQuality":"high","#
                + #""keepMessages":"forever","sharePresence":true,"vibration":true}"#
        )
    }

    @Test func `about what there is, and what one may`() {  // D-04 D-68 D-69
        #expect(written(FindDirectQuery.self, nil) == "{}")
        #expect(written(FindDirectQuery.self, c) == #"{"conversation":"\#(c)"}"#)
        #expect(
            written(FindByContextQuery.self, Page([c], next: Cursor("x")))
                == #"{"conversations":["\#(c)"],"next":"x"}"#
        )
        #expect(written(MayIQuery.self, Permit()) == #"{"allowed":true}"#)
        #expect(
            written(MayIQuery.self, Permit(refusedWith: .notAMember))
                == #"{"allowed":false,"code":"notAMember"}"#
        )
        #expect(written(OutcomeQuery.self, nil) == #"{"known":false}"#)
        #expect(written(OutcomeQuery.self, Position(7)) == #"{"known":true,"position":7}"#)
    }

    @Test func `about what was reported`() {  // D-58
        let full = ReportItem(
            report: ReportID(id(1)),
            reporter: u,
            reporterName: "A",
            user: v,
            userName: "B",
            message: m,
            conversation: c,
            reason: .scam,
            details: "d",
            preview: "p",
            at: time(2),
            status: .banned,
            resolution: .init(by: v, name: "B", at: time(3), action: .ban, note: "n")
        )
        let plain = ReportItem(
            report: ReportID(id(2)),
            reporter: u,
            reporterName: "A",
            reason: .spam,
            at: time(1)
        )
        #expect(
            written(ReportsQuery.self, Page([full, plain], next: Cursor("n")))
                == #"{"items":[{"report":"\#(id(1))","reporter":"\#(u)","reporterName":"A","#
                + #""user":"\#(v)","userName":"B","message":"\#(m)","conversation":"\#(c)","reason":"scam","#
                + #""details":"d","preview":"p","at":2,"status":"banned","resolvedBy":"\#(v)","#
                + #""resolvedByName":"B","resolvedAt":3,"action":"ban","note":"n"},{"report":"\#(id(2))","#
                + #""reporter":"\#(u)","reporterName":"A","reason":"spam","at":1,"#
                + #""status":"open"}],"next":"n"}"#
        )
    }

    @Test func `in a line with its position`() {
        #expect(
            text {
                $0.writeLine(
                    ref: Array("[1]".utf8),
                    position: Position(4),
                    answer: nil,
                    to: OutcomeQuery.self
                )
            } == #"{"ref":[1],"ok":{"known":false},"position":4}"# + "\n"
        )
    }
}
