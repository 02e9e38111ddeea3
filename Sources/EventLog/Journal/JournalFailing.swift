/// Makes a journal's calls of the system fail, so that tests meet what a full disk does.
package struct JournalFailing: Sendable {
    package enum Call: Sendable { case write, flush, cut }

    /// The error number with which a call fails; nil where it is carried out.
    package var fails: @Sendable (Call) -> Int32?

    package init(_ fails: @escaping @Sendable (Call) -> Int32? = { _ in nil }) {
        self.fails = fails
    }

    /// Writes bytes at the file's end, and waits until they are on the disk.
    func append(
        _ bytes: [UInt8],
        to file: borrowing OpenFile,
        at offset: UInt64
    ) throws(LogError) {
        if let number = fails(.write) {
            // A disk that fills up takes the first part.
            try file.write(bytes.span.bytes.extracting(..<(bytes.count / 2)), at: offset)
            throw Self.error(number, "write", file.path)
        }
        try file.write(bytes.span.bytes, at: offset)
        try flush(file)
    }

    func flush(_ file: borrowing OpenFile) throws(LogError) {
        if let number = fails(.flush) { throw Self.error(number, "flush", file.path) }
        try file.flushData()
    }

    func cut(_ file: borrowing OpenFile, to end: UInt64) throws(LogError) {
        if let number = fails(.cut) { throw Self.error(number, "cut", file.path) }
        try file.cut(to: end)
    }

    private static func error(_ number: Int32, _ operation: String, _ path: String) -> LogError {
        .system(operation: operation, path: path, errno: number)
    }
}
