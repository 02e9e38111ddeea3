internal import Glibc

/// What a batch has written to one table, before the table sees it.
///
/// Reads go through it, so that a command sees what the commands before it in the same batch did;
/// at commit it is written in key order, each key once, however often it was written.
///
/// Keys and values lie one after the other in one arena; an entry names its key and value by
/// offset, and an open-addressed table of entry numbers finds it.
@safe
struct WriteBuffer: ~Copyable {
    private struct Entry {
        let hash: UInt64
        let keyStart: Int
        let keyCount: Int
        var valueStart: Int
        /// Negative for a removal.
        var valueCount: Int
        /// How many bytes may stand at `valueStart`.
        var valueCapacity: Int
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
    private var entries: [Entry] = []
    /// Entry numbers plus one, where 0 is free; as many as a power of two.
    private var places: [Int32]
    /// The entries whose order is known: all but the newest.
    private let order = KeyedOrder()
    private let hashing: KeyHashing

    private static let firstBytes = 4_096
    private static let firstPlaces = 64
    /// Memory above this is given back when a batch ends.
    private static let keptBytes = 8 << 20

    init(_ hashing: KeyHashing) {
        self.hashing = hashing
        arenaCapacity = Self.firstBytes
        arena = .allocate(byteCount: arenaCapacity, alignment: 16)
        places = Array(repeating: 0, count: Self.firstPlaces)
    }

    deinit {
        arena.deallocate()
    }

    /// How many keys were touched.
    var count: Int { entries.count }

    /// The memory that keys and values take.
    var byteCount: Int { arenaCount + entries.count * MemoryLayout<Entry>.stride }

    /// What is known of a key, good until the next change.
    @_lifetime(borrow self)
    borrowing func knowledge(of key: RawSpan) -> Knowledge {
        knowledge(of: key, hash: hashing.hash(key))
    }

    /// The same, for a key whose hash is known already.
    @_lifetime(borrow self)
    borrowing func knowledge(of key: RawSpan, hash: UInt64) -> Knowledge {
        guard let number = find(key, hash: hash) else { return .untouched }
        let entry = entries[number]
        guard entry.valueCount >= 0 else { return .removed }
        let value = RawSpan(_unsafeStart: arena + entry.valueStart, byteCount: entry.valueCount)
        return .written(_overrideLifetime(value, borrowing: self))
    }

    /// How many bytes a key's value has here, 0 for a removal; nil for a key that is untouched.
    func count(of key: RawSpan) -> Int? {
        find(key, hash: hashing.hash(key)).map { max(entries[$0].valueCount, 0) }
    }

    /// Notes a key's new value.
    mutating func put(_ key: RawSpan, _ value: RawSpan) {
        let number = number(for: key)
        if entries[number].valueCapacity < value.byteCount {
            entries[number].valueStart = reserve(value.byteCount)
            entries[number].valueCapacity = value.byteCount
        }
        entries[number].valueCount = value.byteCount
        copy(value, to: entries[number].valueStart)
    }

    /// Notes that a key's value goes on.
    mutating func append(_ bytes: RawSpan, to key: RawSpan) {
        let number = number(for: key)
        let old = max(entries[number].valueCount, 0)
        let new = old + bytes.byteCount
        if entries[number].valueCapacity < new {
            // What has grown once is likely to grow again.
            let room = max(new, entries[number].valueCapacity * 2)
            let start = reserve(room)
            (arena + start).copyMemory(from: arena + entries[number].valueStart, byteCount: old)
            entries[number].valueStart = start
            entries[number].valueCapacity = room
        }
        entries[number].valueCount = new
        copy(bytes, to: entries[number].valueStart + old)
    }

    /// Notes that a key is gone.
    mutating func remove(_ key: RawSpan) {
        entries[number(for: key)].valueCount = -1
    }

    /// Forgets everything, and keeps the memory.
    mutating func removeAll() {
        // A batch touches few of many places; a rebuild's run touches most.
        if entries.count * 8 < places.count {
            for entry in entries { clearPlace(of: entry.hash) }
        } else {
            for index in places.indices { places[index] = 0 }
        }
        entries.removeAll(keepingCapacity: true)
        order.numbers.removeAll(keepingCapacity: true)
        arenaCount = 0
        if arenaCapacity > Self.keptBytes { shrink() }
    }

