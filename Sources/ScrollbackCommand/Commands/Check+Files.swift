import Merkle

// The result of `check` for each kind of file except the checkpoint, as lines and fields.

extension Check {
    static func record(
        _ file: borrowing InputFile,
        _ first: [UInt8],
        _ trust: Trust,
        envelope: [UInt8]?
    ) throws(CommandFailure) -> CommandResult {
        let bytes = try file.rest(behind: first, limit: RecordProof.maximumBytes)
        let proof: RecordProof
        do {
            proof = try RecordProof(parsing: bytes.span.bytes)
        } catch {
            throw CommandFailure(in: file.name, error)
        }
        guard let record = envelope ?? proof.extra else {
            throw .failure(
                "envelopeNeeded",
                "\(file.name) does not carry the event's envelope; give it with --envelope"
            )
        }
        guard proof.extra == nil || proof.extra == record else {
            throw .finding(
                "otherEnvelope",
                "\(file.name) carries another envelope than the one that was given"
            )
        }
        let checkpoint: Checkpoint
        do {
            checkpoint = try proof.verify(
                record: record.span.bytes,
                origin: trust.origin(for: proof.checkpoint),
                keys: [trust.key]
            )
        } catch {
            throw CommandFailure(in: file.name, error)
        }
        let relation = try trust.relation([(checkpoint.size, checkpoint.root)], in: file.name)
        var result = result(
            "inclusion",
            included(proof, checkpoint, trust),
            checkpoint,
            trust,
            relation
        )
        let words = EnvelopeWords.describe(record)
        result.lines += words.lines
        result.fields += [
            ("position", .number(proof.index + 1)), ("event", words.fields),
        ]
        return result
    }

    static func disclosure(
        _ file: borrowing InputFile,
        _ first: [UInt8],
        _ trust: Trust
    ) throws(CommandFailure) -> CommandResult {
        let bytes = try file.rest(behind: first, limit: Disclosure.maximumBytes)
        let disclosure: Disclosure
        let checkpoint: Checkpoint
        do throws(DisclosureError) {
            disclosure = try Disclosure(parsing: bytes.span.bytes)
            checkpoint = try disclosure.verify(
                origin: trust.origin(for: disclosure.proof.checkpoint),
                keys: [trust.key]
            )
        } catch {
            throw CommandFailure(in: file.name, error)
        }
        let relation = try trust.relation([(checkpoint.size, checkpoint.root)], in: file.name)
        let proof = disclosure.proof
        var result = result(
            "disclosure",
            included(proof, checkpoint, trust),
            checkpoint,
            trust,
            relation
        )
        let words = EnvelopeWords.describe(disclosure.envelope, content: disclosure.content)
        result.lines += words.lines
        result.fields += [
            ("position", .number(proof.index + 1)),
            ("event", words.fields),
            ("content", .string(Base64.encode(disclosure.content.span.bytes))),
            ("says", words.says),
        ]
        return result
    }

    static func erasure(
        _ file: borrowing InputFile,
        _ first: [UInt8],
        _ trust: Trust
    ) throws(CommandFailure) -> CommandResult {
        let bytes = try file.rest(behind: first, limit: ErasureReceipt.maximumBytes)
        let receipt: ErasureReceipt
        let checkpoint: Checkpoint
        do throws(ErasureReceiptError) {
            receipt = try ErasureReceipt(parsing: bytes.span.bytes)
            checkpoint = try receipt.verify(
                origin: trust.origin(for: receipt.checkpoint),
                keys: [trust.key]
            )
        } catch {
            throw CommandFailure(in: file.name, error)
        }
        let relation = try trust.relation([(checkpoint.size, checkpoint.root)], in: file.name)
        let (erased, erasure) = (receipt.erased.index + 1, receipt.erasure.index + 1)
        var result = result(
            "erasure",
            "event \(erasure) erased the content of event \(erased), in the log of "
                + "\(count(checkpoint.size)) that \(signer(trust)) signed",
            checkpoint,
            trust,
            relation
        )
        let words = EnvelopeWords.describe(receipt.erased.envelope)
        let naming = EnvelopeWords.describe(receipt.erasure.envelope)
        result.lines += words.lines
        result.lines += naming.lines.filter { $0.hasPrefix("recorded") }
            .map { "erased  \($0.dropFirst("recorded".count))" }
        result.lines += [
            "proves    that this content was named by a logged erasure; an erasure destroys content "
                + "and salt",
            "not       that nothing is left elsewhere: `scrollback verify` reads the store, and an "
                + "older copy of log and keys still opens it",
        ]
        result.lines += copies(receipt)
        result.fields += [
            ("position", .number(erased)), ("event", words.fields),
            ("erasure", .number(erasure)), ("erasureEvent", naming.fields),
            (
                "copies",
                .array(
                    receipt.copies.map { copy in
                        .object([
                            ("position", .number(copy.index + 1)),
                            ("event", EnvelopeWords.describe(copy.envelope).fields),
                        ])
                    }
                )
            ),
        ]
        return result
    }

