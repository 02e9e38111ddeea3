package import EventLog
internal import Glibc
package import LMDB
internal import Locking
package import Wire

/// The views of a store: which generation counts, and how one comes to be.
///
/// - A views file is opened only where that is safe: it is the very file that was written, and
///   it was flushed whole or the system that holds it in memory still runs.
/// - It is believed only if it was folded from this log: the root of the log at its position is
///   computed again.
/// - What is in doubt is never repaired. It is deleted, and another generation is folded from
///   the log. Only damage is a doubt: what this process or the system lacks at the moment throws
///   nothing away.
package final class Views<Projectors: ProjectorSet>: Sendable {
    package let projectors: Projectors
    private let declared: TableList
    /// The same without the embedder's views.
    let builtIn: TableList
    let log: EventLog
    let options: Options
    private let current = Lock<ViewsFile?>(nil)
    /// The number of a file that is folded beside the one that counts.
    let replacement = Lock<UInt64?>(nil)
    /// What views.state was when a reading process last looked.
    private let seen = Lock<FileStamp?>(nil)
    /// What views.state says, and what this process knows beside it.
    let record = Lock(ViewsRecord())

    package struct Options: Sendable {
        /// The address space for the views; nil follows the file's size.
        package var mapSize: Int?
        /// Which start of the system this is; nil where it cannot be told.
        package var boot: BootIdentity?
        /// Told of everything an operator may want to know, one line each.
        package var notice: @Sendable (String) -> Void
        package var progress: Replay.Progress?
        /// The embedder's own views.
        package var custom = CustomViews.none
        /// How long a generation is used before a death is none of its doing.
        package var settlesAfter: Duration = .seconds(60)
        /// The machine's idea of the time.
        package var now: @Sendable () -> Timestamp = systemTime

        package init(
            mapSize: Int? = nil,
            boot: BootIdentity? = .current(),
            notice: @escaping @Sendable (String) -> Void = { _ in },
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
            options.notice("The views are in doubt: \(doubt). Rebuilding.")
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
            options.notice("The views could not be brought up to date (\(error)); rebuilding.")
            _ = consume writer
            return try rebuild()
        }
        let file = writer.file
        removeFiles(except: [file.generation])
        current.withLock { $0 = file }
        return writer
    }

    /// Folds what the views have missed, run by run as long as it is to go on.
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

    /// Tells how far it is, and notes that the generation is in use: to be folded for long is no
    /// death.
    private var progress: Replay.Progress {
        { [self] done, total in
            settleUse()
            options.progress?(done, total)
        }
    }

    /// Throws the views away and folds them from the log, into another file.
    package func rebuild() throws(ViewsError) -> ViewsWriter {
        var writer = try beginGeneration()
        try catchUp(&writer)
        try publish(writer)
        return writer
    }

    /// Lets a generation that has come to the end of the log be read.
    package func publish(_ writer: borrowing ViewsWriter) throws(ViewsError) {
        let file = writer.file
        try note(file, .dirty, starts: 1)
        // Whoever reads the generation before keeps it until they have read.
        current.withLock { $0 = file }
        replacement.withLock { replacement in
            removeFiles(except: [file.generation] + (replacement.map { [$0] } ?? []))
        }
    }

    /// The views as they stand now.
    ///
    /// - Throws: `unavailable` where this process may neither trust nor rebuild what is there.
    package func snapshot() throws(ViewsError) -> ViewsSnapshot {
        if log.access == .reading { try followWriter() }
        guard let file = current.withLock({ $0 }) else { throw unavailability }
        return try ViewsSnapshot(file)
    }

    /// Who holds which state of the present file; nil without one.
    package func readers() throws(ViewsError) -> ReadersOfFile? {
        guard let file = current.withLock({ $0 }) else { return nil }
        do throws(LMDBError) {
            return try ReadersOfFile(of: file.environment)
        } catch {
            throw .storage(error)
        }
    }

    /// Lets a generation answer no more, if it is the one that does.
    func withdraw(_ generation: UInt64) {
        current.withLock { file in
            if file?.generation == generation { file = nil }
        }
    }

    /// Whether a file is the one that counts.
    func isCurrent(_ file: ViewsFile) -> Bool { current.withLock { $0 === file } }

    /// Turns to the generation that the writing process uses now, if that has changed.
    private func followWriter() throws(ViewsError) {
        // Taken before the file is read: what changes in between is noticed the next time.
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
        // Where they may not be made anew they are opened, as the process that writes does: what
        // kills processes again and again lies elsewhere.
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
        return file
    }

    /// Flushes the views and says so, that the next opening need not rebuild them.
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

    /// Gives up the file.
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
            options.notice("The views are missing; rebuilding.")
            return nil
        }
        guard state.allowsOpening(file: birth, boot: options.boot) else {
            options.notice("The views may be incomplete or are a copy; rebuilding.")
            return nil
        }
        // Said before the file is opened, which may kill this process, and before the first write,
        // so that no crash finds written views called clean.
        try beginUse(of: state, birth)
        do throws(ViewsError) {
            return try openWriter(of: state.generation)
        } catch {
            guard error.refutesViews else {
                endUse()
                throw error
            }
            options.notice("The views cannot be opened (\(error)); rebuilding.")
            return nil
        }
    }

    private func openWriter(of generation: UInt64) throws(ViewsError) -> ViewsWriter? {
        let file = try openFile(generation: generation, access: .readWrite, creates: false)
        try file.reclaimDeadReaders()
        guard try file.isMade(by: declared) else {
            options.notice("The views were made by other projectors; rebuilding.")
            return nil
        }
        guard let position = try trustedPosition(of: file) else {
            options.notice("The views belong to another log or another past; rebuilding.")
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

    /// The position of a file that was folded from this log; nil for any other.
    ///
    /// - Throws: what kept the file or the log from being read.
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

    /// Throws the views away and begins another file, which is empty and not to be read yet.
    ///
    /// Until it is published there is nothing to read: what is half folded answers nobody.
    package func beginGeneration() throws(ViewsError) -> ViewsWriter {
        current.withLock { $0 = nil }
        let generation = try replacement.withLock { (replacement) throws(ViewsError) in
            let generation = nextGeneration()
            // Names go up: one that was begun before and is published after would turn them back.
            replacement = nil
            removeFiles(except: [])
            try makeFile(generation: generation)
            return generation
        }
        try note(generation, .building, starts: 0)
        ReadingMark.removeAll(except: generation, in: log.directory)
        return try emptyWriter(generation: generation)
    }

    /// Makes a file that is not there yet.
    func makeFile(generation: UInt64) throws(ViewsError) {
        do throws(LogError) {
            let path = log.directory.viewsPath(generation: generation)
            _ = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
        } catch {
            throw .log(error)
        }
    }

    /// The writer of a file that was just made.
    func emptyWriter(generation: UInt64) throws(ViewsError) -> ViewsWriter {
        let file = try openFile(generation: generation, access: .readWrite, creates: true)
        return ViewsWriter(
            file,
            of: log,
            at: .zero,
            custom: CustomFolding(beginning: declared.custom, notice: options.notice)
        )
    }

    /// A number that no views file of this store has had.
    func nextGeneration() -> UInt64 {
        var known = generationsOnDisk()
        if let state = try? ViewsState.read(in: log.directory) { known.append(state.generation) }
        if let newest = known.max(), newest < .max { return newest + 1 }
        // Nothing tells what was there before; a random start makes a repetition unlikely.
        return UInt64.random(in: 1..<(1 << 32))
    }

    private func generationsOnDisk() -> [UInt64] {
        OpenFile.names(in: log.directory.path).compactMap { name in
            guard name.hasPrefix("views."), name.hasSuffix(".mdb") else { return nil }
            return UInt64(name.dropFirst("views.".count).dropLast(".mdb".count))
        }
    }

    /// Removes the files of all generations but some.
    func removeFiles(except kept: [UInt64]) {
        let names = kept.flatMap { ["views.\($0).mdb", "views.\($0).mdb-lock"] }
        for name in OpenFile.names(in: log.directory.path)
        where name.hasPrefix("views.") && (name.hasSuffix(".mdb") || name.hasSuffix(".mdb-lock")) {
            if !names.contains(name) { unlink("\(log.directory.path)/\(name)") }
        }
    }

    /// The writer of an empty file that is none of the generations; it tells nobody of faults.
    func openRecount(_ path: String) throws(LMDBError) -> ViewsWriter {
        let file = try ViewsFile(
            path: path,
            generation: 0,
            declared: declared,
            access: .readWrite,
            mapSize: options.mapSize,
            creates: true
        )
        return ViewsWriter(
            file,
            of: log,
            at: .zero,
            custom: CustomFolding(beginning: declared.custom)
        )
    }

    private func openFile(
        generation: UInt64,
        access: Environment.Access,
        creates: Bool
    ) throws(ViewsError) -> ViewsFile {
        do throws(LMDBError) {
            return try ViewsFile(
                path: log.directory.viewsPath(generation: generation),
                generation: generation,
                declared: declared,
                access: access,
                mapSize: options.mapSize,
                creates: creates
            )
        } catch {
            throw .storage(error)
        }
    }
}
