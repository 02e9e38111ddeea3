internal import CPlatform
internal import Glibc

/// Where a store keeps its files, and whether that place can be trusted.
///
///     chat.scrollback/        0700, files 0600
///       log.mdb, -lock        the truth
///       keys.bin              a 32-byte slot per event; may live elsewhere
///       keys.bin.mark         how many events were committed; lies beside the keys
///       keys.bin.positions    the keys that seal positions for users, if a server made them
///       views.<n>.mdb, -lock  derived; a name is never used twice
///       views.state           which views file counts, and whether it may be opened
///       writer.lock           held by the one process that writes
///       control.sock          where that process answers lines, if it offers to
///       revoked.tokens        whose tokens a server refuses, if any were revoked
///       .compacting/          a log that is written anew; left by a kill, removed later
package struct StoreDirectory: Sendable {
    package let path: String
    package let keysPath: String

    /// Describes a store's place, with its keys inside unless they have a path of their own.
    package init(path: String, keysPath: String? = nil) {
        var trimmed = Substring(path)
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed = trimmed.dropLast() }
        self.path = String(trimmed)
        self.keysPath = keysPath ?? "\(trimmed)/keys.bin"
    }

    package var logPath: String { "\(path)/log.mdb" }
    package var markPath: String { "\(keysPath).mark" }
    package var positionsPath: String { "\(keysPath).positions" }
    package var lockPath: String { "\(path)/writer.lock" }
    package var controlPath: String { "\(path)/control.sock" }
    package var revocationsPath: String { "\(path)/revoked.tokens" }
    package var viewsStatePath: String { "\(path)/views.state" }

    package func viewsPath(generation: UInt64) -> String { "\(path)/views.\(generation).mdb" }

    /// The folder that holds the store.
    package var parent: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The store's own name within its folder.
    package var name: String {
        guard let slash = path.lastIndex(of: "/") else { return path }
        return String(path[path.index(after: slash)...])
    }

    /// Refuses a place that is missing, no store, another user's, open to others, or on a network.
    ///
    /// The network comes first: there, even asking for locks may hang.
    ///
    /// Evidence may belong to another user and be open to others, because it is only read.
    func check(filesystem: FilesystemProbe, asEvidence: Bool = false) throws(LogError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { throw .noStore(path: path) }
            throw OpenFile.failure("stat", path)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .notAStore(path: path, reason: "it is not a folder")
        }
        if let kind = filesystem.networkKind(of: path) {
            throw .networkFilesystem(path: path, kind: kind)
        }
        // That it is no store is reported before advice about its rights.
        var logStatus = stat()
        guard stat(logPath, &logStatus) == 0 else {
            if errno != ENOENT { throw OpenFile.failure("stat", logPath) }
            throw .notAStore(path: path, reason: "it has no log.mdb")
        }
        guard logStatus.st_mode & S_IFMT == S_IFREG else {
            throw .notAStore(path: logPath, reason: "it is not a file")
        }
        if !asEvidence {
            try Self.checkPrivacy(status, path)
            try Self.checkPrivacy(logStatus, logPath)
        }
        guard stat(keysPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .keysMissing(path: keysPath)
        }
        if let kind = filesystem.networkKind(of: keysPath) {
            throw .networkFilesystem(path: keysPath, kind: kind)
        }
        if !asEvidence { try Self.checkPrivacy(status, keysPath) }
    }

    /// Refuses a folder that others may access.
    func checkFolderPrivacy() throws(LogError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw OpenFile.failure("stat", path) }
        try Self.checkPrivacy(status, path)
    }

    private static func checkPrivacy(_ status: stat, _ path: String) throws(LogError) {
        guard status.st_uid == geteuid() else {
            throw .ownedByAnother(path: path, owner: status.st_uid)
        }
        guard status.st_mode & 0o077 == 0 else {
            throw .readableByOthers(path: path, mode: status.st_mode & 0o777)
        }
    }
}

/// Distinguishes local filesystems from those with unreliable locks and shared maps.
package struct FilesystemProbe: Sendable {
    /// Returns the magic number that `statfs(2)` gives for a path; nil if it cannot be read.
    package var magic: @Sendable (_ path: String) -> UInt64?

    package static let system = FilesystemProbe { path in
        UInt64(exactly: scrollback_filesystem_magic(path))
    }

    package init(magic: @escaping @Sendable (_ path: String) -> UInt64?) {
        self.magic = magic
    }

    private static let networkKinds: [UInt64: String] = [
        0x6969: "NFS",
        0x517B: "SMB",
        0xFF53_4D42: "CIFS",
        0xFE53_4D42: "SMB2",
        0x0102_1997: "9P",
        0x5346_414F: "AFS",
        0x7375_7245: "Coda",
        0x00C3_6400: "Ceph",
        0x0BD0_0BD0: "Lustre",
        0x0116_1970: "GFS2",
        0x7461_636F: "OCFS2",
        0x6573_5546: "FUSE",
    ]

    func networkKind(of path: String) -> String? {
        magic(path).flatMap { Self.networkKinds[$0] }
    }
}
