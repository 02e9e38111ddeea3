internal import Glibc
internal import Merkle
package import Wire

/// The keys under which positions are sealed for users, newest first: one, or two while they change.
///
/// They lie beside the store's keys, outside the log, in lines of 64 hexadecimal digits. The first
/// seals; both open.
package struct PositionKeys: Sendable {
    private static let mostKeys = 2
    private static let keyBytes = 32

    let log: UniqueID
    let keys: [[UInt8]]

    /// Reads the keys that belong to a store, and makes the first one where there is none.
    package init(beside keysPath: String, of log: UniqueID) throws(APIKeys.Fault) {
        let path = "\(keysPath).positions"
        if access(path, F_OK) != 0 { try Self.begin(path) }
        try self.init(text: try APIKeys.read(path), of: log)
    }

    package init(text: String, of log: UniqueID) throws(APIKeys.Fault) {
        self.log = log
        var keys: [[UInt8]] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let key = Hexadecimal.decode(Array(line.utf8).span.bytes),
                key.count == Self.keyBytes
            else {
                throw APIKeys.Fault(
                    description: "A line of keys.bin.positions is not 64 hexadecimal digits; "
                        + "restore the file or remove the line."
                )
            }
            keys.append(key)
        }
        guard (1...Self.mostKeys).contains(keys.count) else {
            throw APIKeys.Fault(
                description: "The file of keys of positions has \(keys.count) keys; leave the "
                    + "newest, or the newest and the one before."
            )
        }
        self.keys = keys
    }

    /// Writes the first key, flushed, under another name first, so that no half key is ever read.
    private static func begin(_ path: String) throws(APIKeys.Fault) {
        let new = "\(path).new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        let line = Array("\(APIKeys.randomDigits())\n".utf8)
        let isWritten =
            descriptor >= 0 && write(descriptor, line, line.count) == line.count
            && fsync(descriptor) == 0
        let number = errno
        if descriptor >= 0 { close(descriptor) }
        guard isWritten, rename(new, path) == 0, flushFolder(of: path) else {
            throw APIKeys.Fault(
                description: "The key of positions cannot be written at \(path): "
                    + "\(String(cString: strerror(isWritten ? errno : number)))."
            )
        }
    }

    /// Makes a file's name durable: positions that were given out must open after a power cut.
    private static func flushFolder(of path: String) -> Bool {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }
}
