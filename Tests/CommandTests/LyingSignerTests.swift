import Foundation
import Merkle
import TestSupport
import Testing

/// What the holder of the key could sign and send, and neither checker may believe: here every
/// signature is right.
@Suite struct `A signer who lies is found out by both checkers` {
    private let log: SmallLog
    private let contrary: SmallLog

    init() throws {
        log = try SmallLog()
        contrary = try SmallLog(content: "No.")
    }

    @Test func `two histories are not joined`() throws {
        let proof = try log.continuation(from: 8)
        let forked = try contrary.checkpoint(8)
        try refuseGrowth(proof.hashes, forked, proof.newer)
        let newest = try contrary.checkpoint()
        try refuseGrowth(proof.hashes, proof.older, newest)
        try refuseGrowth(proof.hashes, proof.newer, proof.older)
        let empty = try note(0, TreeHash.emptyRoot)
        try refuseGrowth(proof.hashes, empty, proof.newer)
        let shorter = try note(7, root(of: 8))
        try refuseGrowth(proof.hashes, shorter, proof.newer)
        // A size of 14 beside the root of 13 would pass here: of what the older tree does not
        // have, the proof has one hash. The envelopes show it, below.
        let wider = try note(17, root(of: 13))
        try refuseGrowth(proof.hashes, proof.older, wider)
        let elsewhere = try SmallLog(origin: "scrollback/other").checkpoint(8)
        try refuseGrowth(proof.hashes, elsewhere, proof.newer)
        let same = try note(13, root(of: 12))
        try refuseGrowth([], proof.newer, same)
    }

    @Test func `two histories are not joined where the proof begins with a hash of the older`()
        throws
    {
        let proof = try log.continuation(from: 7)
        let forked = try contrary.checkpoint(7)
        try refuseGrowth(proof.hashes, forked, proof.newer)
        let other = try note(7, root(of: 8))
        try refuseGrowth(proof.hashes, other, proof.newer)
    }

    @Test func `an event is not moved, nor another put in its place`() throws {
        let proof = try log.record(12)
        for index in [0, 11, 13, 14, 25, 28, 1 << 62, .max] as [UInt64] {
            try refuseRecord(index, proof, proof.checkpoint, log.envelopes[12])
        }
        for (size, given) in [(12, 13), (14, 13), (16, 13), (13, 12)] {
            let lie = try note(size, root(of: given))
            try refuseRecord(12, proof, lie, log.envelopes[12])
        }
        try refuseRecord(12, proof, proof.checkpoint, log.envelopes[11])
    }

    @Test func `a count of events that is not that of the envelopes is refused`() throws {
        let file = try log.export()
        let start = try EnvelopeFile.readOpening(file.span.bytes).byteCount
        for size in [12, 14, 1 << 40] {
            let lie = try note(size, root(of: 13))
            let opening = try EnvelopeFile.opening(lie)
            try refuse(opening + file[start...])
        }
    }

    @Test func `an envelope with two seals, another seal or none discloses nothing`() throws {
        let told = log.envelopes[SmallLog.told]
        let words = Array("No.".utf8)
        let seal = EnvelopeSeal.compute(content: words.span.bytes, salt: log.salt.span.bytes)
        let field =
            [0x52, 0x20]
            + seal.withBytes { bytes in
                bytes.byteOffsets.map {
                    bytes.unsafeLoadUnaligned(fromByteOffset: $0, as: UInt8.self)
                }
            }
        let first = log.envelopes[0]
        for envelope in [told + field, field + told, first, first + [0x50, 0x01], told + [0x50]] {
            try disclose(words, envelope, isBelieved: false)
        }
        try disclose(words, first + field, isBelieved: true)
        // Bytes that a reader of protobuf would pass over.
        try disclose(
            words,
            first + [0x5D, 1, 2, 3, 4, 0x61, 1, 2, 3, 4, 5, 6, 7, 8] + field,
            isBelieved: true
        )
    }

    private func root(of size: Int) -> Digest {
        let leaves = log.envelopes[..<size].map { TreeHash.leaf($0.span.bytes) }
        return TreeHash.root(of: leaves.span)
    }

    private func refuseGrowth(
        _ hashes: [Digest],
        _ older: SignedNote,
        _ newer: SignedNote
    ) throws {
        let file = try ContinuationProof(hashes: hashes, older: older, newer: newer)
        try refuse(file.bytes)
    }

    private func refuseRecord(
        _ index: UInt64,
        _ proof: RecordProof,
        _ checkpoint: SignedNote,
        _ envelope: [UInt8]
    ) throws {
        let file = try RecordProof(
            index: index,
            hashes: proof.hashes,
            checkpoint: checkpoint,
            extra: envelope
        )
        try refuse(file.bytes)
    }

    private func note(_ size: Int, _ root: Digest) throws -> SignedNote {
        try Checkpoint(origin: log.origin, size: UInt64(size), root: root).signed(with: log.signer)
    }

    /// Discloses an event that is a log's only one.
    private func disclose(_ words: [UInt8], _ envelope: [UInt8], isBelieved: Bool) throws {
        let checkpoint = try note(1, TreeHash.leaf(envelope.span.bytes))
        let proof = try RecordProof(index: 0, hashes: [], checkpoint: checkpoint)
        let file = try Disclosure(salt: log.salt, content: words, envelope: envelope, proof: proof)
        try look(at: file.bytes, isBelieved: isBelieved)
    }

    private func refuse(_ file: [UInt8]) throws { try look(at: file, isBelieved: false) }

    private func look(at file: [UInt8], isBelieved: Bool) throws {
        let folder = TemporaryFolder()
        let path = folder.file("file", file)
        let ours = try Command.run("check", path, "--key", log.key)
        let theirs = try Checker.check(path, "--key", log.key)
        for run in [ours, theirs] {
            #expect(run.exit == (isBelieved ? 0 : 1), "\(run.output) \(run.errors)")
            #expect(!run.errors.contains("Traceback"))
        }
    }
}
