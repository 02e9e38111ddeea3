import Messaging
import TestSupport
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

    @Test func `finds what a look at every place finds, whatever repeats`() {
        var random = SplitMix64(seed: seed(for: "searches"))
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                Bool.random(using: &random) ? "a" : "b"
            }
            let search = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                Bool.random(using: &random) ? "a" : "b"
            }
            let isThere = (0...text.count).contains { text[$0...].starts(with: search) }
            #expect(FoldedText(search.joined()).isPart(of: text.joined()) == isThere)
        }
    }

    @Test func `takes no longer where both repeat one letter`() {
        let start = ContinuousClock.now
        let search = String(repeating: "a", count: 100_000) + "b"
        #expect(!FoldedText(search).isPart(of: String(repeating: "a", count: 400_000)))
        // Comparing at every place takes thirty thousand million steps.
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test func `orders names without regard to case and marks`() {  // D-53
        let names = ["Zoe", "élan", "Elaine", "adam", "Ädel"]
        let sorted = names.sorted { FoldedText($0) < FoldedText($1) }
        #expect(sorted == ["adam", "Ädel", "Elaine", "élan", "Zoe"])
    }
}
