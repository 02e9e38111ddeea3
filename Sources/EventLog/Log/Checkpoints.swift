package import Merkle
package import Wire

// Signed checkpoints that the log keeps: the bytes of a note, stored at its size. They are not part
// of the tree and prove nothing without the key; they exist for later comparison with a checkpoint
// kept elsewhere.

extension LogSnapshot {
    /// Returns the note kept at a size; nil if there is none.
    package borrowing func checkpoint(at size: Position) throws(LogError) -> [UInt8]? {
        guard let row = try row(.checkpoint(size)) else { return nil }
        return row.withUnsafeBytes { Array($0) }
    }

    /// The sizes at which notes are kept, ascending.
    package borrowing func checkpointSizes() throws(LogError) -> [Position] {
        try numbers(of: .checkpoint).map { Position($0) }
    }

    /// The size of the newest note; nil if none is kept.
    package borrowing func newestCheckpointSize() throws(LogError) -> Position? {
        try checkpointSizes().last
    }
}

/// The reason why the log does not keep a checkpoint.
package enum CheckpointRefusal: Error, Equatable, Sendable {
    /// The note's text is not a checkpoint.
    case malformed(CheckpointError)
    /// Its log has no events, so it proves nothing.
    case empty
    /// It covers more events than the log has.
    case beyondLog(size: UInt64, log: Position)
    /// The log had another root at that size: the checkpoint belongs to another log or another
    /// history.
    case otherRoot(size: UInt64)
    /// Another note is kept at that size, and this one does not carry all its signatures.
    case sizeTaken(size: UInt64)
}

/// The reason why a checkpoint was not kept.
package enum CheckpointFailure: Error, Equatable, Sendable {
    case refused(CheckpointRefusal)
    case log(LogError)
    case commit(CommitFailure)
}

extension EventLog {
    /// Returns the size at which to store a note; nil if it is kept already.
    ///
    /// - Throws: `refused` if the log contradicts it.
    func sizeToKeep(_ note: SignedNote) throws(CheckpointFailure) -> Position? {
        let checkpoint = try Self.checkpoint(of: note)
        let refusal: CheckpointRefusal?
        let kept: [UInt8]?
        do throws(LogError) {
            let snapshot = try snapshot()
            refusal = try Self.refusal(of: checkpoint, by: snapshot)
            kept = refusal == nil ? try snapshot.checkpoint(at: Position(checkpoint.size)) : nil
        } catch {
            throw .log(error)
        }
        if let refusal { throw .refused(refusal) }
        if let kept {
            if kept == note.bytes { return nil }
            guard Self.adds(note, to: kept) else {
                throw .refused(.sizeTaken(size: checkpoint.size))
            }
        }
        return Position(checkpoint.size)
    }

    private static func refusal(
        of checkpoint: Checkpoint,
        by snapshot: borrowing LogSnapshot
    ) throws(LogError) -> CheckpointRefusal? {
        let size = Position(checkpoint.size)
        if size == .zero { return .empty }
        if size > snapshot.size {
            return .beyondLog(size: checkpoint.size, log: snapshot.size)
        }
        return try snapshot.root(at: size) == checkpoint.root
            ? nil : .otherRoot(size: checkpoint.size)
    }

    private static func checkpoint(of note: SignedNote) throws(CheckpointFailure) -> Checkpoint {
        let text = Array(note.unverifiedText.utf8)
        do throws(CheckpointError) {
            return try Checkpoint(parsing: text.span.bytes)
        } catch {
            throw .refused(.malformed(error))
        }
    }

    /// Whether a note equals a kept note but has more signatures.
    private static func adds(_ note: SignedNote, to kept: [UInt8]) -> Bool {
        guard let old = try? SignedNote(parsing: kept.span.bytes) else { return false }
        return old.unverifiedText.utf8.elementsEqual(note.unverifiedText.utf8)
            && Set(old.signatures).isSubset(of: note.signatures)
    }
}

extension CheckpointRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let error): "The note holds no checkpoint: \(error)."
        case .empty: "A checkpoint of no events says nothing."
        case .beyondLog(let size, let log):
            "The checkpoint is of \(size) events, and the log has \(log)."
        case .otherRoot(let size):
            "The log has another root at size \(size) than the checkpoint."
        case .sizeTaken(let size):
            "Another checkpoint is kept at size \(size), whose signatures this one lacks."
        }
    }
}
