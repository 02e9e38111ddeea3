import Testing
import Wire

@testable import schemagen

@Suite struct `A descriptor set is read as protoc writes it` {
    @Test func `nested messages are lifted and named after what they lie in`() throws {
        let bytes = Self.file { writer in
            Self.message("Outer", field: 4, &writer) { writer in
                Self.message("Inner", field: 3, &writer) { _ in }
            }
        }
        let schema = try DescriptorReader.schema(of: bytes.span.bytes)
        #expect(schema.files.count == 1)
        #expect(schema.files[0].path == "scrollback/v1/foo.proto")
        #expect(schema.files[0].name == "foo")
        #expect(schema.files[0].isProto3)
        #expect(schema.files[0].messages.map(\.swiftName) == ["Outer", "OuterInner"])
        #expect(schema.message("scrollback.v1.Outer.Inner")?.swiftName == "OuterInner")
    }

    @Test(arguments: [WireReader.maximumDepth - 2, WireReader.maximumDepth - 1, 1000])
    func `messages nested without end are refused`(depth: Int) throws {
        let bytes = Self.file { writer in
            Self.message("A", field: 4, &writer) { writer in
                Self.nest(depth - 1, &writer)
            }
        }
        if depth < WireReader.maximumDepth {
            #expect(
                try DescriptorReader.schema(of: bytes.span.bytes).files[0].messages.count == depth
            )
        } else {
            #expect(throws: WireError.nestedTooDeep) {
                _ = try DescriptorReader.schema(of: bytes.span.bytes)
            }
        }
    }

    @Test func `every prefix of a descriptor set is read or refused`() throws {
        let bytes = Self.file { writer in
            Self.message("Outer", field: 4, &writer) { writer in
                Self.message("Inner", field: 3, &writer) { _ in }
            }
        }
        for count in bytes.indices {
            let prefix = Array(bytes[..<count])
            _ = try? DescriptorReader.schema(of: prefix.span.bytes)
        }
    }

    private static func file(_ messages: (inout WireWriter) -> Void) -> [UInt8] {
        var writer = WireWriter()
        let mark = writer.beginMessage(field: 1)
        writer.write("scrollback/v1/foo.proto", field: 1)
        writer.write("scrollback.v1", field: 2)
        messages(&writer)
        writer.write("proto3", field: 12)
        writer.endMessage(mark)
        return writer.bytes.withUnsafeBytes { Array($0) }
    }

    private static func message(
        _ name: String,
        field: UInt32,
        _ writer: inout WireWriter,
        _ body: (inout WireWriter) -> Void
    ) {
        let mark = writer.beginMessage(field: field)
        writer.write(name, field: 1)
        body(&writer)
        writer.endMessage(mark)
    }

    private static func nest(_ depth: Int, _ writer: inout WireWriter) {
        guard depth > 0 else { return }
        message("A", field: 3, &writer) { nest(depth - 1, &$0) }
    }
}
