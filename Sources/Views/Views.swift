package import EventLog
internal import Glibc
package import LMDB
internal import Locking
package import Wire

/// The views of a store: which generation is current, and how another is made.
///
/// - A views file is opened only if that is safe: it is the original file, and it was flushed
///   completely or the system that holds it in memory still runs.
/// - It is used only if it was folded from this log: the root of the log at its position is
///   computed again.
/// - A file in doubt is never repaired. It is deleted, and another generation is folded from the
///   log. Only damage is a doubt: if this process or the system lacks something at the moment,
///   nothing is deleted.
package final class Views<Projectors: ProjectorSet>: Sendable {
    package let projectors: Projectors
    let declared: TableList
    /// The same without the embedder's views.
    let builtIn: TableList
    let log: EventLog
    let options: Options
    let current = Lock<ViewsFile?>(nil)
    /// The number of a file that is folded beside the current one.
    let replacement = Lock<UInt64?>(nil)
    /// The stamp of views.state when a reading process last read it.
    private let seen = Lock<FileStamp?>(nil)
    /// The content of views.state, and this process's own knowledge beside it.
    let record = Lock(ViewsRecord())

    package struct Options: Sendable {
        /// The address space for the views; nil follows the file's size.
        package var mapSize: Int?
        /// The identity of this start of the system; nil if unknown.
        package var boot: BootIdentity?
        /// Receives notices for the operator, one line each.
        package var notice: @Sendable (Notice) -> Void
        package var progress: Replay.Progress?
        /// The embedder's own views.
        package var custom = CustomViews.none
        /// How long a generation is used before a death no longer counts.
        package var settlesAfter: Duration = .seconds(60)
        /// Returns the machine's present time.
        package var now: @Sendable () -> Timestamp = systemTime

        package init(
            mapSize: Int? = nil,
            boot: BootIdentity? = .current(),
            notice: @escaping @Sendable (Notice) -> Void = { _ in },
            progress: Replay.Progress? = nil
        ) {
            self.mapSize = mapSize
            self.boot = boot
            self.notice = notice
            self.progress = progress
        }
    }

    package init(of log: EventLog, options: Options = Options()) {
        var tables = TableList()
        projectors = Projectors(&tables)
        builtIn = tables
        tables.declare(options.custom)
        declared = tables
        self.log = log
        self.options = options
    }

    /// Opens the views for writing, folded up to the end of the log.
    package func openForWriting() throws(ViewsError) -> ViewsWriter {
        removeAbandonedRecounts()
        record.withLock { $0.isClosed = false }
        let state = try readState()
        if let doubt = doubt(before: state) {
            options.notice(
                Notice(
                    .viewsDoubted,
                    "The views are in doubt: \(doubt). Rebuilding.",
                    ["cause": "\(doubt)"]
                )
            )
            return try rebuild()
        }
        guard let state, var writer = try openTrusted(state) else { return try rebuild() }
        do throws(ViewsError) {
            try Replay.catchUpCustomViews(&writer, from: log, progress: progress)
            try catchUp(&writer)
        } catch {
            guard error.refutesViews || error.isOfFolding else {
                endUse()
                throw error
            }
            options.notice(
                Notice(
                    .viewsRebuilding,
                    "The views could not be brought up to date (\(error)); rebuilding.",
                    ["error": "\(error)"]
                )
            )
            _ = consume writer
            return try rebuild()
        }
        let file = writer.file
        removeFiles(except: [file.generation])
        current.withLock { $0 = file }
        return writer
    }

    /// Folds the events that the views lack, run by run as long as it is to continue.
    package func catchUp(
        _ writer: inout ViewsWriter,
        goesOn: () -> Bool = { true }
    ) throws(ViewsError) {
        try Replay.catchUp(
            &writer,
            with: projectors,
            from: log,
            progress: progress,
            goesOn: goesOn
        )
    }

    /// Reports the progress, and records that the generation is in use: a long fold is not a death.
    private var progress: Replay.Progress {
        { [self] done, total in
            settleUse()
            options.progress?(done, total)
        }
    }

    /// Discards the views and folds them from the log, into another file.
    package func rebuild() throws(ViewsError) -> ViewsWriter {
        var writer = try beginGeneration()
        try catchUp(&writer)
        try publish(writer)
        return writer
    }

    /// Makes a generation readable that has reached the end of the log.
    package func publish(_ writer: borrowing ViewsWriter) throws(ViewsError) {
        let file = writer.file
        try note(file, .dirty, starts: 1)
        // Readers of the previous generation keep it until they have finished.
        current.withLock { $0 = file }
        replacement.withLock { replacement in
            removeFiles(except: [file.generation] + (replacement.map { [$0] } ?? []))
        }
    }

    /// Returns a snapshot of the views as they are now; `scope` hears which rows are looked up.
    ///
    /// - Throws: `unavailable` if this process may neither trust nor rebuild the existing file.
    package func snapshot(scope: (any RowScope)? = nil) throws(ViewsError) -> ViewsSnapshot {
        if log.access == .reading { try followWriter() }
        guard let file = current.withLock({ $0 }) else { throw unavailability }
        return try ViewsSnapshot(file, scope: scope)
    }

    /// Returns the readers of the present file and their snapshots; nil without a file.
    package func readers() throws(ViewsError) -> ReadersOfFile? {
        guard let file = current.withLock({ $0 }) else { return nil }
        do throws(LMDBError) {
            return try ReadersOfFile(of: file.environment)
        } catch {
            throw .storage(error)
        }
    }

    /// Withdraws a generation, if it is the current one: it answers no more queries.
    func withdraw(_ generation: UInt64) {
        current.withLock { file in
            if file?.generation == generation { file = nil }
        }
    }

    /// Whether a file is the current one.
    func isCurrent(_ file: ViewsFile) -> Bool { current.withLock { $0 === file } }

    /// Switches to the generation that the writing process uses now, if that has changed.
    private func followWriter() throws(ViewsError) {
        // Taken before the file is read: a change in between is noticed the next time.
        let stamp = FileStamp(path: log.directory.viewsStatePath)
        try seen.withLock { (seen) throws(ViewsError) in
            if let stamp, seen == stamp { return }
            guard let state = try readState() else {
                throw .unavailable(reason: "nothing says which ones count", .openForWriting)
            }
            let path = log.directory.viewsPath(generation: state.generation)
            guard let birth = FileBirth(path: path),
                state.allowsOpening(file: birth, boot: options.boot)
            else {
                throw .unavailable(
                    reason: state.condition == .building
                        ? "they are being rebuilt" : "they may be incomplete",
                    state.condition == .building ? .wait : .openForWriting
                )
            }
            try turn(to: state.generation)
            seen = stamp
        }
    }

    private func turn(to generation: UInt64) throws(ViewsError) {
        if current.withLock({ $0?.generation }) == generation { return }
        // If they may not be rebuilt they are opened, as the writing process does: the cause of
        // repeated crashes lies elsewhere.
        guard
            ReadingMark.deaths(of: generation, in: log.directory) < Self.deathsUntilDoubt
                || nextRebuild != nil
        else { throw unavailable(after: .deaths, in: generation) }
        let mark = ReadingMark(of: generation, in: log.directory)
        do throws(ViewsError) {
            let file = try openToRead(generation)
            current.withLock { $0 = file }
        } catch {
            mark?.end()
            if let cause = ViewsDoubt.Cause(error) {
                throw unavailable(after: cause, in: generation)
            }
            throw error
        }
        beginReading(generation, under: mark)
    }

    private func openToRead(_ generation: UInt64) throws(ViewsError) -> ViewsFile {
        let file = try openFile(generation: generation, access: .readOnly, creates: false)
        guard try file.isMade(by: declared), try trustedPosition(of: file) != nil else {
            throw .unavailable(
                reason: "they cannot be opened, for they are of other projectors or another log",
                .openForWriting
            )
        }
        guard !file.lacksTables else { throw .storage(.noSuchTable) }
        return file
    }

    /// Flushes the views and records that, so that the next opening need not rebuild them.
    package func close(_ writer: consuming ViewsWriter) throws(ViewsError) {
        let file = writer.file
        _ = consume writer
        do throws(LMDBError) {
            try file.environment.flush()
        } catch {
            throw .storage(error)
        }
        try noteClosed(file)
        current.withLock { $0 = nil }
        file.environment.close()
    }

    /// Closes the file.
    package func close() {
        endUse()
        let file = current.withLock { file in
            defer { file = nil }
            return file
        }
        file?.environment.close()
    }

    private func openTrusted(_ state: ViewsState) throws(ViewsError) -> ViewsWriter? {
        let path = log.directory.viewsPath(generation: state.generation)
        guard let birth = FileBirth(path: path) else {
            guard errno == ENOENT || errno == EIO else { throw .storage(.system(errno: errno)) }
            options.notice(
                Notice(.viewsRebuilding, "The views are missing; rebuilding.", ["cause": "missing"])
            )
            return nil
        }
        guard state.allowsOpening(file: birth, boot: options.boot) else {
            options.notice(
                Notice(
                    .viewsRebuilding,
                    "The views may be incomplete or are a copy; rebuilding.",
                    ["cause": "incomplete"]
                )
            )
            return nil
        }
        // Recorded before the file is opened, which may kill this process, and before the first
        // write, so that no crash leaves written views marked clean.
        try beginUse(of: state, birth)
        do throws(ViewsError) {
            return try openWriter(of: state.generation)
        } catch {
            guard error.refutesViews else {
                endUse()
                throw error
            }
            options.notice(
                Notice(
                    .viewsRebuilding,
                    "The views cannot be opened (\(error)); rebuilding.",
                    ["error": "\(error)"]
                )
            )
            return nil
        }
    }

    private func openWriter(of generation: UInt64) throws(ViewsError) -> ViewsWriter? {
        let file = try openFile(generation: generation, access: .readWrite, creates: false)
        try file.reclaimDeadReaders()
        guard try file.isMade(by: declared) else {
            options.notice(
                Notice(
                    .viewsRebuilding,
                    "The views were made by other projectors; rebuilding.",
                    ["cause": "otherProjectors"]
                )
            )
            return nil
        }
        guard let position = try trustedPosition(of: file) else {
            options.notice(
                Notice(
                    .viewsRebuilding,
                    "The views belong to another log or another past; rebuilding.",
                    ["cause": "otherLog"]
                )
            )
            return nil
        }
        let states = try file.reconcileCustomViews(at: position)
        return ViewsWriter(
            file,
            of: log,
            at: position,
            custom: CustomFolding(declared.custom, states, notice: options.notice)
        )
    }

    /// Returns the position of a file that was folded from this log; nil for any other.
    ///
    /// - Throws: the error that kept the file or the log from being read.
    private func trustedPosition(of file: ViewsFile) throws(ViewsError) -> Position? {
        let transaction = try file.beginReading()
        guard let binding = try file.binding(in: transaction), binding.logID == log.id else {
            return nil
        }
        if binding.epoch != log.epoch, log.access == .reading { try log.readEpochsToFold() }
        guard binding.epoch == log.epoch else { return nil }
        let snapshot = try log.snapshotToFold()
        guard binding.position <= snapshot.size else { return nil }
        let root = try snapshot.rootToBind(at: binding.position)
        return binding.root == root ? binding.position : nil
    }
}
