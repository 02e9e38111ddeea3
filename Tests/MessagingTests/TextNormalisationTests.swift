import TestSupport
import Testing

@testable import Messaging

@Suite struct `The text of a message` {
    @Test(arguments: [  // MSG-09 C05 D-37 TEST-18
        (" Hello ", "Hello"),
        ("   ", ""),
        ("\n\t Hello\n\n", "Hello"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("\u{3000}\u{A0}\u{2028}wide\u{2003}", "wide"),
        ("", ""),
    ])
    func `loses the white space around it`(typed: String, stored: String) {
        #expect(NormalisedText(typed).text == stored)
    }

    @Test(arguments: [  // MSG-17 C05 D-37
        ("a\u{0}b\u{1F}c\u{7F}d", "abcd"),
        ("a\r\nb", "a\nb"),
        ("a\u{80}b\u{9F}c", "abc"),
        ("a\u{85}b", "ab"),
        ("a\u{B}b\u{C}c", "abc"),
        // What stood behind a control character stands at the end once that is gone.
        ("a \u{7}", "a"),
        ("\u{0} \u{0}", ""),
    ])
    func `loses control characters before it is trimmed`(typed: String, stored: String) {
        #expect(Array(NormalisedText(typed).text.utf8) == Array(stored.utf8))
    }

    @Test(arguments: [  // MSG-18 MSG-19 D-37 TEST-18
        "👩🏽‍❤️‍💋‍👨🏿 🇺🇦 1️⃣", "e\u{301}", "\u{200B}zero width\u{200B}", "\u{FEFF}", "שלום", "ÿ",
        "<b>&amp;</b>'; DROP TABLE", "\u{A1}\u{AD}\u{E000}\u{10FFFF}", "\u{301}x",
    ])
    func `keeps everything else byte for byte`(text: String) {
        #expect(Array(NormalisedText(text).text.utf8) == Array(text.utf8))
    }

    @Test  // D-37
    func `is the same wherever its scalars stand in a long one`() {
        var generator = SplitMix64(seed: 2)
        let rare: [Unicode.Scalar] = [
            "\u{0}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}", "é", "\n", " ", "👍",
            "\u{7E}",
        ]
        for _ in 0..<5_000 {
            var typed = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                let isRare = Int.random(in: 0..<16, using: &generator) == 0
                let scalar = isRare ? rare.randomElement(using: &generator) : nil
                typed.append(
                    scalar ?? Unicode.Scalar(UInt8.random(in: 32...126, using: &generator))
                )
            }
            let kept = typed.filter {
                $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t"
            }
            let text = String(String.UnicodeScalarView(kept))
            let stored = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }
                .reversed()
            let normalised = NormalisedText(String(typed))
            #expect(Array(normalised.text.utf8) == Array(String(stored).utf8), "\(typed)")
            #expect(normalised.characters == normalised.text.count)
        }
    }

    @Test  // D-37
    func `is normal once it was normalised`() {
        var generator = SplitMix64(seed: 1)
        let alphabet: [Unicode.Scalar] = [
            "a", " ", "\n", "\t", "\r", "\u{0}", "\u{85}", "\u{9F}", "\u{A0}", "é", "\u{301}",
            "\u{2003}", "👍", "\u{FE0F}", "\u{200D}", "\u{C2}", "\u{80}",
        ]
        for _ in 0..<2_000 {
            var typed = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                typed.append(alphabet.randomElement(using: &generator) ?? "a")
            }
            let once = NormalisedText(String(typed))
            let kept = once.text.unicodeScalars
            #expect(Array(NormalisedText(once.text).text.utf8) == Array(once.text.utf8))
            #expect(
                !kept.contains {
                    $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
                },
                "\(typed)"
            )
            #expect(kept.first?.properties.isWhitespace != true, "\(typed)")
            #expect(kept.last?.properties.isWhitespace != true, "\(typed)")
            #expect(once.characters == once.text.count)
        }
    }

    @Test  // MSG-16
    func `is counted as a reader counts it`() {
        #expect(NormalisedText("a\r\nb\r\n").characters == 3)
        #expect(NormalisedText("👩🏽‍❤️‍💋‍👨🏿e\u{301}").characters == 2)
        #expect(NormalisedText("").characters == 0)
    }

    @Test func `every control character is known as one`() {
        for value in 0...UInt32(0x2FFF) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(scalar.isControl == (scalar.properties.generalCategory == .control))
        }
    }
}
