/// A hash table from keys to the numbers of entries that lie elsewhere in memory.
///
/// A place holds the hash beside the number, so that another key there is told apart without
/// reading it, and growing computes no hash again.
struct KeyPlaces {
    /// The places: a hash above a number plus one, 0 if free; their count is a power of two.
    private var places: [UInt64]
    private let first: Int
    private var count = 0

    /// Begins with a number of places, which must be a power of two.
    init(first: Int) {
        self.first = first
        places = Array(repeating: 0, count: first)
    }

    /// The memory that the places take.
    var byteCount: Int { places.count * MemoryLayout<UInt64>.stride }

    /// The number that was added for a key; nil for a key that was not added.
    @inline(__always)
    func number(of hash: UInt32, where isKey: (Int) -> Bool) -> Int? {
        let mask = places.count - 1
        var index = Int(hash) & mask
        while true {
            let place = places[index]
            if place == 0 { return nil }
            if place >> 32 == UInt64(hash) {
                let number = Int(UInt32(truncatingIfNeeded: place)) - 1
                if isKey(number) { return number }
            }
            index = (index + 1) & mask
        }
    }

    /// Adds the number of a key that was not added before.
    mutating func add(_ number: Int, hash: UInt32) {
        if (count + 1) * 2 > places.count { grow() }
        count += 1
        fill(UInt64(hash) << 32 | UInt64(UInt32(number + 1)))
    }

    /// Removes every key, and keeps the memory; the hashes are those that were added.
    mutating func removeAll(hashes: some Sequence<UInt32>) {
        // A batch touches few of many places; a rebuild's run touches most.
        if count * 8 < places.count {
            for hash in hashes { clearPlaces(from: hash) }
        } else {
            for index in places.indices { places[index] = 0 }
        }
        count = 0
    }

    /// Removes every key, and gives back the memory.
    mutating func shrink() {
        self = KeyPlaces(first: first)
    }

    private mutating func fill(_ place: UInt64) {
        let mask = places.count - 1
        var index = Int(place >> 32) & mask
        while places[index] != 0 { index = (index + 1) & mask }
        places[index] = place
    }

    private mutating func grow() {
        let former = places
        places = Array(repeating: 0, count: former.count * 2)
        for place in former where place != 0 { fill(place) }
    }

    /// Frees the run of places that begins where a hash points.
    private mutating func clearPlaces(from hash: UInt32) {
        let mask = places.count - 1
        var index = Int(hash) & mask
        while places[index] != 0 {
            places[index] = 0
            index = (index + 1) & mask
        }
    }
}
