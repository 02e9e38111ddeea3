internal import CPlatform
internal import Glibc

/// A store that is being built, in a folder of its own until it is whole.
///
///     let building = try StoreBuilding(for: directory)
///     …                                   // log.mdb and the keys, at the paths of `folder`
///     try building.finish(committed)
///
/// It is built beside its place and renamed, or, if its place is an empty folder, built in there
/// and its files are renamed, log.mdb last. So at any moment there is a complete store or none.
/// Leftovers of a building that was cut short are removed by the next one at the same place. One
/// that is not finished is removed with its owner.
package struct StoreBuilding: ~Copyable {
    /// The paths to build at.
    package let folder: StoreDirectory
    private let site: BuildingSite
    private let lock: WriterLock
    /// Files that are renamed one by one are renamed in one turn.
    private let turn: FolderLock?
    private var isFinished = false

    /// Begins to build a store.
    ///
    /// - Throws: `alreadyExists`; nothing is ever overwritten.
    package init(
        for directory: StoreDirectory,
        filesystem: FilesystemProbe = .system
    ) throws(LogError) {
        let site = try BuildingSite(for: directory)
        for parent in [site.parent, site.keysParent] {
            if let kind = filesystem.networkKind(of: parent) {
                throw .networkFilesystem(path: parent, kind: kind)
            }
        }
        var generator = SystemRandomNumberGenerator()
        let folder = site.building(mark: String(generator.next(), radix: 36))
        // One creation at a time; another one would remove the folder before it is locked.
        var turn: FolderLock? = try FolderLock(site.parent)
        lock = try Self.begin(folder, on: site)
        if !site.fillsFolder { turn = nil }
        self.turn = turn
        self.folder = folder
        self.site = site
    }

    deinit {
        if !isFinished { Self.remove(folder) }
    }

    /// Removes leftovers and creates the folder to build in, with the lock that shows that it is
    /// not a leftover.
    private static func begin(
        _ folder: StoreDirectory,
        on site: BuildingSite
    ) throws(LogError) -> WriterLock {
        if site.fillsFolder { try site.checkFolder(ignoringKeys: true) }
        for leftover in site.buildings {
            removeIfAbandoned(leftover, on: site)
        }
        if site.fillsFolder { try site.checkFolder(ignoringKeys: false) }
        guard mkdir(folder.path, 0o700) == 0 else {
            throw OpenFile.failure("create", folder.path)
        }
        return try WriterLock(folder)
    }

    /// Flushes the files and gives the store its name.
    ///
    /// - Parameter committed: What the mark beside the keys is to state.
    /// - Throws: `alreadyExists` if something has the name by now.
    package consuming func finish(_ committed: CommittedEvents) throws(LogError) {
        let directory = site.store
        try OpenFile(folder.logPath, O_RDONLY).flush()
        // Opening the log in its folder leaves a mark there.
        unlink(folder.markPath)
        try OpenFile.flushFolder(folder.path)
        let seals = site.namesKeys && access(folder.positionsPath, F_OK) == 0
        guard !seals || access(directory.positionsPath, F_OK) != 0 else {
            throw .alreadyExists(path: directory.positionsPath)
        }
        // Opened before anything gets its name: without a descriptor left nothing does.
        let parent = try OpenFile(site.parent, O_RDONLY | O_DIRECTORY)
        if site.namesKeys {
            // A leftover's keys are recognized by its log, so the log has to be on the disk first.
            try parent.flush()
            // The keys first: what a kill leaves is recognized by them.
            try Self.renameWithoutReplacing(folder.keysPath, directory.keysPath)
        }
        var hasRevocations = false
        do throws(LogError) {
            if seals {
                try Self.renameWithoutReplacing(folder.positionsPath, directory.positionsPath)
            }
            if site.fillsFolder, access(folder.revocationsPath, F_OK) == 0 {
                // By the keys a leftover is recognized that has these in its folder.
                try OpenFile.flushFolder(site.keysParent)
                try Self.renameWithoutReplacing(folder.revocationsPath, directory.revocationsPath)
                hasRevocations = true
                try OpenFile.flushFolder(directory.path)
            }
            // The mark lies beside the keys, and its folder is flushed: so the keys' name is
            // durable before the log has its own.
            try LogMark.create(
                at: site.namesKeys ? directory.markPath : folder.markPath,
                of: LogMark.Value(
                    logID: committed.log,
                    epoch: committed.epoch,
                    events: committed.events
                )
            )
            if site.fillsFolder {
                try Self.renameWithoutReplacing(folder.logPath, directory.logPath)
            } else {
                try Self.renameWithoutReplacing(folder.path, directory.path)
            }
        } catch {
            if hasRevocations { unlink(directory.revocationsPath) }
            if site.namesKeys { Self.removeKeys(of: directory) }
            throw error
        }
        isFinished = true
        try parent.flush()
        if site.fillsFolder {
            try site.flushNameOfFolder()
            Self.remove(folder)
        }
    }

    /// Removes the folder of an abandoned creation, and its keys and what comes with them if they
    /// have their names already.
    static func removeIfAbandoned(_ leftover: StoreDirectory, on site: BuildingSite? = nil) {
        guard (try? WriterLock(leftover)) != nil else { return }
        if let site, site.namesKeys { removeKeysOpening(leftover, on: site) }
        remove(leftover)
    }

    /// Removes keys that got their name before their store did: only if they open its log;
    /// otherwise they belong to another store.
    private static func removeKeysOpening(_ leftover: StoreDirectory, on site: BuildingSite) {
        let keys = site.store.keysPath
        let named = StoreDirectory(path: leftover.path, keysPath: keys)
        guard let log = try? EventLog(opening: named, access: .reading) else { return }
        log.close()
        // In an existing folder they have their name before the log has.
        if site.fillsFolder {
            unlink(site.store.revocationsPath)
            try? OpenFile.flushFolder(site.store.path)
        }
        removeKeys(of: named)
    }

    /// Removes keys durably, before the log that identifies them.
    private static func removeKeys(of store: StoreDirectory) {
        unlinkKeys(of: store)
        try? OpenFile.flushFolder(StoreDirectory(path: store.keysPath).parent)
    }

    /// Removes what lies beside the keys first, because the keys identify it.
    private static func unlinkKeys(of store: StoreDirectory) {
        unlink(store.markPath + OpenFile.newSuffix)
        unlink(store.markPath)
        unlink(store.positionsPath)
        unlink(store.keysPath)
    }

    private static func remove(_ folder: StoreDirectory) {
        unlinkKeys(of: folder)
        for name in OpenFile.names(in: folder.path) { unlink("\(folder.path)/\(name)") }
        rmdir(folder.path)
    }

    static func renameWithoutReplacing(_ old: String, _ new: String) throws(LogError) {
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
