import Testing
import Wire

@Suite struct `Positions, versions and times hold at their ends` {
    @Test func `the first position has index zero`() {
        #expect(Position(1).index == 0)
        #expect(Position(index: 0) == Position(1))
        #expect(Position.zero.next == Position(1))
    }

    @Test func `the index of no event is the index of no event`() {
        #expect(Position.zero.index == UInt64.max)
        #expect(Position(index: UInt64.max) == nil)
        #expect(Position(index: UInt64.max - 1) == Position(UInt64.max))
    }

    @Test func `the largest position and version stand still`() {
        #expect(Position(.max).next == Position(.max))
        #expect(Position(.max - 1).next == Position(.max))
        #expect(Position(5).advanced(by: .max) == Position(.max))
        #expect(Position(5).advanced(by: 0) == Position(5))
        #expect(Version(.max).next == Version(.max))
        #expect(Version(.max - 1).next == Version(.max))
        #expect(Version.zero.advanced(by: 3) == Version(3))
        #expect(Version(5).advanced(by: .max) == Version(.max))
    }

    @Test func `positions and versions are ordered as their numbers`() {
        #expect(Position(1) < Position(2))
        #expect(Position(2) < Position(UInt64(Int64.max) + 1))
        #expect(Version(1) < Version(2))
        #expect("\(Position(7)) \(Version(8))" == "7 8")
    }

    @Test func `milliseconds that do not fit are refused`() {
        let limit = Int64.max / 1000
        #expect(Timestamp(milliseconds: limit)?.microseconds == limit * 1000)
        #expect(Timestamp(milliseconds: limit + 1) == nil)
        #expect(Timestamp(milliseconds: -limit)?.microseconds == -limit * 1000)
        #expect(Timestamp(milliseconds: Int64.min) == nil)
        #expect(Timestamp(microseconds: -1) < Timestamp(microseconds: 0))
    }
}
