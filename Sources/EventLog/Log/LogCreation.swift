internal import CPlatform
internal import Glibc
internal import LMDB
package import LogSchema
package import Wire

extension EventLog {
    /// Creates a store: a log with its first event, and its keys.
    ///
    /// It is built beside its place and renamed, or, if its place is an empty folder, built in
    /// there and its files are renamed, log.mdb last. So at any moment there is a complete store or
    /// none. Leftovers of a creation that was cut short are removed first.
    ///
    /// - Throws: `alreadyExists`; nothing is ever overwritten.
    package static func create(
        at directory: StoreDirectory,
        time: Timestamp,
        logID: UniqueID,
        epoch: UInt64,
        options: Options = Options()
    ) throws(LogError) {
        let format = LogFormat(logID: logID, epoch: epoch)
        try create(at: directory, format, options) { (building) throws(LogError) in
            let log = try newLog(building, format, options)
            let genesis = LogCreated(logID: logID, epoch: epoch)
            try writeGenesis(genesis, of: log, format, at: time) { (_) throws(LogError) in }
            return 1
        }
    }

    /// Creates a store whose log continues another one: a new first event that names it, and after
    /// that the other log's events at their positions.
    ///
    /// - Parameters:
    ///   - origin: The other log.
    ///   - epochs: The other log's first epoch and its newest; they stay.
    ///   - leastReader: The least reader of a log that understands all of its events.
    ///   - time: The time of the other log's first event.
    ///   - events: A function that appends the other log's events from position 2 on. If it throws,
    ///     nothing is left.
    package static func create(
        at directory: StoreDirectory,
        importing origin: ImportedLog,
        epochs: (first: UInt64, current: UInt64),
        leastReader: UInt32,
        time: Timestamp,
        logID: UniqueID,
        options: Options = Options(),
        _ events: (inout LogImport) throws(LogError) -> Void
    ) throws(LogError) {
        var newFormat = LogFormat(logID: logID, epoch: epochs.current)
        newFormat.minimumReader = leastReader
        let format = newFormat
        try create(at: directory, format, options) { (building) throws(LogError) in
            let log = try newLog(building, format, options, events: origin.events)
            let genesis = LogCreated(logID: logID, epoch: epochs.first, imported: origin)
            try writeGenesis(genesis, of: log, format, at: time) { (writer) throws(LogError) in
                var copy = LogImport(writer)
                try events(&copy)
                try copy.finish(origin.events)
            }
            return origin.events
        }
    }

    /// Builds a store and gives it its name; `fill` writes the log and returns its size.
    private static func create(
        at directory: StoreDirectory,
        _ format: LogFormat,
        _ options: Options,
        fill: (_ building: StoreDirectory) throws(LogError) -> UInt64
    ) throws(LogError) {
        let site = try BuildingSite(for: directory)
        for parent in [site.parent, site.keysParent] {
            if let kind = options.filesystem.networkKind(of: parent) {
                throw .networkFilesystem(path: parent, kind: kind)
            }
        }
        var generator = SystemRandomNumberGenerator()
        let building = site.building(mark: String(generator.next(), radix: 36))
        // One creation at a time; another one would remove the folder before it is locked.
        var turn: FolderLock? = try FolderLock(site.parent)
        let lock = try begin(building, on: site)
        // Files that are renamed one by one are renamed in one turn.
        if !site.fillsFolder { turn = nil }
        do throws(LogError) {
            try build(
                building,
                on: site,
                holding: lock,
                format: format,
                fill: fill
            )
        } catch {
            remove(building)
            throw error
        }
        _ = consume turn
    }

    /// Removes leftovers and creates the folder to build in, with the lock that shows that it is
    /// not a leftover.
    private static func begin(
        _ building: StoreDirectory,
        on site: BuildingSite
    ) throws(LogError) -> WriterLock {
        if site.fillsFolder { try site.checkFolder(ignoringKeys: true) }
        removeLeftovers(on: site)
        if site.fillsFolder { try site.checkFolder(ignoringKeys: false) }
        guard mkdir(building.path, 0o700) == 0 else {
            throw OpenFile.failure("create", building.path)
        }
        return try WriterLock(building)
    }

