internal import Glibc
internal import Locking
package import Wire

/// The machine's clocks.
package struct MachineClock: Sendable {
    /// Returns the time of day, which can be set.
    package var wall: @Sendable () -> Timestamp = Engine.wallClock
    /// Returns how long the machine has been up, sleep included, which cannot be set.
    package var steady: @Sendable () -> Duration = {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }

    package init() {}
}

/// Watches the machine's clock, so that a wrong time is not recorded for ever unless the operator
/// accepts it.
///
/// Recorded time never goes back, so one event with a wrong future time would give its time to all
/// later events. A clock that is set right again is trusted automatically.
package final class ClockWatch: Sendable {
    /// How far the clock may move against the time that went by.
    package static let allowedJump = Duration.seconds(3_600)
    /// How far it may stand behind the newest event when a store is opened.
    package static let allowedDelay = Duration.seconds(300)
    /// Which part of the time that went by it may be set right by: more than twice of what systems
    /// do that keep a clock in step.
    private static let allowedDrift = 1_000

    private struct Sample: Sendable {
        /// The last thing that was believed: both clocks at one moment.
        var wall: Timestamp
        var steady: Duration
        /// The newest event at opening, while the clock stands behind it.
        var newest: Timestamp?
        /// The same of a clock that was accepted all the same: once it is set right, it may jump.
        var overtaken: Timestamp?
    }

    private let machine: MachineClock
    private let sample: Lock<Sample>

    /// Begins to watch, beside a log whose newest event has that time.
    init(_ machine: MachineClock, newest: Timestamp) {
        self.machine = machine
        let wall = machine.wall()
        let isBehind = newest - wall > Self.allowedDelay
        sample = Lock(Sample(wall: wall, steady: machine.steady(), newest: isBehind ? newest : nil))
    }

    /// Whether the clock is believed now.
    package var state: ClockState {
        let (wall, steady) = (machine.wall(), machine.steady())
        return sample.withLock { sample in
            if let newest = sample.newest {
                let delay = newest - wall
                if delay > Self.allowedDelay { return .behind(delay) }
                sample = Sample(wall: wall, steady: steady)
            }
            let passed = steady - sample.steady
            let jump = (wall - sample.wall) - passed
            let allowed = Self.allowedJump + passed / Self.allowedDrift
            if abs(jump) <= allowed { return .believed }
            if let overtaken = sample.overtaken, overtaken - wall <= Self.allowedDelay {
                sample = Sample(wall: wall, steady: steady)
                return .believed
            }
            return .jumped(jump)
        }
    }

    /// Believes the clock as it stands now.
    package func accept() {
        let (wall, steady) = (machine.wall(), machine.steady())
        sample.withLock { sample in
            let behind = sample.newest ?? sample.overtaken
            sample = Sample(wall: wall, steady: steady)
            sample.overtaken = behind
        }
    }
}

private func abs(_ duration: Duration) -> Duration {
    duration < .zero ? .zero - duration : duration
}

private func - (later: Timestamp, earlier: Timestamp) -> Duration {
    .microseconds(later.microseconds) - .microseconds(earlier.microseconds)
}
