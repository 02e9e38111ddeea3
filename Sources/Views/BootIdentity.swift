internal import CPlatform
internal import Glibc

/// The identity of one start of the operating system.
///
/// Within one start, the page cache survives a killed process; after a restart, an unflushed file
/// may have any content.
package struct BootIdentity: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Returns the identity of the running system; nil if it is unknown.
    package static func current() -> BootIdentity? {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 64)
        guard fgets(&bytes, Int32(bytes.count), file) != nil else { return nil }
        let text = String(decoding: bytes.prefix { $0 > 32 }.map(UInt8.init), as: UTF8.self)
        return text.isEmpty ? nil : BootIdentity(text)
    }
}

/// The attributes of a file that change when it is replaced.
struct FileStamp: Equatable {
    private let inode: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        inode = UInt64(status.st_ino)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

/// The identity of a file: a copy has another birth time even if it got the same inode.
package struct FileBirth: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    /// Nanoseconds since 1970; 0 where the filesystem does not keep it.
    package let born: Int64

    package init(device: UInt64, inode: UInt64, born: Int64) {
        self.device = device
        self.inode = inode
        self.born = born
    }

    /// Reads the identity of the file at a path; nil if there is none.
    package init?(path: String) {
        var birth = scrollback_file_birth()
        guard scrollback_file_birth(path, &birth) == 0 else { return nil }
        device = birth.device
        inode = birth.inode
        born = birth.born
    }
}
