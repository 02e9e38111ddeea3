import DomainSupport
import Messaging
import Testing
import Wire

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")

private func time(
    _ user: UserID,
    _ reaction: String,
    _ set: UInt64,
    _ removed: UInt64? = nil
) -> ReactionTime {
    ReactionTime(
        user: user,
        reaction: reaction,
        set: Position(set),
        removed: removed.map { Position($0) }
    )
}

/// What stands on the message at position 2, for a member during some stays.
private func standing(
    _ times: ReactionTime...,
    policy: ReactionPolicy = .tapback,
    stays: [(UInt64, UInt64?)] = [(1, nil)]
) -> [[String]] {
    let viewer = Visibility(
        history: .sinceJoin,
        intervals: stays.map {
            MemberFacts.Interval(joined: Position($0.0), left: $0.1.map { Position($0) })
        }
    )
    return StandingReactions(times, on: Position(2), policy: policy, for: viewer).groups.map {
        [$0.reaction] + $0.times.map { "\($0.set)" }
    }
}

@Suite struct `The reactions that stand on a message` {
    @Test func `are not those before the last that was seen to go, in whatever order`() {  // D-42
        let (first, last) = (time(sarah, "like", 3, 6), time(sarah, "love", 6, 9))
        let stays: [(UInt64, UInt64?)] = [(1, 4), (8, nil)]
        #expect(standing(first, last, stays: stays) == [])
        #expect(standing(last, first, stays: stays) == [])
    }

    @Test func `are those that nobody has taken off`() {  // REACT-20 D-42
        #expect(standing() == [])
        #expect(standing(time(sarah, "love", 3, 5), time(tom, "like", 4)) == [["like", "4"]])
    }

    @Test func `come most first, then by the oldest that stands`() {  // D-42
        let ann = UserID.named("ann")
        let groups = standing(
            time(sarah, "love", 3, 4),
            time(sarah, "love", 9),
            time(tom, "like", 5),
            time(ann, "laugh", 6)
        )
        #expect(groups == [["like", "5"], ["laugh", "6"], ["love", "9"]])
        #expect(
            standing(time(tom, "like", 3), time(sarah, "love", 4), time(ann, "love", 5))[0]
                == ["love", "4", "5"]
        )
    }

    @Test func `are one tapback each, where one takes another's place at once`() {
        #expect(standing(time(sarah, "love", 3, 5), time(sarah, "like", 5)) == [["like", "5"]])
        #expect(standing(time(sarah, "like", 5), time(sarah, "love", 3, 5)) == [["like", "5"]])
    }

    @Test func `are any number of emoji each`() {
        let times = [time(sarah, "👍", 3), time(sarah, "🎉", 4, 6), time(sarah, "🎈", 5)]
        let groups = standing(times[0], times[1], times[2], policy: .open)
        #expect(groups == [["👍", "3"], ["🎈", "5"]])
    }

    @Test func `are what the viewer could see of the setting and the taking off`() {  // D-16 D-17
        // Taken off after the viewer left.
        #expect(standing(time(sarah, "love", 3, 8), stays: [(1, 5)]) == [["love", "3"]])
        // Set after they left.
        #expect(standing(time(sarah, "love", 6), stays: [(1, 5)]) == [])
        // Replaced while they were away, and again when they were back.
        let replaced = [time(sarah, "love", 3, 6), time(sarah, "like", 6, 9)]
        #expect(standing(replaced[0], replaced[1], stays: [(1, 5), (8, nil)]) == [])
        let again = time(sarah, "laugh", 9)
        #expect(
            standing(replaced[0], replaced[1], again, stays: [(1, 5), (8, nil)])
                == [["laugh", "9"]]
        )
        // The message itself is out of sight.
        #expect(standing(time(sarah, "love", 6), stays: [(4, nil)]) == [])
    }
}
