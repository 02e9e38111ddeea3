import Merkle
import TestSupport
import Testing

@Suite struct `A proof file shows offline that a record is in the log` {
    private static let origin = "example.com/log"
    private static let size = 21
    private static let tree = NaiveTree(size: size)
    private let signer: SignerKey
    private let note: SignedNote

    init() throws {
        signer = try Known.signer(Self.origin)
        note = try Checkpoint(
            origin: Self.origin,
            size: UInt64(Self.size),
            root: Self.tree.root(size: Self.size)
        ).signed(with: signer)
    }

    @Test func `every record of a log is proved by its file`() throws {
        for index in 0..<Self.size {
            let proof = try RecordProof(
                index: UInt64(index),
                hashes: Self.tree.inclusion(index: index, size: Self.size),
                checkpoint: note
            )
            let read = try RecordProof(parsing: proof.bytes.span.bytes)
            #expect(read.bytes == proof.bytes)
            let checkpoint = try verify(read, record: "leaf \(index)")
            #expect(checkpoint.size == UInt64(Self.size))
            #expect(throws: RecordProofError.inclusion(.wrongRoot)) {
                try verify(read, record: "leaf \(index) ")
            }
        }
    }

    @Test func `the file is as the specification lays it out`() throws {
        let text = String(decoding: try proof(extra: Array("hello".utf8)).bytes, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "c2sp.org/tlog-proof@v1")
        #expect(lines[1] == "extra aGVsbG8=")
        #expect(lines[2] == "index 5")
        #expect(lines[3..<8].allSatisfy { $0.utf8.count == 44 })
        #expect(lines[8].isEmpty)
        #expect(lines[9] == "example.com/log")
        #expect(lines[10] == "21")
        #expect(lines[12].isEmpty)
        #expect(lines[13].hasPrefix("— example.com/log "))
        #expect(lines.count == 15)
        let bare = try proof()
        #expect(
            String(decoding: bare.bytes, as: UTF8.self)
                == text.replacing("extra aGVsbG8=\n", with: "")
        )
    }

    @Test func `a log of one record needs no hashes`() throws {
        let record = Array("only".utf8)
        let checkpoint = try Checkpoint(
            origin: Self.origin,
            size: 1,
            root: TreeHash.leaf(record.span.bytes)
        )
        let proof = try RecordProof(
            index: 0,
            hashes: [],
            checkpoint: checkpoint.signed(with: signer)
        )
        let text = String(decoding: proof.bytes, as: UTF8.self)
        #expect(text.hasPrefix("c2sp.org/tlog-proof@v1\nindex 0\n\nexample.com/log\n1\n"))
        let read = try RecordProof(parsing: proof.bytes.span.bytes)
        #expect(try verify(read, record: "only") == checkpoint)
    }

    @Test func `what is wrong is named`() throws {
        let proof = try proof()
        let other = try Known.signer(Self.origin, seed: 1).verifier
        #expect(throws: RecordProofError.checkpoint(.note(.noKnownSigner))) {
            try verify(proof, record: "leaf 5", keys: [other])
        }
        #expect(throws: RecordProofError.checkpoint(.wrongOrigin)) {
            try verify(proof, record: "leaf 5", origin: "example.com/other")
        }
        let outside = try RecordProof(index: 21, hashes: proof.hashes, checkpoint: note)
        #expect(
            throws: RecordProofError.inclusion(.indexOutsideTree(index: 21, size: 21))
        ) { try verify(outside, record: "leaf 5") }
        let short = try RecordProof(
            index: 5,
            hashes: Array(proof.hashes.dropLast()),
            checkpoint: note
        )
        #expect(throws: RecordProofError.inclusion(.hashCount(expected: 5, found: 4))) {
            try verify(short, record: "leaf 5")
        }
    }

    @Test func `a file with hashes dropped, added or swapped proves nothing`() throws {
        let proof = try proof()
        for hashes in rearrangements(of: proof.hashes) {
            let changed = try RecordProof(index: 5, hashes: hashes, checkpoint: note)
            #expect(throws: RecordProofError.self) { try verify(changed, record: "leaf 5") }
        }
    }

    @Test func `malformed files are refused with their line`() throws {
        let text = String(decoding: try proof().bytes, as: UTF8.self)
        let hash = TreeHash.emptyRoot.base64
        let refused: [(String, String, RecordProofError)] = [
            ("proof@v1", "proof@v2", .wrongHeader), ("c2sp", " c2sp", .wrongHeader),
            ("@v1\n", "@v1 \n", .wrongHeader),
            ("@v1\n", "@v1\r\n", .text(.controlCharacter(offset: 22))),
            ("index 5", "index 05", .malformedIndex(line: 2)),
            ("index 5", "index -5", .malformedIndex(line: 2)),
            ("index 5", "index +5", .malformedIndex(line: 2)),
            ("index 5", "index  5", .malformedIndex(line: 2)),
            ("index 5", "index 5 ", .malformedIndex(line: 2)),
            ("index 5", "index", .malformedIndex(line: 2)),
            ("index 5", "index ", .malformedIndex(line: 2)),
            ("index 5", "Index 5", .malformedIndex(line: 2)),
            ("index 5", "index 18446744073709551616", .malformedIndex(line: 2)),
            ("index 5\n", "", .malformedIndex(line: 2)),
            ("index 5", "extra YQ==", .malformedIndex(line: 3)),
            ("index 5", "extra YQ==\nextra YQ==\nindex 5", .malformedIndex(line: 3)),
            ("index 5", "extra\nindex 5", .malformedIndex(line: 2)),
            ("index 5", "extra YR==\nindex 5", .malformedExtra),
            ("index 5", "extra YQ\nindex 5", .malformedExtra),
            ("index 5", "extra \nindex 5", .extraLength(maximumBytes: 1 << 20)),
            ("index 5\n", "index 5\nYQ==\n", .malformedHash(line: 3, .byteCount(1))),
            ("index 5\n", "index 5\n\(hash) \n", .malformedHash(line: 3, .base64(.length(45)))),
            (
                // An early empty line makes the hashes part of what was signed.
                "index 5\n", "index 5\n\n",
                .checkpoint(
                    .note(.wrongSignature(name: signer.verifier.name, id: signer.verifier.id))
                )
            ),
            (
                "index 5\n", "index 5\n" + String(repeating: hash + "\n", count: 59),
                .tooManyHashes(maximum: 63)
            ),
            ("\n\nexample", "\nexample", .malformedHash(line: 8, .base64(.length(15)))),
            ("\n\n— ", "\n— ", .checkpoint(.note(.noSignatures))),
        ]
        for (old, new, reason) in refused {
            let changed = text.replacing(old, with: new, maxReplacements: 1)
            #expect(changed != text)
            #expect(throws: reason, "\(new)") {
                let bytes = Array(changed.utf8)
                _ = try verify(RecordProof(parsing: bytes.span.bytes), record: "leaf 5")
            }
        }
        let cut = Array("c2sp.org/tlog-proof@v1\nindex 5\n".utf8)
        #expect(throws: RecordProofError.missingCheckpoint) {
            try RecordProof(parsing: cut.span.bytes)
        }
    }

    @Test func `what is sent along has a limit`() throws {
        for count in [1, RecordProof.maximumExtraBytes] {
            let proof = try proof(extra: [UInt8](repeating: 7, count: count))
            let read = try RecordProof(parsing: proof.bytes.span.bytes)
            #expect(read.extra?.count == count)
            #expect(proof.bytes.count <= RecordProof.maximumBytes)
        }
        for count in [0, RecordProof.maximumExtraBytes + 1] {
            #expect(throws: RecordProofError.extraLength(maximumBytes: 1 << 20)) {
                try proof(extra: [UInt8](repeating: 7, count: count))
            }
        }
        let long = [UInt8](repeating: 0x61, count: RecordProof.maximumBytes + 1)
        let tooLong = RecordProofError.text(.tooLong(maximumBytes: RecordProof.maximumBytes))
        #expect(throws: tooLong) { try RecordProof(parsing: long.span.bytes) }
        #expect(throws: RecordProofError.tooManyHashes(maximum: 63)) {
            try RecordProof(
                index: 0,
                hashes: [Digest](repeating: .zero, count: 64),
                checkpoint: note
            )
        }
    }

    @Test func `every prefix and every changed byte of a file proves nothing`() throws {
        let bytes = try proof().bytes
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

    @Test func `random files are refused or come back the same`() throws {
        let seed: UInt64 = 71
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let tail = "\n" + String(decoding: note.bytes, as: UTF8.self)
        let pieces = ["index 5\n", "extra YQ==\n", TreeHash.emptyRoot.base64, "\n", "5", tail, "a"]
        var accepted = 0
        for _ in 0..<20_000 {
            var bytes = Array("c2sp.org/tlog-proof@v1\n".utf8)
            for _ in 0..<generator.next() % 6 {
                bytes += Array(pieces[Int(generator.next() % UInt64(pieces.count))].utf8)
            }
            if generator.next() % 8 == 0 { bytes += generator.bytes(upTo: 4) }
            guard let proof = try? RecordProof(parsing: bytes.span.bytes) else { continue }
            #expect(proof.bytes == bytes)
            accepted += 1
        }
        #expect(accepted > 20)
    }

    private func proof(extra: [UInt8]? = nil) throws -> RecordProof {
        try RecordProof(
            index: 5,
            hashes: Self.tree.inclusion(index: 5, size: Self.size),
            checkpoint: note,
            extra: extra
        )
    }

    private func verify(
        _ proof: RecordProof,
        record: String,
        origin: String = Self.origin,
        keys: [VerifierKey]? = nil
    ) throws(RecordProofError) -> Checkpoint {
        try proof.verify(
            record: Array(record.utf8).span.bytes,
            origin: origin,
            keys: keys ?? [signer.verifier]
        )
    }

    private func holds(_ bytes: [UInt8]) -> Bool {
        guard let proof = try? RecordProof(parsing: bytes.span.bytes) else { return false }
        return (try? verify(proof, record: "leaf 5")) != nil
    }
}
