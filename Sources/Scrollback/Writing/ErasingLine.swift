internal import Messaging

/// What the writer does for erasures between other commands: it reads what they are about, window
/// by window, and erases slice by slice.
struct ErasingLine {
    /// The commands that are being decided or wait for that, in order.
    var commands: [Job] = []
    /// What goes on behind its answer, in the order in which it was asked for; nil until it was
    /// looked for what was under way when the store was closed.
    var passes: [ErasingPass]?
    /// When the next window is read, or the next slice erased.
    private(set) var due = ContinuousClock.now

    /// Whether something is to be done.
    var isIdle: Bool { commands.isEmpty && passes?.isEmpty == true }

    /// Leaves the others as much time as was taken from them since a moment.
    mutating func rest(since begun: ContinuousClock.Instant, isAlone: Bool) {
        let now = ContinuousClock.now
        due = isAlone ? now : now + begun.duration(to: now)
    }

    /// Tries again a little later.
    mutating func postpone() { due = .now + .seconds(1) }

    /// In how many seconds something is due; nil if nothing is.
    var secondsUntilDue: Double? {
        isIdle ? nil : max(0, ContinuousClock.now.duration(to: due) / .seconds(1))
    }
}
