import Contestants
import Messaging
import Scrollback
import Workload

/// A store of the benchmarks' workload beside the one that is given, and people whose lists are
/// asked for.
enum GuardedPeople {
    private static var workload: Workload {
        var landmarks = Shape.Landmarks.none
        landmarks.groupMembers = 8
        landmarks.fewChats = 50
        return Workload(Shape(events: 30_000, landmarks: landmarks, seed: 1))
    }

    static func place(besides path: String) -> String { "\(path).people" }

    static func prepare(besides path: String) async throws {
        let workload = workload
        let place = place(besides: path)
        var founded = GuardedStore.options
        founded.clock = { Workload.start }
        try Engine.create(at: place, options: founded)
        let engine = try Engine(opening: place, options: GuardedStore.options)
        defer { engine.close() }
        try await ScrollbackStore.carryOut(workload, workload.operations.indices, on: engine)
    }

    /// Whose lists an operation asks for, in turn.
    static func viewers(of operation: GuardedOperation) -> [UserID] {
        let workload = workload
        if operation == .fifty, let few = workload.landmarks?.withFew {
            return [UserID(workload.users[few])]
        }
        return stride(from: 7, to: workload.shape.users, by: 250).map { UserID(workload.users[$0]) }
    }
}
