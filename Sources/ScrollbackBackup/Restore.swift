internal import CPlatform
internal import EventLog
internal import Glibc
internal import LogSchema
public import Merkle
internal import Scrollback
public import Wire

/// What was restored.
public struct RestoreReport: Hashable, Sendable {
    /// The id of the log, which is that of the backup.
    public var log: UniqueID
    /// The epoch that the restore began; positions of the lost events belong to an earlier one.
    public var epoch: UInt64
    /// The position of the last event of the backup: the earlier epoch is valid up to here.
    public var fork: Position
    /// The root of the log of that size, which is that of the backup.
    public var root: Digest
    /// The position of the newest event of the restored log.
    public var size: Position
    /// The erasures that the backup had carried out.
    public var erasures: UInt64
    /// The events that were repeated from the journal.
    public var repeated: Int
    /// The number of the journal's last line; nil for a restore without a journal.
    public var line: UInt64?
    /// The journal's lines after the last one that the operator knows of.
    ///
    /// Their events were repeated too, though they may never have been committed.
    public var linesBehindLast: UInt64
    /// Whether the journal ends in lines that a crash tore: what they say was never stored.
    public var journalIsTorn: Bool
    /// How many media may be owed, at most, that only lost content named: their URLs are lost too.
    public var unknownMedia: UInt64
}

/// What tells a restore which erasures and holds came after the backup.
public enum RestoreJournal: Sendable {
    /// The journal at a path, with the newest number that the operator knows.
    case file(String, last: UInt64)
    /// Nothing: what was erased after the backup is readable again, and later holds are lost. The
    /// log records it.
    case none

    var source: StoreRestore.Source {
        switch self {
        case .file(let path, let last): .journal(path, last: last)
        case .none: .none
        }
    }
}

/// A backup in its two folders.
public struct Backup: Sendable {
    private let folders: BackupFolders

    /// Names a backup by the folder of its segments and the folder of its keys.
    ///
    /// - Throws: `BackupError` if a path cannot be resolved or both are the same folder.
    public init(at path: String, keys: String) throws(BackupError) {
        folders = try BackupFolders(backup: path, keys: keys, store: nil)
    }

    /// Restores the backup to a new place, as a fork of the log under a new epoch.
    ///
    /// Every file is checked while it is copied: sums, leaves, the root, and that each content opens
    /// with its key. The store gets its name when it is whole; what a kill leaves is removed by the
    /// next restore to the place.
    ///
    /// - Parameters:
    ///   - path: The path of the store, where nothing exists.
    ///   - keysPath: The path of its keys; nil for `keys.bin` in the store.
    ///   - journal: The store's journal, from which lost erasures, holds and requests are repeated.
    ///     It is only read; the first opening of the restored store for writing takes it over.
    ///   - isDrill: Whether it is a rehearsal: the journal is not even locked, and the restored store
    ///     can only be read.
    ///   - progress: A function that receives the number of events restored, and of all.
    /// - Returns: What was restored.
    /// - Throws: `BackupError`; nothing is left at the place. A place in one of the backup's folders
    ///   is refused with `invalidRequest`.
    public func restore(
        to path: String,
        keysPath: String? = nil,
        journal: RestoreJournal,
        isDrill: Bool = false,
        progress: ((_ done: UInt64, _ total: UInt64) -> Void)? = nil
    ) throws(BackupError) -> RestoreReport {
        let isBlocked = scrollback_block_file_size_signal()
        defer { if isBlocked { scrollback_unblock_file_size_signal() } }
        let directory = StoreDirectory(path: path, keysPath: keysPath)
        // Before a folder is claimed: the building of a store in it would wait for the claim.
        if let folder = try folders.overlapping(directory) {
            throw BackupError(
                .invalidRequest,
                "\(folder) has the backup or its keys, which a restore does not touch; name a path "
                    + "outside of it for the store and for its keys"
            )
        }
        let claims = try folders.claimForReading()
        defer { withExtendedLifetime(claims) {} }
        let manifest = try checkedManifest()
        let building = try translating { () throws(LogError) in
            try StoreBuilding(for: directory)
        }
        try copy(manifest, to: building.folder, progress)
        let restored = try RestoredLog.begin(at: building.folder, with: journal, isDrill: isDrill)
        do throws(LogError) {
            try building.finish(restored.committed)
        } catch {
            throw BackupError(error)
        }
        return RestoreReport(
            log: manifest.identity.log,
            epoch: restored.committed.epoch,
            fork: manifest.size,
            root: manifest.root,
            size: Position(restored.committed.events),
            erasures: manifest.erasures,
            repeated: restored.report.repeated,
            line: restored.report.line,
            linesBehindLast: restored.report.linesBehindLast,
            journalIsTorn: restored.report.isTorn,
            unknownMedia: restored.report.unknownMedia
        )
    }

