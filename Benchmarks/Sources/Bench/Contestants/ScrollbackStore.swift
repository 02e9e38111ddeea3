import EventLog
import LMDB
import LogSchema
import Measuring
import Scrollback
import Synchronization
import Views
import Wire

/// A store of ours in a folder, with its flushed commits counted.
struct ScrollbackStore: Sendable {
    let path: String
    private let counter = CommitCounter()

    init(in folder: String) {
        path = "\(folder)/chat.scrollback"
    }

    var directory: StoreDirectory { StoreDirectory(path: path) }

    /// The file that holds the views.
    func viewsPath() throws -> String {
        guard let state = ViewsState.read(in: directory) else {
            throw WrongResult(description: "the store has no views")
        }
        return directory.viewsPath(generation: state.generation)
    }

    /// Takes the views of the closed store away.
    func removeViews() throws {
        Folder.remove(try viewsPath())
        Folder.remove(directory.viewsStatePath)
    }

    func create() throws {
        try Engine.create(at: path)
    }

    func open(_ access: EventLog.Access = .writing) throws -> Engine {
        var options = Engine.Options()
        let counter = counter
        options.committers.log = { (log) throws(CommitFailure) in
            try log.commit()
            counter.add()
        }
        return try Engine(opening: path, access: access, options: options)
    }

    func openLog(_ access: EventLog.Access) throws -> EventLog {
        try EventLog(opening: directory, access: access)
    }

    /// How many commits of the log were flushed through engines of this store.
    var commits: Int { counter.count }

    /// Fills the store, a command for each batch, through the engine.
    func fill(with workload: Workload, batch: Int) async throws {
        try create()
        let engine = try open()
        try await Self.append(workload, batch: batch, to: engine)
        engine.close()
    }

    /// Appends all of a workload, each batch when the one before it is durable.
    static func append(_ workload: Workload, batch: Int, to engine: Engine) async throws {
        var start = 0
        while start < workload.events.count {
            let end = min(start + batch, workload.events.count)
            try await engine.submit(AppendPart(workload, start..<end))
            start = end
        }
    }

    /// Refuses a store that does not hold exactly the first events of a workload, each stream
    /// gapless and every content under its seal.
    func check(_ workload: Workload, first count: Int) throws {
        let log = try openLog(.reading)
        defer { log.close() }
        let snapshot = try log.snapshot()
        try demand(
            snapshot.size == Position(UInt64(count) + 1),
            "\(snapshot.size) events are stored, not \(count + 1)"
        )
        var contents = log.contents()
        var versions: [StreamID: Version] = [:]
        var sum: UInt64 = 0
        var records = try snapshot.records(from: Position(2))
        while let record = try records.next() {
            try demand(
                record.version == versions[record.stream, default: .zero].next,
                "event \(record.position) is out of order in its stream"
            )
            versions[record.stream] = record.version
            let content = try contents.content(of: record)
            sum &+= EventDigest.of(
                stream: record.stream,
                actor: record.envelope.actor ?? .zero,
                body: record.envelope.event,
                content: content.bytes
            )
        }
        try demand(sum == workload.digest(ofFirst: count), "other events are stored")
    }
}

/// Appends a part of the workload, straight from its buffer.
struct AppendPart: WriterCommand {
    enum Refusal: Error {}

    private let workload: Workload
    private let part: Range<Int>

    init(_ workload: Workload, _ part: Range<Int>) {
        self.workload = workload
        self.part = part
    }

    func decide(_ facts: borrowing CurrentFacts, _ events: inout EventList) throws(Refusal) {
        for index in part { workload.add(index, to: &events) }
    }
}

private final class CommitCounter: Sendable {
    private let value = Atomic(0)

    func add() { value.add(1, ordering: .relaxed) }
    var count: Int { value.load(ordering: .relaxed) }
}

/// A contestant that did not do what it was asked to.
struct WrongResult: Error, CustomStringConvertible {
    let description: String
}

/// Refuses a result unless it is right.
func demand(_ isRight: Bool, _ complaint: @autoclosure () -> String) throws {
    if !isRight { throw WrongResult(description: complaint()) }
}
