import Testing

@testable import schemagen

@Suite struct `The descriptions of messages` {
    private func source(_ fields: SchemaField..., comment: String = "") throws -> String {
        let fields = fields.map { field in
            var field = field
            field.comment = comment
            return field
        }
        return try DescriptionWriter(of: .of([.of("LogEntry", fields)])).source()
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

    @Test func `take an int64 for a time, if its comment says that it is one`() throws {
        let field = SchemaField.of(1, "until", .scalar(.int64))
        let comment = "In microseconds since 1970 UTC."
        #expect(try source(field, comment: comment).contains("(1, \"until\", .time)"))
        let reason = refusal { _ = try source(field, comment: "In seconds.") }
        #expect(reason?.contains("until") == true)
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