    /// The manifest of a backup that this software can read and whose keys are named.
    func checkedManifest() throws(BackupError) -> BackupManifest {
        guard let manifest = try folders.manifest() else {
            throw BackupError(
                .damaged,
                "\(folders.backup) has no manifest: it is no backup, or its first run was not completed"
            )
        }
        guard manifest.identity.isReadable else {
            throw BackupError(
                LogError.newerReaderNeeded(
                    reader: manifest.identity.minimumReader,
                    supported: LogIdentity.currentReader
                )
            )
        }
        guard let place = try KeyPlace.read(in: folders.keys), place.isNamed(by: manifest) else {
            throw BackupError(
                .wrongKeys,
                "\(folders.keys) does not have the keys of this backup; name the folder that was given "
                    + "to scrollback backup"
            )
        }
        guard place.belongs(to: manifest) else {
            let isUnbound = place.manifest == nil && place.coming == nil
            throw isUnbound ? .unbound(folders) : .otherCopy(folders)
        }
        return manifest
    }

    /// Writes log and keys of the backup to a folder, and checks them.
    private func copy(
        _ manifest: BackupManifest,
        to folder: StoreDirectory,
        _ progress: ((UInt64, UInt64) -> Void)?
    ) throws(BackupError) {
        try copyKeys(to: folder.keysPath, size: manifest.size)
        // What users hold still opens, and what was revoked stays so.
        try FolderFile.copy("\(folders.keys)/\(KeyPlace.positionsName)", to: folder.positionsPath)
        try FolderFile.copy(
            "\(folders.keys)/\(KeyPlace.revocationsName)",
            to: folder.revocationsPath
        )
        var opening = try translating { () throws(LogError) in
            try CopiedKeys(path: folder.keysPath)
        }
        var assembly = try translating { () throws(LogError) in
            try LogAssembly(
                at: folder,
                of: manifest.identity,
                expecting: manifest.byteCount
            )
        }
        var erased = ErasedContents()
        for segment in manifest.segments {
            try segment.forEachRecord(in: folders.backup, of: manifest.identity.log) {
                (record) throws(BackupError) in
                try erased.take(record)
                try opening.require(record)
                try translating { () throws(LogError) in try assembly.append(record) }
                if record.position.rawValue.isMultiple(of: 512) {
                    progress?(record.position.rawValue, manifest.size.rawValue)
                }
            }
        }
        if let position = erased.firstUnnamed {
            throw BackupError(
                .damaged,
                "the content at position \(position) is missing, and no erasure in the backup took "
                    + "it; restore from another backup"
            )
        }
        guard assembly.size == manifest.size, assembly.root == manifest.root else {
            throw BackupError(.damaged, "the segments do not have the root of the manifest")
        }
        do throws(LogError) {
            for checkpoint in manifest.checkpoints {
                try assembly.add(checkpoint: checkpoint.note, of: checkpoint.size)
            }
            try assembly.finish()
            // A run that was cut short after its manifest left some of them.
            try KeyCopy(path: folder.keysPath, creates: true).erase(erased.named)
        } catch {
            throw BackupError(error)
        }
    }
}

extension Backup {
    /// Writes the keys of a store of some size.
    private func copyKeys(to path: String, size: Position) throws(BackupError) {
        let copied = "\(folders.keys)/\(KeyPlace.keysName)"
        do throws(LogError) {
            try KeyCopy(path: copied, creates: false).restore(to: path, size: size)
        } catch .keysTooShort {
            throw BackupError(.damaged, "\(copied) has fewer slots than the backup events")
        } catch .system(_, copied, ENOENT) {
            throw BackupError(.wrongKeys, "there is no \(copied); name the folder of the keys")
        } catch {
            throw BackupError(error)
        }
    }
}

/// The seam between copying a log and giving it its name: from here on the copy at a place is a log
/// of its own.
private struct RestoredLog {
    let committed: CommittedEvents
    let report: StoreRestore.Report

    /// Begins a new epoch of a copied log in the folder where it is built, and repeats what the
    /// journal says.
    static func begin(
        at folder: StoreDirectory,
        with journal: RestoreJournal,
        isDrill: Bool
    ) throws(BackupError) -> RestoredLog {
        var options = EventLog.Options()
        options.isLocked = true
        let report: StoreRestore.Report
        do throws(StoreFault) {
            report = try StoreRestore(from: journal.source, isDrill: isDrill).run(
                at: folder,
                time: Engine.wallClock(),
                options: options
            )
        } catch {
            switch error {
            case .log(let error): throw BackupError(error)
            case .views, .proof, .marks: throw BackupError(.unavailable, "\(error)")
            }
        }
        return try translating { () throws(LogError) in
            let log = try EventLog(opening: folder, access: .reading)
            defer { log.close() }
            let size = try log.snapshot().size
            return RestoredLog(
                committed: CommittedEvents(of: log.id, epoch: log.epoch, events: size.rawValue),
                report: report
            )
        }
    }
}
