import Glibc
import TestSupport
import Testing

/// Bits of a believed views file are flipped, then everything is asked, written and erased.
@Suite(.serialized) struct `Flipped views` {
    @Test func `answer right or not at all where a row was changed`() async throws {
        let seed = seed(for: "flipped views")
        let rig = try await FlipRig(steps: Self.steps)
        var random = SplitMix64(seed: seed)
        var (right, mended, refused) = (0, 0, 0)
        for number in 0..<Self.flips {
            let bit = Self.bit(number, in: rig.views, using: &random)
            let behaviour = rig.behaviour(flipping: bit)
            let place = "SEED=\(seed), flip \(number), \(rig.views.place(of: bit))"
            #expect(behaviour.wrong == [], "\(place)")
            #expect(behaviour.unexplained == [], "\(place)\n\(behaviour.notices)")
            #expect(behaviour.ending == .exited(0), "\(place)")
            #expect(behaviour.lost == [], "\(place)")
            if number == 0 { #expect(behaviour.isMended, "\(place)") }
            if behaviour.refused > 0 { refused += 1 }
            if behaviour.isMended { mended += 1 } else { right += 1 }
        }
        try rig.requireBelieved()
        print(
            "\(Self.flips) flips in rows: \(right) not met, \(mended) met and the views made anew, "
                + "\(refused) of these refused a line"
        )
    }

    @Test func `erase nothing that sound ones keep`() async throws {
        let seed = seed(for: "flipped views, erasing")
        let rig = try await FlipRig(steps: Self.steps)
        var random = SplitMix64(seed: seed)
        for number in 0..<max(2, Self.flips / 3) {
            // Every second one in a hold: its row alone says what may not be erased.
            let table = Self.tablesOfKeeping[number % 2 * (1 + number / 2 % 7)]
            let bit = rig.views.bit(inRowOf: table, using: &random)
            let lost = rig.behaviour(flipping: bit).lost
            #expect(lost == [], "SEED=\(seed), flip \(number), \(rig.views.place(of: bit))")
        }
    }

    @Test func `are noticed by their sums where what leads to rows was changed`() async throws {
        let seed = seed(for: "flipped views, elsewhere")
        let rig = try await FlipRig(steps: Self.steps)
        var random = SplitMix64(seed: seed)
        var (met, wrong, unnoticed, deaths, repeated) = (0, 0, 0, 0, 0)
        for number in 0..<Self.flips {
            // Most of the rest of a file are gaps.
            let bit =
                number % 2 == 0
                ? rig.views.bitInStructure(using: &random) : rig.views.bitElsewhere(using: &random)
            let behaviour = rig.behaviour(flipping: bit)
            let place = "SEED=\(seed), flip \(number), \(rig.views.place(of: bit))"
            #expect(behaviour.unexplained == [], "\(place)\n\(behaviour.notices)")
            #expect(behaviour.lost == [], "\(place)")
            switch behaviour.ending {
            case .exited(0): break
            case .killed:
                deaths += 1
                let others = rig.deathsUntilMended()
                #expect(others != nil, "\(place): it kills every opener")
                repeated += others ?? 0
            case .exited, .hung, .unseen:
                Issue.record("\(place): it \(behaviour.ending)")
            }
            if behaviour.isMended || behaviour.refused > 0 { met += 1 }
            guard !behaviour.wrong.isEmpty else { continue }
            wrong += 1
            // A flip in the list of free pages damages rows only when these pages are written to.
            if rig.comparisonAsLeft() != .different, rig.comparison(flipping: bit) != .different {
                unnoticed += 1
                Issue.record(
                    "\(place): the sums do not notice it: \(behaviour.wrong)\n\(behaviour.notices)"
                )
            }
        }
        try rig.requireBelieved()
        print(
            "\(Self.flips) flips elsewhere: \(met) met by a line, \(wrong) answered wrongly before "
                + "the comparison, \(unnoticed) of these not noticed by it; \(deaths) killed the "
                + "process, \(repeated) of these the next one too"
        )
    }

    /// Flips of each kind.
    private static let flips = (getenv("VIEW_FLIPS").flatMap { Int(String(cString: $0)) } ?? 12) / 2

    /// Lines that make the world.
    private static let steps = flips < 100 ? 400 : 1_500

    /// A bit of a row: one that an erasure rests on, one of any table, or one of any row, since a
    /// few large tables hold most of the rows.
    private static func bit(
        _ number: Int,
        in views: FlippedViews,
        using random: inout SplitMix64
    ) -> Int {
        switch number % 3 {
        case 0:
            views.bit(
                inRowOf: tablesOfKeeping[number / 3 % tablesOfKeeping.count],
                using: &random
            )
        case 1: views.bitInAnyTable(using: &random)
        default: views.bitInAnyRow(using: &random)
        }
    }

    /// The first one is read by every run of retention.
    private static let tablesOfKeeping = [
        "holds", "settings", "messages", "streams", "conversations", "timeline", "edits",
        "erasures",
    ]
}
