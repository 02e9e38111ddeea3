package import EventLog
internal import LMDB
internal import LogSchema
internal import Measuring
internal import Messaging
package import Scrollback
internal import Synchronization
package import Views
internal import Wire
package import Workload

/// A store of ours in a folder, with its flushed commits counted.
package struct ScrollbackStore: Sendable {
    package let folder: String
    package let path: String
    private let counter = CommitCounter()

    /// How many operations a commit has in the large rows.
    package static let batch = 1_000

    package init(in folder: String) {
        self.folder = folder
        path = "\(folder)/chat.scrollback"
    }

    package var directory: StoreDirectory { StoreDirectory(path: path) }

    /// The file that holds the views.
    package func viewsPath() throws -> String {
        guard let state = try ViewsState.read(in: directory) else {
            throw WrongResult(description: "the store has no views")
        }
        return directory.viewsPath(generation: state.generation)
    }

    /// Takes the views of the closed store away.
    package func removeViews() throws {
        Folder.remove(try viewsPath())
        Folder.remove(directory.viewsStatePath)
    }

    /// Copies the closed store into another folder, with views that are made anew.
    package func copy(to folder: String) throws -> ScrollbackStore {
        let copy = ScrollbackStore(in: folder)
        try Folder.copy(path, to: copy.path)
        try copy.removeViews()
        try copy.open().close()
        return copy
    }

    /// Makes the store, as if before all that happens in the workload.
    package func create() throws {
        var options = Engine.Options()
        options.clock = { Workload.start }
        try Engine.create(at: path, options: options)
    }

    /// Opens the store, as the start of the operating system that is running, or as another one.
    package func open(
        _ access: EventLog.Access = .writing,
        boot: BootIdentity? = .current()
    ) throws -> Engine {
        var options = Engine.Options()
        options.views.boot = boot
        let counter = counter
        options.committers.log = { (log) throws(CommitFailure) in
            try log.commit()
            counter.add()
        }
        return try Engine(opening: path, access: access, options: options)
    }

    package func openLog(_ access: EventLog.Access) throws -> EventLog {
        try EventLog(opening: directory, access: access)
    }

    /// How many commits of the log were flushed through engines of this store.
    package var commits: Int { counter.count }

    /// Makes the store and has it do a part of the workload.
    package func fill(with workload: Workload, _ part: Range<Int>? = nil) async throws {
        try create()
        let engine = try open()
        defer { engine.close() }
        try await Self.carryOut(workload, part ?? workload.operations.indices, on: engine)
    }

    /// Has a part of the workload done, as who has much to write does it: while a batch becomes
    /// durable the next one is asked for.
    package static func carryOut(
        _ workload: Workload,
        _ part: Range<Int>,
        batch: Int = batch,
        on engine: Engine
    ) async throws {
        var underWay: (start: Int, task: Task<[SubmissionResult], Never>)?
        for start in stride(from: part.lowerBound, to: part.upperBound, by: batch) {
            let asks = (start..<min(start + batch, part.upperBound)).map { workload.ask($0) }
            // It stands in line before this goes on.
            let task = Task.immediate { await engine.submit(asks) }
            if let underWay { try check(await underWay.task.value, from: underWay.start) }
            underWay = (start, task)
        }
        if let underWay { try check(await underWay.task.value, from: underWay.start) }
    }

    private static func check(_ outcomes: [SubmissionResult], from start: Int) throws {
        for (place, outcome) in outcomes.enumerated() {
            if case .success = outcome { continue }
            throw WrongResult(description: "operation \(start + place) was not done: \(outcome)")
        }
    }

    /// Refuses a log with another number of events than the workload leads to.
    package func check(_ workload: Workload) throws {
        // The log's own first event is one more.
        try check(holds: workload.eventCount + 1)
    }

    package func check(holds events: Int) throws {
        let log = try openLog(.reading)
        defer { log.close() }
        let size = try log.snapshot().size
        try demand(size == Position(UInt64(events)), "\(size) events are stored, not \(events)")
    }
}

private final class CommitCounter: Sendable {
    private let value = Atomic(0)

    func add() { value.add(1, ordering: .relaxed) }
    var count: Int { value.load(ordering: .relaxed) }
}
