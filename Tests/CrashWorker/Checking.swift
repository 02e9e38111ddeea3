internal import EventLog
internal import Glibc
internal import Merkle
internal import Scrollback
internal import Views
internal import Wire
internal import WriterSupport

/// Opens stores after a crash and says what is wrong with them.
///
/// A question is a line with a folder and the name of a `Boot`, with a tab between; the answer is
/// `ok`, with a note where there is one, or what was found.
enum Checking {
    /// What is appended to show that the store still works.
    private static let addedEvents: UInt64 = 6

    static func answerQuestions(
        _ check: (_ folder: String, Boot) async throws(Fault) -> String?
    ) async {
        while let question = readLine() {
            let words = question.split(separator: "\t").map(String.init)
            guard words.count == 2, let boot = Boot(rawValue: words[1]) else { return }
            do throws(Fault) {
                let note = try await check(words[0], boot)
                print(note.map { "ok \($0)" } ?? "ok")
            } catch {
                print(error.words.replacing("\n", with: " "))
            }
            fflush(nil)
        }
    }

    /// Checks a store without a journal, to which a worker appended.
    static func check(
        _ folder: String,
        _ boot: Boot,
        _ contents: ContentCache
    ) async throws(Fault) {
        let path = Appending.path(in: "\(folder)/files")
        var noted = Acknowledgements.read("\(folder)/acknowledged")
        let options = Appending.options(.honest, boot: boot)
        if access("\(path)/log.mdb", F_OK) != 0 {
            guard noted.isEmpty else { throw Fault("there is no store, though it was made") }
            try attempt("creating again") { try Engine.create(at: path, options: options) }
        }
        try attempt("restoring the views' birth") { try giveBirthBack(at: path) }

        let size = try await checkAndAppend(at: path, options, &noted, contents)
        let engine = try open(path, options)
        defer { engine.close() }
        let walk = try Walk(engine, noted: noted, contents)
        guard walk.size == size.advanced(by: addedEvents) else {
            throw Fault("\(size) events and \(addedEvents) more are \(walk.size)")
        }
    }

    private static func checkAndAppend(
        at path: String,
        _ options: Engine.Options,
        _ noted: inout [Position: UInt64],
        _ contents: ContentCache
    ) async throws(Fault) -> Position {
        let engine = try open(path, options)
        defer { engine.close() }
        let size = try Walk(engine, noted: noted, contents).size
        try await append(to: engine, size: size, &noted)
        return size
    }

    private static func open(
        _ path: String,
        _ options: Engine.Options
    ) throws(Fault) -> Engine {
        do {
            return try Engine(opening: path, options: options)
        } catch {
            throw Fault("opening: \(error)")
        }
    }

    private static func append(
        to engine: Engine,
        size: Position,
        _ noted: inout [Position: UInt64]
    ) async throws(Fault) {
        let first = Workload.firstOrdinal(size: size)
        for ordinal in first..<first + addedEvents {
            let answer: Append.Answer
            do {
                answer = try await engine.submit(Append([Workload.event(ordinal)]))
            } catch {
                throw Fault("appending after the crash: \(error)")
            }
            guard answer.first > size else {
                throw Fault("what is appended to \(size) events goes to \(answer.first)")
            }
            noted[answer.first] = ordinal
        }
    }

    /// Lets an image pass for the disk it is an image of.
    ///
    /// The store knows its views file by inode and birth, which a power cut does not change but
    /// a copy does; left alone, no image's views would ever be looked at.
    static func giveBirthBack(at path: String) throws {
        let directory = StoreDirectory(path: path)
        guard var state = try ViewsState.read(in: directory),
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
