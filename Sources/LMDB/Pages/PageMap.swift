internal import Glibc
internal import Synchronization

/// A file's bytes in memory, for reading, apart from LMDB's own map, which it does not lend.
@safe
final class PageMap: Sendable {
    private let address: UInt
    let byteCount: Int
    /// A bit for each branch page that was checked.
    let knownBranches: SharedBits
    /// The length of the file when it was asked for last.
    private let length: Atomic<Int>

    /// The usual bytes of a page; where pages are smaller, the last of them have no bit.
    private static let pageBytes = 4_096

    /// Maps the beginning of a file, of which a smaller map knows some pages; nil if the system
    /// refuses.
    init?(_ descriptor: Int32, byteCount: Int, length: Int, knownBy smaller: PageMap? = nil) {
        guard
            let start = unsafe mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor, 0),
            unsafe start != MAP_FAILED
        else { return nil }
        address = UInt(bitPattern: start)
        self.byteCount = byteCount
        self.length = Atomic(length)
        let count = byteCount / Self.pageBytes
        knownBranches = SharedBits(count: count, set: smaller?.knownBranches)
    }

    deinit {
        unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), byteCount)
    }

    var knownLength: Int { length.load(ordering: .relaxed) }

    /// Notes a length of the file, which only grows while it is open: another thread may have noted
    /// a later one.
    func note(length: Int) { self.length.max(length, ordering: .relaxed) }

    /// Lends the file's bytes, up to its known length.
    func withBytes<Result, Failure>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = unsafe UnsafeRawPointer(bitPattern: address)
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: min(knownLength, byteCount))
        return try body(unsafe RawSpan(_unsafeBytes: bytes))
    }

    /// A part of the file; valid while this map lives.
    @_lifetime(borrow self)
    func span(of place: PageBytes.Place) -> RawSpan {
        let start = unsafe UnsafeRawPointer(bitPattern: address + UInt(place.offset))
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: place.count)
        return unsafe _overrideLifetime(RawSpan(_unsafeBytes: bytes), borrowing: self)
    }
}
