import Testing

@testable import schemagen

@Suite struct `Every event says what is sealed with it` {
    private let messages: [SchemaMessage] = [
        .of("Noted", []),
        .of("Seen", [.of(1, "place", .message("scrollback.v1.Place"))]),
        .of("Note", []),
        .of("Place", []),
    ]

    private func check(
        noted: SchemaContent?,
        seen: SchemaContent? = .nothing,
        _ more: SchemaMessage...
    ) -> String? {
        let events = [("noted", "Noted", noted), ("seen", "Seen", seen)]
        return refusal { try SchemaRules.check(.ofEvents(events, messages + more)) }
    }

    private static func content(_ name: String) -> SchemaContent {
        .message("scrollback.v1.\(name)")
    }

    @Test func `a message, or none`() {
        #expect(check(noted: Self.content("Note")) == nil)
        #expect(check(noted: Self.content("Note"), seen: Self.content("Note")) == nil)
    }

    @Test func `an event that does not say it is refused`() {
        let reason = check(noted: Self.content("Note"), seen: nil)
        #expect(reason?.contains("seen: say which message is sealed") == true)
    }

    @Test func `a content that is an event, a part of a message or the envelope is refused`() {
        for name in ["Seen", "Noted", "Place", "Envelope"] {
            let reason = check(noted: Self.content(name))
            #expect(reason?.contains("scrollback.v1.\(name) is no content") == true)
        }
    }

    @Test func `a content that does not exist is refused`() {
        let reason = check(noted: Self.content("Nowhere"))
        #expect(reason?.contains("there is no message scrollback.v1.Nowhere") == true)
    }

    @Test func `a message that nothing holds is refused`() {
        // The content that an event has forgotten.
        let reason = check(noted: .nothing)
        #expect(reason?.contains("Note: nothing holds this message") == true)
        // The frame around the envelope is held by nothing either.
        let record = SchemaMessage.of(
            "Record",
            [.of(1, "frame", .message("scrollback.v1.Envelope"))]
        )
        #expect(check(noted: Self.content("Note"), record) == nil)
    }

    @Test func `two events of one message, and a second oneof, are refused`() {
        let twice = Schema.ofEvents(
            [("noted", "Noted", .nothing), ("again", "Noted", .nothing)],
            [.of("Noted", [])]
        )
        let reason = refusal { try SchemaRules.check(twice) }
        #expect(reason?.contains("a message of its own") == true)

        let member = SchemaField.of(1, "seen", .message("scrollback.v1.Seen"), content: .nothing)
        let oneof = SchemaOneof(name: "other", comment: "", members: [member])
        let second = check(noted: Self.content("Note"), .of("Other", [], [oneof]))
        #expect(second?.contains("there is another") == true)
    }
}

@Suite struct `The enumeration of events` {
    private func source() throws -> String {
        let schema = Schema.ofEvents(
            [("noted", "Noted", .message("scrollback.v1.Note")), ("import", "Seen", .nothing)],
            [.of("Noted", []), .of("Seen", []), .of("Note", [])]
        )
        return try #require(try EventWriter(of: schema)).source()
    }

    @Test func `has a case for each, with the content if it can have one`() throws {
        let source = try source()
        #expect(source.contains("    case noted(Noted, Note?)\n    case `import`(Seen)\n"))
        #expect(source.contains("case .noted: EnvelopeEvent.noted\n"))
        #expect(source.contains("case .import: EnvelopeEvent.`import`\n"))
        #expect(source.contains("case .noted(_, let content): content?.encode(into: &writer)\n"))
        #expect(source.contains("case .import: break\n"))
        #expect(!source.contains("default:\n            break"))
    }

    @Test func `is written where there are events`() throws {
        #expect(try EventWriter(of: .of([.of("Foo", [])])) == nil)
        let sampler = Schema.of(
            [.of("Foo", [], [SchemaOneof(name: "bar", comment: "", members: [.of(1, "foo")])])],
            path: "sampler.proto"
        )
        #expect(try EventWriter(of: sampler) == nil)
    }
}
