internal import CPlatform
package import EventLog
internal import Glibc

/// The place where words are written in the clear before they get their name, and its note.
///
///     PLACE/.NAME.exporting-MARK      a folder or a file; renamed to PLACE/NAME at the end
///     STORE/export.MARK               names it, and is locked while it is written to
///
/// A process that was killed leaves both; the next one that opens the store for writing, or
/// exports from it, removes them: words do not stay behind in the clear.
package final class ExportMark: Sendable {
    /// The path to write to.
    package let path: String
    /// The path that it gets.
    package let finalPath: String
    private let notePath: String
    private let note: OpenFile

    /// Notes a place for an export of a store; nothing is made there.
    package init(of store: StoreDirectory, at finalPath: String) throws(LogError) {
        let place = StoreDirectory(path: finalPath)
        let mark = String(UInt64.random(in: .min ... .max), radix: 36)
        guard let parent = realpath(place.parent, nil) else {
            throw .system(operation: "open", path: place.parent, errno: errno)
        }
        defer { free(parent) }
        let parentPath = String(cString: parent)
        path = "\(parentPath)/.\(place.name)\(Self.infix)\(mark)"
        self.finalPath = "\(parentPath)/\(place.name)"
        notePath = "\(store.path)/\(Self.prefix)\(mark)"
        note = try OpenFile(notePath, O_RDWR | O_CREAT | O_EXCL)
        _ = try note.lock(LOCK_EX)
        // A sweep between the two calls took the file for a leftover.
        guard try note.status().st_nlink > 0 else {
            throw .system(operation: "lock", path: notePath, errno: EAGAIN)
        }
        let bytes = Array(path.utf8)
        try note.write(bytes.span.bytes, at: 0)
        try note.flush()
        try OpenFile.flushFolder(store.path)
    }

    /// Gives the written files their name, durably.
    ///
    /// - Throws: `alreadyExists` if something has the name by now.
    package func giveName() throws(LogError) {
        if scrollback_rename_without_replacing(path, finalPath) != 0 {
            guard errno != EEXIST else { throw .alreadyExists(path: finalPath) }
            guard errno == EINVAL || errno == ENOSYS else {
                throw .system(operation: "rename", path: path, errno: errno)
            }
            try giveNameByLink()
        }
        do throws(LogError) {
            try OpenFile.flushFolder(StoreDirectory(path: finalPath).parent)
        } catch {
            // Without a durable name it has none; its maker removes what has this path.
            rename(finalPath, path)
            throw error
        }
    }

    /// Gives the name where the filesystem cannot rename without replacing.
    ///
    /// A link to a file does not replace. A folder has none; `rename` replaces an empty one at most.
    private func giveNameByLink() throws(LogError) {
        if link(path, finalPath) == 0 {
            unlink(path)
            return
        }
        guard errno != EEXIST else { throw .alreadyExists(path: finalPath) }
        var status = stat()
        guard errno == EPERM, lstat(finalPath, &status) != 0, rename(path, finalPath) == 0 else {
            throw .system(operation: "rename", path: path, errno: errno)
        }
    }

    /// Removes the note, if what it names has its name or is gone; else the next sweep tries again.
    deinit {
        if Self.isGone(path) { unlink(notePath) }
    }

    /// Whether nothing has a path, durably: the words and their note may be on two filesystems.
    private static func isGone(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) != 0, errno == ENOENT else { return false }
        return (try? OpenFile.flushFolder(StoreDirectory(path: path).parent)) != nil
    }

    private static let prefix = "export."
    private static let infix = ".exporting-"

    /// Removes what killed processes left.
    package static func sweep(_ store: StoreDirectory) {
        for name in OpenFile.names(in: store.path) where name.hasPrefix(prefix) {
            let mark = name.dropFirst(prefix.count)
            let path = "\(store.path)/\(name)"
            guard let note = try? OpenFile(path, O_RDWR | O_NOFOLLOW),
                flock(note.descriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            if let left = try? note.text(limit: Int(PATH_MAX)),
                left.hasPrefix("/"), left.hasSuffix("\(infix)\(mark)")
            {
                if unlink(left) != 0 { Store.removeFolder(left) }
                guard isGone(left) else { continue }
            }
            // A note without a whole path was written by a process that made nothing yet.
            unlink(path)
        }
    }
}
