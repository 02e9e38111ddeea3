internal import Wire

/// What time it is for a line.
struct PipeClock {
    /// The machine's clock; nil where lines bring the time.
    private let machine: (@Sendable () -> Timestamp)?
    /// The greatest time that was heard of.
    private var latest: Timestamp

    init(_ machine: (@Sendable () -> Timestamp)?, notBefore newest: Timestamp) {
        self.machine = machine
        latest = newest
    }

    /// Takes note of a line's time, also if the line is refused then; time never goes back.
    mutating func hear(_ time: Timestamp?) {
        if let time { latest = max(latest, time) }
    }

    /// At which time a command is asked; nil leaves that to the writer's own clock.
    var given: Timestamp? { machine == nil ? latest : nil }

    /// Now, which is never before the newest event.
    func now(newest: Timestamp) -> Timestamp { max(machine?() ?? latest, newest) }

    /// Now, as far as names that are made care.
    var roughly: Timestamp { machine?() ?? latest }
}
