import Testing

@testable import schemagen

@Suite struct `A schema that cannot be generated is refused by the field's name` {
    @Test(
        arguments: [
            (.of(1, "weight", .unsupported("float")), "Foo.weight: float is not supported"),
            (.of(1, "part", .unsupported("group")), "Foo.part: group is not supported"),
            (.of(1, "id", .bytes, size: 15), "Foo.id: (size)"),
            (.of(1, "id", .string, size: 16), "Foo.id: (size)"),
            (.of(1, "until", .scalar(.int64)), "Foo.until: say what it counts"),
            (
                .of(1, "count", .scalar(.uint64), unit: .microsecondsSince1970),
                "Foo.count: (unit) is for an int64"
            ),
            (.of(1, "note", content: .nothing), "Foo.note: (content) is for events"),
            (.of(0, "zero"), "Foo.zero: 0 cannot be its number"),
            (.of(.max, "last"), "Foo.last: 4294967295 cannot be its number"),
            (.of(1 << 29, "large"), "Foo.large: 536870912 cannot be its number"),
            (.of(1, "reader"), "Foo.reader: the generated code uses this name"),
            (.of(1, "bytes", .bytes), "Foo.bytes: the generated code uses this name"),
            (
                .of(1, "self", .message("scrollback.v1.Foo")),
                "Foo.self: scrollback.v1.Foo would hold"
            ),
            (
                .of(1, "all", .message("scrollback.v1.Foo"), .repeated),
                "Foo.all: scrollback.v1.Foo would hold"
            ),
            (.of(1, "far", .message("scrollback.v1.Nowhere")), "Foo.far: scrollback.v1.Nowhere"),
        ] as [(SchemaField, String)]
    )
    func `a field that cannot be generated is refused`(field: SchemaField, reason: String) {
        let schema = Schema.of([.of("Foo", [field])])
        #expect(refusal { try SchemaRules.check(schema) }?.contains(reason) == true)
    }

    @Test func `a map, an extension, a service and proto2 are refused`() {
        var map = SchemaMessage.of("FooEntry", [])
        map.isMapEntry = true
        #expect(refusal { try SchemaRules.check(.of([map])) }?.contains("maps") == true)

        var extended = SchemaMessage.of("Foo", [])
        extended.hasExtensions = true
        #expect(refusal { try SchemaRules.check(.of([extended])) }?.contains("extensions") == true)

        var served = Schema.of([.of("Foo", [])])
        served.files[0].hasServices = true
        #expect(refusal { try SchemaRules.check(served) }?.contains("service") == true)

        var old = Schema.of([.of("Foo", [])])
        old.files[0].isProto3 = false
        #expect(refusal { try SchemaRules.check(old) }?.contains("proto3") == true)
    }

    @Test func `messages that hold each other are refused`() {
        let schema = Schema.of([
            .of("Foo", [.of(1, "bar", .message("scrollback.v1.Bar"))]),
            .of("Bar", [.of(1, "foo", .message("scrollback.v1.Foo"), .repeated)]),
        ])
        #expect(refusal { try SchemaRules.check(schema) }?.contains("would hold itself") == true)
    }

    @Test func `a member of a oneof must be a message with a larger number`() {
        func oneof(_ member: SchemaField) -> SchemaOneof {
            SchemaOneof(name: "event", comment: "", members: [member])
        }
        let foo = SchemaKind.message("scrollback.v1.Foo")
        let other = SchemaMessage.of("Foo", [])
        func check(_ member: SchemaField) -> String? {
            refusal {
                try SchemaRules.check(.of([.of("Bar", [.of(5, "last")], [oneof(member)]), other]))
            }
        }
        #expect(check(.of(6, "foo", foo, content: .nothing)) == nil)
        #expect(check(.of(6, "foo", foo, size: 16))?.contains("(size)") == true)
        #expect(check(.of(4, "foo", foo))?.contains("larger numbers") == true)
        #expect(check(.of(6, "foo", .string))?.contains("must be a message") == true)
    }

    @Test func `two oneofs in a message are refused`() {
        let oneof = SchemaOneof(name: "event", comment: "", members: [])
        let schema = Schema.of([.of("Foo", [], [oneof, oneof])])
        #expect(refusal { try SchemaRules.check(schema) }?.contains("more than one oneof") == true)
    }

    @Test func `a member of the envelope may live in another module and a field may not`() {
        let far = SchemaFile.of([.of("Far", [])], path: "scrollback/v1/message.proto")
        let field = SchemaField.of(16, "far", .message("scrollback.v1.Far"))
        var schema = Schema.ofEvents([("far", "Far", .nothing)], [])
        schema.files.insert(far, at: 0)
        #expect(refusal { try SchemaRules.check(schema) } == nil)

        schema.files[1].messages = [.of("Envelope", [field])]
        #expect(refusal { try SchemaRules.check(schema) }?.contains("another module") == true)
    }

    @Test func `names that meet in Swift are refused`() {
        let clash = Schema.of([.of("Foo", []), .of("EncodedFoo", [])])
        #expect(refusal { try SchemaRules.check(clash) }?.contains("EncodedFoo in Swift") == true)
        let alias = Schema.of([], [.of("Color", [("COLOR_RED", 0), ("COLOR_ROUGE", 0)])])
        #expect(refusal { try SchemaRules.check(alias) }?.contains("two names") == true)
        let cases = Schema.of([], [.of("Color", [("COLOR_RED", 0), ("RED", 1)])])
        #expect(refusal { try SchemaRules.check(cases) }?.contains("cannot be the name") == true)
        let digit = Schema.of([], [.of("Color", [("COLOR_2", 0)])])
        #expect(refusal { try SchemaRules.check(digit) }?.contains("cannot be the name") == true)
    }
}
