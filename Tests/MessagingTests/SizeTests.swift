import DomainSupport
import LogSchema
import Messaging
import Testing
import Wire

/// The log takes 32 KiB of an envelope and 1 MiB of content; what the rules allow fits.
@Suite struct `What the rules allow fits the log` {
    private var scenario = Scenario()

    /// One character of many bytes, an odd number of them.
    private static func character(ofBytes bytes: Int) -> String {
        "e" + String(repeating: "\u{301}", count: (bytes - 1) / 2)
    }

    private static func fits(_ events: [NewEvent]) -> Bool {
        events.allSatisfy { new in
            let stored = StoredEvent(new.event)
            return stored.structure.count <= 31 << 10 && (stored.content?.count ?? 0) <= 1 << 20
        }
    }

    @Test mutating func `a context of few characters and many bytes is refused`() throws {
        let sarah = scenario.user("sarah")
        let tom = scenario.user("tom")
        func request(kind: Int, id: Int) -> Command {
            let context = Context(
                kind: Self.character(ofBytes: kind),
                id: Self.character(ofBytes: id)
            )
            return .openRequest(
                OpenRequest(conversation: .named("request"), context: context, members: [tom])
            )
        }
        let most = Limits.contextBytes - 1
        #expect(
            scenario.refuses(request(kind: most + 2, id: most), as: sarah)
                == .conversation(.contextKindIsMalformed)
        )
        #expect(
            scenario.refuses(request(kind: most, id: most + 2), as: sarah)
                == .conversation(.contextIDIsMalformed)
        )
        let opened = try scenario.does(request(kind: most, id: most), as: sarah)
        #expect(Self.fits(opened.events))
    }

    @Test mutating func `the largest attachments fit and larger ones are refused`() throws {
        let sarah = scenario.user("sarah")
        let chat = scenario.direct(sarah, scenario.user("tom"))
        let longest = String(repeating: "ä", count: Limits.url - 1)
        let url = longest + Self.character(ofBytes: Limits.urlBytes - longest.utf8.count - 1)
        #expect(url.count == Limits.url && url.utf8.count == Limits.urlBytes - 1)
        let largest = Self.character(ofBytes: Limits.textBytes - 1)
        func message(url: String, thumbnail: String) -> Command {
            let attachment = Attachment(
                kind: .file,
                url: url,
                thumbnail: thumbnail,
                name: largest
            )
            return .send(
                SendMessage(
                    conversation: chat,
                    message: .named("message"),
                    text: largest,
                    attachments: Array(repeating: attachment, count: Limits.attachments),
                    location: Location(name: largest, address: largest),
                    custom: String(repeating: "c", count: Limits.customBytes)
                )
            )
        }
        let larger = url + "\u{301}"
        #expect(
            scenario.refuses(message(url: larger, thumbnail: url), as: sarah)
                == .message(.attachmentIsInvalid(.url))
        )
        #expect(
            scenario.refuses(message(url: url, thumbnail: larger), as: sarah)
                == .message(.attachmentIsInvalid(.thumbnail))
        )
        let sent = try scenario.does(message(url: url, thumbnail: url), as: sarah)
        #expect(Self.fits(sent.events))
    }

    @Test mutating func `a text of nothing but mentions fits`() throws {
        let sarah = scenario.user("sarah")
        let chat = scenario.direct(sarah, scenario.user("tom"))
        scenario.configured(ConfigurationChanged(textLimit: 65_536))
        let text = (0..<1_680).map { "@[\(UserID.named("user \($0)"))]" }.joined()
        let message = SendMessage(conversation: chat, message: .named("message"), text: text)
        #expect(Self.fits(try scenario.does(.send(message), as: sarah).events))
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
