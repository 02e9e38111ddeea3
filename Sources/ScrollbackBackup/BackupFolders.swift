internal import EventLog
internal import Glibc
internal import Merkle

/// The folder of a backup and the folder of its keys, which are two and neither is in the other.
struct BackupFolders {
    let backup: String
    let keys: String

    /// Takes the folders of a backup, which may be missing.
    ///
    /// - Throws: `invalidRequest` if they are one, or one is in the other or in the store.
    init(backup: String, keys: String, store: StoreDirectory?) throws(BackupError) {
        self.backup = try Self.resolved(backup)
        self.keys = try Self.resolved(keys)
        guard !Self.overlap(self.backup, self.keys) else {
            throw BackupError(
                .invalidRequest,
                "the keys belong in another folder than the backup, best on another machine: who "
                    + "has both can read everything; name another folder with --keys"
            )
        }
        guard let store, let path = try overlapping(store) else { return }
        throw BackupError(
            .invalidRequest,
            "\(path) is the folder of the store or of its keys, has one of them in it, or lies in "
                + "the store; name a folder outside of it"
        )
    }

    /// The folder in which a store or its keys are or would be, or which is in the store; nil if
    /// neither is.
    func overlapping(_ store: StoreDirectory) throws(BackupError) -> String? {
        let folder = try Self.resolved(store.path)
        let keysFolder = try Self.resolved(StoreDirectory(path: store.keysPath).parent)
        return [backup, keys].first { path in
            Self.overlap(folder, path) || Self.isOrHolds(path, keysFolder)
        }
    }

    private static func overlap(_ one: String, _ other: String) -> Bool {
        isOrHolds(one, other) || isOrHolds(other, one)
    }

    private static func isOrHolds(_ one: String, _ other: String) -> Bool {
        other == one || other.hasPrefix("\(one)/")
    }

    /// The path without links, of a folder that may be missing.
    private static func resolved(_ path: String) throws(BackupError) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        let place = StoreDirectory(path: path)
        guard let parent = realpath(place.parent, nil) else {
            throw BackupError(
                LogError.system(operation: "open", path: place.parent, errno: errno)
            )
        }
        defer { free(parent) }
        return "\(String(cString: parent))/\(place.name)"
    }

    /// Makes a folder that is missing, for its owner alone.
    static func make(_ path: String) throws(BackupError) {
        guard mkdir(path, 0o700) != 0 else {
            try translating { () throws(LogError) in
                try OpenFile.flushFolder(StoreDirectory(path: path).parent)
            }
            return
        }
        guard errno == EEXIST else {
            throw BackupError(LogError.system(operation: "create", path: path, errno: errno))
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw BackupError(.alreadyExists, "\(path) is no folder; name another path")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw BackupError(LogError.readableByOthers(path: path, mode: status.st_mode & 0o777))
        }
    }

    var manifestPath: String { "\(backup)/\(BackupManifest.name)" }

    /// The manifest; nil for a folder without backup.
    ///
    /// - Throws: `damaged` for a manifest that is not whole.
    func manifest() throws(BackupError) -> BackupManifest? {
        let path = manifestPath
        guard let text = try FolderFile.text(path) else { return nil }
        guard let manifest = BackupManifest(text) else {
            throw BackupError(
                .damaged,
                "\(path) is damaged or cut short; take or restore another backup"
            )
        }
        return manifest
    }

    /// The hash of the manifest that a run has prepared and not given its name; nil without one.
    func comingManifest() throws(BackupError) -> Digest? {
        try FolderFile.text(manifestPath + OpenFile.newSuffix)
            .flatMap { BackupManifest($0) }?.digest
    }

    /// Claims both folders for a restore, so that what it reads does not change meanwhile.
    ///
    /// A missing folder is reported by what looks for its files.
    func claimForReading() throws(BackupError) -> [FolderClaim] {
        let there = [backup, keys].filter { (path: String) in access(path, F_OK) == 0 }
        return try there.map { (path) throws(BackupError) in
            try FolderClaim(path, isForReading: true)
        }
    }

    /// Refuses a folder with files of something else.
    func requireOwnFiles() throws(BackupError) {
        let others = OpenFile.names(in: backup).filter { name in
            !name.hasPrefix(Segment.prefix) && !name.hasPrefix(BackupManifest.name)
                && name != "lost+found"
        }
        guard others.isEmpty else {
            throw BackupError(
                .otherBackup,
                "\(backup) has files that belong to no backup; name an empty folder or a new one"
            )
        }
    }
}

/// The exclusive right to change a folder, or the right to read it unchanged, given up with its owner;
/// a second process does not wait.
final class FolderClaim: Sendable {
    private let folder: OpenFile

    init(_ path: String, isForReading: Bool = false) throws(BackupError) {
        folder = try translating { () throws(LogError) in
            try OpenFile(path, O_RDONLY | O_DIRECTORY)
        }
        let right = isForReading ? LOCK_SH : LOCK_EX
        let isLocked = try translating { () throws(LogError) in
            try folder.lock(right | LOCK_NB)
        }
        guard isLocked else {
            throw BackupError(
                .inUse,
                isForReading
                    ? "a backup to \(path) is being made; try again when it has ended"
                    : "\(path) is in use by another backup, or by a restore; try again when that "
                        + "has ended"
            )
        }
    }

    deinit { folder.unlock() }
}
