internal import EventLog
public import Merkle
public import Messaging
public import Scrollback
internal import ScrollbackPipe
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
    ///   - progress: A function that receives the number of events copied, and of all to copy.
    /// - Returns: What the backup holds.
    /// - Throws: `BackupError`; the previous backup still restores.
    /// - Complexity: O(new events), and the segments of 16,384 events with content erased since.
    public func backUp(
        to path: String,
        keys: String,
        label: String? = nil,
        control: String? = nil,
        progress: ((_ done: UInt64, _ total: UInt64) -> Void)? = nil
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

/// One run of a backup.
///
/// Its order is one that no crash can spoil:
///
/// 1. The log knows of the copy of the keys before a key leaves.
/// 2. Segments, then the slots of their events, are written and flushed. If something was erased
///    meanwhile, both go on up to that erasure, until nothing was.
/// 3. What was written is read again and checked.
/// 4. The manifest gets its name.
/// 5. The copy of the keys loses the slots that the manifest's erasures name. Not before: the
///    previous manifest may need them, and a zero slot that no erasure names is damage.
/// 6. Files that the manifest does not name go, and the log learns that the copy is up to date.
package struct BackupRun {
    let store: Store
    let folders: BackupFolders
    let label: String?
    let control: String?
    let progress: ((UInt64, UInt64) -> Void)?
    /// Called when segments and slots are written and before later erasures are looked for, for
    /// tests.
    var afterCopying: (() async -> Void)?

    /// How often a run goes on because something was erased meanwhile.
    private static let attempts = 1_000

    var log: EventLog { store.engine.log }

    func run() async throws(BackupError) -> BackupReport {
        let label = try checkedLabel()
        try BackupFolders.make(folders.backup)
        try BackupFolders.make(folders.keys)
        let claims = try [folders.backup, folders.keys].map { (path) throws(BackupError) in
            try FolderClaim(path)
        }
        defer { withExtendedLifetime(claims) {} }
        let before = try previous()
        var place = try await beginPlace(for: before, label: label)
        var copy = try BackupCopy(of: log, in: folders, after: before, place, progress)
        for attempt in 1... {
            try copy.copyOn()
            await afterCopying?()
            guard try copy.goOnToNewestErasure() else { break }
            guard attempt < Self.attempts else {
                throw BackupError(
                    .erasing,
                    "content was erased each time while the backup was written; back up again when "
                        + "the erasures in `scrollback info` are done"
                )
            }
        }
        let manifest = try copy.manifest()
        try copy.verify(manifest)
        try copyPositionKeys()
        place.coming = manifest.digest
        try place.write(in: folders.keys)
        try publish(manifest)
        try copy.eraseSlots()
        place.erased = manifest.size
        place.former = nil
        place.manifest = manifest.digest
        place.coming = nil
        try place.write(in: folders.keys)
        try sweep(manifest)
        var report = copy.report(manifest)
        report.keeping = try await note(.done(KeyCopyID(place.place), upTo: manifest.size))
        return report
    }

    /// What to call a new place: the label that was given, or the folder's name if the log takes it.
    private func checkedLabel() throws(BackupError) -> String {
        let name = StoreDirectory(path: folders.keys).name
        do throws(Refusal) {
            try KeyCopyNote.check(label: label ?? name)
            return label ?? name
        } catch {
            if label == nil { return "keys" }
            throw BackupError(.invalidRequest, error.message)
        }
    }

    /// The manifest of the backup before this one, if it is of this log as it is now.
    private func previous() throws(BackupError) -> BackupManifest? {
        guard let manifest = try folders.manifest() else {
            try folders.requireOwnFiles()
            return nil
        }
        guard manifest.identity.log == log.id else {
            throw BackupError(
                .otherBackup,
                "\(folders.backup) is a backup of another log; name another folder"
            )
        }
        let isPrefix = try translating { () throws(LogError) in
            let snapshot = try log.snapshot()
            guard manifest.identity.epoch == log.epoch, manifest.size <= snapshot.size else {
                return false
            }
            return try snapshot.root(at: manifest.size) == manifest.root
        }
        guard isPrefix else {
            throw BackupError(
                .otherEpoch,
                "\(folders.backup) is a backup of this log from before it was restored, or of events "
                    + "that it lost; take a new backup to another folder, with another one for the "
                    + "keys"
            )
        }
        return manifest
    }

    /// Names the place of the keys, and has the log know of it.
    private func beginPlace(
        for before: BackupManifest?,
        label: String
    ) async throws(BackupError) -> KeyPlace {
        var place = try KeyPlace.read(in: folders.keys)
        var former: KeyPlace?
        if let found = place {
            // A run that was killed before its manifest had its name left a place of no backup.
            let isOurs =
                before.map { found.belongs(to: $0) } == true
                || found.log == log.id && found.manifest == nil
            if !isOurs, before.map({ found.isNamed(by: $0) }) == true { throw .otherCopy(folders) }
            guard isOurs else {
                throw BackupError(
                    .wrongKeys,
                    "\(folders.keys) has the keys of another backup; name the folder that belongs to "
                        + "this one, or a new one"
                )
            }
            // A copy that the operator called gone is begun again as a new one, and so is one of
            // which the log never heard.
            if try !isKnown(found.place) {
                place = nil
                former = found
            }
        }
        var generator = SystemRandomNumberGenerator()
        let used =
            place
            ?? KeyPlace(
                log: log.id,
                place: UniqueID.random(using: &generator),
                label: label,
                after: former
            )
        if place == nil { try used.write(in: folders.keys) }
        _ = try await note(.begun(KeyCopyID(used.place), label: used.label))
        return used
    }

    private func isKnown(_ place: UniqueID) throws(BackupError) -> Bool {
        do throws(StoreError) {
            return try store.keyCopies().contains { $0.place.rawValue == place }
        } catch {
            throw BackupError(error)
        }
    }

    private func publish(_ manifest: BackupManifest) throws(BackupError) {
        try translating { () throws(LogError) in
            try OpenFile.flushFolder(folders.backup)
            // The manifest names its copy of the keys, so that has its name first.
            try OpenFile.flushFolder(folders.keys)
            try OpenFile.replace(
                "\(folders.backup)/\(BackupManifest.name)",
                with: manifest.text,
                in: folders.backup
            )
        }
    }

    /// Copies the keys that seal positions for users, if a server made them.
    private func copyPositionKeys() throws(BackupError) {
        guard let text = try FolderFile.text(log.directory.positionsPath) else { return }
        try translating { () throws(LogError) in
            try OpenFile.replace(
                "\(folders.keys)/\(KeyPlace.positionsName)",
                with: text,
                in: folders.keys
            )
        }
    }

    /// Removes the files that the manifest does not name.
    private func sweep(_ manifest: BackupManifest) throws(BackupError) {
        let named = Set(manifest.segments.map(\.name))
        for name in OpenFile.names(in: folders.backup)
        where name.hasPrefix(Segment.prefix) && !named.contains(name) {
            FolderFile.remove("\(folders.backup)/\(name)")
        }
        try translating { () throws(LogError) in try OpenFile.flushFolder(folders.backup) }
    }

    /// The one place where the log hears of a copy of the keys.
    ///
    /// - Returns: the number of the journal's newest line.
    private func note(_ step: KeyCopyNote) async throws(BackupError) -> UInt64? {
        guard store.isWriting else { return try askWriter(toNote: step) }
        do throws(StoreError) {
            _ = try await store.note(step)
            return store.keeping
        } catch {
            throw BackupError(error)
        }
    }

    private func askWriter(toNote step: KeyCopyNote) throws(BackupError) -> UInt64? {
        let path = control ?? store.controlPath
        let noWriter = BackupError(
            .noWriter,
            "the process that writes to the store cannot be reached at \(path) to log the copy of the "
                + "keys; name its socket with --control, or stop that process"
        )
        guard var client = try? ControlClient(to: path), client.send(step.line),
            let line = client.readLine()
        else { throw noWriter }
        switch AnswerLine(line) {
        case .done?: return AnswerLine.keeping(of: line)
        case .refused("closed", _)?: throw noWriter
        case .refused(let code, let message)?:
            throw BackupError(
                code == "invalidText" || code == "notFound" ? .invalidRequest : .unavailable,
                message
            )
        case .progress?, nil:
            throw BackupError(.noWriter, "the control socket answers with something else")
        }
    }
}