    /// Gives back what a long catch-up took and a batch will not need.
    private mutating func shrink() {
        arena.deallocate()
        arenaCapacity = Self.firstBytes
        arena = .allocate(byteCount: arenaCapacity, alignment: 16)
        entries = []
        order.numbers = []
        places = Array(repeating: 0, count: Self.firstPlaces)
    }

    /// Visits every touched key in order; a nil value is a removal.
    borrowing func forEachInOrder<Failure: Error>(
        _ body: (_ key: RawSpan, _ value: RawSpan?) throws(Failure) -> Void
    ) throws(Failure) {
        for number in ordered(entries.indices) {
            let entry = entries[number]
            if entry.valueCount < 0 {
                try body(key(of: number), nil)
            } else {
                try body(
                    key(of: number),
                    RawSpan(_unsafeStart: arena + entry.valueStart, byteCount: entry.valueCount)
                )
            }
        }
    }

    /// Visits every touched key with its hash, in no order; a nil value is a removal.
    borrowing func forEach(_ body: (_ key: RawSpan, _ hash: UInt64, _ value: RawSpan?) -> Void) {
        for number in entries.indices {
            let entry = entries[number]
            if entry.valueCount < 0 {
                body(key(of: number), entry.hash, nil)
            } else {
                let start = arena + entry.valueStart
                body(
                    key(of: number),
                    entry.hash,
                    RawSpan(_unsafeStart: start, byteCount: entry.valueCount)
                )
            }
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
            newest: ordered((known.count..<entries.count).filter { range.contains(key(of: $0)) }),
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
        let newest = ordered(known.count..<entries.count)
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
    borrowing func key(of number: Int) -> RawSpan {
        let entry = entries[number]
        let key = RawSpan(_unsafeStart: arena + entry.keyStart, byteCount: entry.keyCount)
        return _overrideLifetime(key, borrowing: self)
    }

    private func ordered(_ numbers: some Sequence<Int>) -> [Int] {
        var ranks = numbers.map { KeyRank(of: key(of: $0), number: $0) }
        ranks.sort()
        return ranks.map(\.number)
    }

    private mutating func number(for key: RawSpan) -> Int {
        let hash = hashing.hash(key)
        if let number = find(key, hash: hash) { return number }
        if (entries.count + 1) * 2 > places.count { growPlaces() }
        let start = reserve(key.byteCount)
        copy(key, to: start)
        entries.append(
            Entry(
                hash: hash,
                keyStart: start,
                keyCount: key.byteCount,
                valueStart: 0,
                valueCount: -1,
                valueCapacity: 0
            )
        )
        place(entries.count - 1, hash: hash)
        return entries.count - 1
    }

    private func find(_ key: RawSpan, hash: UInt64) -> Int? {
        let mask = places.count - 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while true {
            let place = places[index]
            if place == 0 { return nil }
            let number = Int(place) - 1
            let entry = entries[number]
            if entry.hash == hash, entry.keyCount == key.byteCount,
                key.withUnsafeBytes({ bytes in
                    guard let start = bytes.baseAddress else { return true }
                    return memcmp(start, arena + entry.keyStart, bytes.count) == 0
                })
            {
                return number
            }
            index = (index + 1) & mask
        }
    }

    private mutating func place(_ number: Int, hash: UInt64) {
        let mask = places.count - 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while places[index] != 0 { index = (index + 1) & mask }
        places[index] = Int32(number + 1)
    }

    /// Frees the run of places that begins where a hash points.
    private mutating func clearPlace(of hash: UInt64) {
        let mask = places.count - 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while places[index] != 0 {
            places[index] = 0
            index = (index + 1) & mask
        }
    }

    private mutating func growPlaces() {
        places = Array(repeating: 0, count: places.count * 2)
        for number in entries.indices { place(number, hash: entries[number].hash) }
    }

    private mutating func reserve(_ byteCount: Int) -> Int {
        if arenaCapacity - arenaCount < byteCount {
            let capacity = max(arenaCapacity * 2, arenaCount + byteCount)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
            larger.copyMemory(from: arena, byteCount: arenaCount)
            arena.deallocate()
            arena = larger
            arenaCapacity = capacity
        }
        let start = arenaCount
        arenaCount += byteCount
        return start
    }

    private func copy(_ bytes: RawSpan, to start: Int) {
        bytes.withUnsafeBytes { buffer in
            if let source = buffer.baseAddress {
                (arena + start).copyMemory(from: source, byteCount: buffer.count)
            }
        }
    }
}
