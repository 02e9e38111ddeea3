internal import EventLog
internal import Glibc
internal import Merkle

/// The lines of a file of an export, which is hashed while it is read.
struct HashedLines: ~Copyable {
    private let file: OpenFile
    private var offset: UInt64 = 0
    private var buffer: [UInt8] = []
    private var start = 0
    private var hash = SHA256()

    /// The greatest length of a line: a content of 1 MiB, escaped, and once more in base 64.
    static let maximumBytes = 16 << 20
    private static let chunkBytes = 1 << 18

    init(_ path: String) throws(LogError) {
        file = try OpenFile(path, O_RDONLY | O_NOFOLLOW)
    }

    /// How long the file is.
    var byteCount: UInt64 {
        get throws(LogError) { try file.byteCount }
    }

    /// The next line without its end; nil after the last one.
    ///
    /// - Throws: `changedSource` for a line that no export has.
    mutating func next() throws(LogError) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return Array(buffer[start..<end])
            }
            guard buffer.count - start <= Self.maximumBytes else {
                throw .changedSource(path: file.path)
            }
            buffer.removeSubrange(..<start)
            searched = buffer.count
            start = 0
            let more = try file.bytes(limit: Self.chunkBytes, from: offset)
            if more.isEmpty {
                // Half a line at the end is a line that was cut.
                guard buffer.isEmpty else { throw .changedSource(path: file.path) }
                return nil
            }
            hash.update(more.span.bytes)
            offset += UInt64(more.count)
            buffer += more
        }
    }

    /// The SHA-256 of all that was read.
    consuming func finish() -> Digest { hash.finish() }

    /// The SHA-256 of a file.
    static func sum(of path: String) throws(LogError) -> Digest {
        let file = try OpenFile(path, O_RDONLY | O_NOFOLLOW)
        var hash = SHA256()
        var offset: UInt64 = 0
        while true {
            let bytes = try file.bytes(limit: chunkBytes, from: offset)
            if bytes.isEmpty { return hash.finish() }
            hash.update(bytes.span.bytes)
            offset += UInt64(bytes.count)
        }
    }
}