    /// Lines about the copies of keys that a receipt names.
    private static func copies(_ receipt: ErasureReceipt) -> [String] {
        guard !receipt.copies.isEmpty else {
            return ["copies    the file names no copy of keys that is older than this erasure"]
        }
        return receipt.copies.flatMap { copy in
            ["copy      of the keys, older than this erasure, begun by event \(copy.index + 1)"]
                + EnvelopeWords.describe(copy.envelope).lines.map { "  | \($0)" }
        }
    }

    static func continuation(
        _ file: borrowing InputFile,
        _ first: [UInt8],
        _ trust: Trust
    ) throws(CommandFailure) -> CommandResult {
        let bytes = try file.rest(behind: first, limit: ContinuationProof.maximumBytes)
        let older: Checkpoint
        let newer: Checkpoint
        do throws(ContinuationProofError) {
            let proof = try ContinuationProof(parsing: bytes.span.bytes)
            let origin = trust.origin(for: proof.newer)
            (older, newer) = try proof.verify(origin: origin, keys: [trust.key])
        } catch {
            throw CommandFailure(in: file.name, error)
        }
        let relation = try trust.relation(
            [(older.size, older.root), (newer.size, newer.root)],
            in: file.name
        )
        var result = result(
            "consistency",
            "the log of \(count(newer.size)) begins with the log of \(count(older.size)), "
                + "unchanged; \(signer(trust)) signed both",
            newer,
            trust,
            relation
        )
        result.fields += [
            ("olderSize", .number(older.size)), ("olderRoot", .string(older.root.base64)),
        ]
        return result
    }

    static func envelopes(
        _ file: borrowing InputFile,
        _ first: [UInt8],
        _ trust: Trust
    ) throws(CommandFailure) -> CommandResult {
        var piece = first + (try file.read(EnvelopeFile.maximumOpeningBytes - first.count))
        let checkpoint: Checkpoint
        var reader: EnvelopeReader
        do throws(EnvelopeFileError) {
            let (note, start) = try EnvelopeFile.readOpening(piece.span.bytes)
            do throws(CheckpointError) {
                checkpoint = try Checkpoint(
                    of: note,
                    origin: trust.origin(for: note),
                    keys: [trust.key]
                )
            } catch {
                throw .checkpoint(error)
            }
            reader = EnvelopeReader(size: checkpoint.size, pinnedSize: trust.pin?.size)
            piece.removeFirst(start)
        } catch {
            throw CommandFailure(in: file.name, error)
        }
        while !piece.isEmpty {
            do {
                try reader.take(piece.span.bytes)
            } catch {
                throw CommandFailure(in: file.name, error)
            }
            piece = try file.read(1 << 18)
        }
        do throws(EnvelopeFileError) {
            guard try reader.finish() == checkpoint.root else { throw .wrongRoot }
        } catch {
            throw CommandFailure(in: file.name, error)
        }
        var roots = [(size: checkpoint.size, root: checkpoint.root)]
        if let pin = trust.pin, let root = reader.pinnedRoot { roots.append((pin.size, root)) }
        return result(
            "envelopes",
            "these are all \(count(checkpoint.size)) of the log that \(signer(trust)) signed; "
                + "its root was computed from them",
            checkpoint,
            trust,
            try trust.relation(roots, in: file.name)
        )
    }
}
