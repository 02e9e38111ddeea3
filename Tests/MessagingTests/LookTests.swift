import LogSchema
import Testing

@testable import Messaging

@Suite struct `A look` {
    private func look(by looker: Looker, _ query: String, _ reason: String? = "a report") -> Look {
        Look(by: looker, LookSubject(query), because: reason)
    }

    private func refusal(of look: Look, under policy: LookPolicy = .given) -> Refusal? {
        do throws(Refusal) {
            _ = try look.event(under: policy)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["support desk", "k", String(repeating: "k", count: Limits.looker)])  // D-88
    func `names the key that it is made with`(name: String) throws {
        #expect(Looker.key(name).name == name)
        #expect(refusal(of: look(by: .key(name), "messages")) == nil)
    }

    @Test(arguments: [
        "", "uid:0", "uid:", "two\nlines", "bell\u{7}",
        String(repeating: "k", count: Limits.looker + 1),
    ])  // D-88
    func `is not made with a key whose name says something else`(name: String) {
        #expect(refusal(of: look(by: .key(name), "messages")) == .keeping(.lookerIsMalformed))
    }

    @Test  // D-88
    func `of a process names its user`() {
        #expect(Looker.process(owner: 1_000).name == "uid:1000")
        #expect(refusal(of: look(by: .process(owner: 1_000), "messages")) == nil)
    }

    @Test(arguments: ["messages", "export-AZ", "Z"])  // D-88
    func `names what it opens`(query: String) {
        #expect(refusal(of: look(by: .process(owner: 0), query)) == nil)
    }

    @Test(arguments: [
        "", "two words", "slash/", "d1gits", "ümlaut", "under_score", "nul\0",
        String(repeating: "q", count: Limits.lookQuery + 1),
    ])  // D-88
    func `is refused with another name of what it opens`(query: String) {
        #expect(refusal(of: look(by: .process(owner: 0), query)) == .keeping(.lookIsMalformed))
        // Also where it would not be logged.
        let off = refusal(of: look(by: .process(owner: 0), query), under: .off)
        #expect(off == .keeping(.lookIsMalformed))
    }

    @Test  // D-88
    func `needs a reason only where one is required`() throws {
        let silent = look(by: .process(owner: 0), "messages", nil)
        #expect(refusal(of: silent, under: .required) == .request(.reasonIsNeeded))
        #expect(try silent.event(under: .given) == nil)
        #expect(try silent.event(under: .off) == nil)
        #expect(try look(by: .process(owner: 0), "messages").event(under: .given) != nil)
        #expect(try look(by: .process(owner: 0), "messages").event(under: .off) == nil)
    }
}

@Suite struct `The context of a conversation's creation` {
    private let old = ConversationCreated(kind: .request, contextKind: "trip", contextID: "7")
    private let content = ConversationContent(contextKind: "ride", contextID: "8")

    @Test
    func `is that of the content, and of older logs that of the event`() {
        let new = ConversationCreated(kind: .request)
        #expect(Context(of: new, content, isErased: false) == Context(kind: "ride", id: "8"))
        #expect(Context(of: old, nil, isErased: false) == Context(kind: "trip", id: "7"))
        #expect(Context(of: new, nil, isErased: false) == nil)
    }

    @Test
    func `goes with the content, also where the event keeps it`() {
        #expect(Context(of: old, nil, isErased: true) == nil)
    }
}
