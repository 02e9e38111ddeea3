import LogSchema
import Merkle
import TestSupport
import Wire

/// A log in memory and what it can prove, so that checking is tested without any store.
struct SmallLog {
    let signer: SignerKey
    let origin: String
    let envelopes: [[UInt8]]
    let salt: [UInt8]
    let content: [UInt8]

    /// The event that has content, counted from 0.
    static let told = 5

    /// The event that begins a copy of the keys, and the last one, which erases what was told;
    /// where the log has an erasure.
    static let copy = 8

    init(
        size: Int = 13,
        origin: String = "scrollback/test",
        seed: UInt8 = 7,
        content: String = "Are you free tomorrow?",
        event: UInt32 = 100,
        isErased: Bool = false
    ) throws {
        self.origin = origin
        let words = Array(content.utf8)
        let salt = [UInt8](0..<16)
        self.content = words
        self.salt = salt
        let seed = [UInt8](repeating: seed, count: SignerKey.seedByteCount)
        signer = try SignerKey(name: KeyName("example.com/log"), seed: seed.span.bytes)
        let seal = EnvelopeSeal.compute(content: words.span.bytes, salt: salt.span.bytes)
        envelopes = (0..<size).map { index in
            var writer = WireWriter()
            Envelope(
                schema: 1,
                recorded: 1_700_000_000_000_000 + Int64(index),
                streamKind: .conversation,
                stream: UniqueID(high: 1, low: 2),
                version: UInt64(index) + 1,
                seal: index == Self.told ? seal : nil
            ).encode(
                into: &writer,
                event: isErased ? Self.event(index, of: size) : event,
                body: isErased && index == size - 1 ? Self.erasure.span.bytes : RawSpan()
            )
            return writer.bytes.withUnsafeBytes { Array($0) }
        }
    }

    private static func event(_ index: Int, of size: Int) -> UInt32 {
        index == size - 1 ? EnvelopeEvent.contentErased : index == copy ? 113 : 100
    }

    private static let erasure: [UInt8] = {
        var writer = WireWriter()
        let range = PositionRange(first: UInt64(told) + 1, count: 1)
        ContentErased(ranges: [range]).encode(into: &writer)
        return writer.bytes.withUnsafeBytes { Array($0) }
    }()

    private func leaves(_ range: Range<Int>) -> [Digest] {
        envelopes[range].map { TreeHash.leaf($0.span.bytes) }
    }

    private func stored(_ node: TreeNode) -> Digest {
        TreeHash.root(of: leaves(Int(node.leaves.lowerBound)..<Int(node.leaves.upperBound)).span)
    }

    func checkpoint(_ size: Int? = nil, extensions: [String] = []) throws -> SignedNote {
        let size = size ?? envelopes.count
        return try Checkpoint(
            origin: origin,
            size: UInt64(size),
            root: TreeHash.root(of: leaves(0..<size).span),
            extensions: extensions
        ).signed(with: signer)
    }

    func record(_ index: Int, carriesEnvelope: Bool = true) throws -> RecordProof {
        let proof = try InclusionProof(
            index: UInt64(index),
            size: UInt64(envelopes.count),
            stored: stored
        )
        return try RecordProof(
            index: UInt64(index),
            hashes: proof.hashes,
            checkpoint: checkpoint(),
            extra: carriesEnvelope ? envelopes[index] : nil
        )
    }

    func continuation(from old: Int) throws -> ContinuationProof {
        let proof = try ConsistencyProof(
            oldSize: UInt64(old),
            newSize: UInt64(envelopes.count),
            stored: stored
        )
        return try ContinuationProof(
            hashes: proof.hashes,
            older: checkpoint(old),
            newer: checkpoint()
        )
    }

    func disclosure() throws -> Disclosure {
        try Disclosure(
            salt: salt,
            content: content,
            envelope: envelopes[Self.told],
            proof: record(Self.told, carriesEnvelope: false)
        )
    }

    /// A receipt of the erasure; of another event if one is named.
    func receipt(of index: Int = Self.told, naming copies: [Int] = []) throws -> ErasureReceipt {
        func event(_ index: Int) throws -> ErasureReceipt.Event {
            let proof = try record(index)
            return ErasureReceipt.Event(
                envelope: envelopes[index],
                index: proof.index,
                hashes: proof.hashes
            )
        }
        return try ErasureReceipt(
            erased: event(index),
            erasure: event(envelopes.count - 1),
            copies: copies.map(event),
            checkpoint: checkpoint()
        )
    }

    func export() throws -> [UInt8] {
        var bytes = try EnvelopeFile.opening(checkpoint())
        for envelope in envelopes { EnvelopeFile.append(envelope.span.bytes, to: &bytes) }
        return bytes
    }

    var key: String { "\(signer.verifier)" }
}

extension TemporaryFolder {
    /// Writes a file, and gives its path.
    func file(_ name: String, _ bytes: [UInt8], mode: UInt32 = 0o600) -> String {
        writeFile(path(name), bytes, mode: mode)
        return path(name)
    }
}
