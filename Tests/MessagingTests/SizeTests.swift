import LogSchema
import Messaging
import Testing
import Wire

/// The log takes 32 KiB of an envelope and 1 MiB of content; what the rules allow fits.
@Suite struct `What the rules allow fits the log` {
    private var scenario = Scenario()

    /// One character of many bytes.
    private static func character(ofBytes bytes: Int) -> String {
        "e" + String(repeating: "\u{301}", count: (bytes - 1) / 2)
    }

    private mutating func fits(_ command: Command, as user: UserID) -> Bool {
        guard let outcome = try? scenario.does(command, as: user) else { return true }
        return outcome.events.allSatisfy { new in
            let stored = StoredEvent(new.event)
            return stored.structure.count <= 31 << 10 && (stored.content?.count ?? 0) <= 1 << 20
        }
    }

    @Test mutating func `a context of few characters and many bytes`() {
        let sarah = scenario.user("sarah")
        let huge = Self.character(ofBytes: 20_000)
        let request = OpenRequest(
            conversation: .named("request"),
            context: Context(kind: huge, id: huge),
            members: [scenario.user("tom")]
        )
        #expect(fits(.openRequest(request), as: sarah))
    }

    @Test mutating func `attachments of few characters and many bytes`() {
        let sarah = scenario.user("sarah")
        let chat = scenario.direct(sarah, scenario.user("tom"))
        let huge = Self.character(ofBytes: 60_000)
        let attachment = Attachment(kind: .file, url: huge, thumbnail: huge, name: huge)
        let message = SendMessage(
            conversation: chat,
            message: .named("message"),
            attachments: Array(repeating: attachment, count: 10)
        )
        #expect(fits(.send(message), as: sarah))
    }

    @Test mutating func `a text of nothing but mentions`() {
        let sarah = scenario.user("sarah")
        let chat = scenario.direct(sarah, scenario.user("tom"))
        scenario.configured(ConfigurationChanged(textLimit: 65_536))
        let text = (0..<1_680).map { "@[\(UserID.named("user \($0)"))]" }.joined()
        let message = SendMessage(conversation: chat, message: .named("message"), text: text)
        #expect(scenario.refuses(.send(message), as: sarah) == nil)
        #expect(fits(.send(message), as: sarah))
    }
}

@Suite struct `An erasure is about what was there` {
    private var scenario = Scenario()

    @Test mutating func `what is forwarded after the request stays`() throws {
        let sarah = scenario.user("sarah")
        let chat = scenario.direct(sarah, scenario.user("tom"))
        let original = scenario.text("secret", in: chat, by: sarah)
        let copy = scenario.text("secret", in: chat, by: sarah, forwardedFrom: original)
        let hold = HoldID.named("hold")
        try scenario.does(.placeHold(PlaceHold(hold: hold, matter: "court")), as: .operator)
        let erase = Erase(
            target: .message(original),
            basis: "request",
            reason: "asked",
            includesForwards: true
        )
        try scenario.does(.erase(erase), as: .operator)
        let later = scenario.text("secret", in: chat, by: sarah, forwardedFrom: original)
        try scenario.does(.releaseHold(ReleaseHold(hold: hold)), as: .operator)
        #expect(scenario.world.message(original)?.isErased == true)
        #expect(scenario.world.message(copy)?.isErased == true)
        #expect(scenario.world.message(later)?.isErased == false)
    }
}
