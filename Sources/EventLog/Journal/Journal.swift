internal import Glibc
internal import Locking
internal import Merkle
internal import Wire

/// The journal of a store: a file outside of it that mirrors the events about keeping and erasing,
/// so that a restore from an older backup repeats them.
///
/// It belongs to one process, by a lock on the file, and its lines are written by the thread that
/// writes the log. A line is on the disk before the event's commit begins.
package final class Journal: Sendable {
    package let path: String
    /// What makes its calls of the system fail, for tests.
    private let failing: JournalFailing
    private let file: OpenFile
    /// Whether this opening created the file.
    private let isNew: Bool
    private let state: Lock<State>

    private struct State {
        var newest: UInt64
        var sum: Digest
        var end: UInt64
        /// The last line that the newest line about added ones announced.
        var announced: UInt64
        /// Bytes behind the end may be on the disk, and are cut off before anything is written.
        var hasRest: Bool
        /// Lines whose events were not stored, and that no line makes void yet.
        var owed: ClosedRange<UInt64>?
        /// The reason why the last line could not be written.
        var failure: LogError?
    }

    /// Opens a journal and locks it; `creates` says whether a missing one is created.
    package init(
        _ path: String,
        creates: Bool,
        failing: JournalFailing = JournalFailing()
    ) throws(JournalFault) {
        isNew = creates && access(path, F_OK) != 0
        let file = try Self.file(path, O_RDWR, creates: creates)
        try Self.lock(file)
        let read = try Self.read(file)
        self.path = path
        self.failing = failing
        state = Lock(
            State(
                newest: read.newest,
                sum: read.lines.last?.sum ?? .zero,
                end: UInt64(read.byteCount),
                announced: read.announced,
                hasRest: read.isTorn
            )
        )
        self.file = file
    }

    /// Opens the journal of a store for writing; a missing one is created.
    package convenience init(
        _ path: String,
        of store: StoreDirectory,
        failing: JournalFailing
    ) throws(LogError) {
        do throws(JournalFault) {
            guard !Self.lies(path, in: store.path) else { throw .inStore }
            try self.init(path, creates: true, failing: failing)
        } catch {
            throw .journal(path: path, error)
        }
    }

    private static func lies(_ path: String, in folder: String) -> Bool {
        // A link to a file in the store is refused as the file is.
        let named = resolved(path) ?? resolved(StoreDirectory(path: path).parent)
        guard let named, let root = resolved(folder) else { return false }
        return named == root || named.hasPrefix(root + "/")
    }

    /// The path without links; nil where nothing is.
    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    deinit {
        // Closing alone would leave the lock to a forked child that has not started its program
        // yet.
        close()
    }

    /// Gives the file up; nothing is written any more.
    package func close() { file.unlock() }

    /// Removes the file if this opening created it, and nothing was written to it.
    package func removeIfNew() {
        guard isNew, newest == 0 else { return }
        unlink(path)
    }

    /// Reads a journal without a lock; nothing is changed.
    package static func contents(at path: String) throws(JournalFault) -> JournalContents {
        try read(file(path, O_RDONLY))
    }

    /// Waits until all that the file holds is on the disk, and reads it.
    package func flushedContents() throws(JournalFault) -> JournalContents {
        do throws(LogError) {
            try file.flush()
        } catch {
            throw .log(error)
        }
        return try contents()
    }

    /// Reads the lines of the open file.
    package func contents() throws(JournalFault) -> JournalContents { try Self.read(file) }

    /// The newest line; nil in an empty file.
    func line() throws(LogError) -> JournalLine? {
        do throws(JournalFault) {
            return try contents().lines.last
        } catch {
            throw .journal(path: path, error)
        }
    }

    /// Whether an append that a crash tore is behind the last line.
    package var isTorn: Bool { state.withLock { $0.hasRest } }

    /// The newest line's number; zero in an empty file.
    package var newest: UInt64 { state.withLock { $0.newest } }

    /// The reason why the last line could not be written; nil where it was.
    package var failure: LogError? { state.withLock { $0.failure } }

    private static func file(
        _ path: String,
        _ flags: Int32,
        creates: Bool = false
    ) throws(JournalFault) -> OpenFile {
        let file: OpenFile?
        do throws(LogError) {
            file = try opened(path, flags, creates: creates)
        } catch .system(_, _, ENOENT) {
            throw .missing
        } catch {
            throw .log(error)
        }
        guard let file else { throw .noFile }
        return file
    }

    /// Opens a file; nil for anything else at the path.
    private static func opened(
        _ path: String,
        _ flags: Int32,
        creates: Bool
    ) throws(LogError) -> OpenFile? {
        do throws(LogError) {
            // A pipe that is named by mistake must not make the opening wait.
            let file = try OpenFile(path, flags | O_NONBLOCK)
            guard try file.status().st_mode & S_IFMT == S_IFREG else { return nil }
            return file
        } catch .system(_, _, EISDIR) {
            return nil
        } catch .system(_, _, ENOENT) where creates {
            let file = try OpenFile(path, flags | O_CREAT | O_EXCL)
            try file.flush()
            try OpenFile.flushFolder(StoreDirectory(path: path).parent)
            return file
        }
    }

    private static func lock(_ file: borrowing OpenFile) throws(JournalFault) {
        let isLocked: Bool
        do throws(LogError) {
            isLocked = try file.lock(LOCK_EX | LOCK_NB)
        } catch {
            throw .log(error)
        }
        guard isLocked else { throw .inUse }
    }

    private static func read(_ file: borrowing OpenFile) throws(JournalFault) -> JournalContents {
        let bytes: [UInt8]
        do throws(LogError) {
            bytes = try file.bytes(limit: Int(try file.byteCount))
        } catch {
            throw .log(error)
        }
        return try JournalContents(bytes)
    }
}

