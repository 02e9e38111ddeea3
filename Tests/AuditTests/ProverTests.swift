import Audit
import EventLog
import LogSchema
import LogSupport
import Merkle
import TestSupport
import Testing
import Wire

@Suite struct `What a log proves is checked with the public key alone` {
    /// The bytes of a proof go through a file, as they do to an auditor.
    private func verify(
        _ proof: RecordProof,
        of envelope: [UInt8],
        by signer: SignerKey,
        origin: String
    ) throws -> Checkpoint {
        let bytes = proof.bytes
        let read = try RecordProof(parsing: bytes.span.bytes)
        #expect(read.extra == envelope)
        return try read.verify(
            record: envelope.span.bytes,
            origin: origin,
            keys: [signer.verifier]
        )
    }

    @Test(arguments: [255, 256, 257, 700])
    func `that an event is in it, at every position`(size: Int) throws {
        let log = try AuditedLog()
        try log.append(size - 1)
        let note = try log.keepCheckpoint()
        let reader = try EventLog(opening: log.directory, access: .reading)
        defer { reader.close() }
        var prover = Prover(reader)
        let step = size > 300 ? 7 : 1
        for position in stride(from: 1, through: UInt64(size), by: step) {
            let envelope = try event(of: reader, at: position).envelope
            let proof = try prover.inclusion(of: Position(position), under: note)
            let checkpoint = try verify(
                proof,
                of: envelope,
                by: log.signer,
                origin: reader.origin
            )
            #expect(checkpoint.size == UInt64(size))
            #expect(proof.index == position - 1)
        }
    }

    @Test func `under an older checkpoint too, and for events before a tile's end`() throws {
        let log = try AuditedLog.longCopy()
        for size: UInt64 in [1, 300, 65_535, 65_536, 65_537, 66_000] {
            let note = try log.keepCheckpoint(at: size)
            let reader = try EventLog(opening: log.directory, access: .reading)
            defer { reader.close() }
            var prover = Prover(reader)
            for position in Set([1, size / 2 + 1, size]) where position <= size {
                let envelope = try event(of: reader, at: position).envelope
                let proof = try prover.inclusion(of: Position(position), under: note)
                _ = try verify(proof, of: envelope, by: log.signer, origin: reader.origin)
            }
        }
    }

