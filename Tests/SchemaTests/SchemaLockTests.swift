import Testing

@testable import schemagen

@Suite struct `Nothing that the log may hold is taken back` {
    private let lock: SchemaLock

    init() throws {
        lock = try SchemaLock(SchemaLock(Self.schema { _ in }).text)
    }

    @Test func `a schema agrees with its own lock`() {
        #expect(lock.breaks(in: Self.schema { _ in }).isEmpty)
        #expect(lock.additions(in: Self.schema { _ in }).isEmpty)
    }

    @Test func `the lock has a line for everything`() {
        let lines = lock.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            lines == [
                "scrollback.v1.Color 0 COLOR_NONE value",
                "scrollback.v1.Color 1 COLOR_RED value",
                "scrollback.v1.Envelope 1 schema uint32",
                "scrollback.v1.Envelope 2 sent optional int64",
                "scrollback.v1.Envelope 3 stream bytes of 16",
                "scrollback.v1.Envelope 4 color scrollback.v1.Color",
                "scrollback.v1.Envelope 5 marks repeated fixed64",
                "scrollback.v1.Envelope 16 created scrollback.v1.Created member of event",
            ]
        )
    }

    @Test func `a removed field is refused`() {
        let breaks = lock.breaks(in: Self.schema { $0.files[0].messages[0].fields.remove(at: 1) })
        #expect(breaks == ["scrollback.v1.Envelope.sent, number 2, was removed"])
    }

    @Test func `a removed message is refused`() {
        let breaks = lock.breaks(in: Self.schema { $0.files[0].messages.remove(at: 0) })
        #expect(breaks.count == 6)
    }

    @Test func `a removed file is refused`() {
        #expect(lock.breaks(in: Self.schema { $0.files = [] }).count == 8)
    }

    @Test func `a renumbered field is refused`() {
        let breaks = lock.breaks(in: Self.schema { $0.files[0].messages[0].fields[0].number = 9 })
        #expect(breaks == ["scrollback.v1.Envelope.schema was number 1 and is 9"])
    }

    @Test func `a number used for another field is refused`() {
        let breaks = lock.breaks(
            in: Self.schema { $0.files[0].messages[0].fields[0].name = "other" }
        )
        #expect(breaks == ["scrollback.v1.Envelope.schema, number 1, is now called other"])
    }

    @Test(
        arguments: [
            .scalar(.uint64), .scalar(.int32), .scalar(.fixed32), .string, .bytes,
            .enumeration("scrollback.v1.Color"),
        ] as [SchemaKind]
    )
    func `a retyped field is refused`(kind: SchemaKind) {
        let schema = Self.schema { $0.files[0].messages[0].fields[0].kind = kind }
        #expect(lock.breaks(in: schema).count == 1)
    }

    @Test func `a field that becomes optional or repeated is refused`() {
        for label in [SchemaLabel.optional, .repeated] {
            let schema = Self.schema { $0.files[0].messages[0].fields[0].label = label }
            #expect(
                lock.breaks(in: schema) == [
                    "scrollback.v1.Envelope.schema was `uint32` and is `\(label.rawValue) uint32`"
                ]
            )
        }
        let schema = Self.schema { $0.files[0].messages[0].fields[1].label = .implicit }
        #expect(lock.breaks(in: schema).count == 1)
    }

    @Test(arguments: [nil, 32] as [UInt32?])
    func `another length is refused`(size: UInt32?) {
        let schema = Self.schema { $0.files[0].messages[0].fields[2].size = size }
        #expect(lock.breaks(in: schema).count == 1)
    }

    @Test func `a removed or renamed value of an enumeration is refused`() {
        let removed = Self.schema { $0.files[0].enumerations[0].values.removeLast() }
        #expect(
            lock.breaks(in: removed) == ["scrollback.v1.Color.COLOR_RED, number 1, was removed"]
        )
        let renamed = Self.schema { $0.files[0].enumerations[0].values[1].name = "COLOR_BLUE" }
        #expect(lock.breaks(in: renamed).count == 1)
    }

    @Test func `a member that leaves its oneof is refused`() {
        let left = Self.schema { schema in
            let member = schema.files[0].messages[0].oneofs[0].members.removeFirst()
            schema.files[0].messages[0].fields.append(member)
        }
        #expect(lock.breaks(in: left).count == 1)
        let renamed = Self.schema { $0.files[0].messages[0].oneofs[0].name = "other" }
        #expect(lock.breaks(in: renamed).count == 1)
    }

    @Test func `a member with another message is refused`() {
        let schema = Self.schema {
            $0.files[0].messages[0].oneofs[0].members[0].kind = .message("scrollback.v1.Envelope")
        }
        #expect(lock.breaks(in: schema).count == 1)
    }

    @Test func `a field that joins a oneof is refused`() {
        let schema = Self.schema { schema in
            let field = schema.files[0].messages[0].fields.removeLast()
            schema.files[0].messages[0].oneofs[0].members.append(field)
        }
        #expect(lock.breaks(in: schema).count == 1)
    }

    @Test func `an addition breaks nothing and is named`() {
        let schema = Self.schema { $0.files[0].messages[0].fields.append(.of(6, "actor", .bytes)) }
        #expect(lock.breaks(in: schema).isEmpty)
        #expect(lock.additions(in: schema) == ["scrollback.v1.Envelope 6 actor bytes"])
    }

    @Test func `another content of an event is refused, and a first one is an addition`() throws {
        func schema(_ content: SchemaContent?) -> Schema {
            Self.schema { $0.files[0].messages[0].oneofs[0].members[0].content = content }
        }
        let (note, other) = ("scrollback.v1.Note", "scrollback.v1.Other")
        #expect(
            lock.additions(in: schema(.message(note))) == [
                "scrollback.v1.Created 0 content scrollback.v1.Note"
            ]
        )
        let locked = SchemaLock(schema(.message(note)))
        #expect(locked.breaks(in: schema(.message(note))).isEmpty)
        #expect(
            locked.breaks(in: schema(.message(other))) == [
                "scrollback.v1.Created.content was `scrollback.v1.Note` and is `scrollback.v1.Other`"
            ]
        )
        #expect(locked.breaks(in: schema(.nothing)).count == 1)
    }

    @Test func `the schema of the tests may change`() {
        let sampler = Schema.of([.of("Sampler", [.of(1, "any")])], path: "sampler.proto")
        #expect(lock.additions(in: sampler).isEmpty)
    }

    @Test(arguments: ["a b c", "scrollback.v1.Color one COLOR_RED value", "x"])
    func `a line that is no entry is refused`(line: String) {
        #expect(refusal { _ = try SchemaLock("# heading\n" + line) }?.contains("line 2") == true)
    }

    private static func schema(changed change: (inout Schema) -> Void) -> Schema {
        var schema = Schema.of(
            [
                .of(
                    "Envelope",
                    [
                        .of(1, "schema"),
                        .of(2, "sent", .scalar(.int64), .optional),
                        .of(3, "stream", .bytes, size: 16),
                        .of(4, "color", .enumeration("scrollback.v1.Color")),
                        .of(5, "marks", .scalar(.fixed64), .repeated),
                    ],
                    [
                        SchemaOneof(
                            name: "event",
                            comment: "",
                            members: [.of(16, "created", .message("scrollback.v1.Created"))]
                        )
                    ]
                )
            ],
            [.of("Color", [("COLOR_NONE", 0), ("COLOR_RED", 1)])]
        )
        change(&schema)
        return schema
    }
}
