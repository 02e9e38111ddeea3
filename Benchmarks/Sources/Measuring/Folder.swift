internal import FoundationEssentials
internal import Glibc

/// Folders that come and go with a measurement.
package enum Folder {
    /// Makes a new folder in another; nil if that cannot be.
    package static func make(in parent: String) -> String? {
        var template = Array("\(parent)/scrollback-bench-XXXXXX".utf8CString)
        guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap(mkdtemp) }) != nil
        else { return nil }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The system's place for what is temporary.
    package static var temporary: String {
        getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    }

    /// Removes a file, or a folder with all that is in it.
    package static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            for name in names(in: path) { remove("\(path)/\(name)") }
            rmdir(path)
        } else {
            unlink(path)
        }
    }

    /// Copies a folder with all that is in it to a place where nothing is.
    package static func copy(_ path: String, to place: String) throws {
        try FileManager.default.copyItem(atPath: path, toPath: place)
    }

    /// What a folder's files take on the disk.
    package static func allocatedBytes(of path: String) -> UInt64 {
        var status = stat()
        guard lstat(path, &status) == 0 else { return 0 }
        guard status.st_mode & S_IFMT == S_IFDIR else { return UInt64(status.st_blocks) * 512 }
        return names(in: path).reduce(0) { $0 + allocatedBytes(of: "\(path)/\($1)") }
    }

    /// A hash of what stands in a folder's files, without the lock files of LMDB, in which those
    /// who only read are registered.
    package static func digest(of folder: String) throws -> Int {
        var hasher = Hasher()
        for name in names(in: folder).sorted() where !name.hasSuffix("-lock") {
            let path = "\(folder)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            hasher.combine(name)
            switch status.st_mode & S_IFMT {
            case S_IFDIR: hasher.combine(try digest(of: path))
            case S_IFREG: hasher.combine(try Data(contentsOf: URL(filePath: path)))
            default: break
            }
        }
        return hasher.finalize()
    }

    /// The names in a folder.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
