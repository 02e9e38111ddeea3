internal import CCrypto
internal import CPlatform
internal import Glibc
internal import LogSchema
internal import Wire

/// The header before the bytes of a cached event: the envelope, then the content.
package struct OpenedEntry: BitwiseCopyable {
    /// Zero once it was cleared.
    fileprivate(set) var position: Position
    let sent: Timestamp
    let number: UInt32
    /// Where in the envelope the event's structure lies.
    let structureOffset: UInt32
    let structureCount: UInt32
    let envelopeCount: UInt32
    let contentCount: UInt32
    let gist: EventGist

    package init(
        _ record: borrowing StoredRecord,
        _ content: RawSpan,
        _ gist: EventGist = .nothing
    ) {
        let envelope = record.envelope
        let structure = envelope.bytes.byteOffsets(of: envelope.event) ?? 0..<0
        position = record.position
        sent = record.sent
        number = envelope.eventNumber
        structureOffset = UInt32(structure.lowerBound)
        structureCount = UInt32(structure.count)
        envelopeCount = UInt32(envelope.bytes.byteCount)
        contentCount = UInt32(content.byteCount)
        self.gist = gist
    }

    var structure: Range<Int> {
        Int(structureOffset)..<Int(structureOffset) + Int(structureCount)
    }

    var bytesCount: Int { Int(envelopeCount) + Int(contentCount) }
    /// With this header, up to where the next entry begins.
    var byteCount: Int { (MemoryLayout<Self>.stride + bytesCount + 7) & ~7 }
}

/// The memory of all halves, asked for at once.
///
/// To ask for each of more than a hundred takes longer than the first page of a conversation. What is
/// not used takes none.
final class OpenedMemory: @unchecked Sendable {
    // Sendable: each half has parts of its own, behind the lock of its shard.

    private let entries: PrivateMemory
    private let places: UnsafeMutableBufferPointer<UInt32>
    private let entryBytes: Int
    private let placeCount: Int

    /// Memory for a number of halves that take at most so many bytes each; nil if the system has
    /// not so much.
    init?(halves: Int, ofAtMost byteCount: Int) {
        entryBytes = OpenedHalf.memoryBytes(ofAtMost: byteCount)
        placeCount = OpenedHalf.placeCount(entryBytes)
        let (all, isTooMuch) = halves.multipliedReportingOverflow(by: entryBytes)
        guard !isTooMuch, let reserved = PrivateMemory(reserving: all),
            let zeros = calloc(halves * placeCount, MemoryLayout<UInt32>.stride)
        else { return nil }
        entries = reserved
        places = UnsafeMutableBufferPointer(
            start: zeros.bindMemory(to: UInt32.self, capacity: halves * placeCount),
            count: halves * placeCount
        )
    }

    deinit { free(places.baseAddress) }

    func entries(of half: Int) -> UnsafeMutableRawBufferPointer {
        let start = half * entryBytes
        return UnsafeMutableRawBufferPointer(rebasing: entries.bytes[start..<start + entryBytes])
    }

    func places(of half: Int) -> UnsafeMutableBufferPointer<UInt32> {
        let start = half * placeCount
        return UnsafeMutableBufferPointer(rebasing: places[start..<start + placeCount])
    }

    /// Asks the processor for what says where a half has an entry; no lock is needed for that.
    func fetchPlace(of position: Position, in half: Int) {
        let slot = OpenedHalf.slot(of: position, among: placeCount)
        scrollback_fetch(places.baseAddress.map { $0 + half * placeCount + slot })
    }
}

/// Entries one behind the other in memory that no core file takes in, and where each lies.
///
/// An entry that is cleared keeps its place and its length: what leads to others stays as it is.
final class OpenedHalf {
    private let owner: OpenedMemory
    private let memory: UnsafeMutableRawBufferPointer
    /// Where an entry lies, in units of eight bytes from 1; 0 where there is none.
    private let places: UnsafeMutableBufferPointer<UInt32>
    private var used = 0
    private var count = 0

    /// The half with a number, which no other value uses.
    init(_ number: Int, of owner: OpenedMemory) {
        self.owner = owner
        memory = owner.entries(of: number)
        places = owner.places(of: number)
    }

    deinit { clear() }

    /// How much of a half is for entries; the rest says where they lie.
    static func memoryBytes(ofAtMost byteCount: Int) -> Int { byteCount / 9 * 8 / 4_096 * 4_096 }

    /// Few entries have less than 128 bytes; a power of two, and at most an eighth of the memory.
    static func placeCount(_ memoryBytes: Int) -> Int {
        var count = 64
        while count * 2 <= memoryBytes / 32 { count *= 2 }
        return count
    }

