import Messaging
import TestSupport
import Testing

@Suite struct `One emoji` {
    @Test(arguments: [  // REACT-03 REACT-05 C01 D-42
        "👍", "❤️", "🎉", "😂", "😮", "😢", "🙏", "❓", "‼️", "👍🏽", "☝🏽", "☝️", "©️", "™️", "1️⃣", "#️⃣", "*️⃣",
        "1\u{20E3}", "🇺🇦", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈", "👩‍❤️‍💋‍👨", "👩🏽‍❤️‍💋‍👨🏿", "👨‍👩‍👧‍👦", "🕵️‍♂️", "❤️‍🔥", "🏳‍🌈", "🏻",
        "〰️", "⌚", "⌚️",
    ])
    func `is what is shown as one`(text: String) {
        #expect(text.isOneEmoji)
    }

    @Test(arguments: [  // C01 D-42
        "", " ", "a", "1", "#", "*", "é", "love", ":)", "❤", "©", "‼", "☝", "1\u{FE0F}", "👍👍", "👍 ",
        " 👍",
        "👍a", "🇺", "🇺🇦🇩🇪", "👍\u{FE0E}", "❤\u{FE0E}", "\u{FE0F}", "\u{20E3}", "\u{200D}", "👍\u{200D}",
        "👍\u{301}", "a\u{FE0F}", "❤\u{20E3}", "a\u{20E3}", "❤\u{200D}©", "🏴\u{E0067}", "🏴\u{E007F}",
        "漢", "\u{0}", "\n",
        "🚗\u{1F3FD}", "🚗\u{1F3FD}\u{200D}👍",
    ])
    func `is nothing else`(text: String) {
        #expect(!text.isOneEmoji)
    }

    @Test  // C01 D-42
    func `has at most 64 bytes`() {
        // A flag of a region has as many tags as somebody likes: 4 bytes each.
        func flag(tags: Int) -> String {
            "🏴" + String(repeating: "\u{E0061}", count: tags) + "\u{E007F}"
        }
        #expect(flag(tags: 13).utf8.count == 60 && flag(tags: 13).isOneEmoji)
        #expect(flag(tags: 14).utf8.count == 64 && flag(tags: 14).isOneEmoji)
        #expect(flag(tags: 15).utf8.count == 68 && !flag(tags: 15).isOneEmoji)
    }

    @Test func `is read from any scalars without a trap`() {
        var generator = SplitMix64(seed: 1)
        let pieces: [Unicode.Scalar] = [
            "👍", "❤", "\u{FE0F}", "\u{FE0E}", "\u{200D}", "\u{20E3}", "1", "\u{1F1FA}", "\u{1F3FD}",
            "🏴", "\u{E0061}", "\u{E007F}", "a", "\u{301}",
        ]
        for _ in 0..<5_000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                scalars.append(pieces.randomElement(using: &generator) ?? "a")
            }
            let text = String(scalars)
            if text.isOneEmoji {
                #expect(text.count == 1 && !scalars.contains("a") && !scalars.contains("\u{301}"))
            }
        }
    }
}
