import Messaging
import ScrollbackJSON
import Testing
import Wire

private let c = ConversationID(id(0xC))
private let m = MessageID(id(0xD))
private let u = UserID(id(0xE))
private let v = UserID(id(0xF))
private let ann = ChangeItem.Person(user: u, name: "A")

private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: milliseconds * 1_000)
}

/// A change as it is written, without what every change begins with.
private func written(
    _ change: ChangeItem.Change,
    in conversation: ConversationID? = c
) -> String? {
    let page = ChangePage(
        [ChangeItem(at: Position(7), on: time(8), in: conversation, change)],
        next: Position(9)
    )
    let line = written(ChangesQuery.self, page)
    let start = #"{"items":[{"position":7,"at":8,"#
    let end = #"}],"next":9}"#
    guard line.hasPrefix(start), line.hasSuffix(end) else { return nil }
    return String(line.dropFirst(start.count).dropLast(end.count))
}

private let inC = #""conversation":"\#(c)","#

private let row = ConversationItem(
    conversation: c,
    kind: .direct,
    title: "Mike",
    isTitled: false,
    lastActivityAt: time(5),
    updatedAt: time(5)
)

private let rowJSON =
    #"{"conversation":"\#(c)","kind":"direct","title":"Mike","titled":false,"avatars":[],"#
    + #""lastActivityAt":5,"updatedAt":5,"unread":0,"muted":false,"notifications":true,"#
    + #""pinned":false,"archived":false,"#
    + #""hidden":false,"membership":"active","closed":false}"#

private let item = MessageItem(
    m,
    in: c,
    at: Position(7),
    ordinal: 2,
    kind: .text,
    sender: u,
    senderName: "A",
    sentAt: time(7)
)

private let itemJSON =
    #"{"position":7,"message":"\#(m)","conversation":"\#(c)","ordinal":2,"kind":"text","#
    + #""sender":"\#(u)","senderName":"A","sentAt":7,"edited":0,"deleted":false,"#
    + #""erased":false,"mentions":[],"reactions":[],"broadcast":false,"payment":false}"#

private let member = MemberItem(
    user: v,
    name: "B",
    role: .member,
    permissions: Permissions(),
    joinedAt: time(2)
)

private let memberJSON =
    #"{"user":"\#(v)","name":"B","role":"member","canAdd":false,"canRemove":false,"#
    + #""canEdit":false,"joinedAt":2}"#

