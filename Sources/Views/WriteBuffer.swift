internal import Glibc

/// The writes of a batch to one table, before the table gets them.
///
/// Reads go through it, so that a command sees the writes of earlier commands of its batch; at
/// commit it is written in key order, each key once, even if it was written several times.
///
/// Keys and values lie one after the other in one arena, each key after its header: they are seldom
/// in the processor's caches, so a look-up should touch few places. An entry is named by its
/// offset, in words of eight bytes. After a value there is room for the checksum with which its row
/// is stored.
@safe
struct WriteBuffer: ~Copyable {
    private struct Entry {
        var valueStart: Int
        /// The length of the value; negative for a removal.
        var valueCount: Int32
        /// The number of bytes that fit at `valueStart`, besides the checksum; negative for none.
        var valueCapacity: Int32
        let hash: UInt32
        let keyCount: UInt16
    }

    /// The buffer's knowledge of a key.
    enum Knowledge: ~Escapable {
        /// The key is untouched: the table decides.
        case untouched
        case removed
        case written(RawSpan)
    }

    private var arena: UnsafeMutableRawPointer
    private var arenaCount = 0
    private var arenaCapacity: Int
    private var entries: [Int] = []
    private var places = KeyPlaces(first: 64)
    /// The sorted entries: all but the newest.
    private let order = KeyedOrder()
    private let hashing: KeyHashing
    private let size: UnsafeMutablePointer<BatchSize>

    private static let firstBytes = 4_096
    private static let wordBytes = 8
    /// The memory that is kept when a batch ends; more is given back.
    private static let keptBytes = 8 << 20

    /// Makes a buffer that adds its size to the size of its batch.
    init(_ hashing: KeyHashing, _ size: UnsafeMutablePointer<BatchSize>) {
        self.hashing = hashing
        self.size = size
        arenaCapacity = Self.firstBytes
        arena = Self.resize(nil, arenaCapacity)
    }

    deinit {
        Glibc.free(arena)
    }

    /// How many keys were touched.
    var count: Int { entries.count }

    /// Returns the buffer's knowledge of a key, valid until the next change.
    @_lifetime(borrow self)
    borrowing func knowledge(of key: RawSpan) -> Knowledge {
        knowledge(of: key, hash: hashing.hash(key))
    }

    /// The same, for a key whose hash is known already.
    @_lifetime(borrow self)
    borrowing func knowledge(of key: RawSpan, hash: UInt32) -> Knowledge {
        guard let entry = find(key, hash: hash) else { return .untouched }
        guard let value = value(of: entry) else { return .removed }
        return .written(_overrideLifetime(value, borrowing: self))
    }

    /// Sets a key's new value.
    mutating func put(_ key: RawSpan, _ value: RawSpan) {
        let entry = entry(for: key)
        if head(of: entry).pointee.valueCapacity < value.byteCount {
            let start = reserveValue(value.byteCount)
            head(of: entry).pointee.valueStart = start
            head(of: entry).pointee.valueCapacity = Int32(value.byteCount)
        }
        head(of: entry).pointee.valueCount = Int32(value.byteCount)
        copy(value, to: head(of: entry).pointee.valueStart)
    }

    /// Returns the entry of a touched key, through which the row can be changed in part.
    borrowing func entry(of key: RawSpan, hash: UInt32) -> Int? { find(key, hash: hash) }

    /// Makes an entry for an untouched key from the row beneath.
    mutating func take(_ row: RawSpan?, at key: RawSpan, hash: UInt32) -> Int {
        let entry = add(key, hash: hash)
        guard let row else { return entry }
        // The row is to be changed, which usually means that it grows.
        let room = row.byteCount + row.byteCount / 2
        let start = reserveValue(room)
        head(of: entry).pointee.valueStart = start
        head(of: entry).pointee.valueCapacity = Int32(room)
        head(of: entry).pointee.valueCount = Int32(row.byteCount)
        copy(row, to: start)
        return entry
    }

    /// Returns the length of an entry's value; 0 for a removal.
    borrowing func byteCount(of entry: Int) -> Int {
        Int(max(head(of: entry).pointee.valueCount, 0))
    }

