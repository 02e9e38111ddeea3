internal import Glibc

/// A file's bytes in memory, for reading, apart from LMDB's own map, which it does not lend.
@safe
final class PageMap: Sendable {
    private let address: UInt
    let byteCount: Int

    /// Maps the beginning of a file; nil if the system refuses.
    init?(_ descriptor: Int32, byteCount: Int) {
        guard
            let start = unsafe mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor, 0),
            unsafe start != MAP_FAILED
        else { return nil }
        address = UInt(bitPattern: start)
        self.byteCount = byteCount
    }

    deinit {
        unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), byteCount)
    }

    /// Lends the file's bytes, up to its known length.
    func withBytes<Result, Failure>(
        _ count: Int,
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = unsafe UnsafeRawPointer(bitPattern: address)
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: min(count, byteCount))
        return try body(unsafe RawSpan(_unsafeBytes: bytes))
    }
}
