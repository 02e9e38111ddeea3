package import Merkle
package import Wire

/// Compares signed checkpoints with the computed roots.
package struct CheckpointCheck {
    let keys: [VerifierKey]
    let origin: String
    /// The log's names before restores, and the size up to which each is valid.
    let earlierOrigins: [(origin: String, fork: UInt64)]
    /// The number of events that were checked.
    let size: Position
    /// The root at each size that no fault comes before.
    let roots: [UInt64: Digest]
    /// Whether a fault was found, which may be the reason for a missing root.
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

    /// Returns the fault of a note that the log keeps at a size; nil if it has none.
    ///
    /// - Throws: `noRoot` if there is no root to compare it with, and no fault that explains this.
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

    /// Returns the fault of the log if a checkpoint from outside is right; nil if it has none.
    ///
    /// - Throws: `noRoot` if there is no root to compare it with, and no fault that explains this.
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

    /// Returns the finding that a pin covers events that a restore lost.
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

    /// Whether a checkpoint has the origin of this log, present or earlier.
    func names(_ checkpoint: Checkpoint) -> Bool {
        checkpoint.origin.utf8.elementsEqual(origin.utf8)
            || earlierOrigins.contains { checkpoint.origin.utf8.elementsEqual($0.origin.utf8) }
    }

    /// Returns the root at a size; nil if a fault prevents computing it.
    package func root(at size: UInt64) throws(VerifyError) -> Digest? {
        if let root = roots[size] { return root }
        if isFaulty { return nil }
        throw .noRoot(Position(size))
    }
}

extension Checkpoint {
    /// Reads a note's text without checking its signatures.
    init(unverified note: SignedNote) throws(CheckpointError) {
        let text = Array(note.unverifiedText.utf8)
        self = try Checkpoint(parsing: text.span.bytes)
    }
}
