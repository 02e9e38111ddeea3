internal import EventLog
public import Merkle
public import Messaging
public import Scrollback
public import Wire

/// What a backup holds, and what else must be kept.
public struct BackupReport: Hashable, Sendable {
    /// The id of the log.
    public var log: UniqueID
    /// The epoch of the log.
    public var epoch: UInt64
    /// The position of the last event in the backup.
    public var size: Position
    /// The root of the log of that size.
    public var root: Digest
    /// The size of the newest signed checkpoint in it; nil without one.
    public var checkpoint: Position?
    /// The copy of the keys that belongs to it.
    public var place: KeyCopyID
    /// The events that the backup before it lacked.
    public var newEvents: UInt64
    /// The segments that were written, of all.
    public var written: UInt64, segments: UInt64
    /// The bytes that were written, without the keys.
    public var bytes: UInt64
    /// The erasures that the backup and its keys have carried out.
    public var erasures: UInt64
    /// The number of the journal's newest line after the run, which a restore asks for; nil for a
    /// store without a journal.
    public var keeping: UInt64?
    /// What no backup holds and must be kept elsewhere.
    public var alsoKeep: [String]
}

extension Store {
    /// Brings a backup of this store up to date, or makes one, while the store goes on.
    ///
    ///     let report = try await store.backUp(to: "/backup/chat", keys: "/vault/chat")
    ///
    /// `docs/backup.md` describes the files. At any moment, also after a kill, the folders hold the
    /// previous backup or the new one, whole. What was erased is erased in the copies.
    ///
    /// In a process that only reads, the process that writes is asked through its control socket to
    /// log the copy of the keys.
    ///
    /// - Parameters:
    ///   - path: The folder of the backup; made if it is missing.
    ///   - keys: The folder of its keys: another one, best on another machine.
    ///   - label: What to call the place of the keys, in 1 to `Limits.label` bytes; the folder's
    ///     name if nil. It counts when the place is new.
    ///   - control: The path of the control socket; nil for the one in the store's folder.
    ///   - progress: A function that receives the number of events copied, and of all to copy. It
    ///     is called on another thread, which goes on when it returns.
    /// - Returns: What the backup holds.
    /// - Throws: `BackupError`; the previous backup still restores, or with `unfinished` the new
    ///   one. A cancelled task ends with `cancelled` after the segment that is being written.
    /// - Complexity: O(new events), and the segments of 16,384 events with content erased since;
    ///   where such a segment has content that was erased before, a walk over the log behind it.
    public func backUp(
        to path: String,
        keys: String,
        label: String? = nil,
        control: String? = nil,
        progress: (@Sendable (_ done: UInt64, _ total: UInt64) -> Void)? = nil
    ) async throws(BackupError) -> BackupReport {
        let run = BackupRun(
            store: self,
            folders: try BackupFolders(backup: path, keys: keys, store: engine.log.directory),
            label: label,
            control: control,
            progress: progress
        )
        return try await run.run()
    }
}
