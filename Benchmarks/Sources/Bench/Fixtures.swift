import Contestants
import EventLog
import Glibc
import Measuring
import Workload

/// What rows need before they can begin, made once and kept: workloads, filled stores, rows.
final class Fixtures {
    let folder: String
    /// What contestants answered so far.
    let book = AnswerBook()
    private let seed: UInt64
    private let ids: Shape.IDs
    private let sizes: Sizes
    private var workloads: [Shape: Workload] = [:]
    private var stores: [String: ScrollbackStore] = [:]
    private var databases: [String: SQLiteStore] = [:]
    private var rows: [String: CapturedRows] = [:]

    init(folder: String, seed: UInt64, ids: Shape.IDs, sizes: Sizes) {
        self.folder = folder
        self.seed = seed
        self.ids = ids
        self.sizes = sizes
    }

    /// The founding, and so many events after it.
    func workload(_ events: Int) -> Workload {
        workload(shape(events: events))
    }

    /// So many events in all, those of the founding among them.
    func whole(_ events: Int) -> Workload {
        workload(events - workload(0).founding.events)
    }

    func workload(_ shape: Shape) -> Workload {
        if let made = workloads[shape] { return made }
        let made = Workload(shape)
        workloads[shape] = made
        return made
    }

    /// The workload that is read: with long conversations, a large group, people with many chats.
    var world: Workload {
        workload(shape(events: sizes.worldTraffic, sizes.landmarks))
    }

    private func shape(events: Int, _ landmarks: Shape.Landmarks? = nil) -> Shape {
        Shape(
            users: sizes.users,
            conversations: sizes.conversations,
            events: events,
            landmarks: landmarks,
            ids: ids,
            seed: seed
        )
    }

    /// Landmarks and nothing beside them.
    func alone(_ landmarks: Shape.Landmarks) -> Workload {
        var shape = shape(events: 0, landmarks)
        shape.conversations = 0
        return workload(shape)
    }

    /// A store of ours that has done a workload, closed; nobody changes it.
    func store(_ workload: Workload) async throws -> ScrollbackStore {
        let key = "store-\(workload.eventCount)"
        if let made = stores[key] { return made }
        let made = ScrollbackStore(in: try place(key))
        try await made.fill(with: workload)
        try made.check(workload)
        stores[key] = made
        return made
    }

    /// A store in which two people have written so many messages in turns, closed.
    func storeOfTwo(_ messages: Int) async throws -> ScrollbackStore {
        let key = "two-\(messages)"
        if let made = stores[key] { return made }
        let made = ScrollbackStore(in: try place(key))
        try await BulkEraser(made, messages: messages).fill()
        stores[key] = made
        return made
    }

    /// A copy of that store, for rows that change it.
    func changeableStore(_ workload: Workload) async throws -> ScrollbackStore {
        let key = "changed-\(workload.eventCount)"
        if let made = stores[key] { return made }
        let made = try await store(workload).copy(to: try place(key))
        stores[key] = made
        return made
    }

    /// A log with the same events as the store of a workload, without views and without contents.
    func bareLog(_ workload: Workload) async throws -> ScrollbackStore {
        let key = "bare-\(workload.eventCount)"
        if let made = stores[key] { return made }
        let events = try RecordedEvents(of: try await store(workload))
        let made = ScrollbackStore(in: try place(key))
        try made.create()
        let log = try made.openLog(.writing)
        defer { log.close() }
        var writer = try LogWriter(log)
        try events.append(0..<events.count, to: &writer, hasContent: false)
        stores[key] = made
        return made
    }

    /// An SQLite database that has done a workload, closed.
    func database(_ workload: Workload) throws -> SQLiteStore {
        let key = "sqlite-\(workload.eventCount)"
        if let made = databases[key] { return made }
        let made = SQLiteStore(in: try place(key))
        try made.fill(with: workload)
        databases[key] = made
        return made
    }

    /// The rows that a store writes for the traffic of a workload in batches.
    func rows(
        _ workload: Workload,
        traffic count: Int? = nil,
        batch: Int
    ) async throws -> CapturedRows {
        let key = "\(workload.eventCount)-\(count ?? 0)-by-\(batch)"
        if let captured = rows[key] { return captured }
        let path = try place("captured")
        defer { Folder.remove(path) }
        let captured = try await CapturedRows(
            of: workload,
            traffic: count,
            batch: batch,
            in: path
        )
        rows[key] = captured
        return captured
    }

    /// A folder with the same rows as the store of a workload, in two bare files.
    func floor(_ workload: Workload) async throws -> String {
        let path = "\(folder)/floor-\(workload.eventCount)"
        guard mkdir(path, 0o700) == 0 else { return path }
        try FloorStore.copy(of: try await store(workload), to: path)
        return path
    }

    /// A new folder that is kept until the end.
    func place(_ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try demand(mkdir(path, 0o700) == 0, "\(path) cannot be made")
        return path
    }
}
