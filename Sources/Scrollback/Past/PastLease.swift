internal import Views
internal import Wire

/// The right of one query to views of the past: as long as it lives they are not thrown away.
final class PastLease: Sendable {
    let fold: PastFold
    private let owner: PastViews

    /// Takes over a right that was counted.
    init(_ fold: PastFold, of owner: PastViews) {
        self.fold = fold
        self.owner = owner
    }

    deinit { owner.giveBack(fold) }

    /// The typing and presence signs of the past: none.
    static let noSigns = LiveSigns { Timestamp(microseconds: 0) }
    /// How many messages were sent lately in the past: as after an opening, none.
    static let noRates = SendingRates()
}

/// A state of the past to read, and the right to it.
struct LentPast: ~Copyable {
    let views: ViewsSnapshot
    let lease: PastLease
}
