import Messaging
import Testing

@Suite struct `A search` {
    @Test(arguments: [
        ("elod", "Élodie"), ("ÉLOD", "elodie"), ("straße", "HAUPTSTRASSE"), ("ss", "ß"),
        ("e\u{301}", "cafe"), ("CAFÉ", "un cafe\u{301} noir"), ("ế", "e"), ("σας", "ΣΑΣ"),
        ("", ""), ("", "anything"), ("\u{301}", "x"),
    ])
    func `finds a text whatever its case and its marks`(search: String, text: String) {  // D-59
        #expect(FoldedText(search).isPart(of: text))
    }

    @Test(arguments: [("a", ""), ("ab", "a"), ("lodz", "Łódź"), ("aab", "aaaa")])
    func `finds nothing that is not there`(search: String, text: String) {
        #expect(!FoldedText(search).isPart(of: text))
    }

    @Test func `orders names without regard to case and marks`() {  // D-53
        let names = ["Zoe", "élan", "Elaine", "adam", "Ädel"]
        let sorted = names.sorted { FoldedText($0) < FoldedText($1) }
        #expect(sorted == ["adam", "Ädel", "Elaine", "élan", "Zoe"])
    }
}