    /// Appends bytes to an entry's value.
    mutating func append(_ bytes: RawSpan, to entry: Int) {
        let known = head(of: entry).pointee
        let old = byteCount(of: entry)
        let new = old + bytes.byteCount
        if known.valueCapacity < new {
            // A row that has grown once is likely to grow again.
            let room = max(new, Int(known.valueCapacity) * 2)
            let start = reserveValue(room)
            (arena + start).copyMemory(from: arena + known.valueStart, byteCount: old)
            head(of: entry).pointee.valueStart = start
            head(of: entry).pointee.valueCapacity = Int32(room)
        }
        head(of: entry).pointee.valueCount = Int32(new)
        copy(bytes, to: head(of: entry).pointee.valueStart + old)
    }

    /// Overwrites a part of an entry's value.
    ///
    /// - Precondition: the value reaches so far.
    mutating func overwrite(_ bytes: RawSpan, at offset: Int, of entry: Int) {
        precondition(offset >= 0 && offset + bytes.byteCount <= byteCount(of: entry))
        copy(bytes, to: head(of: entry).pointee.valueStart + offset)
    }

    /// Marks a key as removed.
    mutating func remove(_ key: RawSpan) {
        let entry = entry(for: key)
        head(of: entry).pointee.valueCount = -1
    }

    /// Removes all entries, and keeps the memory.
    mutating func removeAll() {
        let arena = arena
        places.removeAll(hashes: entries.lazy.map { Self.head(of: $0, in: arena).pointee.hash })
        entries.removeAll(keepingCapacity: true)
        order.numbers.removeAll(keepingCapacity: true)
        arenaCount = 0
        if arenaCapacity > Self.keptBytes { shrink() }
    }

    /// Gives back memory that a long catch-up took and a batch does not need.
    private mutating func shrink() {
        arenaCapacity = Self.firstBytes
        arena = Self.resize(arena, arenaCapacity)
        entries = []
        order.numbers = []
        places.shrink()
    }

    /// Visits every touched key in order, with the row to store and its checksum; a nil row is a
    /// removal.
    borrowing func forEachInOrder<Failure: Error>(
        storedIn table: StoredTable,
        _ body: (_ key: RawSpan, _ stored: RawSpan?, _ checksum: UInt32) throws(Failure) -> Void
    ) throws(Failure) {
        for entry in ordered(entries) {
            let key = key(of: entry)
            guard let value = value(of: entry) else {
                try body(key, nil, 0)
                continue
            }
            let checksum = table.checksum(of: key, value)
            try body(key, seal(entry, with: checksum), checksum)
        }
    }

    /// Writes a checksum after a value; readers of the value do not see it.
    @_lifetime(borrow self)
    private borrowing func seal(_ entry: Int, with checksum: UInt32) -> RawSpan {
        let known = head(of: entry).pointee
        let count = Int(known.valueCount)
        let start = arena + known.valueStart
        (start + count).storeBytes(of: checksum.littleEndian, as: UInt32.self)
        let stored = RawSpan(
            _unsafeStart: start,
            byteCount: count + StoredTable.checksumBytes
        )
        return _overrideLifetime(stored, borrowing: self)
    }

    /// Visits every touched key with its hash, in no order; a nil value is a removal.
    borrowing func forEach(_ body: (_ key: RawSpan, _ hash: UInt32, _ value: RawSpan?) -> Void) {
        for entry in entries {
            body(key(of: entry), head(of: entry).pointee.hash, value(of: entry))
        }
    }

    /// Returns the touched keys in a range, in its order; valid until the next change.
    ///
    /// - Complexity: reads the newest keys one by one, and finds the others by binary search.
    func entries(in range: some RowRange) -> TouchedEntries {
        putInOrder()
        let known = order.numbers
        let first = firstIndex(of: known) { !key(of: $0).sorts(before: range.lowest()) }
        let last = firstIndex(of: known) { range.highest().sorts(before: key(of: $0)) }
        return TouchedEntries(
            known: known,
            // A range may end before it begins.
            in: first..<max(first, last),
            newest: ordered(entries[known.count...].filter { range.contains(key(of: $0)) }),
            isDescending: range.isDescending
        )
    }

    /// Returns the first of the remaining entries; nil if none is left.
    borrowing func first(of touched: TouchedEntries) -> Int? {
        guard let known = touched.firstKnown else { return touched.firstNewest }
        guard let newest = touched.firstNewest else { return known }
        let isKnownFirst = key(of: known).sorts(before: key(of: newest)) != touched.isDescending
        return isKnownFirst ? known : newest
    }

