internal import Glibc
internal import Locking
internal import Synchronization

/// The identity of a file, independent of its path.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

/// The files on which this process has environments.
///
/// POSIX record locks belong to a process and a file: closing a second environment on one file
/// would silently release the first one's locks.
enum EnvironmentRegistry {
    private static let open = Lock<Set<FileIdentity>>([])

    static func claim(_ file: FileIdentity) throws(LMDBError) {
        let isNew = open.withLock { $0.insert(file).inserted }
        if !isNew { throw .alreadyOpenInThisProcess }
    }

    static func isOpen(_ file: FileIdentity) -> Bool {
        open.withLock { $0.contains(file) }
    }

    /// Closes a file and gives up its claim in one step: after the close, a new file may get the
    /// inode number of a deleted one, and must not count as open.
    static func release(_ file: FileIdentity, closing: () -> Void = {}) {
        open.withLock { files in
            closing()
            files.remove(file)
        }
    }
}

/// The number of forks between the start of the program's first process and this one.
enum ForkCount {
    private static let value = Atomic<Int>(0)
    private static let isWatching: Bool = {
        pthread_atfork(nil, nil, countFork) == 0
    }()

    static var current: Int {
        _ = isWatching
        return value.load(ordering: .relaxed)
    }

    fileprivate static func increment() {
        value.add(1, ordering: .relaxed)
    }
}

private func countFork() {
    ForkCount.increment()
}
