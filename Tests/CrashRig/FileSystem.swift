internal import Glibc
internal import TestSupport

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

    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// The size of a file, 0 if there is no such file.
    static func byteCount(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The paths of all files below a folder, each with a slash in front.
    static func files(below path: String) -> [String] {
        TestSupport.names(in: path).flatMap { name -> [String] in
            isFolder("\(path)/\(name)")
                ? files(below: "\(path)/\(name)").map { "/\(name)\($0)" } : ["/\(name)"]
        }
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
