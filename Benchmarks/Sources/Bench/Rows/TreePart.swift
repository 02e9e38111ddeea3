import Contestants
import EventLog
import LMDB
import Measuring
import Merkle
import Wire
import Workload

/// Asks what of an append is the tree: leaf hashes, the nodes above them, and the stored tiles.
func treePart(_ count: Int) -> RowPlan {
    let events = Text.number(Double(count))
    let name = "the tree's part of appending \(events) events, log only"
    return RowPlan(name: name) { fixtures in
        let workload = fixtures.workload(count)
        let store = try await fixtures.store(workload)
        let events = try RecordedEvents(of: store)
        return Row(
            name,
            compared: .processor,
            with: "the whole append",
            bounds: "SHA-256, once for each event and once for each pair above.",
            contestants: [
                LogBulk(
                    "the whole append",
                    events: events,
                    skipping: workload.founding.events
                ),
                TreeAlone(store: store, count: workload.eventCount),
            ]
        )
    }
}

/// The tree of a log that is there, made again from its envelopes in memory.
private struct TreeAlone: Contestant {
    let name = "its tree alone, not flushed"
    let store: ScrollbackStore
    let count: Int

    func run(in folder: String) async throws -> Sample {
        let (envelopes, ends, root) = try read()
        let environment = try Environment(
            path: "\(folder)/tiles.mdb",
            options: Environment.Options(flushing: .never, creates: true)
        )
        let table = try environment.openOnlyTable()
        defer { environment.close() }
        var tree = TiledTree()
        let meter = Meter()
        var start = 0
        var next = 0
        while next < ends.count {
            var transaction = try environment.beginWriting()
            let end = min(next + ScrollbackStore.batch, ends.count)
            for index in next..<end {
                let envelope = envelopes.span.bytes.extracting(start..<ends[index])
                try tree.append(TreeHash.leaf(envelope), in: table, &transaction)
                start = ends[index]
            }
            try transaction.commit()
            next = end
        }
        let usage = meter.read()
        try demand(tree.root == root, "the tree is another one")
        return Sample(usage, events: count)
    }

    private func read() throws -> (envelopes: [UInt8], ends: [Int], root: Digest) {
        let log = try store.openLog(.reading)
        defer { log.close() }
        let snapshot = try log.snapshot()
        var envelopes: [UInt8] = []
        var ends: [Int] = []
        var records = try snapshot.records(from: Position(1))
        while let record = try records.next() {
            record.envelopeBytes.withUnsafeBytes { envelopes.append(contentsOf: $0) }
            ends.append(envelopes.count)
        }
        return (envelopes, ends, try snapshot.root(at: snapshot.size))
    }
}

/// A growing tree whose full tiles are put into a table.
private struct TiledTree {
    private var frontier = Frontier()
    private var open: [[Digest]] = []

    var root: Digest { frontier.root }

    mutating func append(
        _ leaf: Digest,
        in table: Table,
        _ transaction: inout WriteTransaction
    ) throws(LMDBError) {
        var filled = 0
        frontier.append(leaf) { height, hash in
            guard height % Tile.levelHeight == 0 else { return }
            let level = height / Tile.levelHeight
            if level == open.count { open.append([]) }
            if open[level].count == Tile.fullWidth {
                open[level].removeAll(keepingCapacity: true)
            }
            open[level].append(hash)
            if open[level].count == Tile.fullWidth { filled = level + 1 }
        }
        for level in 0..<filled {
            var key = InlineArray<9, UInt8>(repeating: 0x02)
            key[1] = UInt8(level)
            let index = frontier.size >> UInt64(8 * (level + 1)) - 1
            for place in 0..<7 {
                key[place + 2] = UInt8(truncatingIfNeeded: index >> UInt64(48 - 8 * place))
            }
            let tile = open[level]
            try transaction.put(key.span.bytes, tile.span.bytes, in: table, .insert)
        }
    }
}
