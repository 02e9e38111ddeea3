import EventLog
import Foundation
import LogSchema
import Merkle
import Messaging
import TestSupport
import Testing
import Wire

@Suite struct `Every record ever written stays readable` {
    @Test func `there are golden files`() {
        #expect(Golden.all.count >= 155)
        for golden in Golden.all { #expect(!golden.message.isEmpty && !golden.file.isEmpty) }
    }

    @Test(arguments: Golden.all)
    func `what protoc wrote is read and written again`(golden: Golden) throws {
        let span = golden.bytes.span.bytes
        switch golden.message {
        case "scrollback.v1.Record":
            let encoded = try EncodedRecord(span)
            try encoded.validate()
            let record = try Record(encoded)
            #expect(written { record.encode(into: &$0) } == golden.bytes)
        case "scrollback.v1.Envelope":
            let encoded = try EncodedEnvelope(span)
            let envelope = try Envelope(encoded)
            let again = written {
                envelope.encode(into: &$0, event: encoded.eventNumber, body: encoded.event)
            }
            #expect(again == golden.bytes)
        default:
            let again = try #require(try Self.rewritten(span, message: golden.message))
            #expect(again == golden.bytes)
        }
    }

    @Test(arguments: Golden.all)
    func `protoc reads the bytes as the text beside them`(golden: Golden) throws {
        guard let protoc = Protoc.installed else {
            print("protoc is not installed: not compared with it")
            return
        }
        let arguments = ["--decode=" + golden.message, golden.file]
        let text = try #require(try protoc.run(arguments, on: golden.bytes))
        #expect(String(decoding: text, as: UTF8.self) == golden.text)
    }

    @Test func `every event and every content has golden files, with every field and with none`()
        throws
    {
        let lock = try Lock.ofThePackage()
        let events = lock.events.map(\.message)
        let contents = Self.contents.map { "scrollback.v1.\($0)" }
        #expect(events.count >= 52)
        #expect(lock.contents == Set(contents))
        for message in events + contents {
            let goldens = Golden.all.filter { $0.message == message }
            #expect(goldens.contains { $0.bytes.isEmpty }, "\(message) has none without fields")
            for field in lock.fields(of: message) {
                let isThere = goldens.contains { $0.text.contains(field, indentedBy: 0) }
                #expect(isThere, "\(field) of \(message) is in no golden file")
            }
        }
    }

    @Test func `every field of what lies within them is in a golden file too`() throws {
        let lock = try Lock.ofThePackage()
        for message in ["Attachment", "Location", "LinkPreview", "RateLimit", "PositionRange"] {
            let fields = lock.fields(of: "scrollback.v1.\(message)")
            #expect(!fields.isEmpty)
            for field in fields {
                let isThere = Golden.all.contains { $0.text.contains(field, indentedBy: 2) }
                #expect(isThere, "\(field) of \(message) is in no golden file")
            }
        }
    }

    private static let contents: [any WireMessage.Type] = [
        AnnotationContent.self, ConversationContent.self, CustomContent.self, DetailsContent.self,
        EditContent.self, ErasureContent.self, ExportContent.self, ForgettingContent.self,
        HoldContent.self, LookContent.self, MessageContent.self, OwedContent.self,
        ProfileContent.self,
        ReportContent.self, ResolutionContent.self,
    ]

    /// The bytes of an event's structure or of a content, read and written; nil if it is neither.
    private static func rewritten(_ bytes: RawSpan, message: String) throws -> [UInt8]? {
        if let type = contents.first(where: { "scrollback.v1.\($0)" == message }) {
            let content = try type.init(decoding: bytes)
            return written { content.encode(into: &$0) }
        }
        guard
            let number = try Lock.ofThePackage().events.first(where: { $0.message == message })?
                .number,
            let event = try Event(number: number, structure: bytes, content: nil)
        else { return nil }
        #expect(event.number == number)
        return written { event.encodeStructure(into: &$0) }
    }
}

@Suite struct `The golden values are read as they are written down` {
    @Test func `the first record of a log`() throws {
        let golden = try Golden.named("record_log_created")
        let record = try EncodedRecord(golden.bytes.span.bytes)
        #expect(record.crc32c == 2_385_760_090)
        #expect(record.sealed.byteCount == 48)
        let envelope = try EncodedEnvelope(record.envelopeBytes)
        #expect(envelope.schema == 1)
        #expect(envelope.recorded == 1_760_000_000_000_000)
        #expect(envelope.sent == nil)
        #expect(envelope.streamKind == .store)
        #expect(envelope.stream == nil)
        #expect(envelope.version == 1)
        #expect(envelope.actor == nil)
        #expect(envelope.seal == Self.digest { UInt8(0x80 + $0) })
        #expect(envelope.eventNumber == EnvelopeEvent.logCreated)
        let created = try LogCreated(decoding: envelope.event)
        #expect(created.logID == Self.id(from: 1))
        #expect(created.epoch == 0x1234_5678_9ABC_DEF0)
    }

