internal import Glibc

/// The locks of files that the system lists.
enum HeldLock {
    /// Which call took a lock.
    enum Kind: Substring {
        /// `flock`: it belongs to an opened file.
        case ofOpening = "FLOCK"
        /// `fcntl`: it belongs to a process.
        case ofProcess = "POSIX"
    }

    enum Right: Substring {
        case read = "READ"
        case write = "WRITE"
    }

    /// The processes that hold a lock of a file, ascending; without those that cannot be told, as in
    /// another container.
    static func processes(at path: String, kind: Kind, right: Right) -> [Int32] {
        var status = stat()
        guard stat(path, &status) == 0,
            let file = try? OpenFile("/proc/locks", O_RDONLY),
            let text = try? file.text(limit: 1 << 20)
        else { return [] }
        var found: Set<Int32> = []
        // 1: FLOCK  ADVISORY  WRITE 4711 08:01:131094 0 EOF
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 5, words[1] == kind.rawValue, words[3] == right.rawValue,
                words[5].hasSuffix(":\(status.st_ino)"), let process = Int32(words[4]), process > 0
            else { continue }
            found.insert(process)
        }
        return found.sorted()
    }
}