    @Test func `that an event is in it whose content was erased`() throws {
        let log = try AuditedLog()
        try log.append(300)
        let before = try log.keepCheckpoint()
        let envelope: [UInt8]
        do {
            let reader = try EventLog(opening: log.directory, access: .reading)
            defer { reader.close() }
            envelope = try event(of: reader, at: 100).envelope
        }
        try log.erase(100...100)
        let reader = try EventLog(opening: log.directory, access: .reading)
        defer { reader.close() }
        var prover = Prover(reader)
        #expect(try event(of: reader, at: 100).isErased)
        let proof = try prover.inclusion(of: Position(100), under: before)
        _ = try verify(proof, of: envelope, by: log.signer, origin: reader.origin)
        #expect(throws: ProvingError.erased(Position(100))) {
            try disclosure(&prover, 100, before)
        }
    }

    @Test func `which copies of the keys are older than an erasure`() throws {
        func place(_ number: UInt64) -> UniqueID { UniqueID(high: 7, low: number) }
        let log = try AuditedLog()
        try log.append(20)
        func begin(_ number: UInt64) throws -> UInt64 {
            try log.append(
                KeyCopyBegun(place: place(number), label: "vault"),
                type: EnvelopeEvent.keyCopyBegun
            )
        }
        func done(_ number: UInt64, upTo: UInt64) throws {
            _ = try log.append(
                KeyCopyDone(place: place(number), upTo: upTo),
                type: EnvelopeEvent.keyCopyDone
            )
        }
        let old = try begin(1)
        let reached = try begin(2)
        let lost = try begin(3)
        let gone = try begin(4)
        // It says more than there was: a restore has repeated it.
        try done(3, upTo: 1_000)
        let erasure = try log.erase(10...10)
        try done(1, upTo: reached)
        try done(2, upTo: erasure)
        _ = try log.append(KeyCopyGone(place: place(4)), type: EnvelopeEvent.keyCopyGone)
        let later = try begin(5)
        let note = try log.keepCheckpoint()
        let reader = try EventLog(opening: log.directory, access: .reading)
        defer { reader.close() }
        var prover = Prover(reader)
        let receipt = try prover.receipt(of: Position(10), namedAt: Position(erasure), under: note)
        #expect(receipt.copies.map { $0.index + 1 } == [old, lost])
        #expect(gone < erasure && erasure < later)
    }

    private func disclosure(
        _ prover: inout Prover,
        _ position: UInt64,
        _ note: SignedNote
    ) throws -> Disclosure {
        try prover.disclosure(of: Position(position), under: note)
    }

    @Test func `that it only grew`() throws {
        let log = try AuditedLog.longCopy()
        let sizes: [UInt64] = [1, 255, 256, 40_000, 65_536, 66_000]
        let notes = try sizes.map { try log.keepCheckpoint(at: $0) }
        let reader = try EventLog(opening: log.directory, access: .reading)
        defer { reader.close() }
        var prover = Prover(reader)
        for (first, older) in notes.enumerated() {
            for newer in notes[first...] {
                let bytes = try prover.continuation(from: older, to: newer).bytes
                let read = try ContinuationProof(parsing: bytes.span.bytes)
                let (old, new) = try read.verify(
                    origin: reader.origin,
                    keys: [log.signer.verifier]
                )
                #expect(old.size <= new.size)
            }
        }
        #expect(throws: ProvingError.proof(.sizesOutOfOrder(old: 66_000, new: 1))) {
            try continuation(&prover, notes[5], notes[0])
        }
    }

    private func continuation(
        _ prover: inout Prover,
        _ older: SignedNote,
        _ newer: SignedNote
    ) throws -> ContinuationProof {
        try prover.continuation(from: older, to: newer)
    }

    @Test func `what one event said, and no other`() throws {
        let log = try AuditedLog.storyCopy()
        let note = try log.keepCheckpoint()
        let reader = try EventLog(opening: log.directory, access: .reading)
        defer { reader.close() }
        var prover = Prover(reader)
        let bytes = try disclosure(&prover, 600, note).bytes
        let read = try Disclosure(parsing: bytes.span.bytes)
        _ = try read.verify(origin: reader.origin, keys: [log.signer.verifier])
        #expect(read.content == Array("text 599".utf8))
        // The key of the slot is nowhere in it.
        let slot = readFile(log.directory.keysPath)[599 * 32..<600 * 32]
        #expect(read.salt == Array(slot.prefix(16)))
        #expect(!contains(bytes, Base64.encode(Array(slot.suffix(16)).span.bytes)))
        #expect(throws: ProvingError.noContent(Position(601))) {
            try disclosure(&prover, 601, note)
        }
    }

    private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(text)
    }

    @Test func `nothing under a checkpoint of another past`() throws {
        let log = try AuditedLog.storyCopy()
        let reader = try EventLog(opening: log.directory, access: .reading)
        defer { reader.close() }
        var prover = Prover(reader)
        let forged = try Checkpoint(origin: reader.origin, size: 600, root: .zero)
            .signed(with: log.signer)
        #expect(throws: ProvingError.proof(.wrongRoot)) { try inclusion(&prover, 10, forged) }
        let small = try prover.checkpoint(at: Position(9), signedBy: log.signer)
        #expect(throws: ProvingError.proof(.indexOutsideTree(index: 9, size: 9))) {
            try inclusion(&prover, 10, small)
        }
        #expect(
            throws: ProvingError.log(.noSuchPosition(Position(701), size: Position(700)))
        ) { try inclusion(&prover, 701, small) }
    }

    private func inclusion(
        _ prover: inout Prover,
        _ position: UInt64,
        _ note: SignedNote
    ) throws -> RecordProof {
        try prover.inclusion(of: Position(position), under: note)
    }

    @Test func `a damaged tile gives an error and not a proof that nobody believes`() throws {
        let log = try AuditedLog.storyCopy()
        let note = try log.keepCheckpoint()
        try log.raw.change(RawLog.tileKey(level: 0, index: 0)) { $0[3 * 32] ^= 1 }
        let reader = try EventLog(opening: log.directory, access: .reading)
        defer { reader.close() }
        var prover = Prover(reader)
        #expect(throws: ProvingError.proof(.wrongRoot)) { try inclusion(&prover, 600, note) }
    }

    @Test func `the newest checkpoint that it keeps`() throws {
        let log = try AuditedLog.storyCopy()
        try log.append(10)
        let reader = try EventLog(opening: log.directory, access: .reading)
        defer { reader.close() }
        let prover = Prover(reader)
        let note = try prover.keptCheckpoint(covering: Position(600))
        #expect(note.unverifiedText.hasPrefix("\(reader.origin)\n700\n"))
        #expect(throws: ProvingError.noCheckpoint(covering: Position(701))) {
            try kept(prover, 701)
        }
    }

    private func kept(_ prover: borrowing Prover, _ position: UInt64) throws -> SignedNote {
        try prover.keptCheckpoint(covering: Position(position))
    }
}
