import EventLog
import LMDB
import Locking
import LogSchema
import TestSupport
import Views
import Wire

/// A new store with a log and no views yet.
struct StoreInFolder: ~Copyable {
    let folder: TemporaryFolder
    let directory: StoreDirectory

    var path: String { directory.path }

    init(events count: Int = 0) throws {
        let folder = TemporaryFolder("views")
        let directory = StoreDirectory(path: folder.path("chat.scrollback"))
        var generator = SystemRandomNumberGenerator()
        try EventLog.create(
            at: directory,
            time: Timestamp(microseconds: 1),
            logID: .random(using: &generator),
            epoch: 1,
            options: EventLog.Options(flushing: .never)
        )
        if count > 0 {
            let log = try EventLog(opening: directory, access: .writing)
            try log.append(count)
            log.close()
        }
        self.folder = folder
        self.directory = directory
    }

    func open(
        _ access: EventLog.Access = .writing,
        boot: BootIdentity? = .first,
        custom: [any CustomRecordProjector] = [],
        progress: Replay.Progress? = nil
    ) throws -> Opened<TestProjectors> {
        try Opened(directory, access, boot: boot, custom: custom, progress: progress)
    }

    /// Opens for writing, and closes as an orderly program does.
    func openAndClose(
        boot: BootIdentity? = .first,
        custom: [any CustomRecordProjector] = []
    ) throws -> Opened<TestProjectors> {
        let opened = try open(boot: boot, custom: custom)
        try opened.views.close(try opened.views.openForWriting())
        opened.log.close()
        return opened
    }

    var state: ViewsState? { try? ViewsState.read(in: directory) }

    var generation: UInt64? { state?.generation }

    /// The largest number that the state or a file says.
    var newestGeneration: UInt64 {
        let numbers = viewsFiles.compactMap { UInt64($0.dropFirst(6).dropLast(4)) }
        return (numbers + [generation ?? 0]).max() ?? 0
    }

    /// The path of the views file that counts.
    var viewsPath: String { directory.viewsPath(generation: generation ?? 0) }

    /// The views files that are there.
    var viewsFiles: [String] {
        names(in: path).filter { $0.hasPrefix("views.") && $0.hasSuffix(".mdb") }
    }
}

extension BootIdentity {
    static let first = BootIdentity("boot-1")
    static let second = BootIdentity("boot-2")
}

/// A store's log and views, and the lines that they had for an operator.
final class Opened<Projectors: ProjectorSet>: Sendable {
    let log: EventLog
    let views: Views<Projectors>
    private let lines: Lines

    init(
        _ directory: StoreDirectory,
        _ access: EventLog.Access = .writing,
        boot: BootIdentity? = .first,
        custom: [any CustomRecordProjector] = [],
        settlesAfter: Duration = .seconds(60),
        progress: Replay.Progress? = nil
    ) throws {
        let lines = Lines()
        log = try EventLog(opening: directory, access: access, options: .init(flushing: .never))
        var options = Views<Projectors>.Options(
            boot: boot,
            notice: { lines.add($0.message) },
            progress: progress
        )
        options.settlesAfter = settlesAfter
        options.custom = try CustomViews(custom)
        views = Views(of: log, options: options)
        self.lines = lines
    }

    var notices: [String] { lines.all }

    /// Lets the files go as a killed process does: nothing is flushed and nothing said.
    func drop() {
        views.close()
        log.close()
    }

    private final class Lines: Sendable {
        private let lines = Lock<[String]>([])

        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }
}

/// Every row of every table of a views file.
func rows(of path: String) throws -> [String: [[UInt8]]] {
    let environment = try Environment(
        path: path,
        options: .init(maximumTables: 8, flushing: .never)
    )
    let names = ["scrollback", "streams", "tally.counts", "tally.marks"]
    var found: [String: [[UInt8]]] = [:]
    for (name, table) in zip(names, try environment.openTables(names)) {
        let reader = try environment.beginReading()
        var cursor = try reader.cursor(in: table)
        var rows: [[UInt8]] = []
        while try cursor.moveToNext() {
            rows.append(cursor.key.array)
            rows.append(cursor.value.array)
        }
        found[name] = rows
    }
    return found
}

/// How many events the chunks of the streams' view name a position of.
func recordedPositions(in tables: [String: [[UInt8]]]) -> Int {
    let rows = tables["streams"] ?? []
    return stride(from: 0, to: rows.count, by: 2)
        .filter { !rows[$0].suffix(8).allSatisfy { $0 == 0xFF } }
        .reduce(0) { $0 + rows[$1 + 1].count / 8 }
}

extension RawSpan {
    var array: [UInt8] { withUnsafeBytes { Array($0) } }
}

/// Changes a byte of a closed log's record.
func damageRecord(_ position: UInt64, in directory: StoreDirectory) throws {
    let environment = try Environment(path: directory.logPath, options: .init(flushing: .never))
    let table = try environment.openOnlyTable()
    let key = [0xF0] + (0..<8).map { UInt8(truncatingIfNeeded: position >> UInt64(56 - 8 * $0)) }
    var transaction = try environment.beginWriting()
    guard var row = try transaction.value(of: key.span.bytes, in: table)?.array else { return }
    row[10] ^= 1
    try transaction.put(key.span.bytes, row.span.bytes, in: table)
    try transaction.commit()
}

extension StoreInFolder {
    /// A store whose views were left by a process that was killed.
    static func killed() throws -> StoreInFolder {
        let store = try StoreInFolder(events: 20)
        let opened = try store.open()
        _ = try opened.views.openForWriting()
        opened.drop()
        return store
    }
}
