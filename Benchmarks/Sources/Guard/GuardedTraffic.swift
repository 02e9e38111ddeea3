import Contestants
import Scrollback
import Wire
import Workload

/// What the benchmarks have everybody write, on a store of its own beside the one that is given.
enum GuardedTraffic {
    /// So much that the conversations' rows lie on many pages, as they do in use.
    private static let thousandsMade = 30

    static func carryOut(thousands: Int, in path: String) async throws {
        let workload = Workload(Shape(events: thousandsMade * 1_000, seed: 1))
        let place = "\(path).traffic"
        var founded = GuardedStore.options
        founded.clock = { Workload.start }
        try Engine.create(at: place, options: founded)
        let engine = try Engine(opening: place, options: GuardedStore.options)
        defer { engine.close() }
        let founding = workload.founding.operations
        let count = founding + min(thousands, thousandsMade) * 1_000
        try await ScrollbackStore.carryOut(workload, 0..<count, on: engine)
    }
}
