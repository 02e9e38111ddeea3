import LogSchema
import Messaging
import TestSupport
import Testing
import Wire

@Suite struct `A page` {
    @Test func `has fifty items unless another number is asked for`() throws {  // PAGE-05
        #expect(try PageLimit().count == 50)
        #expect(try PageLimit(nil).count == 50)
    }

    @Test(arguments: [1, 2, 499, 500])  // PAGE-05 D-53
    func `has as many as are asked for`(limit: Int) throws {
        #expect(try PageLimit(limit).count == limit)
    }

    @Test(arguments: [0, -1, 501, .min, .max])  // PAGE-05 D-53
    func `never has everything`(limit: Int) {
        #expect(throws: Refusal.request(.limitIsOutOfRange)) { try PageLimit(limit) }
        #expect(Refusal.request(.limitIsOutOfRange).code == .invalidRequest)
        #expect(Refusal.request(.limitIsOutOfRange).field == "limit")
    }

    @Test(arguments: [(1, 0, 0), (2, 0, 1), (3, 1, 1), (50, 24, 25), (500, 249, 250)])
    func `around one has it in the middle`(limit: Int, before: Int, after: Int) throws {  // D-53
        let page = try PageLimit(limit)
        #expect(page.before == before && page.after == after)
    }
}

@Suite struct `What was missed` {
    @Test func `is what is behind the position that is known`() throws {  // SYNC-20 D-60
        let missed = try MissedChanges(
            since: Position(3),
            size: Position(5),
            epochs: EpochLine(current: 1)
        )
        #expect((0...7).filter { missed.contains(Position($0)) } == [4, 5])
        #expect(missed.next() == Position(5))
    }

    @Test func `is nothing for who knows everything`() throws {  // SYNC-20
        let missed = try MissedChanges(
            since: Position(5),
            size: Position(5),
            epochs: EpochLine(current: 1)
        )
        #expect(!(0...7).contains { missed.contains(Position($0)) })
        #expect(missed.next() == Position(5))
    }

    @Test func `cannot be said to who knows more than there is`() {
        #expect(throws: Refusal.request(.positionIsAhead)) {
            try MissedChanges(since: Position(6), size: Position(5), epochs: EpochLine(current: 1))
        }
        #expect(Refusal.request(.positionIsAhead).code == .invalidRequest)
        #expect(Refusal.request(.positionIsAhead).field == "since")
    }

    @Test func `goes on neither before what is known nor behind what there is`() throws {
        let missed = try MissedChanges(
            since: Position(3),
            size: Position(5),
            epochs: EpochLine(current: 1)
        )
        #expect(missed.next(afterPageUpTo: Position(1)) == Position(3))
        #expect(missed.next(afterPageUpTo: Position(.max)) == Position(5))
    }

    /// The log grows while it is read, and the reader sees only some of it.
    @Test func `is told once and whole, page by page`() throws {  // SYNC-20 SYNC-24
        var random = SplitMix64(seed: seed(for: "what was missed"))
        for _ in 0..<300 {
            var size = UInt64.random(in: 0...40, using: &random)
            let visible = (1...80).filter { _ in Bool.random(using: &random) }.map { Position($0) }
            let start = Position(UInt64.random(in: 0...size, using: &random))
            let limit = Int.random(in: 1...5, using: &random)
            var since = start
            var told: [Position] = []
            while since < Position(size) {
                let missed = try MissedChanges(
                    since: since,
                    size: Position(size),
                    epochs: EpochLine(current: 1)
                )
                let page = visible.filter(missed.contains).prefix(limit)
                told += page
                since = missed.next(afterPageUpTo: page.count == limit ? page.last : nil)
                if size < 80 { size += UInt64.random(in: 0...1, using: &random) }
            }
            let expected = visible.filter { $0 > start && $0 <= Position(size) }
            guard told == expected else {
                #expect(told == expected)
                break
            }
        }
    }
}
