internal import EventLog
internal import Glibc
internal import Locking

/// A file `views.reading.<generation>.<number>` for each process that reads a generation, until it
/// has read it for a minute or closed it.
///
/// Its owner holds a lock on it. The system frees the lock when the process dies, so a file without
/// a lock belongs to a process that died early. Nothing is flushed: after a restart of the machine
/// other rules decide about the file.
final class ReadingMark: Sendable {
    private let file: Lock<OpenFile?>

    /// Marks a generation as read by this process; nil if it may not write.
    init?(of generation: UInt64, in directory: StoreDirectory) {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        let path = "\(directory.path)/\(Self.prefix(of: generation))\(number)"
        // It gets its name after it is locked, so that it is never taken for a dead process's file.
        let temporary = "\(directory.path)/\(Self.prefix)new.\(number)"
        guard let made = try? OpenFile(temporary, O_RDWR | O_CREAT | O_EXCL) else { return nil }
        guard flock(made.descriptor, LOCK_EX | LOCK_NB) == 0, rename(temporary, path) == 0 else {
            unlink(temporary)
            return nil
        }
        self.path = path
        file = Lock(consume made)
    }

    private let path: String

    /// Removes the mark: this process was not harmed.
    func end() {
        file.withLock { file in
            if file.take() != nil { unlink(path) }
        }
    }

    /// Returns the number of processes that died soon after they had begun to read a generation.
    static func deaths(of generation: UInt64, in directory: StoreDirectory) -> Int {
        var count = 0
        for path in paths(of: prefix(of: generation), in: directory) where isOfDead(path) {
            count += 1
        }
        return count
    }

    /// Removes the marks of dead readers of a generation.
    static func forgetDeaths(of generation: UInt64, in directory: StoreDirectory) {
        for path in paths(of: prefix(of: generation), in: directory) where isOfDead(path) {
            unlink(path)
        }
    }

    /// Removes the marks of all generations but one, also of living processes.
    static func removeAll(except generation: UInt64, in directory: StoreDirectory) {
        let kept = "\(directory.path)/\(prefix(of: generation))"
        for path in paths(of: prefix, in: directory) where !path.hasPrefix(kept) { unlink(path) }
    }

    private static let prefix = "views.reading."

    private static func prefix(of generation: UInt64) -> String { "\(prefix)\(generation)." }

    private static func paths(of prefix: String, in directory: StoreDirectory) -> [String] {
        OpenFile.names(in: directory.path).filter { $0.hasPrefix(prefix) }
            .map { "\(directory.path)/\($0)" }
    }

    private static func isOfDead(_ path: String) -> Bool {
        guard let file = try? OpenFile(path, O_RDONLY) else { return false }
        // Shared, so that two processes checking at once do not take each other for the owner.
        return flock(file.descriptor, LOCK_SH | LOCK_NB) == 0
    }
}
