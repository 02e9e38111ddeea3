import EventLog
import LMDB
import Oracle
import Scrollback
import ScrollbackExport
import TestSupport
import Wire

import enum Messaging.QueryName
import struct Oracle.Answer

/// A store and the oracle, side by side, that are told the same lines.
final class Contest {
    private let folder = TemporaryFolder("contest")
    /// The store lies elsewhere after each death and each move.
    private(set) var path: String
    private var deaths = 0
    private var engine: Engine
    private let carrier: Carrier
    private var lines: Lines
    private(set) var oracle = Oracle()
    private var comparison = Comparison()
    /// What the oracle has answered last; nil where the line was not for it.
    private(set) var lastAnswer: Answer?
    /// The last line to the store and its own; nil where there was none.
    private(set) var lastLines: (told: String, answered: [UInt8])?
    /// What the store has answered last.
    private(set) var lastReply: Value?
    private(set) var accepted = 0
    /// How many answers about the past were compared, by the query; refusals do not count.
    private(set) var compared: [String: Int] = [:]

    /// The generator names what the store makes.
    init(
        over carrier: Carrier = .pipe,
        randomness: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) throws {
        let path = folder.path("store-0")
        try Engine.create(at: path, options: Self.options)
        let engine = try Engine(opening: path, options: Self.options)
        lines = try Lines(to: Self.store(engine, randomness: randomness), over: carrier)
        self.carrier = carrier
        self.path = path
        self.engine = engine
    }

    static var options: Engine.Options {
        var options = Engine.Options()
        options.clock = { Timestamp(microseconds: 0) }
        // Whether it lasts is another rig's question.
        options.log = EventLog.Options(flushing: .never)
        return options
    }

    /// A store that is told the time.
    static func store(
        _ engine: Engine,
        randomness: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) -> Store {
        var options = Store.Options()
        options.givenTime = GivenTime()
        options.randomness = randomness
        return Store(engine, options)
    }

    /// Whether the store serves what a line asks.
    private static func isServed(_ line: Line) -> Bool {
        switch line.verb {
        case .act: true
        case .ask(let name): QueryName(rawValue: name) != nil
        }
    }

    /// Tells both a line, and says in which place the store's answer is not what the oracle
    /// allows; nil where it is.
    func play(_ line: Line) async throws -> String? {
        (lastAnswer, lastLines, lastReply) = (nil, nil, nil)
        guard Self.isServed(line), let asked = comparison.translated(line),
            // What the store has not shown yet, nobody can name.
            !Oracle.namesWhatIsMade(asked)
        else { return nil }
        let expected = oracle.answer(line)
        let text = asked.description
        let bytes = try await lines.bytes(of: text)
        lastLines = (text, bytes)
        let actual = try Value(json: bytes)
        lastReply = actual
        let difference = comparison.difference(expected, actual)
        for (made, real) in comparison.real { oracle.learn(made, is: real) }
        if !expected.isPositionExact, let position = actual["position"]?.int {
            oracle.adopt(position: position)
        }
        lastAnswer = expected
        if case .act = line.verb, expected.code == nil { accepted += 1 }
        return difference.map { "\($0)\n  asked \(asked)\n  told  \(actual)" }
    }

    /// Asks the store about the past, at a position or at a time in milliseconds, and says in which
    /// place its answer is not what an oracle of that time allows; nil where it is, or where the
    /// line asks nothing.
    func play(_ line: Line, at past: Oracle, time: Int? = nil) async throws -> String? {
        let moment = time.map { time in
            Value.string(Timestamp(microseconds: Int64(time) * 1_000).iso8601)
        }
        guard let text = text(of: line, asOf: moment ?? .int(past.position)) else { return nil }
        var oracle = past.past(seenFrom: oracle, at: time)
        let expected = oracle.answer(line)
        let actual = try await answer(text)
        // What the present has not shown of its names, the past may.
        let difference = comparison.difference(expected, actual)
        if case .ask(let name) = line.verb, expected.code == nil, let ok = expected.ok,
            ok != .unsettled
        {
            compared[name, default: 0] += 1
        }
        for (made, real) in comparison.real { self.oracle.learn(made, is: real) }
        return difference.map { "\($0)\n  asked \(text)\n  told  \(actual)" }
    }

