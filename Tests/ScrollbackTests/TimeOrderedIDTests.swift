import Scrollback
import TestSupport
import Testing
import Wire

@Suite struct `Names that sort by time` {
    private var generator = SplitMix64(seed: 7)

    @Test mutating func `say when they were made, as UUIDs of version 7 do`() {
        var ids = TimeOrderedIDs()
        let id = ids.next(
            at: Timestamp(microseconds: 1_645_557_742_000_123),
            random: generator.next()
        )
        // The time of the example in RFC 9562.
        #expect(id.description.hasPrefix("017f22e2-79b0-7"))
        #expect(id.low >> 62 == 0b10)
    }

    @Test mutating func `ascend even where the clock does not`() {
        var ids = TimeOrderedIDs()
        var last = UniqueID.zero
        for step in 0..<20_000 {
            let time = step % 7 == 0 ? -1_000_000 : Int64(step / 10_000) * 1_000
            let id = ids.next(at: Timestamp(microseconds: time), random: generator.next())
            #expect(id > last)
            #expect(id.high >> 12 & 0xF == 7)
            last = id
        }
    }

    @Test mutating func `come to no harm at the ends of time`() {
        for time in [Int64.min, -1, 0, Int64.max] {
            var ids = TimeOrderedIDs()
            let first = ids.next(at: Timestamp(microseconds: time), random: generator.next())
            let second = ids.next(at: Timestamp(microseconds: time), random: generator.next())
            #expect(first < second)
        }
    }
}
