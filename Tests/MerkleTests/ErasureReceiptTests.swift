import Merkle
import TestSupport
import Testing

@Suite struct `A receipt shows offline that an erasure names an event's content` {
    private static let origin = "example.com/log"
    private let signer: SignerKey

    init() throws {
        signer = try Known.signer(Self.origin)
    }

    @Test func `the erasure is proved to name the content`() throws {
        for copies in [[], [1], [1, 2]] {
            let receipt = try receipt(copies: copies)
            let read = try ErasureReceipt(parsing: receipt.bytes.span.bytes)
            #expect(read.bytes == receipt.bytes)
            #expect(read.erased == receipt.erased && read.copies == receipt.copies)
            #expect(try verify(read).size == 4)
        }
    }

    @Test func `an erasure of other events proves nothing`() throws {
        for ranges in [[(2, 1)], [(2, 5), (7, 1)], [(3, 1), (5, 9)]] as [[(UInt8, UInt8)]] {
            #expect(throws: ErasureReceiptError.notNamed) {
                try verify(receipt(erasure: Self.erasure(ranges)))
            }
        }
        for ranges in [[(1, 1)], [(1, 3)], [(3, 9), (1, 1)]] as [[(UInt8, UInt8)]] {
            #expect(try verify(receipt(erasure: Self.erasure(ranges))).size == 4)
        }
    }

    @Test func `what is no erasure proves nothing`() throws {
        let faulty: [[UInt8]] = [
            // Another event, none, two of them, one that is a number.
            [0xBA, 0x01, 0x00], [0x08, 0x01], Self.erasure([(1, 1)]) + [0x82, 0x01, 0x00],
            [0xB0, 0x01, 0x01],
            // A range that is a number, is empty, begins nowhere, ends beyond all positions, or
            // says its beginning twice.
            [0xB2, 0x01, 0x02, 0x08, 0x01], Self.erasure([(1, 0)]), Self.erasure([(0, 1)]),
            [0xB2, 0x01, 0x0F, 0x0A, 0x0D, 0x08, 0x02, 0x10]
                + [UInt8](repeating: 0xFF, count: 9) + [0x01],
            [0xB2, 0x01, 0x08, 0x0A, 0x06, 0x08, 0x01, 0x08, 0x01, 0x10, 0x01],
            // A range that is cut off.
            [0xB2, 0x01, 0x03, 0x0A, 0x04, 0x08],
        ]
        for envelope in faulty {
            #expect(throws: ErasureReceiptError.notAnErasure, "\(envelope)") {
                try verify(receipt(erasure: envelope))
            }
        }
    }

    @Test func `an event without content was not erased`() throws {
        #expect(throws: ErasureReceiptError.noSeal) {
            try verify(receipt(erased: [0x08, 0x01]))
        }
    }

    @Test func `copies are beginnings of copies, in their order before the erasure`() throws {
        let wrong: [([Int], ErasureReceiptError)] = [
            ([0], .notACopy(1)), ([1, 0], .notACopy(2)), ([2, 1], .order(.copy(2))),
            ([1, 1], .order(.copy(2))),
        ]
        for (copies, reason) in wrong {
            #expect(throws: reason) { try verify(receipt(copies: copies)) }
        }
    }

    @Test func `another signer, log or place is refused`() throws {
        let receipt = try receipt(copies: [1])
        let foreign = try Known.signer(Self.origin, seed: 9).verifier
        #expect(throws: ErasureReceiptError.checkpoint(.note(.noKnownSigner))) {
            try receipt.verify(origin: Self.origin, keys: [foreign])
        }
        #expect(throws: ErasureReceiptError.self) {
            try receipt.verify(origin: "elsewhere", keys: [signer.verifier])
        }
        // Each event in the place of another.
        let events = [receipt.erased, receipt.erasure, receipt.copies[0]]
        for places in [[1, 0, 2], [0, 0, 2], [0, 2, 1], [2, 1, 0]] {
            let moved = try ErasureReceipt(
                erased: events[places[0]],
                erasure: events[places[1]],
                copies: [events[places[2]]],
                checkpoint: receipt.checkpoint
            )
            #expect(throws: ErasureReceiptError.self) { try verify(moved) }
        }
    }

    @Test func `what is malformed is named with its line`() throws {
        let text = String(decoding: try receipt(copies: [1]).bytes, as: UTF8.self)
        let refused: [(String, String, ErasureReceiptError)] = [
            ("erasure/v1", "erasure/v2", .wrongHeader),
            ("copies 1", "copies 01", .malformedCount),
            ("copies 1", "copies", .malformedCount),
            ("copies 1", "copies 101", .tooManyCopies(maximum: 100)),
            ("erased ", "erase ", .malformedEvent(line: 3)),
            ("index 0", "index 00", .malformedIndex(line: 4)),
            ("copies 1", "copies 2", .malformedEvent(line: 18)),
        ]
        for (old, new, reason) in refused {
            let changed = Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
            #expect(changed != Array(text.utf8))
            #expect(throws: reason, "\(new)") { try ErasureReceipt(parsing: changed.span.bytes) }
        }
    }

    @Test func `every part has a limit`() throws {
        let receipt = try receipt(copies: [1])
        func make(
            _ event: ErasureReceipt.Event,
            copies: Int = 0
        ) throws(ErasureReceiptError) -> ErasureReceipt {
            try ErasureReceipt(
                erased: event,
                erasure: event,
                copies: Array(repeating: event, count: copies),
                checkpoint: receipt.checkpoint
            )
        }
        func event(_ bytes: Int, hashes: Int) -> ErasureReceipt.Event {
            ErasureReceipt.Event(
                envelope: [UInt8](repeating: 7, count: bytes),
                index: .max,
                hashes: Array(repeating: .zero, count: hashes)
            )
        }
        let largest = try make(event(32 << 10, hashes: 63), copies: 100)
        #expect(largest.bytes.count <= ErasureReceipt.maximumBytes)
        #expect(try ErasureReceipt(parsing: largest.bytes.span.bytes).bytes == largest.bytes)
        #expect(throws: ErasureReceiptError.tooManyCopies(maximum: 100)) {
            try make(event(1, hashes: 0), copies: 101)
        }
        #expect(throws: ErasureReceiptError.tooManyHashes(maximum: 63)) {
            try make(event(1, hashes: 64))
        }
        for count in [0, 32 << 10 + 1] {
            #expect(throws: ErasureReceiptError.envelopeLength(maximumBytes: 32 << 10)) {
                try make(event(count, hashes: 0))
            }
        }
        let long = [UInt8](repeating: 0x61, count: ErasureReceipt.maximumBytes + 1)
        #expect(throws: ErasureReceiptError.self) { try ErasureReceipt(parsing: long.span.bytes) }
    }

    @Test func `every prefix and every changed byte of a file proves nothing`() throws {
        let bytes = try receipt(copies: [1]).bytes
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

    @Test func `random erasures are refused or read, and never crash`() throws {
        var generator = SplitMix64(seed: seed(for: "random erasures"))
        for _ in 0..<300 {
            let body = generator.bytes(upTo: 40)
            let envelope = [0xB2, 0x01, UInt8(body.count)] + body
            let receipt = try receipt(erasure: envelope)
            _ = try? verify(receipt)
        }
    }

    private static func erasure(_ ranges: [(UInt8, UInt8)]) -> [UInt8] {
        let body: [UInt8] = ranges.flatMap { [UInt8]([0x0A, 0x04, 0x08, $0.0, 0x10, $0.1]) }
        return [0xB2, 0x01, UInt8(body.count)] + body
    }

    private static let sealed = [0x52, 0x20] + [UInt8](repeating: 5, count: 32)

    /// Of four events the first was erased, the next two began copies, and the last is the erasure.
    private func receipt(
        erased: [UInt8] = Self.sealed,
        erasure: [UInt8] = Self.erasure([(1, 1)]),
        copies: [Int] = []
    ) throws -> ErasureReceipt {
        let copy: [UInt8] = [0x8A, 0x07, 0x00]
        let envelopes = [erased, copy, copy + [0x08, 0x01], erasure]
        let leaves = envelopes.map { TreeHash.leaf($0.span.bytes) }
        let nodes = [TreeHash.node(leaves[0], leaves[1]), TreeHash.node(leaves[2], leaves[3])]
        func event(_ index: Int) -> ErasureReceipt.Event {
            ErasureReceipt.Event(
                envelope: envelopes[index],
                index: UInt64(index),
                hashes: [leaves[index ^ 1], nodes[1 - index / 2]]
            )
        }
        return try ErasureReceipt(
            erased: event(0),
            erasure: event(3),
            copies: copies.map(event),
            checkpoint: Checkpoint(
                origin: Self.origin,
                size: 4,
                root: TreeHash.node(nodes[0], nodes[1])
            ).signed(with: signer)
        )
    }

    @discardableResult
    private func verify(_ receipt: ErasureReceipt) throws(ErasureReceiptError) -> Checkpoint {
        try receipt.verify(origin: Self.origin, keys: [signer.verifier])
    }

    private func holds(_ bytes: [UInt8]) -> Bool {
        guard let receipt = try? ErasureReceipt(parsing: bytes.span.bytes) else { return false }
        return (try? verify(receipt)) != nil
    }
}
