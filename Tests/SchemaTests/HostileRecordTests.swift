import EventLog
import LogSchema
import Testing
import Wire

@Suite struct `A damaged record is refused or says what it says` {
    @Test func `an envelope holds nothing that needs an allocation`() {
        #expect(_isPOD(Envelope.self))
    }

    @Test(arguments: Golden.all.filter { $0.message == "scrollback.v1.Record" })
    func `every prefix and every damaged byte is survived`(golden: Golden) {
        for count in golden.bytes.indices { survive(Array(golden.bytes[..<count])) }
        for place in golden.bytes.indices {
            for flip in UInt8(1)...255 {
                var damaged = golden.bytes
                damaged[place] ^= flip
                survive(damaged)
            }
        }
    }

    @Test func `fields that nobody knows stay in the bytes of a message`() throws {
        let known = try Golden.named("record_log_created").bytes
        let bytes = known + written { $0.write("later", field: 7) }
        let encoded = try EncodedRecord(bytes.span.bytes)
        try encoded.validate()
        #expect(encoded.crc32c == 2_385_760_090)
        #expect(encoded.bytes.byteCount == bytes.count)
        let record = try Record(encoded)
        #expect(written { record.encode(into: &$0) } == known)
    }

    @Test func `an event from later software is carried by number and bytes`() throws {
        let body = written { $0.write("what it says", field: 3) }
        let bytes = written { writer in
            Envelope(schema: 9, version: 2).encode(
                into: &writer,
                event: 4000,
                body: body.span.bytes
            )
        }
        let encoded = try EncodedEnvelope(bytes.span.bytes)
        #expect(encoded.eventNumber == 4000)
        #expect(encoded.event.withUnsafeBytes { Array($0) } == body)
    }

    private func survive(_ bytes: [UInt8]) {
        guard let record = try? Record(decoding: bytes.span.bytes) else { return }
        let again = written { record.encode(into: &$0) }
        // What is missing is unknown fields; all else must be the same.
        if again.count == bytes.count && again != bytes {
            Issue.record("\(bytes) is written again as \(again)")
        }
        guard let envelope = record.envelope,
            let encoded = try? EncodedEnvelope(envelope.span.bytes),
            let value = try? Envelope(encoded)
        else { return }
        let inner = written {
            value.encode(into: &$0, event: encoded.eventNumber, body: encoded.event)
        }
        if inner.count == envelope.count && inner != envelope {
            Issue.record("\(envelope) is written again as \(inner)")
        }
    }
}
