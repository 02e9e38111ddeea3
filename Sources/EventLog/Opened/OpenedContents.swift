internal import Locking
internal import Wire

/// Events whose content was opened lately, so that opening it again takes no look-up, no checksum,
/// no cipher and no seal; shared by all snapshots of a log in this process.
///
/// - An event at a position stays what it is until its content is erased. So nothing here is ever
///   out of date, and every hit and every insertion first looks whether the slot is still there: an
///   erasure by any process counts at once.
/// - Bytes of erased content are cleared before the erasure is answered, in other processes by the
///   sweep that each of them does every second.
/// - The bytes lie in memory that no core file takes in, that is not swapped out where the system
///   allows that, and that is cleared before it is used again.
/// - It stays within its limit: entries that were not used while half of it was filled are dropped.
package final class OpenedContents: Sendable {
    /// Enough for some 100,000 messages.
    package static let usualBytes = 32 << 20

    /// How often an event was found, and how often not.
    package struct Uses: Equatable, Sendable {
        package var hits: UInt64 = 0
        package var misses: UInt64 = 0

        package init(hits: UInt64 = 0, misses: UInt64 = 0) {
            self.hits = hits
            self.misses = misses
        }
    }

    private let keys: KeyFile
    /// Each holds its share of the positions behind a lock of its own.
    private let shards: [Shard]
    private let memory: OpenedMemory?

    /// A shard's memory: so small that clearing half of it does not keep a reader waiting, so large
    /// that few entries are too long for it.
    private static let shardBytes = 512 << 10
    private static let mostShards = 64

    init(_ keys: KeyFile, atMost byteCount: Int) {
        self.keys = keys
        var count = 1
        while count < Self.mostShards, byteCount / (count * 2) >= Self.shardBytes { count *= 2 }
        let halfBytes = max(0, byteCount) / count / 2
        // Without memory nothing is kept.
        guard OpenedHalf.memoryBytes(ofAtMost: halfBytes) > 0,
            let memory = OpenedMemory(halves: count * 2, ofAtMost: halfBytes)
        else {
            (memory, shards) = (nil, [])
            return
        }
        self.memory = memory
        // The halves that are used first lie first, where the memory is locked.
        shards = (0..<count).map { Shard(($0, count + $0), of: memory, ofAtMost: halfBytes) }
    }

    /// Copies an event to where a reader wants it; nil where it is not here, or was erased.
    func find(
        _ position: Position,
        copyInto place: (Int) -> UnsafeMutableRawBufferPointer
    ) throws(LogError) -> OpenedEntry? {
        guard let shard = shard(of: position) else { return nil }
        return try shard.halves.withLock { (halves) throws(LogError) in
            guard let found = try look(for: position, in: &halves) else {
                halves.uses.misses += 1
                return nil
            }
            halves.uses.hits += 1
            let bytes = found.bytes
            place(bytes.count).copyMemory(from: bytes)
            return found.entry
        }
    }

    /// Whether an event is kept; that its content was erased meanwhile is not looked at.
    func holds(_ position: Position) -> Bool {
        shard(of: position)?.halves.withLock { $0.holds(position) } ?? false
    }

    /// Fetches what is kept of some events from memory, of all at once: to wait for one after the
    /// other takes longer.
    func fetch(_ positions: [Position]) {
        guard let memory else { return }
        for position in positions {
            let number = number(ofShardOf: position)
            memory.fetchPlace(of: position, in: number)
            memory.fetchPlace(of: position, in: shards.count + number)
        }
        for position in positions {
            shards[number(ofShardOf: position)].halves.withLock { $0.fetchEntry(of: position) }
        }
    }

    /// Returns the gist of an event, and its text.
    func gist(of position: Position) throws(LogError) -> KeptGist {
        guard let shard = shard(of: position) else { return .absent }
        return try shard.halves.withLock { (halves) throws(LogError) -> KeptGist in
            guard let found = try look(for: position, in: &halves) else {
                halves.uses.misses += 1
                return .absent
            }
            // The reading that follows counts as the hit.
            if found.entry.gist.isNothing { return .nothing }
            halves.uses.hits += 1
            let content = found.bytes[Int(found.entry.envelopeCount)...]
            return .noted(found.entry.gist, in: UnsafeRawBufferPointer(rebasing: content))
        }
    }

    /// Returns the entry of an event, unless it was erased; valid until the next change.
    private func look(
        for position: Position,
        in halves: inout OpenedHalves
    ) throws(LogError) -> (entry: OpenedEntry, bytes: UnsafeRawBufferPointer)? {
        guard let found = halves.find(position) else { return nil }
        guard try !keys.slot(at: position.index).isErased else {
            halves.forget(position)
            return nil
        }
        return found
    }

    /// Keeps an event whose content was opened, unless that was erased meanwhile.
    package func keep(_ entry: OpenedEntry, _ envelope: RawSpan, _ content: RawSpan)
        throws(LogError)
    {
        guard let shard = shard(of: entry.position) else { return }
        try shard.halves.withLock { (halves) throws(LogError) in
            // Checked under the lock: an erasure zeroes the slot first, and clears entries after it.
            guard try !keys.slot(at: entry.position.index).isErased else { return }
            halves.insert(entry, envelope, content)
        }
    }

    /// Clears the events at positions whose slots are zeros now.
    func forget(in ranges: [ClosedRange<UInt64>]) {
        let count = ranges.reduce(UInt64(0)) { $0 + UInt64($1.count) }
        guard count <= Self.fewPositions else { return forgetErased() }
        for range in ranges {
            for number in range {
                let position = Position(number)
                shard(of: position)?.halves.withLock { $0.forget(position) }
            }
        }
    }

    /// Positions that are looked up one by one in the time that all entries are walked over.
    private static let fewPositions: UInt64 = 4_096

    /// Clears every event whose content was erased, by whichever process.
    package func forgetErased() {
        for shard in shards {
            shard.halves.withLock { halves in halves.forget { self.isErased($0) } }
        }
    }

    /// Whether the content cannot be opened any more, as far as the keys tell.
    private func isErased(_ position: Position) -> Bool {
        do throws(LogError) {
            return try keys.slot(at: position.index).isErased
        } catch {
            return true
        }
    }

    private func shard(of position: Position) -> Shard? {
        shards.isEmpty ? nil : shards[number(ofShardOf: position)]
    }

    private func number(ofShardOf position: Position) -> Int {
        Int(truncatingIfNeeded: position.rawValue) & (shards.count - 1)
    }

    private final class Shard: Sendable {
        let halves: Lock<OpenedHalves>

        init(_ numbers: (Int, Int), of memory: OpenedMemory, ofAtMost halfBytes: Int) {
            halves = Lock(OpenedHalves(numbers, of: memory, ofAtMost: halfBytes))
        }
    }
}

