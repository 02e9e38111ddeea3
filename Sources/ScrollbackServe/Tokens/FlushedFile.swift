internal import Glibc

/// Small files of their owner alone that are written whole, so that any crash leaves the former
/// content or the new one.
enum FlushedFile {
    /// Writes a file, flushed, under another name first, and gives it its name.
    ///
    /// - Returns: The number of the system's error; nil once the file is durable.
    static func replace(_ path: String, with bytes: [UInt8]) -> Int32? {
        let new = "\(path).new"
        // A crash may have left one.
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return errno }
        let fault = WholeFile.write(bytes, to: descriptor).fault ?? flush(descriptor)
        close(descriptor)
        if let fault { return fault }
        guard rename(new, path) == 0 else { return errno }
        return flushFolder(of: path)
    }

    /// Makes the names in a file's folder durable.
    static func flushFolder(of path: String) -> Int32? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        return flush(descriptor)
    }

    private static func flush(_ descriptor: Int32) -> Int32? {
        fsync(descriptor) == 0 ? nil : errno
    }
}
