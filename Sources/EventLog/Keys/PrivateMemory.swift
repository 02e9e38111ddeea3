internal import CCrypto
internal import CPlatform
internal import Glibc

/// Memory for keys and opened content: whole pages that core files leave out, cleared before they
/// are given back.
package struct PrivateMemory: ~Copyable {
    package let bytes: UnsafeMutableRawBufferPointer
    private let isClearedByOwner: Bool

    /// Pages with at least so many bytes, at first zeros.
    ///
    /// Locked ones are not swapped out, as far as the system lets this process lock memory; they
    /// still take none before they are used.
    package init(byteCount: Int, isLocked: Bool = false) {
        guard let bytes = Self.pages(byteCount) else { fatalError("Memory has run out.") }
        self.bytes = bytes
        isClearedByOwner = false
        if isLocked { _ = scrollback_lock_memory(bytes.baseAddress, bytes.count) }
    }

    /// Many pages, of which few may ever be used: the owner clears these before this value ends,
    /// because to clear the others would take them; nil if the system refuses so many.
    ///
    /// As many of the first ones are locked as the system lets this process lock.
    init?(reserving byteCount: Int) {
        guard let bytes = Self.pages(byteCount, MAP_NORESERVE) else { return nil }
        self.bytes = bytes
        isClearedByOwner = true
        var (locked, part) = (0, bytes.count)
        while part >= Self.pageBytes {
            let next = bytes.baseAddress.map { $0 + locked }
            if locked + part <= bytes.count, scrollback_lock_memory(next, part) != 0 {
                locked += part
            }
            part = part / 2 / Self.pageBytes * Self.pageBytes
        }
    }

    private static let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))

    private static func pages(
        _ byteCount: Int,
        _ flags: Int32 = 0
    ) -> UnsafeMutableRawBufferPointer? {
        let count = max(1, (byteCount + pageBytes - 1) / pageBytes) * pageBytes
        let all = MAP_PRIVATE | MAP_ANONYMOUS | flags
        guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, all, -1, 0),
            start != MAP_FAILED
        else { return nil }
        let bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
        keepOutOfCoreFiles(UnsafeRawBufferPointer(bytes))
        return bytes
    }

    deinit {
        if !isClearedByOwner { clear() }
        munmap(bytes.baseAddress, bytes.count)
    }

    /// Zeroes all bytes.
    func clear() { OPENSSL_cleanse(bytes.baseAddress, bytes.count) }

    /// Makes core files leave out some mapped pages; without effect on a kernel that cannot do
    /// that.
    static func keepOutOfCoreFiles(_ pages: UnsafeRawBufferPointer) {
        madvise(UnsafeMutableRawPointer(mutating: pages.baseAddress), pages.count, MADV_DONTDUMP)
    }
}