    /// Tells both a line that has to be carried out.
    func tell(_ line: Line) async throws {
        if let difference = try await play(line) { throw NotAsExpected(words: difference) }
        guard let lastAnswer, lastAnswer.code == nil else {
            throw NotAsExpected(words: "refused: \(line.value())")
        }
    }

    struct NotAsExpected: Error { let words: String }

    /// Closes the store in order and opens it again.
    func reopen() throws {
        close()
        try open()
    }

    /// Closes the store, takes its views away and opens it again.
    func rebuild() throws {
        close()
        for name in names(in: path) where name.hasPrefix("views.") {
            removeTree("\(path)/\(name)")
        }
        try open()
    }

    /// Goes on with what a killed process would have left.
    func die() throws {
        deaths += 1
        let next = folder.path("store-\(deaths)")
        // Nothing is under way, so that the files are as the kernel would keep them.
        copyTree(path, to: next)
        close()
        removeTree(path)
        path = next
        try open()
    }

    /// Goes on in a new store that was made from an export of everything.
    func move() async throws {
        deaths += 1
        let export = folder.path("export-\(deaths)")
        let next = folder.path("store-\(deaths)")
        lines.stop()
        let report = try await Store(engine, Store.Options()).operator.export(to: export)
        engine.close()
        let moved = try Store.create(at: next, importing: export, withoutJournal: true)
        // The note of the export is not in it.
        guard moved.events == report.events, moved.events == report.position.rawValue - 1 else {
            throw NotAsExpected(words: "moved \(moved.events) of \(report.position) events")
        }
        removeTree(path)
        removeTree(export)
        path = next
        try open()
    }

    /// The log's file as it is now; nothing is under way.
    var log: [UInt8] { readFile("\(path)/log.mdb") }

    /// Goes on with an older log, in a new epoch, and with the oracle of then.
    func goBack(to log: [UInt8], oracle: Oracle) throws {
        close()
        writeFile("\(path)/log.mdb", log)
        var options = Self.options
        options.acceptsOlderLog = true
        self.oracle = oracle
        try open(options)
    }

    /// Makes a new store from an export of everything, and goes on in the exported one.
    func imported() async throws -> ImportedStore {
        let export = folder.path("export")
        let copy = folder.path("imported")
        lines.stop()
        _ = try await Store(engine, Store.Options()).operator.export(to: export)
        // That store has closed the engine when it went.
        try open()
        let report = try Store.create(at: copy, importing: export, withoutJournal: true)
        let engine = try Engine(opening: copy, options: Self.options)
        return ImportedStore(
            store: engine,
            lines: try Lines(to: Self.store(engine), over: .pipe),
            events: Int(report.events)
        )
    }

    /// A query about the past as the store is to get it; nil if the line is none, or names what
    /// the store has not shown yet.
    func text(of line: Line, asOf moment: Value) -> String? {
        guard Self.isServed(line), line.cursor == nil, case .ask = line.verb,
            let asked = comparison.translated(line), !Oracle.namesWhatIsMade(asked),
            case .object(var members) = asked
        else { return nil }
        members["asOf"] = moment
        return Value.object(members).description
    }

    /// What the store answers to a line, which the oracle is not told.
    func answer(_ text: String) async throws -> Value { try await lines.answer(text) }

    /// The newest event's position.
    func position() async throws -> Int {
        try await operatorsState()["position"]?.int ?? 0
    }

    /// The log's epoch.
    func epoch() async throws -> String? { try await operatorsState()["ok"]?["epoch"]?.string }

    private func operatorsState() async throws -> Value {
        try await answer(#"{"as":"operator","ask":"state"}"#)
    }

    private func open(_ options: Engine.Options = Contest.options) throws {
        oracle.restart()
        engine = try Engine(opening: path, options: options)
        lines = try Lines(to: Self.store(engine), over: carrier)
    }

    func close() {
        lines.stop()
        engine.close()
    }
}

/// A store that was imported, beside the one that was exported.
final class ImportedStore {
    let store: Engine
    private let lines: Lines
    let events: Int

    fileprivate init(store: Engine, lines: Lines, events: Int) {
        self.store = store
        self.lines = lines
        self.events = events
    }

    func answer(_ text: String) async throws -> Value { try await lines.answer(text) }
}
