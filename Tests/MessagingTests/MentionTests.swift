import DomainSupport
import Messaging
import TestSupport
import Testing
import Wire

private let tom = UserID.named("tom")
private let maya = UserID.named("maya")

@Suite struct `Mentions in a text` {
    @Test  // MENT-01 MENT-02 D-56
    func `are found with their places in UTF-16`() {
        let text = "👍 @[\(tom)], é @[\(maya)]!"
        let found = Mention.all(in: text)
        #expect(found.map(\.user) == [tom, maya])
        #expect(found.map(\.range) == [3..<42, 46..<85])
        let units = Array(text.utf16)
        #expect(
            found.map { String(decoding: units[$0.range], as: UTF16.self) }
                == ["@[\(tom)]", "@[\(maya)]"]
        )
    }

    @Test  // MENT-01
    func `are found as often as they stand there`() {
        let text = "@[\(tom)]@[\(tom)]"
        #expect(Mention.all(in: text).map(\.range) == [0..<39, 39..<78])
    }

    @Test func `are found wherever they stand`() {
        for length in 0..<24 {
            let before = String(repeating: "x", count: length)
            #expect(Mention.all(in: "\(before)@[\(tom)]").map(\.user) == [tom])
            #expect(Mention.all(in: before) == [])
            #expect(Mention.all(in: "\(before)@\(before)é") == [])
        }
    }

    @Test(arguments: [  // MENT-04 D-56
        "", "@", "@[", "@[]", "@[tom]", "tom@example.org", "@ [\(tom)]", "@[\(tom)", "[\(tom)]",
        "@(\(tom)]",
        "@[\("\(tom)".dropLast())]", "@[\(tom)0]",
        "@[\(tom) ]", "@[\(String(repeating: "é", count: 18))]",
        "@[\(String(repeating: "é", count: 17))a👍]", "@[\(String(repeating: "0", count: 36))]",
        "@[" + String(repeating: "0", count: 34) + "é]",
    ])
    func `are nothing but UUIDs between their brackets`(text: String) {
        #expect(Mention.all(in: text) == [])
    }

    @Test func `are found in upper case too`() {  // D-121
        #expect(Mention.all(in: "@[\("\(tom)".uppercased())]").map(\.user) == [tom])
    }

    @Test func `begin anew where one that is none breaks off`() {
        #expect(Mention.all(in: "@@[@[\(tom)]").map(\.range) == [3..<42])
    }

    @Test(.timeLimit(.minutes(1)))
    func `are found in any text without a trap`() {
        var generator = SplitMix64(seed: 1)
        let pieces = ["@", "[", "]", "@[", "\(tom)", "é", "👍", "x", "\u{301}", "@[\(maya)]"]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...9, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let units = Array(text.utf16)
            for mention in Mention.all(in: text) {
                let token = String(decoding: units[mention.range], as: UTF16.self)
                #expect(token == "@[\(mention.user)]")
            }
        }
    }
}
