import Messaging
import ScrollbackText
import Testing

@Suite struct `Previews` {
    @Test(arguments: [(99, 99), (100, 100), (101, 100)])
    func `show the first hundred characters and no ellipsis`(count: Int, shown: Int) {
        // D-35 C25 LIST-08
        let text = String(repeating: "a", count: count)
        #expect(
            English.preview(of: .text, text: text) == String(repeating: "a", count: shown)
        )
    }

    @Test(arguments: [1, 60, 1_000])
    func `are as long as is asked`(length: Int) {  // C25 LIST-09
        let text = String(repeating: "ab", count: 1_000)
        #expect(English.preview(of: .text, text: text, length: length).count == length)
    }

    @Test func `count characters as a reader does`() {  // D-35 MSG-16
        let family = "👨‍👩‍👧‍👦", flag = "🇩🇪", accent = "e\u{301}"
        let text = family + flag + accent + "x"
        #expect(English.preview(of: .text, text: text, length: 2) == family + flag)
        #expect(English.preview(of: .text, text: text, length: 3) == family + flag + accent)
    }

    @Test func `leave newlines, mentions and the sender alone`() {  // D-35 LIST-11 LIST-12
        let text = "Hi\n@[00000000-0000-4000-8000-000000000001]\u{9}"
        #expect(English.preview(of: .text, text: text) == text)
    }

    @Test(
        arguments: [
            (.image, "Photo"), (.audio, "Audio"), (.file, "File"), (.location, "Location"),
            (.mixed, "Attachments"),
        ] as [(MessageKind, String)]
    )
    func `say what it is where nothing was written`(kind: MessageKind, word: String) {
        // D-35 LIST-10
        #expect(English.preview(of: kind, text: nil) == word)
        #expect(English.preview(of: kind, text: "", length: 1) == word)
        #expect(English.preview(of: kind, text: "A caption") == "A caption")
    }

    @Test(arguments: [.text, .unspecified, .unrecognized(99)] as [MessageKind])
    func `are empty where there is nothing to say`(kind: MessageKind) {
        #expect(English.preview(of: kind, text: nil) == "")
    }

    @Test func `of no length are empty`() {
        #expect(English.preview(of: .text, text: "a", length: 0) == "")
        #expect(English.preview(of: .text, text: "a", length: -1) == "")
    }
}
