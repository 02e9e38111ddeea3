package import EventLog
internal import Glibc
internal import LMDB
internal import Locking
internal import Wire

/// The views of a store: which generation counts, and how one comes to be.
///
/// - A views file is opened only where that is safe: it is the very file that was written, and
///   it was flushed whole or the system that holds it in memory still runs.
/// - It is believed only if it was folded from this log: the root of the log at its position is
///   computed again.
/// - What is in doubt is never repaired. It is deleted, and another generation is folded from
///   the log.
package final class Views<Projectors: ProjectorSet>: Sendable {
    package let projectors: Projectors
    private let declared: TableList
    let log: EventLog
    let options: Options
    private let current = Lock<ViewsFile?>(nil)
    /// The number of a file that is folded beside the one that counts.
    let replacement = Lock<UInt64?>(nil)
    /// What views.state was when a reading process last looked.
    private let seen = Lock<FileStamp?>(nil)

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
        tables.declare(options.custom)
        declared = tables
        self.log = log
        self.options = options
    }

    /// Opens the views for writing, folded up to the end of the log.
    package func openForWriting() throws(ViewsError) -> ViewsWriter {
        removeAbandonedRecounts()
        guard var writer = try openTrusted() else { return try rebuild() }
        do throws(ViewsError) {
            try Replay.catchUpCustomViews(&writer, from: log, progress: options.progress)
            try catchUp(&writer)
        } catch {
            if error.isLackOfRoom || error.isCorruption { throw error }
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
            progress: options.progress,
            goesOn: goesOn
        )
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
        try write(file, .dirty)
        // Whoever reads the generation before keeps it until they have read.
        current.withLock { $0 = file }
        replacement.withLock { replacement in
            removeFiles(except: [file.generation] + (replacement.map { [$0] } ?? []))
        }
    }

    /// Says again which generation counts, after another one could not be published.
    func reaffirm(_ writer: borrowing ViewsWriter) {
        let file = writer.file
        do throws(ViewsError) {
            try write(file, .dirty)
        } catch {
            options.notice("It could not be noted which views count: \(error)")
        }
    }

    /// The views as they stand now.
    ///
    /// - Throws: `unavailable` where this process may neither trust nor rebuild what is there.
    package func snapshot() throws(ViewsError) -> ViewsSnapshot {
        if log.access == .reading { try followWriter() }
        guard let file = current.withLock({ $0 }) else {
            throw .unavailable(reason: "they are being rebuilt, or the store is closed")
        }
        return try ViewsSnapshot(file)
    }

    /// Whether a file is the one that counts.
    func isCurrent(_ file: ViewsFile) -> Bool { current.withLock { $0 === file } }

    /// Turns to the generation that the writing process uses now, if that has changed.
    private func followWriter() throws(ViewsError) {
        // Taken before the file is read: what changes in between is noticed the next time.
        let stamp = FileStamp(path: log.directory.viewsStatePath)
        try seen.withLock { (seen) throws(ViewsError) in
            if let stamp, seen == stamp { return }
            guard let state = ViewsState.read(in: log.directory) else {
                throw .unavailable(reason: "nothing says which ones count")
            }
            let path = log.directory.viewsPath(generation: state.generation)
            guard let birth = FileBirth(path: path),
                state.allowsOpening(file: birth, boot: options.boot)
            else { throw .unavailable(reason: "they may be incomplete") }
            try turn(to: state.generation)
            seen = stamp
        }
    }

    private func turn(to generation: UInt64) throws(ViewsError) {
        if current.withLock({ $0?.generation }) == generation { return }
        do throws(ViewsError) {
            let file = try openFile(generation: generation, access: .readOnly, creates: false)
            guard try file.isMade(by: declared), try trustedPosition(of: file) != nil else {
                throw .storage(.notAnEnvironment)
            }
            current.withLock { $0 = file }
        } catch {
            throw .unavailable(reason: "they cannot be opened (\(error))")
        }
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
        try write(file, .clean)
        current.withLock { $0 = nil }
        file.environment.close()
    }

    /// Gives up the file.
    package func close() {
        let file = current.withLock { file in
            defer { file = nil }
            return file
        }
        file?.environment.close()
    }

    private func openTrusted() throws(ViewsError) -> ViewsWriter? {
        guard let state = ViewsState.read(in: log.directory) else { return nil }
        let path = log.directory.viewsPath(generation: state.generation)
        guard let birth = FileBirth(path: path) else {
            options.notice("The views are missing; rebuilding.")
            return nil
        }
        guard state.allowsOpening(file: birth, boot: options.boot) else {
            options.notice("The views may be incomplete or are a copy; rebuilding.")
            return nil
        }
        // Said before the first write, so that no crash finds written views called clean.
        var dirty = state
        dirty.boot = options.boot
        dirty.file = birth
        dirty.condition = .dirty
        if dirty != state { try write(dirty) }
        do throws(ViewsError) {
            let file = try openFile(
                generation: state.generation,
                access: .readWrite,
                creates: false
            )
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
        } catch {
            options.notice("The views cannot be opened (\(error)); rebuilding.")
            return nil
        }
    }

    /// The position of a file that was folded from this log; nil for any other.
    private func trustedPosition(of file: ViewsFile) throws(ViewsError) -> Position? {
        let transaction = try file.beginReading()
        guard let binding = try file.binding(in: transaction),
            binding.logID == log.id, binding.epoch == log.epoch,
            let snapshot = try? log.snapshot(), binding.position <= snapshot.size,
            let root = try? snapshot.root(at: binding.position)
        else { return nil }
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
        guard let birth = FileBirth(path: log.directory.viewsPath(generation: generation)) else {
            throw .unavailable(reason: "a file that was just made is gone")
        }
        try write(
            ViewsState(
                generation: generation,
                boot: options.boot,
                file: birth,
                condition: .building
            )
        )
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
        if let state = ViewsState.read(in: log.directory) { known.append(state.generation) }
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

    private func write(_ file: ViewsFile, _ condition: ViewsState.Condition) throws(ViewsError) {
        let path = log.directory.viewsPath(generation: file.generation)
        guard let birth = FileBirth(path: path) else {
            throw .unavailable(reason: "\(path) is gone")
        }
        try write(
            ViewsState(
                generation: file.generation,
                boot: options.boot,
                file: birth,
                condition: condition
            )
        )
    }

    private func write(_ state: ViewsState) throws(ViewsError) {
        do throws(LogError) {
            try state.write(in: log.directory)
        } catch {
            throw .log(error)
        }
    }
}