@Suite struct `A change is written with what it concerns` {
    @Test func `a message and what became of it`() {  // D-60
        #expect(
            written(.message(item))
                == #"\#(inC)"type":"message","message":"\#(m)","item":\#(itemJSON)"#
        )
        #expect(
            written(.message(item, readUpTo: m))
                == #"\#(inC)"type":"message","message":"\#(m)","item":\#(itemJSON),"#
                + #""readUpTo":"\#(m)""#
        )
        for (change, type) in [
            (ChangeItem.Change.edited(item), "edited"), (.deleted(item), "deleted"),
        ] {
            #expect(
                written(change)
                    == #"\#(inC)"type":"\#(type)","message":"\#(m)","item":\#(itemJSON)"#
            )
        }
        #expect(
            written(.reaction(m, by: ann, now: [.init("love", count: 2, isMine: true)]))
                == #"\#(inC)"type":"reaction","message":"\#(m)","user":"\#(u)","name":"A","#
                + #""reactions":[{"reaction":"love","count":2,"mine":true}]"#
        )
        #expect(
            written(.receipt(.init(.read, upTo: m, by: ann)))
                == #"\#(inC)"type":"receipt","message":"\#(m)","user":"\#(u)","name":"A","#
                + #""receipt":"read""#
        )
    }

    @Test func `what was erased, in one conversation or in several`() {  // D-61
        #expect(
            written(.erased(.init(messages: [m])))
                == #"\#(inC)"type":"erased","messages":["\#(m)"],"more":false"#
        )
        #expect(
            written(
                .erased(.init(messages: [], customs: [Position(3)], isMore: true)),
                in: nil
            ) == #""type":"erased","messages":[],"customs":[3],"more":true"#
        )
    }

    @Test func `members and conversations`() {
        #expect(
            written(.member(.init(member)))
                == #"\#(inC)"type":"member","member":\#(memberJSON)"#
        )
        #expect(
            written(.member(.init(member, entry: item, row: row)))
                == #"\#(inC)"type":"member","message":"\#(m)","item":\#(itemJSON),"#
                + #""row":\#(rowJSON),"member":\#(memberJSON)"#
        )
        #expect(written(.ended(row)) == #"\#(inC)"type":"ended","row":\#(rowJSON)"#)
        #expect(
            written(.conversation(row, entry: item))
                == #"\#(inC)"type":"conversation","message":"\#(m)","item":\#(itemJSON),"#
                + #""row":\#(rowJSON)"#
        )
        #expect(
            written(.conversation(row)) == #"\#(inC)"type":"conversation","row":\#(rowJSON)"#
        )
        #expect(
            written(.custom(type: "poll", data: "yes", by: ann))
                == #"\#(inC)"type":"custom","user":"\#(u)","name":"A","#
                + #""custom":{"type":"poll","data":"yes"}"#
        )
        #expect(
            written(.custom(type: "poll", data: nil, by: ann))?.hasSuffix(
                #""custom":{"type":"poll"}"#
            ) == true
        )
    }

    @Test func `new profiles`() {  // D-113
        let profile = NamedProfile(
            user: u,
            name: "A",
            username: "a",
            fullName: "A",
            avatar: "x",
            email: "e"
        )
        #expect(
            written(.profile(profile), in: nil)
                == #""type":"profile","user":"\#(u)","name":"A","username":"a","#
                + #""fullName":"A","avatar":"x","email":"e""#
        )
        #expect(
            written(.profile(NamedProfile(user: u, name: "Unknown")), in: nil)
                == #""type":"profile","user":"\#(u)","name":"Unknown""#
        )
    }

    @Test func `one's own matters`() {
        #expect(
            written(.personal(.row(.muted, row)))
                == #"\#(inC)"type":"personal","what":"muted","row":\#(rowJSON)"#
        )
        let words = ChangeItem.RowMatter.allCases.map { "\($0)" }
        for (matter, word) in zip(ChangeItem.RowMatter.allCases, words) {
            #expect(
                written(.personal(.row(matter, row)))?.contains(#""what":"\#(word)""#) == true
            )
        }
        func mine(_ personal: ChangeItem.Personal) -> String? {
            written(.personal(personal), in: nil)
        }
        #expect(
            mine(.profile(ProfileItem(user: u, username: "a")))
                == #""type":"personal","what":"profile","profile":"#
                + #"{"user":"\#(u)","username":"a"}"#
        )
        #expect(mine(.profile(nil)) == #""type":"personal","what":"profile""#)
        #expect(
            mine(.settings(Settings()))?.hasPrefix(
                #""type":"personal","what":"settings","settings":{"sendReadReceipts":true"#
            ) == true
        )
        #expect(
            mine(.relation(.contact, ann, holds: true))
                == #""type":"personal","what":"contact","user":"\#(u)","name":"A","on":true"#
        )
        #expect(
            mine(.relation(.block, ann, holds: false))
                == #""type":"personal","what":"block","user":"\#(u)","name":"A","on":false"#
        )
        let standings: [(Standing, String)] = [
            (.good, #""good""#), (.banned, #""banned""#),
            (.suspended(until: nil), #""suspended""#),
            (.suspended(until: time(9)), #""suspended","until":9"#),
        ]
        for (standing, words) in standings {
            #expect(
                mine(.standing(standing))
                    == #""type":"personal","what":"standing","standing":\#(words)"#
            )
        }
    }
}
