internal import EventLog
internal import Merkle
internal import Wire

/// Holds signed checkpoints against the roots that were computed.
struct CheckpointCheck {
    let keys: [VerifierKey]
    let origin: String
    /// The root at each size where nothing before it is at fault.
    let roots: [UInt64: Digest]

    /// What is wrong with a note that the log keeps at a size.
    func finding(_ note: [UInt8], at size: Position) -> Finding? {
        guard let note = try? SignedNote(parsing: note.span.bytes),
            let checkpoint = try? Checkpoint(unverified: note)
        else { return Finding(.checkpoint, at: size, "what is kept at this size is none") }
        guard checkpoint.size == size.rawValue else {
            return Finding(.checkpoint, at: size, "it is of \(checkpoint.size) events")
        }
        if let root = roots[size.rawValue], root != checkpoint.root {
            return Finding(.checkpoint, at: size, "the log has another root at this size")
        }
        if keys.isEmpty { return nil }
        do throws(CheckpointError) {
            _ = try Checkpoint(of: note, origin: origin, keys: keys)
            return nil
        } catch {
            return Finding(.signature, at: size, "\(error)")
        }
    }

    /// What is wrong with the log, if a checkpoint from outside is right.
    func finding(pinned checkpoint: Checkpoint, logSize: Position) -> Finding? {
        guard checkpoint.size <= logSize.rawValue else {
            return Finding(
                .pin,
                at: logSize.next,
                "the log ends before the \(checkpoint.size) events of the pinned checkpoint"
            )
        }
        guard checkpoint.size > 0, let root = roots[checkpoint.size], root != checkpoint.root
        else { return nil }
        return Finding(
            .pin,
            at: Position(checkpoint.size),
            "the log has another root at this size than the pinned checkpoint"
        )
    }
}

extension Checkpoint {
    /// What a note says, whoever wrote it.
    init(unverified note: SignedNote) throws(CheckpointError) {
        let text = Array(note.unverifiedText.utf8)
        self = try Checkpoint(parsing: text.span.bytes)
    }
}
