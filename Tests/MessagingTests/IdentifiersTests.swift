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
}
