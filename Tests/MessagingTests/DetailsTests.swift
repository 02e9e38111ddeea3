import DomainSupport
import Testing

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")

@Suite struct `Title and photo` {
    @Test  // CONV-26 CONV-27 SYS-01 SYS-02 TEST-02
    func `are changed by an entry that everybody sees`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya], title: "Trip")

        var fresh = scenario.nextAsked.fresh
        let titled = try scenario.does(Rename(conversation: group, title: "Rome"), as: sarah)
        #expect(
            titled.events == [
                NewEvent(
                    .detailsChanged(
                        DetailsChanged(entry: fresh.next(), detail: .title, ordinal: 2),
                        DetailsContent(text: "Rome")
                    ),
                    in: .conversation(group)
                )
            ]
        )
        fresh = scenario.nextAsked.fresh
        let shown = try scenario.does(SetPhoto(conversation: group, photo: "a.jpg"), as: sarah)
        #expect(
            shown.events == [
                NewEvent(
                    .detailsChanged(
                        DetailsChanged(entry: fresh.next(), detail: .photo, ordinal: 3),
                        DetailsContent(text: "a.jpg")
                    ),
                    in: .conversation(group)
                )
            ]
        )
        #expect(
            scenario.world.details(of: group) == ConversationContent(title: "Rome", photo: "a.jpg")
        )
        #expect(scenario.world.conversation(group)?.entryCount == 3)
    }

    @Test  // D-44
    func `are taken away by saying so`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya], title: "Trip")
        try scenario.does(SetPhoto(conversation: group, photo: "a.jpg"), as: sarah)

        for (outcome, detail) in [
            (try scenario.does(Rename(conversation: group, title: nil), as: sarah), Detail.title),
            (try scenario.does(SetPhoto(conversation: group, photo: nil), as: sarah), .photo),
        ] {
            guard case .detailsChanged(let change, let content)? = outcome.events.first?.event
            else {
                Issue.record("nothing was taken away")
                continue
            }
            #expect(change.detail == detail)
            #expect(change.cleared)
            #expect(content == nil)
        }
        #expect(scenario.world.details(of: group) == ConversationContent())
    }

    @Test  // D-44 D-72
    func `that are the same change nothing`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        #expect(try scenario.does(Rename(conversation: group, title: nil), as: sarah).events == [])
        #expect(
            try scenario.does(SetPhoto(conversation: group, photo: nil), as: sarah).events == []
        )
        try scenario.does(Rename(conversation: group, title: "Trip"), as: sarah)
        try scenario.does(SetPhoto(conversation: group, photo: "a.jpg"), as: sarah)
        #expect(
            try scenario.does(Rename(conversation: group, title: " Trip\n"), as: sarah).events == []
        )
        #expect(
            try scenario.does(SetPhoto(conversation: group, photo: "a.jpg"), as: sarah).events == []
        )
    }

    @Test func `that look the same in other bytes are others`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya], title: "Caf\u{E9}")
        let command = Rename(conversation: group, title: "Cafe\u{301}")
        #expect(try scenario.does(command, as: sarah).events.count == 1)
    }

    @Test  // PART-05 PART-27 PART-28 CONV-34 C19 TEST-02
    func `are changed by the creator, admins and members who may edit, in requests as well`() {
        var scenario = Scenario()
        let conversations = [
            scenario.group(by: sarah, with: [tom, maya]),
            scenario.request(by: sarah, with: [tom, maya]),
        ]
        for conversation in conversations {
            let rename = Rename(conversation: conversation, title: "Trip")
            let show = SetPhoto(conversation: conversation, photo: "a.jpg")
            scenario.role(.admin, of: tom, in: conversation, by: sarah)
            for user in [sarah, tom] {
                #expect(scenario.refuses(rename, as: user) == nil)
                #expect(scenario.refuses(show, as: user) == nil)
            }
            scenario.permissions(
                Permissions(canAdd: true, canRemove: true),
                of: maya,
                in: conversation,
                by: sarah
            )
            let refusal = scenario.refuses(rename, as: maya)
            #expect(refusal == .conversation(.actorMayNotEditDetails))
            #expect(refusal?.code == .permissionDenied)
            #expect(scenario.refuses(show, as: maya) == .conversation(.actorMayNotEditDetails))
            scenario.permissions(Permissions(canEdit: true), of: maya, in: conversation, by: sarah)
            #expect(scenario.refuses(rename, as: maya) == nil)
            #expect(scenario.refuses(show, as: maya) == nil)
        }
    }

    @Test(arguments: [  // CONV-35 C18 D-44
        ("", false), (" \n\t", false), ("a", true), ("  a ", true), ("a\nb", false),
        ("a\tb", false), ("a\r\nb", false), ("a\u{0}b", false), ("a\u{7F}b", false),
        ("a\u{85}b", false), ("\u{1}", false), ("a\u{2028}b", true), ("\u{200B}", true),
        (String(repeating: "👩‍👩‍👧‍👦", count: 99), true),
        (String(repeating: "👩‍👩‍👧‍👦", count: 100), true),
        (String(repeating: "👩‍👩‍👧‍👦", count: 101), false),
        (" " + String(repeating: "a", count: 100) + " ", true),
        (String(repeating: "a", count: 101), false),
    ])
    func `A title is one line of 1 to 100 characters`(title: String, isTaken: Bool) {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        let refusal = scenario.refuses(Rename(conversation: group, title: title), as: sarah)
        #expect(refusal == (isTaken ? nil : .conversation(.titleIsInvalid)))
        if !isTaken { #expect(refusal?.code == .invalidTitle) }
    }

    @Test func `A title of one endless character is no title`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        // Two bytes each, behind a letter of one byte.
        let most = Limits.title * Limits.lineBytesOfCharacter
        let widest = "aa" + String(repeating: "\u{301}", count: most / 2 - 1)
        #expect(widest.utf8.count == most)
        #expect(scenario.refuses(Rename(conversation: group, title: widest), as: sarah) == nil)
        #expect(
            scenario.refuses(Rename(conversation: group, title: widest + "\u{301}"), as: sarah)
                == .conversation(.titleIsInvalid)
        )
    }

    @Test(arguments: [(0, false), (1, true), (2_047, true), (2_048, true), (2_049, false)])  // D-52
    func `A photo is named by 1 to 2,048 characters`(length: Int, isTaken: Bool) {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        let photo = String(repeating: "a", count: length)
        let refusal = scenario.refuses(SetPhoto(conversation: group, photo: photo), as: sarah)
        #expect(refusal == (isTaken ? nil : .conversation(.photoIsInvalid)))
        if !isTaken { #expect(refusal?.code == .invalidRequest) }
        #expect(
            scenario.refuses(
                CreateGroup(conversation: .named("new"), photo: photo, members: [tom, maya]),
                as: sarah
            ) == refusal
        )
    }

    @Test  // D-07 D-29 C24
    func `are refused for membership, then closing, then permission, then content`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.added(UserID.named("ben"), to: group, by: sarah)
        scenario.left(group, by: tom)
        scenario.closed(group, by: sarah)
        for attempt in [
            Attempt("rename") { $0.refuses(Rename(conversation: $1, title: ""), as: $2) },
            Attempt("set a photo") { $0.refuses(SetPhoto(conversation: $1, photo: ""), as: $2) },
        ] {
            #expect(attempt.refusal(scenario, group, tom)?.code == .notAMember)
            #expect(attempt.refusal(scenario, group, maya)?.code == .conversationClosed)
            #expect(attempt.refusal(scenario, group, sarah)?.code == .conversationClosed)
            let open = scenario.group(by: sarah, with: [tom, maya])
            #expect(attempt.refusal(scenario, open, maya)?.code == .permissionDenied)
        }
    }
}
