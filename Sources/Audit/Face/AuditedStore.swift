internal import EventLog
public import Merkle
public import Wire

/// A store's log, as an auditor reads it: verified, signed for, and proved to others.
///
///     let report = try await AuditedStore.verify(at: "chat.scrollback", options)
///     let store = try AuditedStore(opening: "chat.scrollback")
///     let proof = try store.proof(of: position, under: store.newestCheckpoint(covering: position))
///     try keep(proof.bytes)
///
/// It only reads: the log may be on a medium that cannot be written, and another process may write
/// meanwhile. A process opens a store once, for this or as a `Store`.
/// Proofs are checked with `Merkle` alone, without the store.
public final class AuditedStore: Sendable {
    private let log: EventLog

    /// Opens a store for proofs.
    ///
    /// - Parameters:
    ///   - path: The folder of the store.
    ///   - keysPath: The path of its keys, if they are not in the folder.
    /// - Throws: `unreadable` where there is no store, or one that cannot be opened: verify it.
    public init(opening path: String, keysPath: String? = nil) throws(AuditError) {
        do throws(LogError) {
            log = try EventLog.lookingAt(
                StoreDirectory(path: path, keysPath: keysPath),
                options: EventLog.Options()
            ).0
        } catch {
            throw AuditError(error)
        }
    }

    deinit { log.close() }

    /// The origin in the checkpoints of this log, unless they were signed with another one.
    public var origin: String { log.origin }

    /// The number of events in the log now.
    ///
    /// - Throws: `unreadable` if the log cannot be read.
    public var size: Position {
        get throws(AuditError) {
            do throws(LogError) { return try log.snapshot().size } catch { throw AuditError(error) }
        }
    }

    /// Reads a log from end to end and reports the first fault.
    ///
    /// Without a pin, a checkpoint that was kept elsewhere, it shows that the log is complete and
    /// consistent, not that it was never rewritten. A damaged file can crash the process that reads
    /// it: for a file from elsewhere, run `scrollback verify --json`, which reads in a child process.
    ///
    /// - Parameters:
    ///   - path: The folder of the store.
    ///   - keysPath: The path of its keys, if they are not in the folder.
    ///   - options: What to compare the log with.
    ///   - progress: Called by one thread at a time; must not take long.
    /// - Returns: The report. A fault is its `finding`, not an error.
    /// - Throws: `unreadable` if the log could not be read, which says nothing about it;
    ///   `invalidCheckpoint` for a pin that is not believed; `cancelled` if the task was.
    /// - Complexity: O(events of the log), on all processors.
    public static func verify(
        at path: String,
        keysPath: String? = nil,
        _ options: Verification.Options = Verification.Options(),
        progress: @escaping @Sendable (VerifyProgress) -> Void = { _ in }
    ) async throws(AuditError) -> VerifyReport {
        do throws(VerifyError) {
            return try await Verification.run(
                at: StoreDirectory(path: path, keysPath: keysPath),
                options: options,
                progress: progress
            )
        } catch {
            throw AuditError(error)
        }
    }

    /// Signs the size and root of the log, for a copy that is kept out of the store's reach.
    ///
    /// - Parameters:
    ///   - size: The number of events to sign for; all of now if nil.
    ///   - origin: The origin that the checkpoint names; the log's own if nil.
    ///   - signer: The key.
    /// - Returns: The signed checkpoint; its `bytes` are the file.
    /// - Throws: `noSuchPosition` if the log never had that size.
    public func checkpoint(
        at size: Position? = nil,
        origin: String? = nil,
        signedBy signer: SignerKey
    ) throws(AuditError) -> SignedNote {
        try proving { (prover) throws(ProvingError) in
            try prover.checkpoint(at: size, origin: origin, signedBy: signer)
        }
    }

