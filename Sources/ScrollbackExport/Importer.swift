internal import CPlatform
internal import EventLog
internal import LogSchema
public import Merkle
internal import Messaging
public import Scrollback
public import Wire

/// The result of an import: its log, its journals and its counts.
public struct ImportReport: Hashable, Sendable {
    /// The id of the new log.
    public var log: UniqueID
    /// The id of the exported log, which the new log's first event names.
    public var from: UniqueID
    /// The number of events, and the root that the exported log had of them.
    public var events: UInt64
    /// The root of the exported log.
    public var root: Digest
    /// The epoch, as 16 hexadecimal digits; it stays.
    public var epoch: String
    /// The number of contents that are there, and that were erased before the export.
    public var contents: UInt64, erased: UInt64
    /// The SHA-256 of the export's manifest, under which the exported log notes it.
    public var manifest: Digest
    /// The journals that were applied, the exported log's own first.
    public var journals: [UsedJournal]
    /// Whether the exported log's own journal is missing: content erased after the export is back.
    public var withoutJournal: Bool
    /// The number of events that the journals made the new log repeat.
    public var repeated: Int

    /// A journal that was applied.
    public struct UsedJournal: Hashable, Sendable {
        /// The path of the file.
        public var path: String
        /// The id of its log.
        public var log: UniqueID
        /// The number of its newest line.
        public var line: UInt64
        /// The number of lines behind the newest one that was known: their events may never have
        /// been committed, and are repeated too.
        public var linesBehindLast: UInt64
    }
}

extension Store {
    /// Creates a store from an export of everything.
    ///
    /// Positions, ids, actors, times and epochs are those of the exported log, and every query
    /// answers as it did at the export. The log's id, its keys and its hashes are new: checkpoints,
    /// proofs, cursors and tokens of the exported log are not valid for it.
    ///
    /// What the journals say of later erasures, holds and requests is repeated behind the export's
    /// events, before the store can be opened. Give the journal of the exported log, and those of
    /// all logs that were imported from it; their stores must not be open. The import cannot know
    /// of journals that are not given.
    ///
    /// The whole export is checked before anything is written. The store is built under a temporary
    /// name; what a killed process left is removed when a store is created at the same path again.
    ///
    /// - Parameters:
    ///   - path: The path of the new store, where nothing exists, or an empty folder.
    ///   - export: The path of the export's folder.
    ///   - journals: The journals, in any order.
    ///   - withoutJournal: Whether to go on without the exported log's own journal: content erased
    ///     after the export is then back, and the new log's first event says so.
    ///   - keysPath: The path of keys.bin; nil for the store's folder.
    ///   - progress: A function that receives the number of events checked and written, and twice
    ///     the number of events.
    /// - Returns: The result.
    /// - Throws: `ImportError`; nothing is left at the path.
    /// - Complexity: O(events); memory of O(streams), and of one byte an event.
    public static func create(
        at path: String,
        importing export: String,
        journals: [ImportJournal] = [],
        withoutJournal: Bool = false,
        keysPath: String? = nil,
        progress: ((_ done: UInt64, _ total: UInt64) -> Void)? = nil
    ) throws(ImportError) -> ImportReport {
        let place = StoreDirectory(path: path, keysPath: keysPath)
        let journals = try ImportJournals(journals)
        let report = try Importer(export, journals, withoutJournal, progress).run(to: place)
        withExtendedLifetime(journals) {}
        // Processes that only read need views. Where they cannot be made now, the next opening for
        // writing makes them.
        var options = Store.Options()
        options.creation = .never
        options.keysPath = keysPath
        try? Store.open(path, options: options).close()
        return report
    }
}

/// Makes one store from an export.
struct Importer {
    private let folder: String
    private let journals: ImportJournals
    /// Whether the exported log's own journal is not needed.
    private let withoutJournal: Bool
    private let progress: ((UInt64, UInt64) -> Void)?

    init(
        _ folder: String,
        _ journals: ImportJournals,
        _ withoutJournal: Bool,
        _ progress: ((UInt64, UInt64) -> Void)?
    ) {
        self.folder = folder
        self.journals = journals
        self.withoutJournal = withoutJournal
        self.progress = progress
    }

