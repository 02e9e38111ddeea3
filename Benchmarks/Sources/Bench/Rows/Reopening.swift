import Contestants
import EventLog
import Glibc
import Measuring
import Scrollback
import Views
import Wire
import Workload

/// Asks how long it takes until a store works again: closed well, or killed.
func reopenings(_ count: Int) -> [RowPlan] {
    let events = Text.number(Double(count))
    let clean = "reopen a clean store of \(events)"
    let killed = "reopen after a kill, views dirty, same boot, \(events)"
    let crashed = "reopen after a crash of the machine, all views made anew, \(events)"
    // The kill adds events, so this store is not the one that others read.
    return [
        RowPlan(name: clean) { fixtures in
            let store = try await fixtures.changeableStore(fixtures.whole(count))
            let target = Target(Names.scrollback, .atMost(.duration, 25))
            let floor = FloorReopening(folder: try await fixtures.floor(fixtures.whole(count)))
            return Row(
                clean,
                compared: .duration,
                with: Names.floor,
                targets: [target],
                bounds: "Computing the tree's right edge again, once for the log and once for what "
                    + "the views say of it, and flushing new keys for the unused slots. SQLite and "
                    + "the floor check nothing.",
                contestants: [
                    Reopening(store: store, after: .closing),
                    SQLiteReopening(
                        store: try fixtures.database(fixtures.whole(count)),
                        workload: fixtures.whole(count)
                    ),
                    floor,
                ]
            )
        },
        RowPlan(name: killed) { fixtures in
            let store = try await fixtures.changeableStore(fixtures.whole(count))
            return Row(
                killed,
                compared: .duration,
                bounds: "The same; the views go on from where their last commit was.",
                contestants: [Reopening(store: store, after: .kill)]
            )
        },
        RowPlan(name: crashed) { fixtures in
            let store = try await fixtures.changeableStore(fixtures.whole(count))
            // Two seconds for a million.
            let target = Target(Names.scrollback, .atMost(.duration, Double(count) / 500))
            return Row(
                crashed,
                compared: .duration,
                targets: [target],
                bounds: "Views that were not closed before the machine was started anew are not "
                    + "even looked at; what it takes is to make them anew.",
                contestants: [Reopening(store: store, after: .crash)]
            )
        },
    ]
}

private struct Reopening: Contestant {
    enum Past { case closing, kill, crash }

    let name = Names.scrollback
    let store: ScrollbackStore
    let after: Past

    init(store: ScrollbackStore, after: Past) {
        self.store = store
        self.after = after
    }

    func run(in folder: String) async throws -> Sample {
        switch after {
        case .closing: break
        case .kill, .crash: try KilledWriter.run(at: store.path)
        }
        // What the kernel kept of the killed process is not to be trusted by another start of it.
        let boot: BootIdentity? = after == .crash ? BootIdentity("another") : .current()
        let meter = Meter()
        let engine = try store.open(boot: boot)
        let usage = meter.read()
        defer { engine.close() }
        let snapshot = try engine.snapshot()
        let size = snapshot.log.size
        try demand(snapshot.position == size, "the views are behind the log")
        var sample = Sample()
        sample[.duration] = usage.seconds * 1e3
        sample[.memory] = Double(usage.peakBytes) / Double(1 << 20)
        return sample
    }
}

/// Opening the file, preparing what writing takes, and finding the last event.
private struct SQLiteReopening: Contestant {
    let name = Names.sqlite
    let store: SQLiteStore
    let workload: Workload

    func run(in _: String) async throws -> Sample {
        let meter = Meter()
        let writer = try SQLiteWriter(store, workload)
        let usage = meter.read()
        try writer.close()
        var sample = Sample()
        sample[.duration] = usage.seconds * 1e3
        sample[.memory] = Double(usage.peakBytes) / Double(1 << 20)
        return sample
    }
}

/// Opening two files and finding the last row.
private struct FloorReopening: Contestant {
    let name = Names.floor
    let folder: String

    func run(in _: String) async throws -> Sample {
        let tables = try FloorStore.viewTables(in: folder)
        let meter = Meter()
        let floor = try FloorStore(in: folder, viewTables: tables)
        let usage = meter.read()
        floor.close()
        var sample = Sample()
        sample[.duration] = usage.seconds * 1e3
        sample[.memory] = Double(usage.peakBytes) / Double(1 << 20)
        return sample
    }
}

/// This program started once more, to write to a store and be killed.
enum KilledWriter {
    /// The first argument of such a start; not for people.
    static let argument = "append-and-be-killed"
    private static let events = 1_000

    /// Starts one and waits until it is gone.
    static func run(at path: String) throws {
        var generator = SystemRandomNumberGenerator()
        // Other people and conversations each time.
        let arguments = ["scrollback-bench", argument, path, "\(generator.next())"]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/proc/self/exe", nil, nil, &words, environ)
        try demand(code == 0, "a process to be killed cannot be started")
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        try demand(status & 0x7F == SIGKILL, "the process that was to be killed ended otherwise")
    }

    /// What the process does.
    static func append(at path: String, seed: UInt64) async throws {
        let engine = try Engine(opening: path)
        // Profiles: of them there may be as many in a moment as one likes.
        let workload = Workload(Shape(users: events, conversations: 0, events: 0, seed: seed))
        try await ScrollbackStore.carryOut(
            workload,
            workload.operations.indices,
            batch: 100,
            on: engine
        )
        kill(getpid(), SIGKILL)
    }
}
