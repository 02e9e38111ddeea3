/// Recently read rows of a file, as committed: finding one in memory costs a fifth of a search in
/// the tree.
///
/// Lent rows stay in place until `makeRoom` or `update`, which a writer calls when nothing is lent.
/// So a look-up may add rows while others are lent.
@safe
struct RowCache: ~Copyable {
    private struct Entry {
        /// The key, and the value right behind it.
        var start: UnsafeMutableRawPointer
        let table: UInt16
        let keyCount: UInt16
        /// The length of the value, or `absent`, or `unknown`.
        var valueCount: Int32
        var valueCapacity: Int32
    }

    /// The cached state of a key.
    enum Memory: ~Escapable {
        /// Nothing is cached: the table decides.
        case none
        case absent
        case row(RawSpan)
    }

    private var blocks: [UnsafeMutableRawPointer] = []
    private var blockCount = 0
    private var entries: [Entry] = []
    private var places = KeyPlaces(first: 1_024)

    /// The length that marks a row as missing from the table.
    private static let absent: Int32 = -1
    /// The length that marks a row as too long to be cached: it is read from the table.
    private static let unknown: Int32 = -2

    private static let blockBytes = 1 << 16
    /// The limit of the cache: a store with all its views has 60 MB of memory in all.
    private static let mostBytes = 8 << 20
    /// The greatest length of key and value in bytes.
    private static let longestRow = 1_024

    deinit {
        for block in blocks { block.deallocate() }
    }

    /// Returns the cached state of a row; a lent value is valid until `makeRoom` or `update`.
    @_lifetime(borrow self)
    borrowing func memory(of key: RawSpan, hash: UInt32, in table: ViewTable) -> Memory {
        guard let number = find(key, hash: hash, in: table) else { return .none }
        let entry = entries[number]
        if entry.valueCount == Self.absent { return .absent }
        if entry.valueCount == Self.unknown { return .none }
        let start = entry.start + Int(entry.keyCount)
        let value = RawSpan(_unsafeStart: start, byteCount: Int(entry.valueCount))
        return .row(_overrideLifetime(value, borrowing: self))
    }

    /// Caches the table's value of a key that is not cached.
    mutating func remember(_ value: RawSpan?, of key: RawSpan, hash: UInt32, in table: ViewTable) {
        let valueCount = value?.byteCount ?? 0
        guard key.byteCount + valueCount <= Self.longestRow, hasRoom,
            find(key, hash: hash, in: table) == nil
        else { return }
        let start = reserve(key.byteCount + valueCount)
        Self.copy(key, to: start)
        if let value { Self.copy(value, to: start + key.byteCount) }
        entries.append(
            Entry(
                start: start,
                table: UInt16(table.number),
                keyCount: UInt16(key.byteCount),
                valueCount: value == nil ? Self.absent : Int32(valueCount),
                valueCapacity: Int32(valueCount)
            )
        )
        places.add(entries.count - 1, hash: Self.mix(hash, table))
    }

    /// Updates a cached key with its committed value; a nil value is a removal.
    mutating func update(_ value: RawSpan?, of key: RawSpan, hash: UInt32, in table: ViewTable) {
        guard let number = find(key, hash: hash, in: table) else { return }
        guard let value else {
            entries[number].valueCount = Self.absent
            return
        }
        guard key.byteCount + value.byteCount <= Self.longestRow else {
            entries[number].valueCount = Self.unknown
            return
        }
        let room = Int(entries[number].valueCapacity)
        if room < value.byteCount {
            guard hasRoom else {
                entries[number].valueCount = Self.unknown
                return
            }
            // A row that has grown once is likely to grow again; a new row has not grown yet.
            let capacity = room == 0 ? value.byteCount : value.byteCount * 2
            let start = reserve(key.byteCount + capacity)
            Self.copy(key, to: start)
            entries[number].start = start
            entries[number].valueCapacity = Int32(capacity)
        }
        entries[number].valueCount = Int32(value.byteCount)
        Self.copy(value, to: entries[number].start + key.byteCount)
    }

    /// Empties the cache if it is full, so that later look-ups can be cached.
    mutating func makeRoom() {
        if hasRoom { return }
        for block in blocks { block.deallocate() }
        blocks = []
        blockCount = 0
        entries = []
        places.shrink()
    }

    private var hasRoom: Bool {
        blocks.count * Self.blockBytes + entries.count * MemoryLayout<Entry>.stride
            + places.byteCount < Self.mostBytes
    }

    /// Mixes the table into a key's hash, because many tables have the same keys.
    private static func mix(_ hash: UInt32, _ table: ViewTable) -> UInt32 {
        hash ^ UInt32(truncatingIfNeeded: table.number) &* 0x9E37_79B9
    }

    private func find(_ key: RawSpan, hash: UInt32, in table: ViewTable) -> Int? {
        places.number(of: Self.mix(hash, table)) { number in
            let entry = entries[number]
            let known = RawSpan(_unsafeStart: entry.start, byteCount: Int(entry.keyCount))
            return Int(entry.table) == table.number && known.isEqual(to: key)
        }
    }

    /// Reserves memory in a block whose lent rows never move.
    private mutating func reserve(_ byteCount: Int) -> UnsafeMutableRawPointer {
        if blocks.isEmpty || Self.blockBytes - blockCount < byteCount {
            blocks.append(.allocate(byteCount: Self.blockBytes, alignment: 16))
            blockCount = 0
        }
        defer { blockCount += byteCount }
        return blocks[blocks.count - 1] + blockCount
    }

    private static func copy(_ bytes: RawSpan, to start: UnsafeMutableRawPointer) {
        bytes.withUnsafeBytes { buffer in
            if let source = buffer.baseAddress {
                start.copyMemory(from: source, byteCount: buffer.count)
            }
        }
    }
}
