import TestSupport
import Testing
import Wire

@Suite struct `Bytes that anybody made never trap` {
    @Test func `every prefix of a valid message is refused or is another valid message`() throws {
        for name in ["sampler_every_field", "sampler_long_lengths", "holder"] {
            let bytes = try golden(name)
            for count in 0..<min(bytes.count, 2000) { survive(Array(bytes[..<count])) }
        }
    }

    @Test func `every corruption of one byte is refused or is another valid message`() throws {
        let bytes = try golden("sampler_every_field")
        for place in bytes.indices {
            for flip in UInt8(1)...255 {
                var corrupted = bytes
                corrupted[place] ^= flip
                survive(corrupted)
            }
        }
    }

    @Test func `bytes put in, taken out or doubled do not trap`() throws {
        let bytes = try golden("sampler_every_field")
        for place in bytes.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var longer = bytes
                longer.insert(value, at: place)
                survive(longer)
            }
            var shorter = bytes
            shorter.remove(at: place)
            survive(shorter)
            survive(Array(bytes[place...] + bytes))
        }
    }

    @Test func `random bytes do not trap`() {
        let seed: UInt64 = 77
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        for _ in 0..<50_000 { survive(generator.bytes(upTo: 64)) }
    }

    @Test func `random fields do not trap`() {
        let seed: UInt64 = 78
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            // Tags that ascend, so that more than the first is looked at.
            var number: UInt64 = 0
            let bytes = written { writer in
                for _ in 0..<(generator.next() % 8) {
                    number += 1 + generator.next() % 12
                    writer.append(varint: number << 3 | [0, 1, 2, 5][Int(generator.next() % 4)])
                    writer.append(varint: generator.sparse())
                    writer.append(generator.bytes(upTo: 20).span.bytes)
                }
            }
            survive(bytes)
        }
    }

    @Test func `lengths within lengths that reach outside are refused`() throws {
        // A point whose label claims more than the point has, though the message has it.
        let bytes: [UInt8] = [0x92, 1, 2, 0x1A, 5, 0xA2, 6, 3, 1, 1, 1]
        #expect(refusal(of: bytes, as: Sampler.self) == .truncated(at: 1))
    }

    @Test func `messages within messages by the thousand cost no stack`() {
        var bytes: [UInt8] = []
        for _ in 0..<3000 { bytes = written { $0.write(bytes, field: 3) } }
        survive(bytes)
    }

    /// Reads bytes in every way.
    ///
    /// What is accepted and has no unknown fields must be what the encoder writes.
    private func survive(_ bytes: [UInt8]) {
        check(Sampler.self, bytes)
        check(Point.self, bytes)
        check(Holder.self, bytes)
        if let inBytes = try? EncodedCarrier(bytes.span.bytes) {
            let again = written { writer in
                guard let carrier = try? Carrier(inBytes) else { return }
                carrier.encode(into: &writer, load: inBytes.loadNumber, body: inBytes.load)
            }
            if again.count == bytes.count { #expect(again == bytes) }
        }
    }

    private func check<Message: WireMessage>(_ type: Message.Type, _ bytes: [UInt8]) {
        guard let message = try? Message(decoding: bytes.span.bytes) else { return }
        let again = encoded(message)
        // What is missing is unknown fields; all else must be the same.
        if again.count == bytes.count {
            if again != bytes { Issue.record("\(bytes) is written again as \(again)") }
        } else {
            if again.count > bytes.count { Issue.record("\(bytes) grows to \(again)") }
            if (try? Message(decoding: again.span.bytes)) == nil {
                Issue.record("\(again), written from \(bytes), is refused")
            }
        }
    }
}
