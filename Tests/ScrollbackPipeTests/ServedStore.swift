import EventLog
import Foundation
import LMDB
import Locking
import Merkle
import Messaging
import Scrollback
import ScrollbackJSON
import ScrollbackPipe
import ServeSupport
import TestSupport
import Testing
import Wire

/// How lines come to a store.
enum Carrier: CaseIterable, Sendable {
    case pipe, socket, http

    /// Whom the log names where the operator looks at words.
    var looker: String {
        switch self {
        case .pipe, .socket: "uid:\(getuid())"
        case .http: HTTPLines.personsKey
        }
    }
}

/// A new store, served in this process, whose lines bring the time.
struct ServedStore: ~Copyable {
    private let folder: TemporaryFolder
    private let commits: Count
    private let store: Store
    private var server: PipeServer
    /// The connection to the store's control socket, where lines come through it.
    private var client: ControlClient?
    /// The server in front of the store, where lines come over HTTP.
    private var http: HTTPLines?
    private let webhooks = ParkedWebhook()
    private let exports = ListedExports()

    /// Makes one; from the commit `unknownFrom` on it is not known what is stored.
    static func make(
        _ projectors: [any CustomProjector] = [],
        over carrier: Carrier = .pipe,
        unknownFrom: Int = .max,
        configure: (inout Engine.Options) -> Void = { _ in }
    ) throws -> ServedStore {
        let folder = TemporaryFolder()
        let commits = Count()
        var options = Engine.Options()
        options.clock = { Timestamp(microseconds: 0) }
        options.log = EventLog.Options(flushing: .never)
        options.projectors = projectors
        let commit = options.committers.log
        options.committers.log = { (log) throws(CommitFailure) in
            commits.add()
            if commits.value >= unknownFrom { throw .outcomeUnknown(.system(errno: 5)) }
            try commit(&log)
        }
        configure(&options)
        let path = folder.path("chat.scrollback")
        try Engine.create(at: path, options: options)
        var serving = Store.Options()
        serving.givenTime = GivenTime()
        serving.randomness = SplitMix64(seed: 1)
        let store = Store(try Engine(opening: path, options: options), serving)
        let server = try PipeServer(store)
        var served = ServedStore(folder: folder, commits: commits, store: store, server: server)
        store.letWebhooks(beServedBy: served.webhooks)
        switch carrier {
        case .pipe: break
        case .socket: served.client = try ControlClient(to: store.offerControlSocket().path)
        case .http: served.http = try HTTPLines(store, keepingExchanges: true)
        }
        // In place of the server's own: nothing is written here.
        store.letExports(beWrittenBy: served.exports)
        return served
    }

    private init(
        folder: consuming TemporaryFolder,
        commits: Count,
        store: Store,
        server: consuming PipeServer
    ) {
        self.folder = folder
        self.commits = commits
        self.store = store
        self.server = server
    }

    deinit {
        http?.stop()
        store.close()
    }

    /// The answers to lines, each an object.
    mutating func answer(_ lines: String...) async throws -> [Answered] {
        try await answer(lines)
    }

    mutating func answer(_ lines: [String]) async throws -> [Answered] {
        if client != nil {
            return try lines.map { line in
                _ = client?.send(Array(line.utf8))
                let answer = client?.readLine()
                return try Answered(try #require(answer))
            }
        }
        if let http, try !lines.allSatisfy(Self.isTask) {
            return try lines.map { try Answered(try http.answer(Array($0.utf8))) }
        }
        let bytes = await server.answer(lines.map { Array($0.utf8) })
        return try bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast()
            .map { try Answered($0) }
    }

    /// Whether a line is for the process that writes: HTTP has no route for what another process of
    /// the owner has it note.
    private static func isTask(_ line: String) throws -> Bool {
        let name = try Answered(line.utf8).object["do"] as? String
        return name.flatMap(StoreTaskName.init)?.isOfShell == true
    }

    /// The answers to lines as they are written, piece by piece; a failure is what writing throws.
    mutating func pieces<Failure: Error>(
        of lines: [String],
        _ check: (_ number: Int) throws(Failure) -> Void
    ) async throws(Failure) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        try await server.answer(lines.map { Array($0.utf8) }) { (bytes) throws(Failure) in
            pieces.append(bytes.withUnsafeBytes { Array($0) })
            try check(pieces.count)
        }
        return pieces
    }

