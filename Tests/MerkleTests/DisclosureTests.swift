import Merkle
import TestSupport
import Testing

@Suite struct `A disclosure shows offline what one event said` {
    private static let origin = "example.com/log"
    private static let salt = [UInt8](0..<16)
    private static let words = Array("Are you free tomorrow?".utf8)
    private let signer: SignerKey

    init() throws {
        signer = try Known.signer(Self.origin)
    }

    @Test func `the content is proved to be the one that was logged`() throws {
        let disclosure = try disclosure()
        let read = try Disclosure(parsing: disclosure.bytes.span.bytes)
        #expect(read.bytes == disclosure.bytes)
        #expect(read.content == Self.words)
        #expect(try verify(read).size == 4)
    }

    @Test func `the seal is an HMAC of the content behind its prefix`() {
        // Python: hmac.new(bytes(range(16)), b"scrollback/content/1" + words, "sha256")
        let seal = EnvelopeSeal.compute(content: Self.words.span.bytes, salt: Self.salt.span.bytes)
        #expect(
            seal.description
                == "084bc91e5c0d986435debc99131a37a0e2c9c08c05ca3c87f573c5c409e1a885"
        )
    }

    @Test func `another content, salt or seal is refused`() throws {
        for change in 0..<3 {
            var salt = Self.salt
            var words = Self.words
            if change == 0 { salt[15] ^= 1 }
            if change == 1 { words[0] ^= 1 }
            if change == 2 { words.append(0) }
            let changed = try disclosure(salt: salt, content: words)
            #expect(throws: DisclosureError.wrongSeal) { try verify(changed) }
        }
        let unsealed = try disclosure(envelope: [0x08, 0x01])
        #expect(throws: DisclosureError.noSeal) { try verify(unsealed) }
        let twice = try disclosure(envelope: Self.envelope() + Self.sealField())
        #expect(throws: DisclosureError.seal(.twoSeals(offset: 36))) { try verify(twice) }
        let short = try disclosure(envelope: [0x52, 0x01, 0x00])
        #expect(throws: DisclosureError.seal(.malformedSeal(offset: 0))) { try verify(short) }
        let foreign = try Known.signer(Self.origin, seed: 9).verifier
        #expect(throws: DisclosureError.proof(.checkpoint(.note(.noKnownSigner)))) {
            try disclosure().verify(origin: Self.origin, keys: [foreign])
        }
    }

    @Test func `an envelope that is no protobuf has no seal to be found`() throws {
        let malformed: [[UInt8]] = [
            [0x08], [0x08, 0x80], [0x00, 0x01], [0x52, 0x21], [0x0B], [0x0C], [0x0E], [0x0F],
            [0x09, 0, 0, 0, 0, 0, 0, 0], [0x0D, 0, 0, 0],
            [0x52] + [UInt8](repeating: 0xFF, count: 9) + [0x01],
            [0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x02],
            [0x08] + [UInt8](repeating: 0x80, count: 11),
        ]
        for bytes in malformed {
            #expect(throws: EnvelopeSealError.malformedField(offset: 0), "\(bytes)") {
                try EnvelopeSeal.find(in: bytes.span.bytes)
            }
        }
        let others: [UInt8] = [0x08, 0x01, 0x09, 1, 2, 3, 4, 5, 6, 7, 8, 0x0D, 1, 2, 3, 4]
        #expect(try EnvelopeSeal.find(in: others.span.bytes) == nil)
        let nothing: [UInt8] = []
        #expect(try EnvelopeSeal.find(in: nothing.span.bytes) == nil)
    }

    @Test func `random envelopes are refused or read, and never crash`() {
        let seed = seed(for: "random envelopes")
        var generator = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let bytes = generator.bytes(upTo: 60)
            _ = try? EnvelopeSeal.find(in: bytes.span.bytes)
        }
    }

    @Test func `what is malformed is named with its line`() throws {
        let text = String(decoding: try disclosure().bytes, as: UTF8.self)
        let refused: [(String, String, DisclosureError)] = [
            ("disclosure/v1", "disclosure/v2", .wrongHeader),
            ("salt ", "Salt ", .malformedField(line: 2)),
            ("salt AAEC", "salt AAE", .malformedField(line: 2)),
            ("salt AAEC", "salt ", .saltLength(13)),
            ("content ", "content  ", .malformedField(line: 3)),
            ("envelope ", "", .malformedField(line: 4)),
            ("\n\nc2sp", "\nc2sp", .missingProof),
            ("tlog-proof@v1", "tlog-proof@v2", .proof(.wrongHeader)),
            ("\nindex 2", "\nextra YQ==\nindex 2", .extra),
        ]
        for (old, new, reason) in refused {
            let changed = Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
            #expect(changed != Array(text.utf8))
            #expect(throws: reason, "\(new)") { try Disclosure(parsing: changed.span.bytes) }
        }
        for (cut, line) in [("", 2), ("salt AAAA\n", 3), ("salt AAAA\ncontent \n", 4)] {
            let bytes = Array("scrollback-disclosure/v1\n\(cut)".utf8)
            #expect(throws: DisclosureError.malformedField(line: line)) {
                try Disclosure(parsing: bytes.span.bytes)
            }
        }
    }

    @Test func `every part has a limit`() throws {
        for count in [1, Disclosure.maximumContentBytes] {
            let content = [UInt8](repeating: 7, count: count)
            let disclosure = try disclosure(content: content)
            #expect(disclosure.bytes.count <= Disclosure.maximumBytes)
            #expect(try Disclosure(parsing: disclosure.bytes.span.bytes).content == content)
        }
        for count in [0, Disclosure.maximumContentBytes + 1] {
            #expect(throws: DisclosureError.contentLength(maximumBytes: 1 << 20)) {
                try disclosure(content: [UInt8](repeating: 7, count: count))
            }
        }
        for count in [0, Disclosure.maximumEnvelopeBytes + 1] {
            #expect(throws: DisclosureError.envelopeLength(maximumBytes: 32 << 10)) {
                try disclosure(envelope: [UInt8](repeating: 7, count: count))
            }
        }
        let long = [UInt8](repeating: 0x61, count: Disclosure.maximumBytes + 1)
        let tooLong = DisclosureError.text(.tooLong(maximumBytes: Disclosure.maximumBytes))
        #expect(throws: tooLong) { try Disclosure(parsing: long.span.bytes) }
    }

    @Test func `every prefix and every changed byte of a file proves nothing`() throws {
        let bytes = try disclosure().bytes
        for place in bytes.indices {
            #expect(!holds(Array(bytes[..<place])))
            for flip in [1, 2, 4, 8, 16, 32, 64, 128, 0x2A] as [UInt8] {
                var changed = bytes
                changed[place] ^= flip
                #expect(!holds(changed))
            }
        }
        #expect(holds(bytes))
    }

    private static func sealField() -> [UInt8] {
        let seal = EnvelopeSeal.compute(content: words.span.bytes, salt: salt.span.bytes)
        return [0x52, 0x20]
            + seal.withBytes { bytes in
                bytes.byteOffsets.map {
                    bytes.unsafeLoadUnaligned(fromByteOffset: $0, as: UInt8.self)
                }
            }
    }

    private static func envelope() -> [UInt8] { [0x08, 0x01] + sealField() }

    /// The third of four leaves is the envelope.
    private func disclosure(
        salt: [UInt8] = Self.salt,
        content: [UInt8] = Self.words,
        envelope: [UInt8] = Self.envelope()
    ) throws -> Disclosure {
        let other = TreeHash.leaf(Self.words.span.bytes)
        let leaf = TreeHash.leaf(envelope.span.bytes)
        let left = TreeHash.node(other, other)
        let note = try Checkpoint(
            origin: Self.origin,
            size: 4,
            root: TreeHash.node(left, TreeHash.node(leaf, other))
        ).signed(with: signer)
        return try Disclosure(
            salt: salt,
            content: content,
            envelope: envelope,
            proof: RecordProof(index: 2, hashes: [other, left], checkpoint: note)
        )
    }

    @discardableResult
    private func verify(_ disclosure: Disclosure) throws(DisclosureError) -> Checkpoint {
        try disclosure.verify(origin: Self.origin, keys: [signer.verifier])
    }

    private func holds(_ bytes: [UInt8]) -> Bool {
        guard let disclosure = try? Disclosure(parsing: bytes.span.bytes) else { return false }
        return (try? verify(disclosure)) != nil
    }
}