extension Journal {
    /// The reason why a line was not written.
    package enum Failure: Error, Equatable, Sendable {
        /// It is certain that no line of it remains.
        case unavailable(LogError)
        /// The line may be on the disk; it is cut off before the next one.
        case unknown(LogError)

        package var cause: LogError {
            switch self {
            case .unavailable(let error), .unknown(let error): error
            }
        }
    }

    /// Writes a line for each event, and waits until they are on the disk.
    ///
    /// - Returns: their numbers.
    /// - Precondition: there are events.
    package func write(_ events: [JournalEvent]) throws(Failure) -> ClosedRange<UInt64> {
        try state.withLock { (state) throws(Failure) in
            try settleDebts(&state)
            let first = state.newest + 1
            try add(events.map { .event($0) }, &state)
            return first...state.newest
        }
    }

    /// Adds lines of events that the log has already, some of them at a time.
    ///
    /// They belong to many appends. What a crash leaves of them would look like damage, so a line of
    /// its own, on the disk before them, announces how many follow.
    package func add(_ events: [JournalEvent]) throws(Failure) {
        try state.withLock { (state) throws(Failure) in
            try settleDebts(&state)
            var rest = events[...]
            // The first line of a file is the log's first event.
            if state.newest == 0 { try add([.event(rest.removeFirst())], &state) }
            while !rest.isEmpty {
                let some = rest.prefix(Self.linesTogether)
                rest = rest.dropFirst(Self.linesTogether)
                if some.count > 1 || state.announced > state.newest {
                    let first = state.newest + 2
                    let lines = first...first + UInt64(some.count) - 1
                    try add([.adds(lines)], &state)
                    state.announced = lines.upperBound
                }
                try add(some.map { .event($0) }, &state)
            }
        }
    }

    private static let linesTogether = 1_000

    /// Writes that the events of some lines are not in the log.
    ///
    /// Where that fails, it is written before the next line.
    package func void(_ lines: ClosedRange<UInt64>) throws(Failure) {
        try state.withLock { (state) throws(Failure) in
            state.owed = lines
            try settleDebts(&state)
        }
    }

    /// Cuts off the bytes after the last line, durably.
    package func cut() throws(LogError) {
        try state.withLock { (state) throws(LogError) in try cut(&state) }
    }

    /// Undoes earlier failed writes; until then nothing is written.
    private func settleDebts(_ state: inout State) throws(Failure) {
        do throws(LogError) {
            try requireSameFile()
            if state.hasRest { try cut(&state) }
        } catch {
            state.failure = error
            throw .unavailable(error)
        }
        guard let lines = state.owed else { return }
        try add([.void(lines)], &state)
        state.owed = nil
    }

    private func add(_ contents: [JournalLine.Content], _ state: inout State) throws(Failure) {
        var bytes: [UInt8] = []
        var sum = state.sum
        for (index, content) in contents.enumerated() {
            let number = state.newest + UInt64(index) + 1
            sum = JournalLine.write(content, number: number, after: sum, to: &bytes)
        }
        do throws(LogError) {
            try failing.append(bytes, to: file, at: state.end)
        } catch {
            state.failure = error
            state.hasRest = true
            do throws(LogError) {
                try cut(&state)
            } catch {
                throw .unknown(error)
            }
            throw .unavailable(error)
        }
        state.newest += UInt64(contents.count)
        state.sum = sum
        state.end += UInt64(bytes.count)
        state.failure = nil
    }

    private func cut(_ state: inout State) throws(LogError) {
        try failing.cut(file, to: state.end)
        try failing.flush(file)
        state.hasRest = false
    }

    /// A file that was moved or removed is no longer the one that the operator named.
    private func requireSameFile() throws(LogError) {
        let ours = try file.status()
        var named = stat()
        guard stat(path, &named) == 0 else { throw OpenFile.failure("find", path) }
        guard named.st_ino == ours.st_ino, named.st_dev == ours.st_dev else {
            throw .system(operation: "find", path: path, errno: ESTALE)
        }
    }
}
