package import Wire

/// The epochs of a log: the present one, and those that restores ended.
///
/// A position of an earlier epoch belongs to the log up to the fork. Events behind it were lost
/// when the log went on from there, and others have their positions now.
package struct EpochLine: Hashable, Sendable {
    /// The epoch of every new event.
    package let current: UInt64
    /// The epochs before it, oldest first.
    package let earlier: [EarlierEpoch]

    package init(current: UInt64, earlier: [EarlierEpoch] = []) {
        self.current = current
        self.earlier = earlier
    }

    /// Whether the log was ever restored.
    package var isRestored: Bool { !earlier.isEmpty }

    /// The number of positions that have the same events in both lines of one log.
    package func common(with other: EpochLine) -> UInt64 {
        let end = [EarlierEpoch(epoch: current, fork: .max)]
        let otherEnd = [EarlierEpoch(epoch: other.current, fork: .max)]
        var common: UInt64 = 0
        for (one, another) in zip(earlier + end, other.earlier + otherEnd) {
            guard one.epoch == another.epoch else { return common }
            common = min(one.fork, another.fork)
            guard one.fork == another.fork else { return common }
        }
        return common
    }

    /// The epoch that answers name beside a position; nil as long as there was only one.
    package var named: UInt64? { isRestored ? current : nil }

    /// The epoch in which the log was created: the one that is meant where none is named.
    package var first: UInt64 { earlier.first?.epoch ?? current }

    /// Finds out why a position does not belong to this log; nil if it does, or is still to come.
    ///
    /// The epoch is the one that was named with the position; nil means the first.
    package func fault(of position: Position, in epoch: UInt64?) -> EpochFault? {
        let epoch = epoch ?? first
        if epoch == current { return nil }
        guard let ended = earlier.first(where: { $0.epoch == epoch }) else {
            return EpochFault(fork: nil)
        }
        return position.rawValue <= ended.fork ? nil : EpochFault(fork: Position(ended.fork))
    }
}

/// Why a position is of another epoch.
package struct EpochFault: Hashable, Sendable {
    /// The last position of its epoch that belongs to this log; nil for an unknown epoch.
    package let fork: Position?

    package init(fork: Position?) { self.fork = fork }
}
