package import Glibc

/// A file descriptor that is closed with its owner.
package struct OpenFile: ~Copyable {
    package let descriptor: Int32
    package let path: String

    /// Opens a file or folder; the flags are those of `open(2)`.
    package init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(LogError) {
        descriptor = open(path, flags | O_CLOEXEC, mode)
        self.path = path
        if descriptor < 0 { throw Self.failure("open", path) }
    }

    deinit {
        close(descriptor)
    }

    static func failure(_ operation: String, _ path: String) -> LogError {
        let number = errno
        return meansNoRoom(number)
            ? .storageFull : .system(operation: operation, path: path, errno: number)
    }

    package func status() throws(LogError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure("stat", path) }
        return status
    }

    package var byteCount: UInt64 {
        get throws(LogError) { UInt64(try status().st_size) }
    }

    /// Writes all of the bytes at an offset.
    package func write(_ bytes: RawSpan, at offset: UInt64) throws(LogError) {
        var done = 0
        while done < bytes.byteCount {
            let written = bytes.withUnsafeBytes { buffer in
                pwrite(
                    descriptor,
                    buffer.baseAddress.map { $0 + done },
                    buffer.count - done,
                    off_t(offset) + off_t(done)
                )
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw Self.failure("write", path)
            }
            done += written
        }
    }

    /// Takes an advisory lock; the operation is one of `flock(2)`.
    ///
    /// - Returns: false if it should not wait and another owner has the lock.
    package func lock(_ operation: Int32) throws(LogError) -> Bool {
        while flock(descriptor, operation) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return false
            default: throw Self.failure("lock", path)
            }
        }
        return true
    }

    /// Gives the lock up: closing alone would leave it to a forked child that has not started its
    /// program yet.
    package func unlock() { flock(descriptor, LOCK_UN) }

    /// Shortens the file.
    func cut(to byteCount: UInt64) throws(LogError) {
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw Self.failure("cut", path) }
    }

    /// Waits until the data, and the size that makes it reachable, are on the disk.
    package func flushData() throws(LogError) {
        guard fdatasync(descriptor) == 0 else { throw Self.failure("flush", path) }
    }

    /// Waits until data and attributes are on the disk; for a folder, its entries.
    package func flush() throws(LogError) {
        guard fsync(descriptor) == 0 else { throw Self.failure("flush", path) }
    }

    /// The whole file as text, if it is no longer than the limit.
    package func text(limit: Int) throws(LogError) -> String? {
        let bytes = try bytes(limit: limit + 1)
        return bytes.count <= limit ? String(validating: bytes, as: UTF8.self) : nil
    }

    /// The file's bytes from an offset on, up to a limit.
    package func bytes(limit: Int, from offset: UInt64 = 0) throws(LogError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(LogError) in try read(into: buffer, at: offset) }
        }
        return Array(bytes[..<(try count.get())])
    }

    /// Reads bytes from an offset on until the buffer is full or the file ends, and returns how
    /// many it read.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: UInt64
    ) throws(LogError) -> Int {
        var count = 0
        while count < buffer.count {
            let got = pread(
                descriptor,
                buffer.baseAddress.map { $0 + count },
                buffer.count - count,
                off_t(offset) + off_t(count)
            )
            if got < 0 {
                if errno == EINTR { continue }
                throw Self.failure("read", path)
            }
            if got == 0 { break }
            count += got
        }
        return count
    }

    /// Flushes a folder's new, renamed and removed entries.
    package static func flushFolder(_ path: String) throws(LogError) {
        try OpenFile(path, O_RDONLY | O_DIRECTORY).flush()
    }

    /// The suffix of a small file's name until the file is complete.
    package static let newSuffix = ".new"

    /// Writes a small file so that any crash leaves either the old or the new content.
    package static func replace(
        _ path: String,
        with text: String,
        in folder: String
    ) throws(LogError) {
        let bytes = Array(text.utf8)
        try replace(path, with: bytes.span.bytes, in: folder)
    }

    /// The same for bytes.
    package static func replace(
        _ path: String,
        with bytes: RawSpan,
        in folder: String
    ) throws(LogError) {
        try prepare(path, with: bytes)
        try namePrepared(path, in: folder)
    }

    /// Writes the replacement of a small file, and flushes it.
    package static func prepare(_ path: String, with bytes: RawSpan) throws(LogError) {
        try write(bytes, to: try OpenFile(path + newSuffix, O_WRONLY | O_CREAT | O_TRUNC))
    }

    /// Gives the prepared file its name, durably.
    package static func namePrepared(_ path: String, in folder: String) throws(LogError) {
        let temporary = path + newSuffix
        guard rename(temporary, path) == 0 else { throw failure("rename", temporary) }
        try flushFolder(folder)
    }

    private static func write(_ bytes: RawSpan, to file: consuming OpenFile) throws(LogError) {
        try file.write(bytes, at: 0)
        try file.flush()
    }

    /// The names in a folder, in no order; none if it cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // An entry is shorter than its type: the field must not be copied whole.
            let start = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let name = String(
                cString: UnsafeRawPointer(entry).advanced(by: start)
                    .assumingMemoryBound(to: CChar.self)
            )
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
