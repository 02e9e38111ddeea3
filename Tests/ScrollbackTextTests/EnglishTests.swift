import Messaging
import ScrollbackText
import Testing
import Wire

@Suite struct `Names in English` {
    @Test func `are the full name, else the username, else Unknown`() {  // D-32 CONV-40
        let both = ProfileContent(username: "sarah", fullName: "Sarah Lee")
        #expect(English.name(of: both) == "Sarah Lee")
        #expect(English.name(of: ProfileContent(username: "sarah")) == "sarah")
        #expect(English.name(of: nil) == "Unknown")
    }

    @Test func `do not come from empty ones`() {  // D-32 USER-03
        #expect(English.name(fullName: "", username: "sarah") == "sarah")
        #expect(English.name(fullName: "", username: "") == "Unknown")
        #expect(English.name(fullName: nil, username: nil) == "Unknown")
    }
}

@Suite struct `Derived titles in English` {
    @Test(
        arguments: [
            ([], 0, "You"),
            (["A"], 1, "A"),
            (["A", "B"], 2, "A, B"),
            (["A", "B", "C"], 3, "A, B and 1 other"),
            (["A", "B", "C", "D"], 4, "A, B and 2 others"),
            (["A", "B", "C", "D"], 4_999, "A, B and 4997 others"),
        ] as [([String], Int, String)]
    )
    func `name two of the others and count the rest`(  // D-33 C28 CONV-41 CONV-42
        names: [String],
        others: Int,
        title: String
    ) {
        #expect(English.title(naming: names, others: others) == title)
    }

    @Test func `use what names there are when the count says more`() {
        #expect(English.title(naming: ["A"], others: 3) == "A")
        #expect(English.title(naming: ["A", "B"], others: 0) == "A")
        #expect(English.title(naming: [], others: 3) == "You")
        #expect(
            English.title(naming: ["A", "B"], others: .max) == "A, B and \(Int.max - 2) others"
        )
    }
}

@Suite struct `Typing in English` {
    @Test(
        arguments: [
            (["A"], "A is typing..."),
            (["A", "B"], "A and B are typing..."),
            (["A", "B", "C"], "A, B, and 1 other are typing..."),
            (["A", "B", "C", "D"], "A, B, and 2 others are typing..."),
        ] as [([String], String)]
    )
    func `names two and counts the rest`(names: [String], text: String) {
        // D-64 C29 LIVE-07 LIVE-08
        #expect(English.typing(names) == text)
    }

    @Test func `says nothing when nobody types`() {  // D-64 LIVE-07
        #expect(English.typing([]) == nil)
    }
}

@Suite struct `What stands where there is nothing, in English` {
    @Test func `is one sentence for each place`() {  // LIST-10 LIST-23 CONV-47 EDIT-10 C10
        #expect(English.emptyConversation == "No messages yet")
        #expect(English.emptyList == "No conversations yet")
        #expect(English.deletedMessage == "This message was deleted")
    }
}

@Suite struct `Pushes of moderation in English` {
    @Test(
        arguments: [
            (Reported(message: .init(high: 1, low: 1), reason: .spam), "a message for spam"),
            (
                Reported(conversation: .init(high: 1, low: 1), reason: .scam),
                "a conversation for a scam"
            ),
            (Reported(user: .init(high: 1, low: 1), reason: .other), "a person for another reason"),
        ]
    )
    func `say what is reported and why, in no words of the reporter`(
        reported: Reported,
        words: String
    ) {  // D-115
        #expect(English.notification(ofReport: reported) == "Reported \(words)")
    }

    @Test func `say what became of one's standing`() {  // D-115
        #expect(English.notification(ofStanding: .warned(Warned())) == "The moderators warned you")
        #expect(English.notification(ofStanding: .muted(Muted())) == nil)
        #expect(English.hiddenNotification(of: .standing) == "Account notice")
        #expect(English.hiddenNotification(of: .report) == "New report")
    }
}
