package import EventLog
internal import Glibc

/// The files of an export as one file of the form `ustar` (POSIX.1-1988), made piece by piece as it
/// is read.
///
/// ```
/// 0    name                100   mode 8, owner 8, group 8: octal digits, ended by NUL
/// 124  size                 12   octal; from 8 GiB on binary, with the highest bit set (GNU)
/// 136  time                 12   octal seconds
/// 148  sum                   8   of the header's bytes, with blanks in its own place
/// 156  type                  1   "0" file, "5" folder
/// 257  "ustar", NUL, "00"    8
/// 512  the file, filled up with NUL to a multiple of 512
/// ```
///
/// At the end stand 1,024 bytes of NUL. No file is kept open between two pieces, so that a folder that
/// is removed gives no more of it.
package struct ExportArchive: Sendable {
    private struct Entry {
        let path: String?
        let header: [UInt8]
        let byteCount: UInt64
        /// Where its header begins.
        let start: UInt64

        var end: UInt64 { start + UInt64(header.count) + byteCount.filled }
    }

    private static let endBytes: UInt64 = 1_024

    private let entries: [Entry]
    /// The number of its bytes.
    package let byteCount: UInt64

    /// An archive of files in a folder, under another name of the folder.
    package init(of files: [String], in folder: String, named name: String) throws(LogError) {
        var about = stat()
        guard stat(folder, &about) == 0 else {
            throw .system(operation: "stat", path: folder, errno: errno)
        }
        let time = about.st_mtim.tv_sec
        var entries = [
            Entry(
                path: nil,
                header: Self.header("\(name)/", mode: 0o700, byteCount: 0, time, isFolder: true),
                byteCount: 0,
                start: 0
            )
        ]
        var end = entries[0].end
        for file in files {
            let path = "\(folder)/\(file)"
            let byteCount = try OpenFile(path, O_RDONLY | O_NOFOLLOW).byteCount
            let header = Self.header("\(name)/\(file)", mode: 0o600, byteCount: byteCount, time)
            let entry = Entry(path: path, header: header, byteCount: byteCount, start: end)
            entries.append(entry)
            end = entry.end
        }
        self.entries = entries
        byteCount = end + Self.endBytes
    }

    /// The bytes from an offset on, up to a limit; none at the end.
    ///
    /// - Throws: `changedSource` for a file that became shorter.
    package func bytes(limit: Int, from offset: UInt64) throws(LogError) -> [UInt8] {
        var bytes: [UInt8] = []
        var offset = offset
        // Of entry after entry; the last one that begins at or before the offset holds it.
        while bytes.count < limit, offset < byteCount {
            let room = limit - bytes.count
            guard let entry = entries.last(where: { $0.start <= offset }), offset < entry.end else {
                let rest = min(UInt64(room), byteCount - offset)
                return bytes + [UInt8](repeating: 0, count: Int(rest))
            }
            let part = try Self.bytes(of: entry, limit: room, from: offset - entry.start)
            offset += UInt64(part.count)
            bytes += part
        }
        return bytes
    }

    private static func bytes(
        of entry: Entry,
        limit: Int,
        from offset: UInt64
    ) throws(LogError) -> [UInt8] {
        let headerBytes = UInt64(entry.header.count)
        guard offset >= headerBytes else {
            return Array(entry.header[Int(offset)...].prefix(limit))
        }
        let place = offset - headerBytes
        guard let path = entry.path, place < entry.byteCount else {
            let rest = min(UInt64(limit), entry.byteCount.filled - place)
            return [UInt8](repeating: 0, count: Int(rest))
        }
        let wanted = Int(min(UInt64(limit), entry.byteCount - place))
        let bytes = try OpenFile(path, O_RDONLY | O_NOFOLLOW).bytes(limit: wanted, from: place)
        guard bytes.count == wanted else { throw .changedSource(path: path) }
        return bytes
    }

    private static func header(
        _ name: String,
        mode: Int,
        byteCount: UInt64,
        _ time: Int,
        isFolder: Bool = false
    ) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func set(_ text: String, at place: Int) {
            header.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
        }
        func octal(_ number: some BinaryInteger, _ digits: Int) -> String {
            let text = String(number, radix: 8)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        // The names are the export's own, and short.
        set(String(name.prefix(100)), at: 0)
        set(octal(mode, 7), at: 100)
        set(octal(0, 7), at: 108)
        set(octal(0, 7), at: 116)
        if byteCount < 1 << 33 {
            set(octal(byteCount, 11), at: 124)
        } else {
            header[124] = 0x80
            withUnsafeBytes(of: byteCount.bigEndian) { header.replaceSubrange(128..<136, with: $0) }
        }
        set(octal(max(0, time), 11), at: 136)
        set("        ", at: 148)
        set(isFolder ? "5" : "0", at: 156)
        set("ustar\u{0}00", at: 257)
        let sum = header.reduce(0) { $0 + Int($1) }
        set("\(octal(sum, 6))\u{0} ", at: 148)
        return header
    }
}

extension UInt64 {
    /// The next multiple of 512.
    fileprivate var filled: UInt64 { (self + 511) / 512 * 512 }
}