    @Test func `an envelope with every field`() throws {
        let golden = try Golden.named("envelope_every_field")
        let envelope = try Envelope(decoding: golden.bytes.span.bytes)
        let expected = Envelope(
            schema: 1,
            recorded: 1_760_000_000_123_456,
            sent: 1_577_836_800_000_000,
            streamKind: .conversation,
            stream: Self.id(from: 0x10),
            version: .max,
            actor: Self.id(from: 0xA0),
            command: Self.id(from: 0),
            previous: Self.digest { UInt8(0xC0 + $0) },
            seal: Self.digest { UInt8(0xFF - $0) }
        )
        #expect(envelope == expected)
        let again = written {
            expected.encode(into: &$0, event: EnvelopeEvent.logCreated, body: LogCreated())
        }
        #expect(again == golden.bytes)
    }

    @Test func `an envelope of a command that happened together with others`() throws {
        let golden = try Golden.named("envelope_of_a_batch")
        let envelope = try Envelope(decoding: golden.bytes.span.bytes)
        #expect(envelope.commandKind == .clearAll)
        #expect(envelope.commandMember == 2)
        #expect(envelope.commandMembers == .max)
    }

    @Test func `an envelope of a command of its own id that happened together with others`() throws
    {
        let golden = try Golden.named("envelope_of_a_named_command_of_a_batch")
        let envelope = try Envelope(decoding: golden.bytes.span.bytes)
        #expect(
            envelope.command == UniqueID(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
        )
        #expect(
            envelope.commandBatch
                == UniqueID(high: 0xB0B1_B2B3_B4B5_B6B7, low: 0xB8B9_BABB_BCBD_BEBF)
        )
        #expect(envelope.commandMember == 0)
    }

    @Test func `an import's time at the very start of 1970 is a time`() throws {
        let golden = try Golden.named("envelope_sent_in_1970_without_event")
        let envelope = try EncodedEnvelope(golden.bytes.span.bytes)
        #expect(envelope.sent == 0)
        #expect(envelope.eventNumber == 0)
        #expect(envelope.event.byteCount == 0)
    }

    @Test func `an actor is absent and a digest of zeros is present`() throws {
        let golden = try Golden.named("envelope_without_actor")
        let envelope = try EncodedEnvelope(golden.bytes.span.bytes)
        #expect(envelope.actor == nil)
        #expect(envelope.previous == Self.digest { _ in 0 })
        #expect(envelope.recorded == -1)
        #expect(envelope.streamKind == .user)
    }

    @Test func `a kind of stream from later schemas keeps its number`() throws {
        let golden = try Golden.named("envelope_unknown_stream_kind")
        let envelope = try EncodedEnvelope(golden.bytes.span.bytes)
        #expect(envelope.streamKind == .unrecognized(99))
    }

    @Test func `an erased record keeps its envelope byte for byte`() throws {
        let whole = try Golden.named("record_every_field")
        let erased = try Golden.named("record_erased")
        let before = try Record(decoding: whole.bytes.span.bytes)
        let after = try Record(decoding: erased.bytes.span.bytes)
        #expect(before.envelope == after.envelope)
        #expect(before.sealed.count == 300)
        #expect(after.sealed.isEmpty)
        #expect(
            try EncodedEnvelope(EncodedRecord(erased.bytes.span.bytes).envelopeBytes).seal != nil
        )
    }

    private static func id(from start: UInt8) -> UniqueID {
        let bytes = (0..<16).map { start + UInt8($0) }
        return UniqueID(bytes.span.bytes)
    }

    private static func digest(_ byte: (Int) -> UInt8) -> Digest {
        let bytes = (0..<32).map(byte)
        return Digest(bytes.span.bytes)
    }
}
