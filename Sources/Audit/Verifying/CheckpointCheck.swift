package import Merkle
package import Wire

/// Holds signed checkpoints against the roots that were computed.
package struct CheckpointCheck {
    let keys: [VerifierKey]
    let origin: String
    /// What the log was called before restores, and up to which size it is that log.
    let earlierOrigins: [(origin: String, fork: UInt64)]
    /// How many events were looked at.
    let size: Position
    /// The root at each size where nothing before it is at fault.
    let roots: [UInt64: Digest]
    /// Whether a fault was found, which may be why a root is not known.
    let isFaulty: Bool

    package init(
        keys: [VerifierKey],
        origin: String,
        earlierOrigins: [(origin: String, fork: UInt64)] = [],
        size: Position,
        roots: [UInt64: Digest],
        isFaulty: Bool
    ) {
        self.keys = keys
        self.origin = origin
        self.earlierOrigins = earlierOrigins
        self.size = size
        self.roots = roots
        self.isFaulty = isFaulty
    }

    /// What is wrong with a note that the log keeps at a size.
    ///
    /// - Throws: `noRoot` where there is nothing to compare it with, and no fault that says why.
    package func finding(_ note: [UInt8], at size: Position) throws(VerifyError) -> Finding? {
        guard size > .zero, size <= self.size else {
            return Finding(.checkpoint, at: size, "it is kept at a size that the log never had")
        }
        guard let note = try? SignedNote(parsing: note.span.bytes),
            let checkpoint = try? Checkpoint(unverified: note)
        else { return Finding(.checkpoint, at: size, "what is kept at this size is none") }
        guard checkpoint.size == size.rawValue else {
            return Finding(.checkpoint, at: size, "it is of \(checkpoint.size) events")
        }
        if let root = try root(at: size.rawValue), root != checkpoint.root {
            return Finding(.checkpoint, at: size, "the log has another root at this size")
        }
        guard names(checkpoint), lostPin(checkpoint) == nil else {
            return Finding(.signature, at: size, "\(CheckpointError.wrongOrigin)")
        }
        if keys.isEmpty { return nil }
        do throws(CheckpointError) {
            _ = try Checkpoint(of: note, origin: checkpoint.origin, keys: keys)
            return nil
        } catch {
            return Finding(.signature, at: size, "\(error)")
        }
    }

    /// What is wrong with the log, if a checkpoint from outside is right.
    ///
    /// - Throws: `noRoot` where there is nothing to compare it with, and no fault that says why.
    package func finding(pinned checkpoint: Checkpoint) throws(VerifyError) -> Finding? {
        if let lost = lostPin(checkpoint) { return lost }
        guard checkpoint.size <= size.rawValue else {
            return Finding(
                .pin,
                at: size.next,
                "the log ends before the \(checkpoint.size) events of the pinned checkpoint"
            )
        }
        guard checkpoint.size > 0, let root = try root(at: checkpoint.size),
            root != checkpoint.root
        else { return nil }
        return Finding(
            .pin,
            at: Position(checkpoint.size),
            "the log has another root at this size than the pinned checkpoint"
        )
    }

    /// That a pin is of events that a restore lost.
    private func lostPin(_ checkpoint: Checkpoint) -> Finding? {
        guard
            let (_, fork) = earlierOrigins.first(where: {
                checkpoint.origin.utf8.elementsEqual($0.origin.utf8)
            }),
            checkpoint.size > fork
        else { return nil }
        return Finding(
            .pin,
            at: Position(fork).next,
            "the log was restored at \(fork) events, and the pinned checkpoint is of "
                + "\(checkpoint.size): its last \(checkpoint.size - fork) events are lost. If that "
                + "restore was meant, compare an older pin, then sign and pin a new checkpoint"
        )
    }

    /// Whether a checkpoint's origin is one that this log has or had.
    func names(_ checkpoint: Checkpoint) -> Bool {
        checkpoint.origin.utf8.elementsEqual(origin.utf8)
            || earlierOrigins.contains { checkpoint.origin.utf8.elementsEqual($0.origin.utf8) }
    }

    /// The root at a size; nil where a fault keeps it from being known.
    package func root(at size: UInt64) throws(VerifyError) -> Digest? {
        if let root = roots[size] { return root }
        if isFaulty { return nil }
        throw .noRoot(Position(size))
    }
}

extension Checkpoint {
    /// What a note says, whoever wrote it.
    init(unverified note: SignedNote) throws(CheckpointError) {
        let text = Array(note.unverifiedText.utf8)
        self = try Checkpoint(parsing: text.span.bytes)
    }
}
