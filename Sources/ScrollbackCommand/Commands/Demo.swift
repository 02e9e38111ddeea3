import Audit
import EventLog
import Glibc
import Scrollback
import Wire

/// Appends from a child process, kills it in the middle, reopens the store and counts.
enum Demo: Subcommand {
    static let name = "demo"
    static let summary = "append, be killed, reopen, check; says what it did"
    static let operands: [String] = []
    static let options: [Option] = [.value("events"), .value("at")]

    /// The name under which the program starts itself; not for people.
    static let childName = "demo-child"

    static let help = """
        usage: scrollback demo [--events N] [--at PATH]

        Starts a process that appends events and prints each position as it is acknowledged,
        kills it after N of them (default 2000, at most 1000000), opens the store again and
        checks every event that was acknowledged: it is there, whole, in order, and says what
        was written. A killed process shows that nothing is half done; what a power cut leaves
        is shown by the crash tests.

          --events N   acknowledgements to wait for before the kill
          --at PATH    keep the store there; it must not exist yet

        example: scrollback demo --events 500
        """

    private static let limit = 1_000_000
    /// The event type that the demo writes: the last number there is, which no schema names.
    private static let type = EventList.types.upperBound

    static func run(_ arguments: Arguments) throws(CommandFailure) -> Answer {
        let events = try arguments.number("events", in: 1...UInt64(limit)) ?? 2_000
        return Answer(exit: perform(events: Int(events), at: arguments.value("at")))
    }

    private static func perform(events: Int, at place: String?) -> ExitCode {
        let folder = place == nil ? makeFolder() : nil
        guard let path = place ?? folder.map({ "\($0)/demo.scrollback" }) else {
            complain("no temporary folder can be made")
            return .failure
        }
        defer {
            if let folder { remove("\(folder)/demo.scrollback", then: folder) }
        }
        do throws(LogError) {
            try Engine.create(at: path)
        } catch {
            complain("\(error)")
            return .failure
        }
        print("created   \(path)")
        guard var child = ChildProcess(arguments: [childName, path]) else {
            complain("the child process cannot be started")
            return .failure
        }
        var acknowledged: UInt64 = 0
        while acknowledged <= UInt64(events), let line = child.nextLine() {
            guard let position = UInt64(line) else {
                complain("the child said: \(line)")
                break
            }
            acknowledged = max(acknowledged, position)
        }
        child.kill()
        child.wait()
        guard acknowledged > UInt64(events) else {
            complain("the child ended before it had appended \(events) events")
            return .failure
        }
        print("appended  \(max(acknowledged, 1) - 1) acknowledged events, then killed the process")
        return check(path, acknowledged: Position(acknowledged))
    }

    private static func check(
        _ path: String,
        acknowledged: Position
    ) -> ExitCode {
        do {
            let engine = try Engine(opening: path)
            let snapshot = try engine.snapshot()
            print("reopened  \(snapshot.log.size) events, views at \(snapshot.position)")
            guard snapshot.log.size >= acknowledged else {
                print("LOST      events \(snapshot.log.size.next) to \(acknowledged)")
                return .finding
            }
            var contents = engine.log.contents()
            var records = try snapshot.log.records(from: Position(2))
            while let record = try records.next() {
                let content = try contents.content(of: record)
                guard text(content.bytes) == message(record.version) else {
                    print("DIFFERENT event \(record.position)")
                    return .finding
                }
            }
            print("checked   every event: there, in order, sealed content as written")
            print("root      \(try snapshot.log.root(at: snapshot.log.size))")
            return .success
        } catch {
            complain("\(error)")
            return .failure
        }
    }

    static func runChild(_ arguments: [String]) async -> ExitCode {
        guard let path = arguments.first else { return .usage }
        let stream = StreamID.conversation(UniqueID(high: 1, low: 1))
        do {
            let engine = try Engine(opening: path)
            var version = try engine.snapshot().head(of: stream)?.version ?? .zero
            while version.rawValue <= UInt64(limit) {
                version = version.next
                let event = Append.Event(
                    to: stream,
                    type: type,
                    content: Array(message(version).utf8)
                )
                let answer = try await engine.submit(Append([event]))
                print(answer.last)
                fflush(nil)
            }
            return .success
        } catch {
            print("\(error)")
            return .failure
        }
    }

    private static func message(_ version: Version) -> String { "This is message \(version)." }

    private static func text(_ bytes: RawSpan) -> String {
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func makeFolder() -> String? {
        let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(root)/scrollback-demo-XXXXXX".utf8CString)
        guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap(mkdtemp) }) != nil
        else { return nil }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func remove(_ store: String, then folder: String) {
        for name in OpenFile.names(in: store) { unlink("\(store)/\(name)") }
        rmdir(store)
        rmdir(folder)
    }
}
