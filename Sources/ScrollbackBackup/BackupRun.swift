internal import EventLog
internal import Locking
internal import Messaging
internal import Scrollback
internal import Wire

/// One run of a backup.
///
/// Its order is one that no crash can spoil:
///
/// 1. The log knows of the copy of the keys before a key leaves.
/// 2. Segments, then the slots of their events, are written and flushed. If something was erased
///    meanwhile, both go on up to that erasure, until nothing was.
/// 3. What was written is read again and checked.
/// 4. `manifest.new` is written, then the keys name it as the coming one beside the present one, and
///    then it gets its name. So at any moment each folder knows the other, however often a run is
///    killed.
/// 5. The copy of the keys loses the slots that the manifest's erasures name. Not before: the
///    previous manifest may need them, and a zero slot that no erasure names is damage.
/// 6. Files that the manifest does not name go, and the log learns that the copy is up to date.
///
/// All of it is done on a thread of its own: reading and flushing would hold up other tasks on one
/// of Swift's.
struct BackupRun: Sendable {
    let store: Store
    let folders: BackupFolders
    let label: String?
    let control: String?
    let progress: (@Sendable (UInt64, UInt64) -> Void)?
    /// Called when segments and slots are written and before later erasures are looked for, for
    /// tests.
    var afterCopying: (@Sendable () async -> Void)?
    /// Called when the keys know of the coming manifest and it has no name yet, for tests.
    var afterAnnouncing: (@Sendable () async -> Void)?
    /// Called when the manifest has its name, for tests.
    var afterPublishing: (@Sendable () async -> Void)?
    /// The longest time for which a snapshot of the log is held.
    var slice = EventLog.longestSlice
    /// How long the process that writes may take for an answer, in milliseconds.
    var patience: Int32 = 60_000

    /// How often a run goes on because something was erased meanwhile.
    private static let attempts = 1_000

    var log: EventLog { store.engine.log }

    func run() async throws(BackupError) -> BackupReport {
        let stop = BackupStop()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiting: CheckedContinuation<Outcome, Never>) in
                let thread = SystemThread(named: "scrollback-copy") {
                    waiting.resume(
                        returning: Result { () throws(BackupError) in try run(until: stop) }
                    )
                }
                guard thread == nil else { return }
                let error = BackupError(
                    .unavailable,
                    "the system has no thread left for a backup; try again"
                )
                waiting.resume(returning: .failure(error))
            }
        } onCancel: {
            stop.set()
        }
        return try result.get()
    }

    private typealias Outcome = Result<BackupReport, BackupError>

    private func run(until stop: BackupStop) throws(BackupError) -> BackupReport {
        let label = try checkedLabel()
        try BackupFolders.make(folders.backup)
        try BackupFolders.make(folders.keys)
        let claims = try [folders.backup, folders.keys].map { (path) throws(BackupError) in
            try FolderClaim(path)
        }
        defer { withExtendedLifetime(claims) {} }
        let before = try previous()
        var place = try beginPlace(for: before, label: label)
        var copy = try BackupCopy(
            of: log,
            in: folders,
            after: before,
            place,
            slice,
            stop,
            progress
        )
        for attempt in 1... {
            try copy.copyOn()
            if let afterCopying { blocking(afterCopying) }
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
        try copyServersFiles()
        try announce(manifest, in: &place)
        if let afterAnnouncing { blocking(afterAnnouncing) }
        do throws(BackupError) {
            try publish()
            if let afterPublishing { blocking(afterPublishing) }
            return try finish(copy, manifest, place)
        } catch {
            let named = try? folders.manifest()
            throw named == manifest ? .unfinished(error) : error
        }
    }

    /// Does what follows once the manifest has its name.
    private func finish(
        _ copy: borrowing BackupCopy,
        _ manifest: BackupManifest,
        _ place: KeyPlace
    ) throws(BackupError) -> BackupReport {
        var place = place
        try copy.eraseSlots()
        place.erased = manifest.size
        place.former = nil
        place.manifest = manifest.digest
        place.coming = nil
        try place.write(in: folders.keys)
        try sweep(manifest)
        var report = copy.report(manifest)
        report.keeping = try note(.done(KeyCopyID(place.place), upTo: manifest.size))
        if report.keeping != nil { report.alsoKeep.insert(BackupReport.journal, at: 0) }
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

    private func publish() throws(BackupError) {
        try translating { () throws(LogError) in
            try OpenFile.namePrepared(folders.manifestPath, in: folders.backup)
        }
    }

    /// Copies what a server keeps beside the log: the keys that seal positions for users, and whose
    /// tokens were revoked.
    private func copyServersFiles() throws(BackupError) {
        let directory = log.directory
        for (path, name) in [
            (directory.positionsPath, KeyPlace.positionsName),
            (directory.revocationsPath, KeyPlace.revocationsName),
        ] {
            try FolderFile.copy(path, to: "\(folders.keys)/\(name)")
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
}

/// Whether a run is to end: its task was cancelled.
final class BackupStop: Sendable {
    private let isSet = Lock(false)

    func set() { isSet.withLock { $0 = true } }

    func check() throws(BackupError) {
        guard isSet.withLock({ $0 }) else { return }
        throw BackupError(.cancelled, "the backup was cancelled; the earlier one still restores")
    }
}
