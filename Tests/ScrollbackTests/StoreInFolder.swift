import EventLog
import Locking
import Scrollback
import TestSupport
import Wire
import WriterSupport

/// A new store in a folder of its own.
struct StoreInFolder: ~Copyable {
    let folder = TemporaryFolder()
    let notices = Notices()

    var path: String { folder.path("chat.scrollback") }

    init(_ options: Engine.Options = Engine.Options()) throws {
        try Engine.create(at: path, options: options)
    }

    func open(
        _ access: EventLog.Access = .writing,
        _ options: Engine.Options = Engine.Options()
    ) throws -> Engine {
        var options = options
        let notices = notices
        options.notice = { notices.add($0.message) }
        return try Engine(opening: path, access: access, options: options)
    }
}

/// The lines that a store had for its operator.
final class Notices: Sendable {
    private let lines = Lock<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

/// A conversation's stream, by a small number.
func stream(_ number: UInt64) -> StreamID { .conversation(UniqueID(high: 7, low: number)) }

/// An event with some text in it.
func event(_ text: String, to stream: StreamID) -> Append.Event {
    Append.Event(to: stream, type: 100, body: [1, 2, 3], content: Array(text.utf8))
}

extension WriteError {
    /// Why the store has stopped writing; nil if it has not.
    var stopCause: StoreFault? {
        if case .unwritten(.stopped(let cause)) = self { cause } else { nil }
    }
}

/// Every event of a store but the first: its stream, version and text.
func contents(of engine: Engine) throws -> [String] {
    var found: [String] = []
    let snapshot = try engine.log.snapshot()
    var reader = engine.log.contents()
    var records = try snapshot.records(from: Position(2))
    while let record = try records.next() {
        let content = try reader.content(of: record)
        let text = content.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        found.append("\(record.stream.id.low)/\(record.version) \(text)")
    }
    return found
}

extension Engine {
    /// Appends one text to a stream.
    @discardableResult
    func append(
        _ text: String,
        to stream: StreamID,
        expecting version: Version? = nil
    ) async throws(WriteError<Append.Refusal>) -> Append.Answer {
        let expectations = version.map { [Append.Expectation(stream, at: $0)] } ?? []
        return try await submit(Append([event(text, to: stream)], expecting: expectations))
    }
}