    /// Returns the first index in an ascending order from which on a condition holds.
    private func firstIndex(of numbers: [Int], where holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(numbers[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The number of keys that may stay unsorted, because reading them one by one is cheaper.
    private static let unordered = 64

    /// Sorts the newest keys into the others, when they have become many.
    ///
    /// It is done only when a range is read: most tables are never read by range while a batch is
    /// open.
    private func putInOrder() {
        let known = order.numbers
        guard entries.count - known.count > Self.unordered else { return }
        let newest = ordered(entries[known.count...])
        var merged: [Int] = []
        merged.reserveCapacity(entries.count)
        var next = 0
        for number in known {
            while next < newest.count, key(of: newest[next]).sorts(before: key(of: number)) {
                merged.append(newest[next])
                next += 1
            }
            merged.append(number)
        }
        merged += newest[next...]
        order.numbers = merged
    }

    /// The key of an entry, good until the next change.
    @_lifetime(borrow self)
    borrowing func key(of entry: Int) -> RawSpan {
        let head = head(of: entry)
        let key = RawSpan(_unsafeStart: head + 1, byteCount: Int(head.pointee.keyCount))
        return _overrideLifetime(key, borrowing: self)
    }

    /// The value of an entry, good until the next change; nil for a removal.
    @_lifetime(borrow self)
    borrowing func value(of entry: Int) -> RawSpan? {
        let known = head(of: entry).pointee
        if known.valueCount < 0 { return nil }
        let start = arena + known.valueStart
        let value = RawSpan(_unsafeStart: start, byteCount: Int(known.valueCount))
        return _overrideLifetime(value, borrowing: self)
    }

    private borrowing func head(of entry: Int) -> UnsafeMutablePointer<Entry> {
        Self.head(of: entry, in: arena)
    }

    private static func head(
        of entry: Int,
        in arena: UnsafeMutableRawPointer
    ) -> UnsafeMutablePointer<Entry> {
        (arena + entry * Self.wordBytes).assumingMemoryBound(to: Entry.self)
    }

    private func ordered(_ entries: some Sequence<Int>) -> [Int] {
        var ranks = entries.map { KeyRank(of: key(of: $0), number: $0) }
        ranks.sort()
        return ranks.map(\.number)
    }

    private mutating func entry(for key: RawSpan) -> Int {
        let hash = hashing.hash(key)
        return find(key, hash: hash) ?? add(key, hash: hash)
    }

    private mutating func add(_ key: RawSpan, hash: UInt32) -> Int {
        let words = (arenaCount + Self.wordBytes - 1) / Self.wordBytes
        let filler = words * Self.wordBytes - arenaCount
        let start = reserve(filler + MemoryLayout<Entry>.stride + key.byteCount) + filler
        head(of: words).initialize(
            to: Entry(
                valueStart: 0,
                valueCount: -1,
                valueCapacity: -1,
                hash: hash,
                keyCount: UInt16(key.byteCount)
            )
        )
        copy(key, to: start + MemoryLayout<Entry>.stride)
        entries.append(words)
        size.pointee.rows += 1
        places.add(words, hash: hash)
        return words
    }

    private func find(_ key: RawSpan, hash: UInt32) -> Int? {
        places.number(of: hash) { self.key(of: $0).isEqual(to: key) }
    }

    private mutating func reserveValue(_ byteCount: Int) -> Int {
        reserve(byteCount + StoredTable.checksumBytes)
    }

    private mutating func reserve(_ byteCount: Int) -> Int {
        if arenaCapacity - arenaCount < byteCount {
            arenaCapacity = max(arenaCapacity * 2, arenaCount + byteCount)
            arena = Self.resize(arena, arenaCapacity)
        }
        size.pointee.bytes += byteCount
        let start = arenaCount
        arenaCount += byteCount
        return start
    }

    private static func resize(
        _ arena: UnsafeMutableRawPointer?,
        _ byteCount: Int
    ) -> UnsafeMutableRawPointer {
        // Much of it is moved by the kernel, and not copied.
        guard let resized = realloc(arena, byteCount) else {
            fatalError("There is no memory left for a batch of the views.")
        }
        return resized
    }

    private func copy(_ bytes: RawSpan, to start: Int) {
        bytes.withUnsafeBytes { buffer in
            if let source = buffer.baseAddress {
                (arena + start).copyMemory(from: source, byteCount: buffer.count)
            }
        }
    }
}
