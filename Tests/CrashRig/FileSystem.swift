internal import Glibc

/// The few words of the operating system that the rig needs.
package enum FileSystem {
    package static func makeFolder(_ path: String) throws(RigError) {
        guard mkdir(path, 0o700) == 0 else { throw failure("make", path) }
    }

    package static func write(_ bytes: [UInt8], to path: String) throws(RigError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("create", path) }
        defer { close(descriptor) }
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
            }
            guard count > 0 else { throw failure("write", path) }
            done += count
        }
    }

    package static func read(_ path: String) throws(RigError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("stat", path) }
        let size = Int(status.st_size)
        var bytes = [UInt8](repeating: 0, count: size)
        var done = 0
        while done < size {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + done }, size - done)
            }
            guard count > 0 else { throw failure("read", path) }
            done += count
        }
        return bytes
    }

    /// The bytes of a file, none if there is no such file.
    package static func contents(_ path: String) -> [UInt8] {
        (try? read(path)) ?? []
    }

    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// The size of a file, 0 if there is no such file.
    static func byteCount(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    package static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The paths of all files below a folder, each with a slash in front.
    static func files(below path: String) -> [String] {
        names(in: path).flatMap { name -> [String] in
            isFolder("\(path)/\(name)")
                ? files(below: "\(path)/\(name)").map { "/\(name)\($0)" } : ["/\(name)"]
        }
    }

    package static func remove(_ path: String) {
        if isFolder(path) {
            for name in names(in: path) { remove("\(path)/\(name)") }
            rmdir(path)
        } else {
            unlink(path)
        }
    }

    package static func move(_ path: String, to other: String) throws(RigError) {
        guard rename(path, other) == 0 else { throw failure("move", path) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The path without links and dots.
    package static func canonical(_ path: String) throws(RigError) -> String {
        guard let real = realpath(path, nil) else { throw failure("find", path) }
        defer { free(real) }
        return String(cString: real)
    }

    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    static func failure(_ operation: String, _ path: String) -> RigError {
        RigError("Cannot \(operation) \(path): \(String(cString: strerror(errno)))")
    }
}