    /// One that many others have to give way to is not worth it.
    static func longestEntry(ofAtMost byteCount: Int) -> Int {
        min(memoryBytes(ofAtMost: byteCount) / 4, 64 << 10)
    }

    var byteCount: Int { memory.count + places.count * MemoryLayout<UInt32>.stride }

    func find(_ position: Position) -> (entry: OpenedEntry, bytes: UnsafeRawBufferPointer)? {
        var slot = slot(of: position)
        while places[slot] != 0 {
            let start = Int(places[slot] - 1) << 3
            let entry = entry(at: start)
            if entry.position == position { return (entry, bytes(of: entry, at: start)) }
            slot = (slot + 1) & (places.count - 1)
        }
        return nil
    }

    /// Asks the processor for what most likely is the entry.
    func fetchEntry(of position: Position) {
        let place = places[slot(of: position)]
        guard place != 0, let base = memory.baseAddress else { return }
        let start = Int(place - 1) << 3
        for offset in stride(from: 0, to: Self.fetchedBytes, by: 64) {
            scrollback_fetch(base + start + offset)
        }
    }

    /// As many as most entries have.
    private static let fetchedBytes = 256

    /// Puts an entry behind the others; false where there is no room.
    func insert(_ entry: OpenedEntry, _ envelope: RawSpan, _ content: RawSpan) -> Bool {
        guard let place = add(entry) else { return false }
        envelope.withUnsafeBytes { place.copyMemory(from: $0) }
        content.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(rebasing: place[Int(entry.envelopeCount)...])
                .copyMemory(from: $0)
        }
        return true
    }

    /// The same for one that lies in another half.
    func insert(_ entry: OpenedEntry, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let place = add(entry) else { return false }
        place.copyMemory(from: bytes)
        return true
    }

    private func add(_ entry: OpenedEntry) -> UnsafeMutableRawBufferPointer? {
        guard used + entry.byteCount <= memory.count, count < places.count / 4 * 3 else {
            return nil
        }
        var slot = slot(of: entry.position)
        while places[slot] != 0 { slot = (slot + 1) & (places.count - 1) }
        places[slot] = UInt32(used >> 3 + 1)
        memory.storeBytes(of: entry, toByteOffset: used, as: OpenedEntry.self)
        let start = used + MemoryLayout<OpenedEntry>.stride
        used += entry.byteCount
        count += 1
        return UnsafeMutableRawBufferPointer(
            rebasing: memory[start..<start + entry.bytesCount]
        )
    }

    func forget(_ position: Position) {
        guard let found = find(position), let base = memory.baseAddress,
            let address = found.bytes.baseAddress
        else { return }
        clear(found.entry, at: address - UnsafeRawPointer(base) - MemoryLayout<OpenedEntry>.stride)
    }

    func forget(where goes: (Position) -> Bool) {
        var start = 0
        while start < used {
            let entry = entry(at: start)
            if entry.position > .zero, goes(entry.position) { clear(entry, at: start) }
            start += entry.byteCount
        }
    }

    private func clear(_ entry: OpenedEntry, at start: Int) {
        var cleared = entry
        cleared.position = .zero
        memory.storeBytes(of: cleared, toByteOffset: start, as: OpenedEntry.self)
        if let address = bytes(of: entry, at: start).baseAddress {
            OPENSSL_cleanse(UnsafeMutableRawPointer(mutating: address), entry.bytesCount)
        }
    }

    /// Clears all entries.
    func clear() {
        OPENSSL_cleanse(memory.baseAddress, used)
        places.update(repeating: 0)
        (used, count) = (0, 0)
    }

    func addresses(of wanted: [UInt8]) -> [UInt] {
        var found: [UInt] = []
        var rest = UnsafeRawBufferPointer(memory)
        while let start = rest.baseAddress,
            let place = scrollback_find_bytes(start, rest.count, wanted, wanted.count)
        {
            found.append(UInt(bitPattern: place))
            rest = UnsafeRawBufferPointer(rebasing: rest[(place - start + 1)...])
        }
        return found
    }

    private func entry(at start: Int) -> OpenedEntry {
        memory.load(fromByteOffset: start, as: OpenedEntry.self)
    }

    private func bytes(of entry: OpenedEntry, at start: Int) -> UnsafeRawBufferPointer {
        let first = start + MemoryLayout<OpenedEntry>.stride
        return UnsafeRawBufferPointer(rebasing: memory[first..<first + entry.bytesCount])
    }

    private func slot(of position: Position) -> Int {
        Self.slot(of: position, among: places.count)
    }

    /// Where the search for an entry begins, among a power of two of places.
    static func slot(of position: Position, among count: Int) -> Int {
        let mixed = position.rawValue &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32) & (count - 1)
    }
}
