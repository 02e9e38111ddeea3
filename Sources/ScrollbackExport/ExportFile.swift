internal import EventLog
internal import Glibc
internal import Merkle

/// A file of an export, as the manifest lists it.
struct ListedFile: Hashable, Sendable {
    var name: String
    var bytes: UInt64
    var lines: UInt64
    var sum: Digest
}

/// The folder of an export, and what watches how far it is.
struct ExportFolder {
    let path: String
    let meter: ExportMeter?
}

/// A new file of an export, with mode 0600, which is hashed while it is written.
struct ExportFile: ~Copyable {
    private let name: String
    private let file: OpenFile
    private let meter: ExportMeter?
    private var buffer: [UInt8] = []
    private var hash = SHA256()
    private var byteCount: UInt64 = 0
    private var lines: UInt64 = 0

    private static let bufferBytes = 1 << 18

    init(_ name: String, in folder: ExportFolder) throws(LogError) {
        self.name = name
        meter = folder.meter
        file = try OpenFile("\(folder.path)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    }

    mutating func write(_ bytes: some Collection<UInt8>) throws(LogError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferBytes { try flush() }
    }

    mutating func writeLine(_ bytes: some Collection<UInt8>) throws(LogError) {
        lines += 1
        try write(bytes)
    }

    private mutating func flush() throws(LogError) {
        let bytes = buffer
        buffer = []
        try meter?.add(bytes: UInt64(bytes.count))
        try file.write(bytes.span.bytes, at: byteCount)
        hash.update(bytes.span.bytes)
        byteCount += UInt64(bytes.count)
    }

    /// Flushes the file, and returns how the manifest lists it.
    consuming func finish() throws(LogError) -> ListedFile {
        try flush()
        try file.flush()
        return ListedFile(name: name, bytes: byteCount, lines: lines, sum: hash.finish())
    }
}
