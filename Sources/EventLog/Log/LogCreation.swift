internal import CPlatform
internal import Glibc
internal import LMDB
internal import LogSchema
package import Wire

extension EventLog {
    /// Creates a store: a log with its first event, and its keys.
    ///
    /// It is built beside its place and renamed into it, so that whatever happens there is a
    /// whole store or none. Leftovers of a creation that was cut short are cleared away first.
    ///
    /// - Throws: `alreadyExists`; nothing is ever overwritten.
    package static func create(
        at directory: StoreDirectory,
        time: Timestamp,
        logID: UniqueID,
        epoch: UInt64,
        options: Options = Options()
    ) throws(LogError) {
        if Glibc.access(directory.path, F_OK) == 0 { throw .alreadyExists(path: directory.path) }
        let keysParent = StoreDirectory(path: directory.keysPath).parent
        for parent in [directory.parent, keysParent] {
            if let kind = options.filesystem.networkKind(of: parent) {
                throw .networkFilesystem(path: parent, kind: kind)
            }
        }
        var generator = SystemRandomNumberGenerator()
        let building = building(of: directory, mark: String(generator.next(), radix: 36))
        let lock = try beginBuilding(building, finally: directory)
        do throws(LogError) {
            try build(
                building,
                finally: directory,
                holding: lock,
                format: LogFormat(logID: logID, epoch: epoch),
                time: time,
                options: options
            )
        } catch {
            remove(building)
            throw error
        }
    }

    /// Clears leftovers away and makes the folder to build in, with the lock that tells others
    /// that it is no leftover.
    private static func beginBuilding(
        _ building: StoreDirectory,
        finally directory: StoreDirectory
    ) throws(LogError) -> WriterLock {
        // One at a time, or another creation would clear the folder away before it is locked.
        let parent = try OpenFile(directory.parent, O_RDONLY | O_DIRECTORY)
        while flock(parent.descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw OpenFile.failure("lock", parent.path) }
        }
        defer { flock(parent.descriptor, LOCK_UN) }
        removeLeftovers(of: directory)
        guard mkdir(building.path, 0o700) == 0 else {
            throw OpenFile.failure("create", building.path)
        }
        return try WriterLock(building)
    }

    private static func build(
        _ building: StoreDirectory,
        finally directory: StoreDirectory,
        holding lock: consuming WriterLock,
        format: LogFormat,
        time: Timestamp,
        options: Options
    ) throws(LogError) {
        try KeyFile.create(path: building.keysPath)
        try writeGenesis(building, format: format, time: time, options: options)
        try OpenFile(building.logPath, O_RDONLY).flush()
        try OpenFile.flushFolder(building.path)
        let keysAreElsewhere = keysAreElsewhere(directory)
        if keysAreElsewhere {
            try renameWithoutReplacing(building.keysPath, directory.keysPath)
            try OpenFile.flushFolder(StoreDirectory(path: directory.keysPath).parent)
        }
        do throws(LogError) {
            try renameWithoutReplacing(building.path, directory.path)
        } catch {
            if keysAreElsewhere { unlink(directory.keysPath) }
            throw error
        }
        try OpenFile.flushFolder(directory.parent)
        _ = consume lock
    }

    private static func writeGenesis(
        _ building: StoreDirectory,
        format: LogFormat,
        time: Timestamp,
        options: Options
    ) throws(LogError) {
        let (environment, table) = try openEnvironment(
            building,
            access: .writing,
            options: options,
            creates: true
        )
        let keys = try KeyFile(path: building.keysPath, forWriting: true, mapBytes: 1 << 20)
        let log = EventLog(
            directory: building,
            access: .writing,
            format: format,
            environment: environment,
            table: table,
            pages: PageGuard(environment, size: nil),
            keys: keys,
            lock: nil
        )
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.put(format)
        try writer.confirm(nil, of: .store)
        var events = EventList()
        let genesis = LogCreated(logID: format.logID, epoch: format.epoch)
        // The sealed id is what binds the keys to this log.
        withUnsafeTemporaryAllocation(byteCount: UniqueID.byteCount, alignment: 8) { buffer in
            format.logID.store(into: buffer)
            events.add(
                EnvelopeEvent.logCreated,
                to: .store,
                content: RawSpan(_unsafeBytes: UnsafeRawBufferPointer(buffer))
            ) { genesis.encode(into: &$0) }
        }
        try writer.append(events[0], recorded: time)
        do throws(CommitFailure) {
            try writer.commit()
        } catch {
            switch error {
            case .storageFull: throw .storageFull
            case .outcomeUnknown(let cause): throw .storage(cause)
            }
        }
    }

    private static func keysAreElsewhere(_ directory: StoreDirectory) -> Bool {
        directory.keysPath != "\(directory.path)/keys.bin"
    }

    private static func leftoverPrefix(of directory: StoreDirectory) -> String {
        ".\(directory.name).creating-"
    }

    /// Removes what creations of this store left behind that nobody is working on.
    private static func removeLeftovers(of directory: StoreDirectory) {
        let prefix = leftoverPrefix(of: directory)
        for name in OpenFile.names(in: directory.parent) where name.hasPrefix(prefix) {
            let mark = name.dropFirst(prefix.count)
            let leftover = building(of: directory, mark: mark)
            guard (try? WriterLock(leftover)) != nil else { continue }
            if keysAreElsewhere(directory) { removeKeys(of: leftover, at: directory.keysPath) }
            remove(leftover)
        }
    }

    /// Removes keys that were given their name before their store was: only if they open its
    /// log, for else they are somebody's.
    private static func removeKeys(of leftover: StoreDirectory, at path: String) {
        let named = StoreDirectory(path: leftover.path, keysPath: path)
        guard let log = try? EventLog(opening: named, access: .reading) else { return }
        log.close()
        unlink(path)
    }

    /// Where a store is built, and its keys beside their place, which may be on another disk.
    private static func building(
        of directory: StoreDirectory,
        mark: some StringProtocol
    ) -> StoreDirectory {
        StoreDirectory(
            path: "\(directory.parent)/\(leftoverPrefix(of: directory))\(mark)",
            keysPath: keysAreElsewhere(directory) ? "\(directory.keysPath).creating-\(mark)" : nil
        )
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
            // The filesystem cannot promise it. A store that is there has files, and a plain
            // rename refuses to replace a folder that has.
            guard Glibc.access(new, F_OK) != 0 else { throw .alreadyExists(path: new) }
            guard rename(old, new) == 0 else { throw OpenFile.failure("rename", old) }
        default: throw OpenFile.failure("rename", old)
        }
    }
}
