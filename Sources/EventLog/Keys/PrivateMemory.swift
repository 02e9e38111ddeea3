internal import CCrypto
internal import CPlatform
internal import Glibc

/// Memory for keys and opened content: whole pages that core files leave out, cleared before they
/// are given back.
package struct PrivateMemory: ~Copyable {
    package let bytes: UnsafeMutableRawBufferPointer

    /// Pages with at least so many bytes, at first zeros.
    ///
    /// Locked ones are not swapped out, as far as the system lets this process lock memory; they
    /// still take none before they are used.
    package init(byteCount: Int, isLocked: Bool = false) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let count = max(1, (byteCount + page - 1) / page) * page
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0),
            start != MAP_FAILED
        else { fatalError("Memory has run out.") }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
        Self.keepOutOfCoreFiles(UnsafeRawBufferPointer(bytes))
        if isLocked { _ = scrollback_lock_memory(start, count) }
    }

    deinit {
        clear()
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
