import Audit
import EventLog
import Glibc
import Messaging
import Scrollback
import TestSupport
import Wire

/// A store with one conversation, whose messages are sent at any rate.
final class Chat {
    let folder = TemporaryFolder("backup")
    let store: Store
    let group: ConversationID
    let author: Session

    var path: String { folder.path("chat.scrollback") }
    var backup: String { folder.path("backup") }
    var keys: String { folder.path("vault") }

    init(keysElsewhere: Bool = false) async throws {
        var options = Store.Options()
        if keysElsewhere { options.keysPath = folder.path("keys-of-the-store") }
        let store = try Store.open(folder.path("chat.scrollback"), options: options)
        try await store.operator.configure(Configure(rateLimit: .unlimited))
        let author = store.session(for: .fresh())
        group = try await author.createGroup(title: "backups", members: [.fresh(), .fresh()])
        self.author = author
        self.store = store
    }

    deinit { store.close() }

    /// Sends messages with texts that are not short.
    @discardableResult
    func send(_ texts: [String]) async throws -> [MessageID] {
        try await withThrowingTaskGroup(of: (Int, MessageID).self) { senders in
            for (index, text) in texts.enumerated() {
                senders.addTask { [author, group] in
                    (index, try await author.send(text, to: group).message)
                }
            }
            var sent: [(Int, MessageID)] = []
            for try await one in senders { sent.append(one) }
            return sent.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    func erase(_ message: MessageID) async throws {
        _ = try await store.operator.erase(.message(message), basis: "law", reason: "asked")
    }
}

/// What a log holds up to a position: for each event its leaf and whether its content is there.
struct Facts: Equatable {
    var root: String
    var contents: [String]

    init(of log: EventLog, through last: Position) throws {
        var contents: [String] = []
        var reader = log.contents()
        try log.forEachRecord(from: Position(1), through: last) { (record) throws(LogError) in
            let content = try reader.content(of: record)
            let bytes = content.bytes.withUnsafeBytes { Array($0) }
            contents.append("\(record.leafHash) \(content.state) \(bytes)")
        }
        self.contents = contents
        root = "\(try log.snapshot().root(at: last))"
    }
}

/// Requires a store to be sound for an auditor, and returns its size.
@discardableResult
func verified(_ path: String, keysPath: String? = nil) async throws -> Position {
    let report = try await AuditedStore.verify(at: path, keysPath: keysPath)
    guard report.isSound else { throw NotSound(report: "\(report)") }
    return report.size
}

struct NotSound: Error {
    let report: String
}

/// A number from the environment.
func number(_ name: String, else normal: Int) -> Int {
    getenv(name).flatMap { Int(String(cString: $0)) } ?? normal
}

/// The sealed bytes of the newest long message of a log, and its slot.
func traces(in log: EventLog) throws -> (sealed: [UInt8], slot: [UInt8]) {
    var traces: (sealed: [UInt8], slot: [UInt8]) = ([], [])
    let keys = readFile(log.directory.keysPath)
    try log.forEachRecord(from: Position(1), through: log.snapshot().size) {
        (record) throws(LogError) in
        guard record.sealed.byteCount > 300 else { return }
        let place = Int(record.position.index) * 32
        traces = (record.sealed.withUnsafeBytes { Array($0) }, Array(keys[place..<place + 32]))
    }
    guard !traces.sealed.isEmpty else { throw NotSound(report: "no long message") }
    return traces
}

/// Copies a folder of a backup, as an operator may do.
func copyFolder(_ folder: String, to copy: String) {
    mkdir(copy, 0o700)
    for name in names(in: folder) {
        writeFile("\(copy)/\(name)", readFile("\(folder)/\(name)"))
        chmod("\(copy)/\(name)", 0o600)
    }
}

/// Removes a folder with all that is in it, if it is there.
func removeFolder(_ folder: String) {
    for name in names(in: folder) {
        let path = "\(folder)/\(name)"
        if unlink(path) != 0 { removeFolder(path) }
    }
    rmdir(folder)
}

/// Whether a file of a folder has some bytes.
func holds(_ folder: String, _ bytes: [UInt8]) -> Bool {
    names(in: folder).contains { readFile("\(folder)/\($0)").firstRange(of: bytes) != nil }
}