    func run(to place: StoreDirectory) throws(ImportError) -> ImportReport {
        let manifest = try ExportManifest(of: folder)
        let check = try check(manifest)
        let placed = try journals.placed(
            behind: check,
            of: manifest,
            withoutOwn: withoutJournal
        )
        // Times in a log never decrease.
        let time = max(Engine.wallClock(), check.ended)
        var repeated = 0
        var generator = SystemRandomNumberGenerator()
        let id = UniqueID.random(using: &generator)
        var building = EventLog.Options()
        building.expectedBytes = try reading { () throws(LogError) in
            try HashedLines(eventsPath).byteCount
        }
        let options = building
        let isBlocked = scrollback_block_file_size_signal()
        defer { if isBlocked { scrollback_unblock_file_size_signal() } }
        do throws(LogError) {
            try EventLog.create(
                at: place,
                importing: ImportedLog(
                    logID: manifest.log,
                    events: manifest.size,
                    root: manifest.root,
                    epoch: manifest.epoch,
                    withoutJournal: withoutJournal
                ),
                epochs: check.epochs,
                leastReader: check.leastReader,
                time: check.begun,
                logID: id,
                options: options,
                mostFurther: journals.mostEvents
            ) { (copy) throws(LogError) in
                try write(manifest, to: &copy)
            } rest: { (log) throws(LogError) in
                repeated = try placed.append(to: log, at: time)
            }
        } catch {
            throw ImportError(writing: error)
        }
        return ImportReport(
            log: id,
            from: manifest.log,
            events: manifest.size,
            root: manifest.root,
            epoch: manifest.epoch.hexadecimalText,
            contents: manifest.contents,
            erased: manifest.erased,
            manifest: manifest.sum,
            journals: placed.used,
            withoutJournal: withoutJournal,
            repeated: repeated
        )
    }

    private var eventsPath: String { "\(folder)/events.jsonl" }

    /// Reads the whole export once, and checks it.
    private func check(_ manifest: ExportManifest) throws(ImportError) -> ImportCheck {
        var check = ImportCheck(manifest, asked: try journals.asked(of: manifest))
        var lines = try reading { () throws(LogError) in try HashedLines(eventsPath) }
        var count: UInt64 = 0
        while let bytes = try next(of: &lines) {
            count += 1
            guard let line = ImportLine(bytes) else {
                throw ImportError(.changed, "line \(count) of events.jsonl is not one of an export")
            }
            try check.take(line)
            tell(count, of: manifest)
        }
        try check.finish()
        return check
    }

    private func next(of lines: inout HashedLines) throws(ImportError) -> [UInt8]? {
        do throws(LogError) {
            return try lines.next()
        } catch .changedSource {
            throw ImportError(
                .changed,
                "events.jsonl has a line that no export has, or half a line"
            )
        } catch {
            throw ImportError(.cannotRead, "\(error)")
        }
    }

    /// Reads the export again, and writes the events behind the first one, which the new log has
    /// of its own.
    ///
    /// - Throws: `changedSource` if the file is not the one that was checked.
    private func write(
        _ manifest: ExportManifest,
        to copy: inout LogImport
    ) throws(LogError) {
        var lines = try HashedLines(eventsPath)
        var count: UInt64 = 0
        while let bytes = try lines.next() {
            count += 1
            guard let line = ImportLine(bytes) else { throw .changedSource(path: eventsPath) }
            tell(manifest.size + count, of: manifest)
            if count > 1 { try append(line, to: &copy) }
        }
        guard lines.finish() == manifest.events else { throw .changedSource(path: eventsPath) }
    }

    private func append(_ line: ImportLine, to copy: inout LogImport) throws(LogError) {
        let changed = LogError.changedSource(path: eventsPath)
        let envelope: EncodedEnvelope
        do throws(WireError) {
            envelope = try EncodedEnvelope(line.envelope.span.bytes)
        } catch {
            throw changed
        }
        guard let stream = StreamID(checking: envelope) else { throw changed }
        let content = line.content ?? []
        try copy.append(
            envelope,
            of: stream,
            content: content.span.bytes,
            isErased: envelope.seal != nil && content.isEmpty
        )
    }

    private func tell(_ done: UInt64, of manifest: ExportManifest) {
        guard done.isMultiple(of: 512) || done == 2 * manifest.size else { return }
        progress?(done, 2 * manifest.size)
    }
}
