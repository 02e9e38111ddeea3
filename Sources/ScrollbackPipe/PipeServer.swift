internal import Messaging
package import Scrollback
package import ScrollbackJSON
internal import Wire

/// Answers lines of JSON over one open store: the pipe, without the files at its ends.
///
/// - Each line gets one line, in order; a command's only when what it led to is durable.
/// - Commands that follow each other share a commit, up to a thousand of them.
/// - A line sees every line before it, and its answer is as if it had stood alone.
///
///     var server = try PipeServer(store)
///     let answers = await server.answer([#"{"as":"…","ask":"settings"}"#.utf8.map { $0 }])
package struct PipeServer: ~Copyable {
    /// How many lines share a commit at most.
    package static let commandsTogether = BatchLimits.commands
    /// How many bytes of answers are gathered before they are written.
    package static let answerBytes = 1 << 20
    /// Writes lines; does not come back before it needs their bytes no longer.
    package typealias Output<Failure: Error> = (borrowing RawSpan) throws(Failure) -> Void

    let store: Store
    /// The sender of the lines.
    package var peer: PipePeer
    /// The way to the process that writes, where this one only reads.
    var writer: WriterLink?
    /// Whether looks that cannot be logged are answered all the same.
    let allowsUnlogged: Bool
    /// Says, while a state of the past is made, whether the peer is gone; nil where that is not known.
    package var isAbandoned: (@Sendable () -> Bool)?
    private let decoder: PipeDecoder
    /// The lines without an answer yet, and their submissions.
    var waiting: [WaitingLine] = []
    var submissions: [Submission] = []
    var counts = PendingCounts()
    /// Whether the last submission may be decided after later submissions.
    var lastTakesLong = false
    /// The names of the readings that wait.
    var namedReadings: Set<CommandID> = []
    var answers = JSONWriter()

    /// Serves a store, which stays open; where its options give a time, each line may bring one.
    ///
    /// With a link to the writer, a store that is open for reading asks it what it alone knows;
    /// that blocks the thread for up to some seconds.
    package init(
        _ store: Store,
        for peer: PipePeer = .embedder,
        beside writer: consuming WriterLink? = nil,
        allowsUnlogged: Bool = false
    ) throws(StoreError) {
        let newest = try store.newestTime()
        store.givenTime?.hear(newest)
        self.store = store
        self.peer = peer
        self.allowsUnlogged = allowsUnlogged
        self.writer = store.isWriting ? nil : writer
        decoder = PipeDecoder(readsTime: store.givenTime != nil)
    }

    /// Answers lines, which come without line feeds; the answers have line feeds.
    package mutating func answer(_ lines: some Sequence<[UInt8]>) async -> [UInt8] {
        var bytes: [UInt8] = []
        await answer(lines) { answers in
            answers.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    /// Answers lines, and writes the answers in pieces of at least `answerBytes`: no more answers
    /// than that are kept in memory, and the next line is read after the piece is written.
    ///
    /// - Throws: what writing throws. The lines without an answer by then get none.
    package mutating func answer<Failure: Error>(
        _ lines: some Sequence<[UInt8]>,
        to output: Output<Failure>
    ) async throws(Failure) {
        for line in lines { try await take(line, output) }
        try await settle(output)
        try write(to: output)
    }

    /// Answers one line that its carrier has decoded; a seal hides the answer's positions.
    package mutating func answer(
        _ line: PipeLine,
        under seal: (any PositionSeal)? = nil
    ) async -> [UInt8] {
        var bytes: [UInt8] = []
        answers.seal = seal
        let output: Output<Never> = { answers in
            answers.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
        await take(line, nil, output)
        await settle(output)
        write(to: output)
        return bytes
    }

    mutating func write<Failure: Error>(
        atLeast count: Int = 1,
        to output: Output<Failure>
    ) throws(Failure) {
        guard answers.bytes.count >= count else { return }
        try output(answers.bytes.span.bytes)
        answers.removeAll(keepingBytes: 2 * Self.answerBytes)
    }

    private mutating func take<Failure: Error>(
        _ bytes: [UInt8],
        _ output: Output<Failure>
    ) async throws(Failure) {
        let line: PipeLine
        do throws(MalformedLine) {
            line = try decoder.decode(bytes) { store.nextID() }
        } catch {
            waiting.append(WaitingLine(ref: error.ref, .refused(error.error)))
            return
        }
        try await take(line, bytes, output)
    }

    // With the line as it came, where the process that writes may be asked instead.
    private mutating func take<Failure: Error>(
        _ line: PipeLine,
        _ bytes: [UInt8]?,
        _ output: Output<Failure>
    ) async throws(Failure) {
        switch line.content {
        case .command(let command):
            hear(line)
            try await add([command], of: line, together: nil, output)
        case .batch(let batch):
            hear(line)
            try await add(batch.commands, of: line, together: batch, output)
        case .task(let task):
            hear(line)
            try await take(task, of: line, output)
        case .query(let query)
        where query.name.type.json.isForWriter && line.at == nil && writer != nil:
            try await settle(output)
            if let bytes, let answer = writer?.answer(to: bytes, ref: line.ref) {
                answers.appendLine(answer)
            } else {
                try await take(query, of: line, output)
            }
        case .query(let query):
            try await take(query, of: line, output)
        }
        try write(atLeast: Self.answerBytes, to: output)
    }

    private mutating func take<Failure: Error>(
        _ query: QueryLine,
        of line: PipeLine,
        _ output: Output<Failure>
    ) async throws(Failure) {
        switch query.name.type {
        case .user(let type): try await take(query, as: type, of: line, output)
        case .operator(let type): try await take(query, as: type, of: line, output)
        case .either(let user, let ofOperator):
            if line.actor.user == nil {
                try await take(query, as: ofOperator, of: line, output)
            } else {
                try await take(query, as: user, of: line, output)
            }
        }
    }

    /// Takes the time of a readable line, also of a refused one.
    func hear(_ line: PipeLine) {
        if let time = line.at { store.givenTime?.hear(time) }
    }

    /// Does something that reads views, and once more after a wait where these are being made anew
    /// or brought up.
    mutating func retrying(
        _ body: (inout PipeServer) throws(StoreError) -> Void
    ) async throws(StoreError) {
        do throws(StoreError) {
            try body(&self)
        } catch {
            guard error.isMendedByWaiting else { throw error }
            await store.waitForViews()
            try body(&self)
        }
    }
}
