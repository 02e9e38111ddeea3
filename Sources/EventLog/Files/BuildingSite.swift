internal import Glibc

/// The place where a store is built before it gets its name.
///
/// - If nothing is at the store's path, that is a folder beside it, which is then renamed.
/// - An existing folder, private and empty, such as a mounted volume, cannot be replaced by a
///   rename: the store is built in a folder within it, and its files get their names one by one.
struct BuildingSite {
    let store: StoreDirectory
    /// Whether the store's folder exists already.
    let fillsFolder: Bool

    /// Names that do not count as content: those that a filesystem puts into its own root, a mark
    /// that a power cut left without its keys, and the socket of a store that is gone.
    private static let noContent: Set<String> = [
        "lost+found", "keys.bin.mark", "keys.bin.mark" + OpenFile.newSuffix, "control.sock",
    ]

    /// - Throws: `alreadyExists` if a store or a file exists there.
    init(for store: StoreDirectory) throws(LogError) {
        self.store = store
        var status = stat()
        guard stat(store.path, &status) == 0 else {
            fillsFolder = false
            return
        }
        fillsFolder = true
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .alreadyExists(path: store.path) }
        guard access(store.logPath, F_OK) != 0 else {
            // A creation may have been cut short after giving the last name, before clearing up.
            for leftover in buildings { StoreBuilding.removeIfAbandoned(leftover) }
            throw .alreadyExists(path: store.path)
        }
    }

    /// The folder in which the store is built.
    var parent: String { fillsFolder ? store.path : store.parent }
    var keysParent: String { StoreDirectory(path: store.keysPath).parent }

    private var keysAreElsewhere: Bool { store.keysPath != "\(store.path)/keys.bin" }

    /// Whether the keys get their name separately from the folder.
    var namesKeys: Bool { fillsFolder || keysAreElsewhere }

    private var prefix: String {
        fillsFolder ? ".scrollback.creating-" : ".\(store.name).creating-"
    }

    /// Returns the folder to build in, and the keys beside their final place, which may be on
    /// another disk.
    func building(mark: some StringProtocol) -> StoreDirectory {
        StoreDirectory(
            path: "\(parent)/\(prefix)\(mark)",
            keysPath: keysAreElsewhere ? "\(store.keysPath).creating-\(mark)" : nil
        )
    }

    /// The folders of other creations of this store, in progress or left behind.
    var buildings: [StoreDirectory] {
        OpenFile.names(in: parent).filter { $0.hasPrefix(prefix) }
            .map { building(mark: $0.dropFirst(prefix.count)) }
    }

    /// Flushes the name of a folder that may have been created a moment ago.
    ///
    /// This process may have no right to open the parent folder, for example that of a volume.
    func flushNameOfFolder() throws(LogError) {
        do throws(LogError) {
            try OpenFile.flushFolder(store.parent)
        } catch .system(_, _, EACCES) {
            return
        }
    }

    /// Refuses a folder with files in it, and one that others may access.
    ///
    /// - Parameter ignoringKeys: Whether keys and what comes with them may lie there: a creation that was
    ///   cut short may have named them.
    /// - Throws: `notAStore`, with what to do; `alreadyExists` if there is a store by now.
    func checkFolder(ignoringKeys: Bool) throws(LogError) {
        guard access(store.logPath, F_OK) != 0 else { throw .alreadyExists(path: store.path) }
        let content = OpenFile.names(in: store.path).filter {
            !Self.noContent.contains($0) && !$0.hasPrefix(prefix)
        }
        let keys = ["keys.bin", "keys.bin.positions", "revoked.tokens"]
        let others = content.filter { !ignoringKeys || !keys.contains($0) }
        guard others.isEmpty else {
            throw .notAStore(
                path: store.path,
                reason: "it has files and no log.mdb; choose another path to create a store"
            )
        }
        do throws(LogError) {
            try store.checkFolderPrivacy()
        } catch .readableByOthers(_, let mode) {
            throw .notAStore(
                path: store.path,
                reason: "it is an empty folder with mode \(String(mode, radix: 8)); to create a "
                    + "store in it, set its mode to 700"
            )
        }
    }
}
