import Scrollback
import TestSupport
import Testing

@Suite struct `Notices of signs that are not logged` {  // LIVE-10 D-114
    /// What a follower gets: each subject once, in the order of its newest notice.
    private static func told(_ subjects: [Int]) -> [Int] {
        var seen: Set<Int> = []
        return subjects.reversed().filter { seen.insert($0).inserted }.reversed()
    }

    @Test func `reach a follower once each, however far behind the follower is`() {
        var random = SplitMix64(seed: 16)
        var list = NoticeList<Int>(limit: 4_096)
        var all: [Int] = []
        for round in 0..<12_000 {
            // First a few subjects, then many.
            let subject = Int.random(in: 0..<(round < 6_000 ? 20 : 900), using: &random)
            list.add(subject)
            all.append(subject)
            guard round % 97 == 0 else { continue }
            #expect(list.newest == UInt64(all.count))
            let known = Int.random(in: 0...all.count, using: &random)
            #expect(
                Self.told(list.subjects(after: UInt64(known)))
                    == Self.told(Array(all[known...]))
            )
        }
        #expect(list.subjects(after: list.newest) == [])
    }

    @Test func `take no more memory for a long conversation than for a short one`() {
        var list = NoticeList<Int>(limit: 1 << 19)
        for number in 0..<200_000 {
            list.add(number % 16)
            #expect(list.count <= 1_024)
        }
        // Nor after many people came at once and were silent again.
        for number in 0..<50_000 { list.add(number) }
        for number in 0..<250_000 { list.add(number % 16) }
        #expect(list.count <= 110_000)
    }

    @Test func `drop the oldest subjects beyond the limit, never the newest`() {
        var list = NoticeList<Int>(limit: 4_096)
        for number in 0..<100_000 {
            list.add(number)
            #expect(list.count <= 4_096)
        }
        let kept = list.subjects(after: 0)
        #expect(kept.count >= 2_048 && kept.last == 99_999)
        #expect(kept == Array((100_000 - kept.count)..<100_000))
    }
}
