internal import CPlatform
package import EventLog
internal import Glibc

/// The folder in which an export is written before it gets its name.
///
///     PLACE/.NAME.exporting-MARK      0700, files 0600; renamed to PLACE/NAME at the end
///     STORE/export.MARK               names that folder, and is locked while it is written to
///
/// A process that was killed leaves both; the next one that opens the store for writing, or
/// exports from it, removes them: words do not stay behind in the clear.
package final class ExportSite: Sendable {
    /// The folder to write to.
    package let folder: String
    /// The path that it gets.
    package let path: String
    private let notePath: String
    private let note: OpenFile

    /// Makes a folder for an export of a store, at a path where nothing exists.
    package init(of store: StoreDirectory, at path: String) throws(LogError) {
        let place = StoreDirectory(path: path)
        let mark = String(UInt64.random(in: .min ... .max), radix: 36)
        guard let parent = realpath(place.parent, nil) else {
            throw .system(operation: "open", path: place.parent, errno: errno)
        }
        defer { free(parent) }
        let parentPath = String(cString: parent)
        folder = "\(parentPath)/.\(place.name)\(Self.infix)\(mark)"
        self.path = "\(parentPath)/\(place.name)"
        notePath = "\(store.path)/\(Self.prefix)\(mark)"
        note = try OpenFile(notePath, O_RDWR | O_CREAT | O_EXCL)
        while flock(note.descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw .system(operation: "lock", path: notePath, errno: errno)
            }
        }
        // A sweep between the two calls took the file for a leftover.
        guard try note.status().st_nlink > 0 else {
            throw .system(operation: "lock", path: notePath, errno: EAGAIN)
        }
        let bytes = Array(folder.utf8)
        try note.write(bytes.span.bytes, at: 0)
        try note.flush()
        try OpenFile.flushFolder(store.path)
        guard mkdir(folder, 0o700) == 0 else {
            let number = errno
            unlink(notePath)
            throw .system(operation: "create", path: folder, errno: number)
        }
    }

    /// Removes the files, to write them again.
    package func clear() {
        for name in OpenFile.names(in: folder) { unlink("\(folder)/\(name)") }
    }

    /// Gives the folder its name, durably.
    ///
    /// - Throws: `alreadyExists` if something has the name by now.
    package func finish() throws(LogError) {
        try OpenFile.flushFolder(folder)
        if scrollback_rename_without_replacing(folder, path) != 0 {
            guard errno != EEXIST else { throw .alreadyExists(path: path) }
            guard errno == EINVAL || errno == ENOSYS, access(path, F_OK) != 0,
                rename(folder, path) == 0
            else { throw .system(operation: "rename", path: folder, errno: errno) }
        }
        try OpenFile.flushFolder(StoreDirectory(path: path).parent)
    }

    /// Removes what was not finished.
    deinit {
        Store.removeFolder(folder)
        unlink(notePath)
    }

    private static let prefix = "export."
    private static let infix = ".exporting-"

    /// Removes the folders that killed processes left.
    package static func sweep(_ store: StoreDirectory) {
        for name in OpenFile.names(in: store.path) where name.hasPrefix(prefix) {
            let mark = name.dropFirst(prefix.count)
            let path = "\(store.path)/\(name)"
            guard let note = try? OpenFile(path, O_RDWR | O_NOFOLLOW),
                flock(note.descriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            // A note without a whole path was written by a process that made no folder yet.
            if let folder = try? note.text(limit: Int(PATH_MAX)),
                folder.hasPrefix("/"), folder.hasSuffix("\(infix)\(mark)")
            {
                Store.removeFolder(folder)
            }
            unlink(path)
        }
    }
}
