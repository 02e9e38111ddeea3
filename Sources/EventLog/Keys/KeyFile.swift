internal import CCrypto
internal import CPlatform
internal import Glibc
internal import Synchronization
internal import Wire

/// The salt and key that seal one event's content.
struct Slot: Equatable, BitwiseCopyable {
    let salt: UniqueID
    let key: UniqueID

    /// Whether the slot is zeros, because its content was erased.
    var isErased: Bool { salt == .zero && key == .zero }
}

/// The keys of every event's content: slot `index` of 32 bytes is 16 bytes salt, 16 bytes key.
///
/// - A slot is random and flushed before any event that uses it.
/// - Slots beyond the log's size are made anew at every opening: after a crash they may hold zeros
///   or halves, and no content may be sealed with those.
/// - Zeroing a slot makes its content unreadable, for ever and everywhere.
/// - The file's size is known before any slot is read, because the map reaches beyond it.
/// - Core files leave out the map.
package final class KeyFile: @unchecked Sendable {
    // Sendable: the map is only read; the one writer of slots is the thread that appends.

    static let slotBytes: UInt64 = 32
    static let slotsPerBlock: UInt64 = 4_096

    private let file: OpenFile
    private let map: UnsafeRawPointer
    private let mapBytes: Int
    private let knownSlots: Atomic<UInt64>

    /// Opens the keys of an existing store.
    init(path: String, forWriting: Bool, mapBytes: Int) throws(LogError) {
        do throws(LogError) {
            file = try OpenFile(path, forWriting ? O_RDWR : O_RDONLY)
        } catch .system(_, _, ENOENT) {
            throw .keysMissing(path: path)
        }
        let bytes = try file.byteCount
        knownSlots = Atomic(bytes / Self.slotBytes)
        self.mapBytes = try Self.mapBytes(atLeast: mapBytes, fileBytes: bytes, path: path)
        let address = mmap(
            nil,
            self.mapBytes,
            PROT_READ,
            MAP_SHARED | MAP_NORESERVE,
            file.descriptor,
            0
        )
        guard let address, address != MAP_FAILED else { throw OpenFile.failure("map", path) }
        map = UnsafeRawPointer(address)
        PrivateMemory.keepOutOfCoreFiles(UnsafeRawBufferPointer(start: map, count: self.mapBytes))
    }

    /// The size of the file in bytes.
    package var byteCount: UInt64 {
        get throws(LogError) { try file.byteCount }
    }

    /// Returns the size of a map in which the file can grow fourfold.
    private static func mapBytes(
        atLeast least: Int,
        fileBytes: UInt64,
        path: String
    ) throws(LogError) -> Int {
        let (wanted, overflow) = fileBytes.multipliedReportingOverflow(by: 4)
        guard !overflow, let bytes = Int(exactly: wanted) else {
            throw .notAStore(path: path, reason: "it is larger than keys can be")
        }
        return max(least, bytes)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: map), mapBytes)
    }

    /// Makes the first block of a new store's keys.
    static func create(path: String) throws(LogError) {
        let file = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
        try write(slots: 0..<slotsPerBlock, to: file)
        try file.flush()
    }

    package var path: String { file.path }

    /// The known number of slots in the file.
    var slotCount: UInt64 { knownSlots.load(ordering: .acquiring) }

    /// The slot of an event.
    func slot(at index: UInt64) throws(LogError) -> Slot {
        if index >= slotCount {
            // Another process may have added a block since this process last checked.
            knownSlots.store(try file.byteCount / Self.slotBytes, ordering: .releasing)
        }
        let slots = slotCount
        guard index < slots, index < UInt64(mapBytes) / Self.slotBytes else {
            throw .keysTooShort(path: file.path, slots: slots, events: index + 1)
        }
        let offset = Int(index * Self.slotBytes)
        let bytes = RawSpan(_unsafeStart: map + offset, byteCount: Int(Self.slotBytes))
        return Slot(salt: UniqueID(bytes), key: UniqueID(bytes, at: UniqueID.byteCount))
    }

    /// Fetches the slot of an event from memory before it is read; this only saves time.
    func fetchSlot(at index: UInt64) {
        guard index < slotCount, index < UInt64(mapBytes) / Self.slotBytes else { return }
        scrollback_fetch(map + Int(index * Self.slotBytes))
    }

    /// Returns the least number of slots in the keys of a log of this size.
    static func leastSlots(_ size: UInt64) -> UInt64 { (size / slotsPerBlock + 1) * slotsPerBlock }

    /// Replaces all slots beyond the log's end; blocks that were added ahead are given up.
    func renewUnused(from size: UInt64) throws(LogError) {
        let end = Self.leastSlots(size)
        if slotCount > end {
            try file.cut(to: end * Self.slotBytes)
            knownSlots.store(end, ordering: .releasing)
        }
        try grow(from: size, through: size)
    }

    /// Zeroes the slots of some events, and flushes them: their content can never be opened again.
    func erase(_ ranges: [Range<UInt64>]) throws(LogError) {
        let zeros = [UInt8](repeating: 0, count: Int(Self.slotsPerBlock * Self.slotBytes))
        for range in ranges {
            var first = range.lowerBound
            while first < range.upperBound {
                let count = min(range.upperBound - first, Self.slotsPerBlock)
                let bytes = zeros.span.bytes.extracting(first: Int(count * Self.slotBytes))
                try file.write(bytes, at: first * Self.slotBytes)
                first += count
            }
        }
        try flush()
    }

    /// Adds blocks until a slot exists, and flushes them.
    ///
    /// - Returns: whether blocks were added.
    func ensureSlot(at index: UInt64) throws(LogError) -> Bool {
        guard index >= slotCount else { return false }
        try grow(from: slotCount, through: index)
        return true
    }

    private func grow(from first: UInt64, through index: UInt64) throws(LogError) {
        let end = Self.leastSlots(index)
        try Self.write(slots: first..<end, to: file)
        try flush()
        knownSlots.store(max(end, slotCount), ordering: .releasing)
    }

    /// Waits until the written slots are on the disk.
    private func flush() throws(LogError) {
        try file.flushData()
    }

    /// Writes random slots; in blocks, because asking for 32 bytes at a time costs a hundredfold.
    private static func write(slots: Range<UInt64>, to file: borrowing OpenFile) throws(LogError) {
        let buffer = PrivateMemory(byteCount: Int(slotsPerBlock * slotBytes), isLocked: true)
        var first = slots.lowerBound
        while first < slots.upperBound {
            let count = min(slots.upperBound - first, slotsPerBlock)
            let byteCount = Int(count * slotBytes)
            guard RAND_bytes(buffer.bytes.baseAddress, Int32(byteCount)) == 1 else {
                throw .system(operation: "draw randomness for", path: file.path, errno: EIO)
            }
            let random = UnsafeRawBufferPointer(rebasing: buffer.bytes[..<byteCount])
            try file.write(RawSpan(_unsafeBytes: random), at: first * slotBytes)
            first += count
        }
    }
}
