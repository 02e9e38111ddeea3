import Synchronization

/// The time of a story, in milliseconds: it stands still until something is done or it is said to
/// pass.
final class StoryClock: Sendable {
    private let time: Atomic<Int>
    /// How far every doing moves it; zero where all of them come at one moment.
    private let stride = Atomic(1_000)

    init(_ time: Int = 1_767_603_600_000) { self.time = Atomic(time) }

    var now: Int { time.load(ordering: .sequentiallyConsistent) }

    /// Lets time pass; a negative time turns the clock back.
    func pass(_ milliseconds: Int) {
        time.add(milliseconds, ordering: .sequentiallyConsistent)
    }

    func tick() { pass(stride.load(ordering: .sequentiallyConsistent)) }

    /// How far every doing moves the time from now on.
    func setStride(_ milliseconds: Int) {
        stride.store(milliseconds, ordering: .sequentiallyConsistent)
    }
}
