/// Entries of a buffer that are visited in the order of their keys, one after the other.
///
/// The entries sorted before and the few newest ones are two lists, each in order; the buffer
/// decides which first entry comes first.
struct TouchedEntries {
    let isDescending: Bool
    private let known: [Int]
    private var rest: Range<Int>
    private let newest: [Int]
    private var restOfNewest: Range<Int>

    init(known: [Int], in range: Range<Int>, newest: [Int], isDescending: Bool) {
        self.known = known
        rest = range
        self.newest = newest
        restOfNewest = newest.indices
        self.isDescending = isDescending
    }

    var firstKnown: Int? { Self.first(known, rest, isDescending) }
    var firstNewest: Int? { Self.first(newest, restOfNewest, isDescending) }

    /// Removes an entry that was the first of one of the two lists.
    mutating func drop(_ entry: Int) {
        if entry == firstKnown {
            rest = Self.dropped(rest, isDescending)
        } else {
            restOfNewest = Self.dropped(restOfNewest, isDescending)
        }
    }

    private static func first(_ numbers: [Int], _ rest: Range<Int>, _ isDescending: Bool) -> Int? {
        if rest.isEmpty { return nil }
        return numbers[isDescending ? rest.upperBound - 1 : rest.lowerBound]
    }

    private static func dropped(_ rest: Range<Int>, _ isDescending: Bool) -> Range<Int> {
        isDescending
            ? rest.lowerBound..<rest.upperBound - 1 : rest.lowerBound + 1..<rest.upperBound
    }
}

/// Entries of a buffer in the order of their keys.
final class KeyedOrder {
    // A reference, because a read of a range of an open batch sorts its keys.
    var numbers: [Int] = []
}
