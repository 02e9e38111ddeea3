internal import EventLog
internal import Glibc
internal import Merkle
internal import Scrollback
internal import Views
internal import Wire

/// Opens stores after a crash and says what is wrong with them.
///
/// A question is a line with a folder and `same` or `another`, for the start of the machine; the
/// answer is `ok`, or what was found.
enum Checking {
    /// What is appended to show that the store still works.
    private static let addedEvents: UInt64 = 6

    static func answerQuestions() async {
        while let question = readLine() {
            let words = question.split(separator: "\t").map(String.init)
            guard words.count == 2, let boot = Boot(rawValue: words[1]) else { return }
            do throws(Fault) {
                try await check(words[0], boot)
                print("ok")
            } catch {
                print(error.words.replacing("\n", with: " "))
            }
            fflush(nil)
        }
    }

    private static func check(_ folder: String, _ boot: Boot) async throws(Fault) {
        let path = Appending.path(in: "\(folder)/files")
        let noted = Acknowledgements.read("\(folder)/acknowledged")
        let options = Appending.options(.honest, boot: boot.rawValue)
        if access(path, F_OK) != 0 {
            guard noted.isEmpty else { throw Fault("there is no store, though it was made") }
            try attempt("creating again") { try Engine.create(at: path, options: options) }
        }
        try attempt("restoring the views' birth") { try giveBirthBack(at: path) }
        let added = try await open(path, options) { engine throws(Fault) in
            let walk = try Walk(engine, noted: noted)
            let first = Workload.firstOrdinal(size: walk.size)
            let ordinals = first..<first + addedEvents
            var noted = noted
            for ordinal in ordinals {
                let answer: Append.Answer
                do {
                    answer = try await engine.submit(Append([Workload.event(ordinal)]))
                } catch {
                    throw Fault("appending after the crash: \(error)")
                }
                noted[answer.first] = ordinal
            }
            _ = try Walk(engine, noted: noted)
            return noted
        }
        try await open(path, options) { engine throws(Fault) in
            _ = try Walk(engine, noted: added)
        }
    }

    private static func open<Result>(
        _ path: String,
        _ options: Engine.Options,
        _ body: (Engine) async throws(Fault) -> Result
    ) async throws(Fault) -> Result {
        let engine: Engine
        do {
            engine = try Engine(opening: path, options: options)
        } catch {
            throw Fault("opening: \(error)")
        }
        defer { engine.close() }
        return try await body(engine)
    }

    /// Lets an image pass for the disk it is an image of.
    ///
    /// The store knows its views file by inode and birth, which a power cut does not change but
    /// a copy does; left alone, no image's views would ever be looked at.
    private static func giveBirthBack(at path: String) throws {
        let directory = StoreDirectory(path: path)
        guard var state = ViewsState.read(in: directory),
            let birth = FileBirth(path: directory.viewsPath(generation: state.generation)),
            birth != state.file
        else { return }
        state.file = birth
        try state.write(in: directory)
    }

    private static func attempt(_ what: String, _ body: () throws -> Void) throws(Fault) {
        do {
            try body()
        } catch {
            throw Fault("\(what): \(error)")
        }
    }
}

/// What a checker found.
struct Fault: Error {
    let words: String

    init(_ words: String) {
        self.words = words
    }
}

/// A walk over all of a store, which throws at the first thing that is not as it should be.
///
/// - Positions are dense, versions of each stream too; links and times agree.
/// - Every record is whole, and every content is the one that its ordinal makes.
/// - Every acknowledged event is at its position.
/// - The root that the leaves make is the one that the store computes from its tiles.
/// - The views are at the end of the log and name the heads that the walk found.
struct Walk {
    private(set) var size = Position.zero
    private var heads: [StreamID: (head: StreamHead, leafHash: Digest)] = [:]
    private var ordinals: [Position: UInt64] = [:]
    private var frontier = Frontier()
    private var recorded = Timestamp(microseconds: 0)

    init(_ engine: Engine, noted: [Position: UInt64]) throws(Fault) {
        do {
            let snapshot = try engine.snapshot()
            try walk(snapshot.log, engine.log.contents())
            guard try snapshot.log.root(at: size) == frontier.root else {
                throw Fault("the tiles have another root than the leaves")
            }
            guard snapshot.position == size else {
                throw Fault("the views are at \(snapshot.position), the log at \(size)")
            }
            for (stream, known) in heads {
                guard try snapshot.head(of: stream) == known.head,
                    try snapshot.position(of: known.head.version, in: stream) == known.head.position
                else { throw Fault("the views have another head of \(stream)") }
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault("walking: \(error)")
        }
        try compare(noted)
    }

    private mutating func walk(
        _ log: borrowing LogSnapshot,
        _ contents: consuming ContentReader
    ) throws {
        var seen: Set<UInt64> = []
        var records = try log.records(from: Position(1))
        while let record = try records.next() {
            guard record.position == size.next else {
                throw Fault("position \(record.position) follows \(size)")
            }
            size = record.position
            let previous = heads[record.stream]
            guard record.version == (previous?.head.version ?? .zero).next,
                record.envelope.previous == previous?.leafHash
            else { throw Fault("position \(size) is not linked to its stream") }
            guard record.recorded >= recorded else { throw Fault("time decreases at \(size)") }
            recorded = record.recorded
            let head = StreamHead(version: record.version, position: size)
            heads[record.stream] = (head, record.leafHash)
            frontier.append(record.leafHash)
            if size == Position(1) {
                ordinals[size] = 0
                continue
            }
            let content = try contents.content(of: record)
            guard content.state == .present, let ordinal = Workload.ordinal(in: content.bytes),
                Self.isEqual(content.bytes, Workload.content(ordinal)),
                record.stream == Workload.stream(ordinal)
            else { throw Fault("position \(size) holds what nobody appended") }
            guard seen.insert(ordinal).inserted else {
                throw Fault("position \(size) holds an event for the second time")
            }
            ordinals[size] = ordinal
        }
        guard size == log.size else { throw Fault("the walk ends at \(size) of \(log.size)") }
    }

    private func compare(_ noted: [Position: UInt64]) throws(Fault) {
        for (position, ordinal) in noted.sorted(by: { $0.key < $1.key }) {
            guard let found = ordinals[position] else {
                throw Fault("acknowledged position \(position) is lost, the size is \(size)")
            }
            guard found == ordinal else {
                throw Fault("position \(position) holds another event than was acknowledged")
            }
        }
    }

    private static func isEqual(_ bytes: RawSpan, _ other: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { $0.elementsEqual(other) }
    }
}
