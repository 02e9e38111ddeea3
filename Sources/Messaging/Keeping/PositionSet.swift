internal import LogSchema
internal import Wire

/// Some positions of a log, a bit for each: an erasure may be of millions.
struct PositionSet: Sendable {
    private typealias Page = [UInt64]

    private static let wordsInPage = 64
    private static let positionsInPage = UInt64(wordsInPage * UInt64.bitWidth)

    private var pages: [UInt64: Page] = [:]
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    func contains(_ position: Position) -> Bool {
        let place = Place(position)
        guard let page = pages[place.page] else { return false }
        return page[place.word] & place.bit != 0
    }

    mutating func insert(_ position: Position) {
        if contains(position) { return }
        let place = Place(position)
        pages[place.page, default: Page(repeating: 0, count: Self.wordsInPage)][place.word] |=
            place.bit
        count += 1
    }

    mutating func remove(_ position: Position) {
        guard contains(position) else { return }
        let place = Place(position)
        pages[place.page]?[place.word] &= ~place.bit
        count -= 1
    }

    /// The lowest positions, ascending.
    func first(_ limit: Int) -> [Position] {
        var found: [Position] = []
        forEach { position in
            if found.count < limit { found.append(position) }
            return found.count < limit
        }
        return found
    }

    /// All positions, neighbours together, ascending.
    var runs: [PositionRange] {
        var runs: [PositionRange] = []
        forEach { position in
            if let last = runs.last, last.first + last.count == position.rawValue {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(PositionRange(first: position.rawValue, count: 1))
            }
            return true
        }
        return runs
    }

    /// Visits the positions, ascending, until the body says no.
    private func forEach(_ body: (Position) -> Bool) {
        for (number, page) in pages.sorted(by: { $0.key < $1.key }) {
            let first = number * Self.positionsInPage
            for (index, word) in page.enumerated() {
                var rest = word
                while rest != 0 {
                    let place = UInt64(index * UInt64.bitWidth + rest.trailingZeroBitCount)
                    guard body(Position(first + place)) else { return }
                    rest &= rest - 1
                }
            }
        }
    }

    /// The place of a position's bit.
    private struct Place {
        var page: UInt64
        var word: Int
        var bit: UInt64

        init(_ position: Position) {
            let (page, place) = position.rawValue.quotientAndRemainder(
                dividingBy: PositionSet.positionsInPage
            )
            self.page = page
            word = Int(place) / UInt64.bitWidth
            bit = 1 << (place % UInt64(UInt64.bitWidth))
        }
    }
}
