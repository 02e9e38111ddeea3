import Testing

@testable import schemagen

@Suite struct `The descriptions of messages` {
    private func source(_ fields: SchemaField...) throws -> String {
        try DescriptionWriter(of: .of([.of("LogEntry", fields)])).source()
    }

    @Test func `have a line for each field, with what it holds`() throws {
        let source = try source(
            .of(1, "log_id", .bytes, size: 16),
            .of(2, "names", .string, .repeated)
        )
        #expect(source.contains("static let logEntry = MessageDescription("))
        #expect(source.contains("\"LogEntry\","))
        #expect(source.contains("FieldDescription(1, \"logID\", .id),"))
        #expect(source.contains("FieldDescription(2, \"names\", .text, .repeated),"))
    }

    @Test func `take an int64 for what its unit says`() throws {
        let time = SchemaField.of(1, "until", .scalar(.int64), unit: .microsecondsSince1970)
        #expect(try source(time).contains("(1, \"until\", .time)"))
        let reason = refusal { _ = try source(.of(1, "until", .scalar(.int64))) }
        #expect(reason?.contains("until") == true)
    }

    @Test func `have for each event its structure, and its content or none`() throws {
        let schema = Schema.ofEvents(
            [("noted", "Noted", .message("scrollback.v1.Note")), ("seen", "Seen", .nothing)],
            [.of("Noted", []), .of("Seen", []), .of("Note", [])]
        )
        let source = try DescriptionWriter(of: schema).source()
        #expect(source.contains("EventDescription(16, \"noted\", .noted, .note),"))
        #expect(source.contains("EventDescription(17, \"seen\", .seen, nil),"))
    }

    @Test func `refuse what nothing says how to show`() {
        let reason = refusal { _ = try source(.of(1, "depth", .scalar(.sint32))) }
        #expect(reason?.contains("depth") == true)
    }

    @Test func `are not made of what is for the tests alone`() {
        let schema = Schema.of([.of("Foo", [])], path: "sampler.proto")
        #expect(!DescriptionWriter(of: schema).isNeeded)
    }
}
