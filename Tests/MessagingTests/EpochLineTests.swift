import LogSchema
import Testing

@Suite struct `Two lines of one log` {
    private static func line(_ current: UInt64, _ earlier: (UInt64, UInt64)...) -> EpochLine {
        EpochLine(
            current: current,
            earlier: earlier.map { EarlierEpoch(epoch: $0.0, fork: $0.1) }
        )
    }

    private static let lines: [(one: EpochLine, other: EpochLine, common: UInt64)] = [
        (line(1), line(1), .max),
        // One of them was restored later.
        (line(1), line(2, (1, 80)), 80),
        (line(2, (1, 80)), line(3, (1, 80), (2, 95)), 95),
        // Both were, from other backups or from the same one.
        (line(2, (1, 80)), line(3, (1, 60)), 60),
        (line(2, (1, 80)), line(3, (1, 80)), 80),
        // They are of two logs.
        (line(1), line(2), 0),
        (line(3, (1, 80)), line(3, (2, 80)), 0),
    ]

    @Test func `have the same events up to where they part`() {
        for (one, other, common) in Self.lines {
            #expect(one.common(with: other) == common)
            #expect(other.common(with: one) == common)
        }
    }
}
