import EventLog
import LogSchema
import Merkle
import Scrollback
import TestSupport
import Wire
import WriterSupport

/// A store of so many events, in which one content was erased, with a key and two checkpoints.
struct History: ~Copyable {
    let folder = TemporaryFolder("history")
    let size: UInt64
    /// The event whose content is gone.
    let erased: UInt64
    /// How many events the older checkpoint is of.
    let olderSize: UInt64

    var store: String { folder.path("chat.scrollback") }
    var key: String { folder.path("signer.key") }
    var publicKey: String { folder.path("log.pub") }
    var older: String { folder.path("older.checkpoint") }
    var newer: String { folder.path("newer.checkpoint") }

    init(size: UInt64, signing: Bool = true) async throws {
        self.size = size
        olderSize = max(3, size / 2)
        erased = max(2, size / 3)
        try Engine.create(at: folder.path("chat.scrollback"))
        if signing {
            let run = try Command.run(
                "keygen",
                "--name",
                "example.com/log",
                "--out",
                folder.path("signer.key")
            )
            writeFile(folder.path("log.pub"), Array(run.output.utf8))
        }
        try await append(through: olderSize)
        if signing { try checkpoint(to: older) }
        try await append(through: size - 1)
        try await erase(erased)
        if signing { try checkpoint(to: newer) }
    }

    /// What an event says, which is found nowhere else.
    static func words(_ position: UInt64) -> String { "These are words of \(position)." }

    func append(through last: UInt64) async throws {
        let engine = try Engine(opening: store)
        defer { engine.close() }
        let first = try engine.log.snapshot().size.rawValue + 1
        guard first <= last else { return }
        let events = (first...last).map { position in
            Append.Event(
                to: .conversation(UniqueID(high: 1, low: position % 5)),
                type: 4_095,
                content: Array(Self.words(position).utf8)
            )
        }
        _ = try await engine.submit(Append(events))
    }

    func erase(_ position: UInt64) async throws {
        let engine = try Engine(opening: store)
        defer { engine.close() }
        var writer = WireWriter()
        ContentErased(ranges: [PositionRange(first: position, count: 1)]).encode(into: &writer)
        let body = writer.bytes.withUnsafeBytes { Array($0) }
        let event = Append.Event(to: .store, type: EnvelopeEvent.contentErased, body: body)
        _ = try await engine.submit(Append([event]))
    }

    func checkpoint(to path: String) throws {
        let run = try Command.run("checkpoint", store, "--key", key, "--out", path)
        guard run.exit == 0 else { throw Failed(words: run.errors) }
    }

    struct Failed: Error {
        let words: String
    }
}
