internal import Glibc

/// A copy of a log's file in a folder that only this process uses; removed with its owner.
///
/// It is for a file that another process may be writing to and whose reader table cannot be joined:
/// LMDB changes no page of its newest state before it has written a meta page. So if the meta pages
/// are the same before and after copying, the copy holds that state.
struct PrivateCopy: ~Copyable {
    let path: String
    private let folder: String

    private static let attempts = 5
    private static let bufferBytes = 1 << 20
    /// The number of bytes left free on the disk that holds the copy.
    private static let reservedBytes: UInt64 = 64 << 20

    private init(folder: String) {
        self.folder = folder
        path = Self.path(in: folder)
    }

    static func make(of original: String) throws(LogError) -> PrivateCopy {
        let folder = try makeFolder()
        do throws(LogError) {
            try copy(original, to: path(in: folder))
        } catch {
            remove(folder)
            throw error
        }
        return PrivateCopy(folder: folder)
    }

    deinit {
        Self.remove(folder)
    }

    private static func path(in folder: String) -> String { "\(folder)/log.mdb" }

    private static func remove(_ folder: String) {
        unlink(path(in: folder))
        rmdir(folder)
    }

    private static func makeFolder() throws(LogError) -> String {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/scrollback-evidence-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw OpenFile.failure("create", parent) }
        return String(cString: made)
    }

    private static func copy(_ original: String, to path: String) throws(LogError) {
        let source = try OpenFile(original, O_RDONLY)
        let target = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
        try requireRoom(for: source, at: path)
        for attempt in 0..<attempts {
            if attempt > 0 { usleep(100_000) }
            let before = try metaPages(of: source)
            try copyBytes(of: source, to: target)
            if try metaPages(of: source) == before {
                try target.write(before.span.bytes, at: 0)
                return
            }
        }
        throw .openElsewhere(path: StoreDirectory(path: original).parent)
    }

    private static func requireRoom(
        for source: borrowing OpenFile,
        at path: String
    ) throws(LogError) {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { throw OpenFile.failure("stat", path) }
        let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        guard try source.byteCount + reservedBytes <= free else {
            throw .system(operation: "copy \(source.path) to", path: path, errno: ENOSPC)
        }
    }

    private static func metaPages(of source: borrowing OpenFile) throws(LogError) -> [UInt8] {
        try source.bytes(limit: 2 * sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func copyBytes(
        of source: borrowing OpenFile,
        to target: borrowing OpenFile
    ) throws(LogError) {
        var offset: UInt64 = 0
        while true {
            let bytes = try source.bytes(limit: bufferBytes, from: offset)
            if bytes.isEmpty { return }
            try target.write(bytes.span.bytes, at: offset)
            offset += UInt64(bytes.count)
        }
    }
}