    /// Flips a bit behind an id wherever that is the whole key of a row of the views.
    func damageRows(ofKey id: String) throws {
        let path = folder.path("chat.scrollback")
        let views = try #require(names(in: path).first { $0.hasSuffix(".mdb") && $0 != "log.mdb" })
        let bytes = readFile("\(path)/\(views)")
        let digits = Array(id.filter { $0 != "-" })
        let key = stride(from: 0, to: 32, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        let descriptor = open("\(path)/\(views)", O_WRONLY)
        defer { close(descriptor) }
        // LMDB has a key's length before it.
        for place in bytes.ranges(of: [16, 0] + key).map(\.upperBound) {
            var byte = bytes[place] ^ 1
            #expect(pwrite(descriptor, &byte, 1, place) == 1)
        }
    }

    /// What the server says of itself, and what was asked over HTTP; nil for other carriers.
    var overHTTP: (document: OpenAPIDocument, exchanges: [OpenAPIDocument.Exchange])? {
        http.map { ($0.document, $0.exchanges) }
    }

    /// How many commits requests take that come on many connections at once.
    func commits(for line: String, over connections: Int, times: Int) throws -> Int {
        let before = commits.value
        let answered = try http?.send(Array(line.utf8), over: connections, times: times)
        #expect(answered == connections * times)
        return commits.value - before
    }

    /// How many commits some lines take.
    mutating func commits(for lines: [String]) async throws -> Int {
        let before = commits.value
        _ = try await answer(lines)
        return commits.value - before
    }
}

/// A webhook `push` that nobody serves, because its receiver failed.
private final class ParkedWebhook: WebhookService {
    var standings: [String: WebhookStanding] {
        var parked = WebhookStanding()
        parked.parkedSince = Timestamp(microseconds: 0)
        parked.failure = "it answers 500"
        return ["push": parked]
    }

    func retry(_ name: String) -> Bool { name == "push" }
    func drop(_ name: String) -> Bool { name == "push" }
}

/// Two exports, one of which is ready and the other one failed, as if each were of what was asked last.
private final class ListedExports: ExportService {
    private let asked = Lock((scope: ExportScope.everything, who: String?.none))

    var items: [ExportJobItem] {
        let (scope, who) = asked.withLock { $0 }
        let ready = ExportJobItem(
            UniqueID(high: 0, low: 2),
            .ready,
            scope: scope,
            who: who,
            begun: Timestamp(microseconds: 0),
            progress: .init(done: 1, total: 1, bytes: 2_048),
            written: .init(
                position: Position(2),
                upTo: Position(1),
                manifest: Digest(words: (0, 0, 0, 0)),
                contents: 1,
                erased: 0,
                withheld: 0,
                until: Timestamp(microseconds: 0),
                folder: "/srv/.chat.export"
            )
        )
        var failed = ready
        failed.id = UniqueID(high: 0, low: 1)
        failed.state = .failed
        failed.progress = nil
        failed.written = nil
        failed.fault = .init(code: "tooLarge", message: "There is no room.")
        return [ready, failed]
    }

    func begin(_ scope: ExportScope, reason: String?, by looker: Looker) -> ExportJobItem {
        asked.withLock { $0 = (scope, looker.name) }
        return items[0]
    }

    func end(_ id: UniqueID) throws(StoreError) {
        guard items.contains(where: { $0.id == id }) else { throw Store.noExport }
    }
}

/// A line of the pipe, read.
struct Answered {
    let object: [String: Any]

    init(_ bytes: some Collection<UInt8>) throws {
        object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
    }

    var ref: Int? { object["ref"] as? Int }
    var ok: [String: Any]? { object["ok"] as? [String: Any] }
    var position: Int? { object["position"] as? Int }
    var code: String? { (object["error"] as? [String: Any])?["code"] as? String }
    /// What a command or a query says of what is unread.
    var unread: Int? { ok?["unread"] as? Int }
    var field: String? { (object["error"] as? [String: Any])?["field"] as? String }
    var names: Set<String> { Set(object.keys) }
}

final class Count: Sendable {
    private let number = Lock(0)
    func add() { number.withLock { $0 += 1 } }
    var value: Int { number.withLock { $0 } }
}

let anna = "00000000-0000-4000-8000-00000000000a"
let ben = "00000000-0000-4000-8000-00000000000b"
let cora = "00000000-0000-4000-8000-00000000000c"
let group = "00000000-0000-4000-8000-0000000000a1"
let otherGroup = "00000000-0000-4000-8000-0000000000a2"

/// A line that does something.
func does(_ name: String, as user: String = anna, _ fields: String = "") -> String {
    #"{"as":"\#(user)","do":"\#(name)"\#(fields.isEmpty ? "" : ",")\#(fields)}"#
}

/// A line that asks something.
func asks(_ name: String, as user: String = anna, _ fields: String = "") -> String {
    #"{"as":"\#(user)","ask":"\#(name)"\#(fields.isEmpty ? "" : ",")\#(fields)}"#
}

/// Begins a group of three.
func begins(_ group: String) -> String {
    does("createGroup", #""id":"\#(group)","members":["\#(ben)","\#(cora)"]"#)
}

func sends(_ text: String, to group: String, as user: String = anna) -> String {
    does("send", as: user, #""conversation":"\#(group)","text":"\#(text)""#)
}
