import Messaging
import Testing
import Wire

@Suite struct `Fresh ids` {
    @Test func `are all different and keep their version and variant`() throws {
        let first = try #require(UniqueID("01890f3e-7c00-7000-bfff-ffffffffffff"))
        var fresh = FreshIDs(first: first)
        let taken = (0..<1_000).map { _ in fresh.next() }
        #expect(taken[0] == first)
        #expect(taken[1].description == "01890f3e-7c00-7000-8000-000000000000")
        #expect(Set(taken).count == taken.count)
    }

    @Test func `of the commands of a batch lie far apart`() throws {
        let first = try #require(UniqueID("01890f3e-7c00-7000-bfff-ffffffffffff"))
        let fresh = FreshIDs(first: first)
        var same = fresh.forCommand(0)
        #expect(same.next() == first)
        var second = fresh.forCommand(1)
        #expect(second.next().description == "01890f3e-7c00-7000-8000-0000ffffffff")
        #expect(second.next().description == "01890f3e-7c00-7000-8000-000100000000")
    }
}
