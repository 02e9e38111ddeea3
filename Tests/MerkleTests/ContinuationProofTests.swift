import Foundation
import Merkle
import TestSupport
import Testing

@Suite struct `A continuation file shows offline that a log only grew` {
    private static let origin = "example.com/log"
    private static let tree = NaiveTree(size: 40)
    private let signer: SignerKey

    init() throws {
        signer = try Known.signer(Self.origin)
    }

    @Test func `every pair of sizes is proved by its file`() throws {
        for newer in 1...40 {
            for older in 1...newer {
                let proof = try proof(from: older, to: newer)
                let read = try ContinuationProof(parsing: proof.bytes.span.bytes)
                #expect(read.bytes == proof.bytes)
                let checkpoints = try verify(read)
                #expect(checkpoints.older.size == UInt64(older))
                #expect(checkpoints.newer.size == UInt64(newer))
            }
        }
    }

    @Test func `the file is five paragraphs`() throws {
        let text = String(decoding: try proof(from: 13, to: 21).bytes, as: UTF8.self)
        let paragraphs = text.components(separatedBy: "\n\n")
        #expect(paragraphs.count == 5)
        let first = paragraphs[0].split(separator: "\n")
        #expect(first[0] == "scrollback-consistency/v1")
        #expect(first.dropFirst().allSatisfy { $0.utf8.count == 44 })
        #expect(paragraphs[1].hasPrefix("example.com/log\n13\n"))
        #expect(paragraphs[2].hasPrefix("— example.com/log "))
        #expect(paragraphs[3].hasPrefix("example.com/log\n21\n"))
        #expect(paragraphs[4].hasSuffix("\n"))
        let without = String(decoding: try proof(from: 21, to: 21).bytes, as: UTF8.self)
        #expect(without.hasPrefix("scrollback-consistency/v1\n\nexample.com/log\n21\n"))
    }

    @Test func `another history, other order or other log is refused`() throws {
        let proof = try proof(from: 13, to: 21)
        let other = try checkpoint(13, root: Self.tree.root(size: 12))
        #expect(throws: ContinuationProofError.consistency(.wrongOldRoot)) {
            try verify(
                ContinuationProof(hashes: proof.hashes, older: other, newer: proof.newer)
            )
        }
        let longer = try checkpoint(21, root: Self.tree.root(size: 20))
        #expect(throws: ContinuationProofError.consistency(.wrongNewRoot)) {
            try verify(
                ContinuationProof(hashes: proof.hashes, older: proof.older, newer: longer)
            )
        }
        #expect(throws: ContinuationProofError.consistency(.sizesOutOfOrder(old: 21, new: 13))) {
            try verify(
                ContinuationProof(hashes: proof.hashes, older: proof.newer, newer: proof.older)
            )
        }
        #expect(throws: ContinuationProofError.older(.wrongOrigin)) {
            try proof.verify(origin: "example.com/other", keys: [signer.verifier])
        }
        let stranger = try Known.signer(Self.origin, seed: 9).verifier
        #expect(throws: ContinuationProofError.older(.note(.noKnownSigner))) {
            try proof.verify(origin: Self.origin, keys: [stranger])
        }
        let empty = try checkpoint(0, root: TreeHash.emptyRoot)
        #expect(throws: ContinuationProofError.consistency(.emptyTree)) {
            try verify(ContinuationProof(hashes: [], older: empty, newer: proof.newer))
        }
        let unsigned = try Checkpoint(
            origin: Self.origin,
            size: 21,
            root: Self.tree.root(size: 21)
        ).signed(with: Known.signer("somebody.example"))
        #expect(throws: ContinuationProofError.newer(.note(.noKnownSigner))) {
            try verify(
                ContinuationProof(hashes: proof.hashes, older: proof.older, newer: unsigned)
            )
        }
    }

    @Test func `changed hashes and other lists of hashes are refused`() throws {
        let proof = try proof(from: 13, to: 21)
        let others = rearrangements(of: proof.hashes) + bitFlips(of: proof.hashes, bits: 0..<256)
        for hashes in others where hashes != proof.hashes {
            let changed = try ContinuationProof(
                hashes: hashes,
                older: proof.older,
                newer: proof.newer
            )
            #expect(throws: ContinuationProofError.self) { try verify(changed) }
        }
    }

    @Test func `what is malformed is named with its place`() throws {
        let text = String(decoding: try proof(from: 13, to: 21).bytes, as: UTF8.self)
        let hash = TreeHash.emptyRoot.base64
        let refused: [(String, String, ContinuationProofError)] = [
            ("consistency/v1", "consistency/v2", .wrongHeader),
            ("consistency/v1\n", "consistency/v1\nYQ==\n", .malformedHash(line: 2, .byteCount(1))),
            (
                "consistency/v1\n",
                "consistency/v1\n" + String(repeating: hash + "\n", count: 65),
                .tooManyHashes(maximum: 64)
            ),
            // One empty line more, or less, moves every paragraph.
            (
                "consistency/v1\n", "consistency/v1\n\n",
                .older(.note(.malformedSignature(line: 8)))
            ),
            (
                "\nexample.com/log\n21", "example.com/log\n21",
                .older(.note(.malformedSignature(line: 6)))
            ),
            ("\n13\n", "\n013\n", .older(.malformedSize)),
            ("\n21\n", "\n021\n", .newer(.malformedSize)),
        ]
        for (old, new, reason) in refused {
            let changed = Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
            #expect(changed != Array(text.utf8))
            #expect(throws: reason, "\(new)") {
                try ContinuationProof(parsing: changed.span.bytes)
            }
        }
        for cut in ["scrollback-consistency/v1\n", "scrollback-consistency/v1\n\(hash)\n"] {
            let bytes = Array(cut.utf8)
            #expect(throws: ContinuationProofError.missingCheckpoint) {
                try ContinuationProof(parsing: bytes.span.bytes)
            }
        }
        let maximum = ContinuationProof.maximumBytes
        let long = [UInt8](repeating: 0x61, count: maximum + 1)
        #expect(throws: ContinuationProofError.text(.tooLong(maximumBytes: maximum))) {
            try ContinuationProof(parsing: long.span.bytes)
        }
    }

    @Test func `every prefix and every changed byte of a file proves nothing`() throws {
        let bytes = try proof(from: 13, to: 21).bytes
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

    private func checkpoint(_ size: Int, root: Digest) throws -> SignedNote {
        try Checkpoint(origin: Self.origin, size: UInt64(size), root: root).signed(with: signer)
    }

    private func proof(from older: Int, to newer: Int) throws -> ContinuationProof {
        try ContinuationProof(
            hashes: Self.tree.consistency(from: older, to: newer),
            older: checkpoint(older, root: Self.tree.root(size: older)),
            newer: checkpoint(newer, root: Self.tree.root(size: newer))
        )
    }

    @discardableResult
    private func verify(
        _ proof: ContinuationProof
    ) throws(ContinuationProofError) -> (older: Checkpoint, newer: Checkpoint) {
        try proof.verify(origin: Self.origin, keys: [signer.verifier])
    }

    private func holds(_ bytes: [UInt8]) -> Bool {
        guard let proof = try? ContinuationProof(parsing: bytes.span.bytes) else { return false }
        return (try? verify(proof)) != nil
    }
}