    private static func build(
        _ building: StoreDirectory,
        on site: BuildingSite,
        holding lock: consuming WriterLock,
        format: LogFormat,
        fill: (_ building: StoreDirectory) throws(LogError) -> UInt64
    ) throws(LogError) {
        let directory = site.store
        try KeyFile.create(path: building.keysPath)
        let size = try fill(building)
        try OpenFile(building.logPath, O_RDONLY).flush()
        try OpenFile.flushFolder(building.path)
        if site.namesKeys {
            // A leftover's keys are recognized by its log, so the log has to be on the disk first.
            try OpenFile.flushFolder(site.parent)
            try renameWithoutReplacing(building.keysPath, directory.keysPath)
        }
        do throws(LogError) {
            // The mark lies beside the keys, and its folder is flushed: so the keys' name is
            // durable before the log has its own.
            try LogMark.create(
                at: site.namesKeys ? directory.markPath : building.markPath,
                of: LogMark.Value(logID: format.logID, epoch: format.epoch, events: size)
            )
            if site.fillsFolder {
                try renameWithoutReplacing(building.logPath, directory.logPath)
            } else {
                try renameWithoutReplacing(building.path, directory.path)
            }
        } catch {
            if site.namesKeys { removeKeys(of: directory) }
            throw error
        }
        try OpenFile.flushFolder(site.parent)
        if site.fillsFolder {
            try site.flushNameOfFolder()
            remove(building)
        }
        _ = consume lock
    }

    /// The log that is built, with address space for the keys of so many events.
    private static func newLog(
        _ building: StoreDirectory,
        _ format: LogFormat,
        _ options: Options,
        events: UInt64 = 1
    ) throws(LogError) -> EventLog {
        let (environment, table) = try openEnvironment(
            building,
            access: .writing,
            options: options,
            creates: true
        )
        let mostKeys = (events + 2 * KeyFile.slotsPerBlock) * KeyFile.slotBytes
        return EventLog(
            directory: building,
            access: .writing,
            format: format,
            environment: environment,
            table: table,
            pages: PageGuard(environment, size: nil),
            keys: try KeyFile(
                path: building.keysPath,
                forWriting: true,
                mapBytes: max(1 << 20, Int(clamping: mostKeys))
            ),
            lock: nil
        )
    }

    /// Writes the first event, durably, and has the writer go on with the rest.
    private static func writeGenesis(
        _ genesis: LogCreated,
        of log: EventLog,
        _ format: LogFormat,
        at time: Timestamp,
        rest: (consuming LogWriter) throws(LogError) -> Void
    ) throws(LogError) {
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.put(format)
        try writer.confirm(nil, of: .store)
        var events = EventList()
        // The sealed id binds the keys to this log.
        withUnsafeTemporaryAllocation(byteCount: UniqueID.byteCount, alignment: 8) { buffer in
            format.logID.store(into: buffer)
            events.add(
                EnvelopeEvent.logCreated,
                to: .store,
                content: RawSpan(_unsafeBytes: UnsafeRawBufferPointer(buffer))
            ) { genesis.encode(into: &$0) }
        }
        try writer.append(events[0], recorded: time)
        try writer.commitWhole()
        try rest(writer)
    }

    /// Removes abandoned leftovers of creations of this store.
    private static func removeLeftovers(on site: BuildingSite) {
        for leftover in site.buildings {
            let keysPath = site.namesKeys ? site.store.keysPath : nil
            removeIfAbandoned(leftover, keysPath: keysPath)
        }
    }

    /// Removes the folder of an abandoned creation, and its keys if they have their name already.
    static func removeIfAbandoned(_ leftover: StoreDirectory, keysPath: String? = nil) {
        guard (try? WriterLock(leftover)) != nil else { return }
        if let keysPath {
            removeKeysOpening(StoreDirectory(path: leftover.path, keysPath: keysPath))
        }
        remove(leftover)
    }

    /// Removes keys that got their name before their store did: only if they open its log;
    /// otherwise they belong to another store.
    private static func removeKeysOpening(_ leftover: StoreDirectory) {
        guard let log = try? EventLog(opening: leftover, access: .reading) else { return }
        log.close()
        removeKeys(of: leftover)
    }

    /// Removes keys durably, before the log that identifies them; the mark first, because the keys
    /// identify it.
    private static func removeKeys(of store: StoreDirectory) {
        unlink(store.markPath + OpenFile.newSuffix)
        unlink(store.markPath)
        unlink(store.keysPath)
        try? OpenFile.flushFolder(StoreDirectory(path: store.keysPath).parent)
    }

    private static func remove(_ building: StoreDirectory) {
        unlink(building.keysPath)
        for name in OpenFile.names(in: building.path) { unlink("\(building.path)/\(name)") }
        rmdir(building.path)
    }

    private static func renameWithoutReplacing(
        _ old: String,
        _ new: String
    ) throws(LogError) {
        if scrollback_rename_without_replacing(old, new) == 0 { return }
        switch errno {
        case EEXIST, ENOTEMPTY: throw .alreadyExists(path: new)
        case EINVAL, ENOSYS:
            // The filesystem has no rename without replacing. An existing store has files, and a
            // plain rename refuses to replace a folder with files.
            guard Glibc.access(new, F_OK) != 0 else { throw .alreadyExists(path: new) }
            guard rename(old, new) == 0 else { throw OpenFile.failure("rename", old) }
        default: throw OpenFile.failure("rename", old)
        }
    }
}
