import Audit
import Contestants
import EventLog
import Measuring
import Wire
import Workload

/// Asks how fast a log is verified, everything included: checksums, links, seals, tiles.
func verifyLog(_ count: Int) -> RowPlan {
    let events = Text.number(Double(count))
    let name = "verify a log of \(events)"
    return RowPlan(name: name) { fixtures in
        let store = try await fixtures.store(fixtures.whole(count))
        let bare = try await fixtures.bareLog(fixtures.whole(count))
        return Row(
            name,
            compared: .timePerEvent,
            targets: [
                Target(Names.withContent, .atLeast(.rate, 750_000)),
                Target(Names.withoutContent, .atLeast(.rate, 1.5e6)),
            ],
            bounds: "SHA-256 of every envelope and content, and decryption.",
            contestants: [
                Verifying(name: Names.withContent, store: store, count: count, threads: 1),
                Verifying(name: Names.withoutContent, store: bare, count: count, threads: 1),
                Verifying(name: "with content, 2 threads", store: store, count: count, threads: 2),
            ]
        )
    }
}

extension Names {
    fileprivate static let withContent = "with content, 1 thread"
    fileprivate static let withoutContent = "without content, 1 thread"
}

private struct Verifying: Contestant {
    let name: String
    let store: ScrollbackStore
    let count: Int
    let threads: Int

    func run(in folder: String) async throws -> Sample {
        var options = Verification.Options()
        options.threads = threads
        let meter = Meter()
        let report = try await Verification.run(at: store.directory, options: options)
        let usage = meter.read()
        try demand(
            report.isSound && report.records == UInt64(count) + 1,
            report.finding?.description ?? "\(report.records) records were found"
        )
        var sample = Sample(usage, events: count)
        sample.noteRate(usage, events: count)
        sample[.memory] = Double(usage.peakBytes) / Double(1 << 20)
        return sample
    }
}