    /// Returns the newest checkpoint that the log keeps and that covers a position.
    ///
    /// - Parameter position: The position.
    /// - Returns: The checkpoint.
    /// - Throws: `noCheckpoint` if there is none: sign one.
    public func newestCheckpoint(covering position: Position) throws(AuditError) -> SignedNote {
        try proving { (prover) throws(ProvingError) in
            try prover.keptCheckpoint(covering: position)
        }
    }

    /// Proves that an event is in the log of a checkpoint; the proof contains its envelope, without
    /// words.
    ///
    /// - Parameters:
    ///   - position: The event's position.
    ///   - checkpoint: The checkpoint.
    /// - Returns: The proof; its `bytes` are the file.
    /// - Throws: `noSuchPosition`; `notProved` if the checkpoint is older than the event or of
    ///   another log.
    public func proof(
        of position: Position,
        under checkpoint: SignedNote
    ) throws(AuditError) -> RecordProof {
        try proving { (prover) throws(ProvingError) in
            try prover.inclusion(of: position, under: checkpoint)
        }
    }

    /// Discloses the content of one event, and proves that the log sealed this content.
    ///
    /// Looks at other people's words are not logged here: see `docs/control.md` for what logs them.
    ///
    /// - Parameters:
    ///   - position: The event's position.
    ///   - checkpoint: The checkpoint.
    /// - Returns: The disclosure; its `bytes` are the file.
    /// - Throws: `noContent` for an event that has none or whose content was erased; otherwise as
    ///   `proof(of:under:)`.
    public func disclosure(
        of position: Position,
        under checkpoint: SignedNote
    ) throws(AuditError) -> Disclosure {
        try proving { (prover) throws(ProvingError) in
            try prover.disclosure(of: position, under: checkpoint)
        }
    }

    /// Returns the position of the erasure that names the content of an event.
    ///
    /// - Parameter position: The event's position.
    /// - Returns: The position of the first `ContentErased` that names it.
    /// - Throws: `noContent` for an event that never had any; `notErased` if no erasure names it.
    /// - Complexity: O(events after the position).
    public func erasure(of position: Position) throws(AuditError) -> Position {
        try proving { (prover) throws(ProvingError) in try prover.erasure(of: position) }
    }

    /// Proves that a logged erasure names the content of an event, without any words.
    ///
    ///     let erasure = try store.erasure(of: position)
    ///     let note = try store.newestCheckpoint(covering: erasure)
    ///     try keep(store.receipt(of: position, under: note).bytes)
    ///
    /// It names the copies of keys that are older than the erasure; such a copy and a backup of the
    /// log are the text. That the content is gone from the store is what `verify` finds.
    ///
    /// - Parameters:
    ///   - position: The erased event's position.
    ///   - checkpoint: A checkpoint that covers the erasure.
    /// - Returns: The receipt; its `bytes` are the file.
    /// - Throws: `noContent`, `notErased`; otherwise as `proof(of:under:)`.
    /// - Complexity: as `erasure(of:)`.
    public func receipt(
        of position: Position,
        under checkpoint: SignedNote
    ) throws(AuditError) -> ErasureReceipt {
        try proving { (prover) throws(ProvingError) in
            let erasure = try prover.erasure(of: position)
            return try prover.receipt(of: position, namedAt: erasure, under: checkpoint)
        }
    }

    /// Proves that the log of one checkpoint begins with the whole log of an older one.
    ///
    /// - Parameters:
    ///   - older: The older checkpoint.
    ///   - newer: The newer one.
    /// - Returns: The proof; its `bytes` are the file.
    /// - Throws: `notProved` if it does not, or if one of them is of another log.
    public func growth(
        from older: SignedNote,
        to newer: SignedNote
    ) throws(AuditError) -> ContinuationProof {
        try proving { (prover) throws(ProvingError) in
            try prover.continuation(from: older, to: newer)
        }
    }

    private func proving<Result>(
        _ body: (inout Prover) throws(ProvingError) -> Result
    ) throws(AuditError) -> Result {
        var prover = Prover(log)
        do throws(ProvingError) {
            return try body(&prover)
        } catch {
            throw AuditError(error)
        }
    }
}
