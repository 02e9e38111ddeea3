import TestSupport
import Testing
import Wire

@testable import schemagen

/// A descriptor set as protoc would write it, of one file with an envelope.
private struct DescriptorSet {
    /// Writes more options of the member of the oneof.
    var memberOptions: (inout WireWriter) -> Void = { _ in }
    /// Writes options of the envelope.
    var messageOptions: (inout WireWriter) -> Void = { _ in }
    /// Writes more of the file.
    var more: (inout WireWriter) -> Void = { _ in }

    var bytes: [UInt8] {
        written { writer in
            writer.nested(1) { file in
                file.write("scrollback/v1/record.proto", field: 1)
                file.write("scrollback.v1", field: 2)
                file.nested(4) { envelope in
                    envelope.write("Envelope", field: 1)
                    envelope.nested(2) { field in
                        field.write("sent", field: 1)
                        field.write(uint32: 1, field: 3)
                        field.write(uint32: 3, field: 5)
                        field.nested(8) { $0.write(uint32: 1, field: 50_002) }
                    }
                    envelope.nested(2) { field in
                        field.write("noted", field: 1)
                        field.write(uint32: 16, field: 3)
                        field.write(uint32: 11, field: 5)
                        field.write(".scrollback.v1.Noted", field: 6)
                        field.nested(8) { options in
                            memberOptions(&options)
                            options.write("Note", field: 50_003)
                        }
                        // The first oneof: number 0 is written, because it is optional.
                        field.write(int32: 0, field: 9)
                    }
                    envelope.nested(7, messageOptions)
                    envelope.nested(8) { $0.write("event", field: 1) }
                }
                for name in ["Noted", "Note"] {
                    file.nested(4) { $0.write(name, field: 1) }
                }
                more(&file)
                file.write("proto3", field: 12)
            }
        }
    }

    func schema() throws -> Schema { try DescriptorReader.schema(of: bytes.span.bytes) }
}

extension WireWriter {
    fileprivate mutating func nested(_ field: UInt32, _ body: (inout WireWriter) -> Void) {
        let mark = beginMessage(field: field)
        body(&self)
        endMessage(mark)
    }
}

@Suite struct `The options of a schema` {
    @Test func `are read as protoc writes them`() throws {
        let schema = try DescriptorSet().schema()
        let envelope = try #require(schema.message("scrollback.v1.Envelope"))
        #expect(envelope.fields.map(\.unit) == [.microsecondsSince1970])
        let member = try #require(envelope.oneofs.first?.members.first)
        #expect(member.content == .message("scrollback.v1.Note"))
        try SchemaRules.check(schema)
    }

    @Test func `are refused by their number where nothing knows them`() {
        let ofMember = DescriptorSet(memberOptions: { $0.write(uint32: 1, field: 50_000) })
        let place = "scrollback.v1.Envelope.noted: option 50000 is not known"
        #expect(refusal { _ = try ofMember.schema() }?.contains(place) == true)
        let ofMessage = DescriptorSet(messageOptions: { $0.write("MessageContent", field: 50_003) })
        let reason = refusal { _ = try ofMessage.schema() }
        #expect(reason?.contains("scrollback.v1.Envelope: option 50003 is not known") == true)
        let ofFile = DescriptorSet(more: { $0.nested(8) { $0.write(bool: true, field: 50_001) } })
        #expect(refusal { _ = try ofFile.schema() }?.contains("record.proto: option 50001") == true)
    }

    @Test func `of protobuf itself are passed over`() throws {
        // deprecated = true
        let schema = try DescriptorSet(memberOptions: { $0.write(bool: true, field: 3) }).schema()
        try SchemaRules.check(schema)
    }

    @Test func `must have the type and the values of options proto`() {
        let text = DescriptorSet(memberOptions: { $0.write("16", field: 50_001) })
        #expect(refusal { _ = try text.schema() }?.contains("option 50001 is not known") == true)
        let unit = DescriptorSet(memberOptions: { $0.write(uint32: 7, field: 50_002) })
        #expect(refusal { _ = try unit.schema() }?.contains("unit 7 is not known") == true)
    }

    @Test func `stand in a file without messages, for which nothing is generated`() throws {
        let reason = refusal {
            try SchemaRules.check(DescriptorSet(more: { $0.nested(7) { _ in } }).schema())
        }
        #expect(reason?.contains("record.proto: messages cannot stand") == true)
        var options = SchemaFile.of([], [.of("Unit", [("UNIT_NONE", 0)])], path: "options.proto")
        options.definesOptions = true
        #expect(!options.isGenerated)
        #expect(SchemaLock(Schema(files: [options])).entries.isEmpty)
    }

    @Test func `and all the rest may be rubbish, which is read or refused`() throws {
        let sound = DescriptorSet().bytes
        var random = SplitMix64(seed: seed(for: "rubbish descriptor sets"))
        var read = 0
        for _ in 0..<4_000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                switch random.next() % 3 {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                default: bytes.remove(at: index)
                }
            }
            guard let schema = try? DescriptorReader.schema(of: bytes.span.bytes) else { continue }
            read += 1
            _ = SchemaLock(schema).text
            _ = try? Generation.files(for: schema)
        }
        #expect(read > 100)
    }
}
