internal import Glibc

/// What a batch has written to one table, before the table sees it.
///
/// Reads go through it, so that a command sees what the commands before it in the same batch did;
/// at commit it is written in key order, each key once, however often it was written.
///
/// Keys and values lie one after the other in one arena, each key behind what is known of it: what
/// is looked up is seldom in the processor's caches, so that it should lie in few places. An entry
/// is named by where it begins, in words of eight bytes. Behind a value there is room for the
/// checksum with which its row is stored.
@safe
struct WriteBuffer: ~Copyable {
    private struct Entry {
        var valueStart: Int
        /// Negative for a removal.
        var valueCount: Int32
        /// How many bytes may stand at `valueStart`, besides the checksum; negative for none.
        var valueCapacity: Int32
        let hash: UInt32
        let keyCount: UInt16
    }

    /// What the buffer knows of a key.
    enum Knowledge: ~Escapable {
        /// Nothing: the table decides.
        case untouched
        case removed
        case written(RawSpan)
    }

    private var arena: UnsafeMutableRawPointer
    private var arenaCount = 0
    private var arenaCapacity: Int
    private var entries: [Int] = []
    private var places = KeyPlaces(first: 64)
    /// The entries whose order is known: all but the newest.
    private let order = KeyedOrder()
    private let hashing: KeyHashing
    private let size: UnsafeMutablePointer<BatchSize>

    private static let firstBytes = 4_096
    private static let wordBytes = 8
    /// Memory above this is given back when a batch ends.
    private static let keptBytes = 8 << 20

    /// Makes one that adds what it holds to the size of its batch.
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

    /// What is known of a key, good until the next change.
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

    /// Notes a key's new value.
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

    /// The entry of a key that was touched, by which it can be changed in part.
    borrowing func entry(of key: RawSpan, hash: UInt32) -> Int? { find(key, hash: hash) }

    /// Makes an entry of what lies beneath for a key that is untouched.
    mutating func take(_ row: RawSpan?, at key: RawSpan, hash: UInt32) -> Int {
        let entry = add(key, hash: hash)
        guard let row else { return entry }
        // It is to be changed, which most often means that it grows.
        let room = row.byteCount + row.byteCount / 2
        let start = reserveValue(room)
        head(of: entry).pointee.valueStart = start
        head(of: entry).pointee.valueCapacity = Int32(room)
        head(of: entry).pointee.valueCount = Int32(row.byteCount)
        copy(row, to: start)
        return entry
    }

    /// How long an entry's value is; 0 for a removal.
    borrowing func byteCount(of entry: Int) -> Int {
        Int(max(head(of: entry).pointee.valueCount, 0))
    }

    /// Notes that an entry's value goes on.
    mutating func append(_ bytes: RawSpan, to entry: Int) {
        let known = head(of: entry).pointee
        let old = byteCount(of: entry)
        let new = old + bytes.byteCount
        if known.valueCapacity < new {
            // What has grown once is likely to grow again.
            let room = max(new, Int(known.valueCapacity) * 2)
            let start = reserveValue(room)
            (arena + start).copyMemory(from: arena + known.valueStart, byteCount: old)
            head(of: entry).pointee.valueStart = start
            head(of: entry).pointee.valueCapacity = Int32(room)
        }
        head(of: entry).pointee.valueCount = Int32(new)
        copy(bytes, to: head(of: entry).pointee.valueStart + old)
    }

    /// Notes that a part of an entry's value is another.
    ///
    /// - Precondition: the value reaches so far.
    mutating func overwrite(_ bytes: RawSpan, at offset: Int, of entry: Int) {
        precondition(offset >= 0 && offset + bytes.byteCount <= byteCount(of: entry))
        copy(bytes, to: head(of: entry).pointee.valueStart + offset)
    }

    /// Notes that a key is gone.
    mutating func remove(_ key: RawSpan) {
        let entry = entry(for: key)
        head(of: entry).pointee.valueCount = -1
    }

    /// Forgets everything, and keeps the memory.
    mutating func removeAll() {
        let arena = arena
        places.removeAll(hashes: entries.lazy.map { Self.head(of: $0, in: arena).pointee.hash })
        entries.removeAll(keepingCapacity: true)
        order.numbers.removeAll(keepingCapacity: true)
        arenaCount = 0
        if arenaCapacity > Self.keptBytes { shrink() }
    }

    /// Gives back what a long catch-up took and a batch will not need.
    private mutating func shrink() {
        arenaCapacity = Self.firstBytes
        arena = Self.resize(arena, arenaCapacity)
        entries = []
        order.numbers = []
        places.shrink()
    }

    /// Visits every touched key in order, with the row that is to be stored and its checksum; a nil
    /// row is a removal.
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

    /// Notes a checksum behind a value; who reads the value meanwhile does not see it.
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

    /// The touched keys that lie in a range, in its order; good until the next change.
    ///
    /// - Complexity: looks at the newest keys one by one, and finds the others by halving.
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

    /// Which of those that are left comes first; nil if none is.
    borrowing func first(of touched: TouchedEntries) -> Int? {
        guard let known = touched.firstKnown else { return touched.firstNewest }
        guard let newest = touched.firstNewest else { return known }
        let isKnownFirst = key(of: known).sorts(before: key(of: newest)) != touched.isDescending
        return isKnownFirst ? known : newest
    }

    /// The first place in an ascending order from which on something holds.
    private func firstIndex(of numbers: [Int], where holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(numbers[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// How many keys may wait to be put in order, as looking at them is cheaper.
    private static let unordered = 64

    /// Puts the newest keys in order among the others, when they have become many.
    ///
    /// It is done only where somebody asks for a range: most tables are never asked for one while
    /// a batch is open.
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
