import Glibc
import Measuring

/// What rows need before they can begin, made once and kept: workloads, filled stores, rows.
final class Fixtures {
    private let folder: String
    private let seed: UInt64
    private var workloads: [String: Workload] = [:]
    private var stores: [String: ScrollbackStore] = [:]
    private var rows: [String: CapturedRows] = [:]

    /// How many events each batch of the large rows has.
    static let batch = 1_000

    init(folder: String, seed: UInt64) {
        self.folder = folder
        self.seed = seed
    }

    /// The first events of the workload.
    func workload(_ count: Int, hasContent: Bool = true) -> Workload {
        let key = "\(count)-\(hasContent)"
        if let made = workloads[key] { return made }
        let made = Workload(count: count, seed: seed, hasContent: hasContent)
        workloads[key] = made
        return made
    }

    /// A store that holds a workload, checked and closed; the name tells apart who may change it.
    func store(
        _ count: Int,
        named name: String = "store",
        hasContent: Bool = true
    ) async throws -> ScrollbackStore {
        let key = "\(name)-\(count)"
        if let made = stores[key] { return made }
        mkdir("\(folder)/\(key)", 0o700)
        let made = ScrollbackStore(in: "\(folder)/\(key)")
        let workload = workload(count, hasContent: hasContent)
        try await made.fill(with: workload, batch: Self.batch)
        try made.check(workload, first: count)
        stores[key] = made
        return made
    }

    /// The rows that a store writes for a workload in batches.
    func rows(_ count: Int, batch: Int) async throws -> CapturedRows {
        let key = "\(count)-by-\(batch)"
        if let captured = rows[key] { return captured }
        let place = "\(folder)/captured"
        mkdir(place, 0o700)
        defer { Folder.remove(place) }
        let captured = try await CapturedRows(of: workload(count), batch: batch, in: place)
        rows[key] = captured
        return captured
    }

    /// A folder with the same rows in two bare files.
    func floor(_ count: Int) async throws -> String {
        let path = "\(folder)/floor-\(count)"
        guard mkdir(path, 0o700) == 0 else { return path }
        let rows = try await rows(count, batch: Self.batch)
        var floor = try FloorStore(in: path, viewTables: rows.viewTables)
        try floor.write(rows.preamble, of: rows)
        for batch in rows.batches { try floor.write(batch, of: rows) }
        floor.close()
        return path
    }
}