// What tests and benchmarks look at.
extension OpenedContents {
    package var uses: Uses {
        shards.reduce(into: Uses()) { sum, shard in
            shard.halves.withLock { halves in
                sum.hits += halves.uses.hits
                sum.misses += halves.uses.misses
            }
        }
    }

    /// How much memory it takes.
    package var byteCount: Int {
        shards.reduce(0) { $0 + $1.halves.withLock { $0.byteCount } }
    }

    /// Where some bytes lie in it.
    package func addresses(of bytes: [UInt8]) -> [UInt] {
        shards.flatMap { $0.halves.withLock { $0.addresses(of: bytes) } }
    }
}

/// The two halves of a shard: new and used entries go into one half; when it is full, the other is
/// cleared and takes its place.
struct OpenedHalves: ~Copyable {
    private var new: OpenedHalf?
    private var old: OpenedHalf?
    private let numbers: (Int, Int)
    private let memory: OpenedMemory
    private let halfBytes: Int
    var uses = OpenedContents.Uses()

    /// The halves with these numbers, of which each takes at most so many bytes.
    init(_ numbers: (Int, Int), of memory: OpenedMemory, ofAtMost halfBytes: Int) {
        self.numbers = numbers
        self.memory = memory
        self.halfBytes = halfBytes
    }

    var byteCount: Int { (new?.byteCount ?? 0) + (old?.byteCount ?? 0) }

    /// Returns the entry of a position, valid until the next change.
    mutating func find(
        _ position: Position
    ) -> (entry: OpenedEntry, bytes: UnsafeRawBufferPointer)? {
        if let found = new?.find(position) { return found }
        guard let found = old?.find(position) else { return nil }
        // It stays while others of its half go.
        if new?.insert(found.entry, found.bytes) == true { old?.forget(position) }
        return new?.find(position) ?? found
    }

    func holds(_ position: Position) -> Bool {
        new?.find(position) != nil || old?.find(position) != nil
    }

    func fetchEntry(of position: Position) {
        new?.fetchEntry(of: position)
        old?.fetchEntry(of: position)
    }

    mutating func insert(_ entry: OpenedEntry, _ envelope: RawSpan, _ content: RawSpan) {
        if new?.find(entry.position) != nil { return }
        if new == nil { new = OpenedHalf(numbers.0, of: memory) }
        if new?.insert(entry, envelope, content) != false { return }
        guard entry.byteCount <= OpenedHalf.longestEntry(ofAtMost: halfBytes) else { return }
        swap(&new, &old)
        if new == nil { new = OpenedHalf(numbers.1, of: memory) }
        new?.clear()
        _ = new?.insert(entry, envelope, content)
    }

    mutating func forget(_ position: Position) {
        new?.forget(position)
        old?.forget(position)
    }

    mutating func forget(where goes: (Position) -> Bool) {
        new?.forget(where: goes)
        old?.forget(where: goes)
    }

    func addresses(of bytes: [UInt8]) -> [UInt] {
        (new?.addresses(of: bytes) ?? []) + (old?.addresses(of: bytes) ?? [])
    }
}
