internal import Messaging

/// The writer's work on erasures between other commands: it reads their contents, window by window,
/// and erases slice by slice.
struct ErasingLine {
    /// The commands that are being decided or wait for that, in order.
    var commands: [Turn] = []
    /// The erasures that continue after their answer, in the order of their requests; nil until
    /// those in progress at the last closing were searched.
    var passes: [ErasingPass]?
    /// When the next window is read, or the next slice erased.
    private(set) var due = ContinuousClock.now
    /// When other commands waited last; nil before any did.
    private var othersWaited: ContinuousClock.Instant?

    /// How many times as long as a window takes others are served before the next.
    static let windowPause = 3
    /// How many times as long as a slice takes others are served before the next.
    ///
    /// A slice is one append, so that it cannot be shorter. It is rare instead: less than one in a
    /// hundred of the commands of busy callers meets one.
    static let slicePause = 19
    /// For how long the store counts as busy behind a command.
    private static let busyTime = Duration.milliseconds(100)

    /// How many commands may wait to be planned.
    static let waitingCommands = 64
    /// Whether a window of planning was served last, so that a slice comes next.
    private var slicesAreNext = false
    /// The time at which a failed slice may be tried again.
    private var slicesDue = ContinuousClock.now

    /// Whether a slice comes next rather than a window of planning: in turns where both wait.
    mutating func takesSlice() -> Bool {
        let areDue = passes?.isEmpty != true && slicesDue <= .now
        let isSlice = commands.isEmpty || slicesAreNext && areDue
        slicesAreNext = !isSlice
        return isSlice
    }

    /// Stops the erasures in progress; the next opening finds them in the log.
    mutating func stop(because fault: StoreFault) {
        for turn in commands { turn.finish(.stopped(fault)) }
        commands = []
        passes = []
    }

    /// Whether something is to be done.
    var isIdle: Bool { commands.isEmpty && passes?.isEmpty == true }

    /// Notes that other commands wait.
    mutating func letOthersIn() { othersWaited = .now }

    /// Leaves others a multiple of the time that was taken from them since a moment, if there are
    /// any.
    mutating func rest(_ multiple: Int, of begun: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        guard let othersWaited, othersWaited.duration(to: begun) < Self.busyTime else {
            due = now
            return
        }
        due = now + begun.duration(to: now) * multiple
    }

    /// Postpones the next slice a little; planning continues.
    mutating func postponeSlices() {
        slicesDue = .now + .seconds(1)
        due = .now
    }

    var isDue: Bool { secondsUntilDue == 0 }

    /// The number of seconds until the next step; nil if there is none.
    var secondsUntilDue: Double? {
        if isIdle { return nil }
        let next = commands.isEmpty ? max(due, slicesDue) : due
        return max(0, ContinuousClock.now.duration(to: next) / .seconds(1))
    }
}
