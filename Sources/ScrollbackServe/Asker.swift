internal import HTTPServing
internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import ScrollbackPipe
internal import Wire

/// Has lines answered by the pipe, many at once.
///
/// Commands of different requests wait side by side in the writer's queue, and so share commits.
final class Asker: Sendable {
    private static let queryThreads = 4
    private static let commandThreads = 2
    private static let kept = 64

    /// A pipe that one request at a time uses.
    private final class Line: @unchecked Sendable {
        // Sendable: one task at a time has it.
        var server: PipeServer

        init(_ server: consuming PipeServer) { self.server = server }
    }

    private struct State {
        var idle: [Line] = []
        var running = 0

        /// Counts one more, unless there are too many.
        mutating func begin(atMost together: Int) -> Bool {
            guard running < together else { return false }
            running += 1
            return true
        }
    }

    let store: Store
    /// How many requests are being answered at most.
    private let together: Int
    private let unsent: UnsentAnswers
    private let decoder: PipeDecoder
    private let queries: Workers
    private let commands: Workers
    /// A thread for revocations alone, which nothing may hold up.
    private let revocations: Workers
    private let others: Workers
    private let state = Lock(State())

    init?(_ store: Store, _ limits: RequestLimits, _ unsent: UnsentAnswers) {
        guard let queries = Workers(Self.queryThreads),
            let commands = Workers(Self.commandThreads),
            let revocations = Workers(1),
            let others = Workers(1)
        else { return nil }
        self.store = store
        decoder = PipeDecoder(readsTime: store.givenTime != nil)
        together = limits.requests
        self.unsent = unsent
        self.queries = queries
        self.commands = commands
        self.revocations = revocations
        self.others = others
    }

    /// How many requests are being answered now.
    var running: Int { state.withLock { $0.running } }

    /// Decodes a line; what it creates gets an id of the store's where it gives none.
    func decode(_ line: [UInt8]) throws(ErrorForm) -> PipeLine {
        let decoded: PipeLine
        do throws(MalformedLine) {
            decoded = try decoder.decode(line) { store.nextID() }
        } catch {
            throw error.error
        }
        guard decoded.ref == nil else {
            throw ErrorForm(.invalidRequest, "There is no ref over HTTP.", field: "ref")
        }
        return decoded
    }

    /// Has a line carried out or answered, without blocking the caller's thread.
    func answer(
        _ exchange: HTTPExchange,
        _ line: PipeLine,
        of peer: PipePeer,
        atLeast position: HeaderPosition?,
        under seal: ViewerSeal? = nil
    ) throws(ErrorForm) {
        let user = line.queryingUser
        try unsent.begin(exchange, of: user)
        try begin()
        if position == nil, let command = PlainCommand(line, of: store) {
            return carryOut(command, exchange, under: seal)
        }
        let workers = if case .query = line.content { queries } else { commands }
        workers.run { [self] in
            do throws(ErrorForm) {
                // Not before its turn, when those before it have their answers.
                if case .query = line.content { try unsent.requireRoom(for: user) }
                let answer = await self.answer(
                    line,
                    of: peer,
                    atLeast: position,
                    under: seal,
                    isAbandoned: { exchange.isPeerGone }
                )
                if case .query = line.content { unsent.hold(answer.count, for: exchange, of: user) }
                exchange.respond(HTTPResponse(line: answer))
            } catch {
                exchange.respond(HTTPResponse(error))
            }
            end()
        }
    }

    /// Puts a command in the writer's line.
    ///
    /// Between the server's thread and the one that commits there is no other on the way, because
    /// each costs as much as the rest of the request.
    private func carryOut(
        _ command: PlainCommand,
        _ exchange: HTTPExchange,
        under seal: ViewerSeal?
    ) {
        command.submit { [self] result in
            end()
            guard command.isForOperator(result) else {
                return exchange.respond(forming: {
                    HTTPResponse(line: command.answer(with: result, under: seal))
                })
            }
            // The operator's notice may block.
            run { exchange.respond(HTTPResponse(line: command.answer(with: result, under: seal))) }
        }
    }

    /// Counts one more request that is being answered, unless there are too many.
    private func begin() throws(ErrorForm) {
        guard state.withLock({ $0.begin(atMost: together) }) else {
            throw ErrorForm(.overloaded, "Too many requests are being answered.")
        }
    }

    private func end() { state.withLock { $0.running -= 1 } }

    /// Reads a long body on a thread of commands, and has it answered; it is one of the requests that
    /// are being answered while it waits for its turn.
    func read(_ body: @escaping @Sendable () -> Void) throws(ErrorForm) {
        try begin()
        commands.run { [self] in
            // What is read takes a place of its own.
            end()
            body()
        }
    }

    /// Revokes, behind nothing but other revocations.
    func revoke(_ body: @escaping @Sendable () -> Void) { revocations.run { body() } }

    /// Does something else that may block, and holds up no command.
    func run(_ body: @escaping @Sendable () -> Void) { others.run { body() } }

    @concurrent private func answer(
        _ line: PipeLine,
        of peer: PipePeer,
        atLeast position: HeaderPosition?,
        under seal: ViewerSeal?,
        isAbandoned: @escaping @Sendable () -> Bool
    ) async -> [UInt8] {
        if let position, let error = await wait(for: position, of: line) {
            return Self.line(of: error, under: seal)
        }
        do throws(StoreError) {
            let pipe: Line
            if let idle = state.withLock({ $0.idle.popLast() }) {
                pipe = idle
            } else {
                pipe = Line(try PipeServer(store))
            }
            pipe.server.peer = peer
            pipe.server.isAbandoned = isAbandoned
            let answer = await pipe.server.answer(line, under: seal)
            pipe.server.isAbandoned = nil
            state.withLock { state in
                if state.idle.count < Self.kept { state.idle.append(pipe) }
            }
            return answer
        } catch {
            return Self.line(of: ErrorForm(reading: error))
        }
    }

    /// Waits for a second at most until what a line asks for shows the state at a position; returns
    /// why not.
    private func wait(for wanted: HeaderPosition, of line: PipeLine) async -> ErrorForm? {
        let needsViews =
            if case .query(let query) = line.content { !query.name.type.needsNoViews } else { true }
        let field = "Scrollback-At-Least"
        do throws(StoreError) {
            try store.require(wanted.position, epoch: wanted.epoch, field: field)
            let reached = needsViews ? try? store.position : try? store.newestPosition()
            if let reached, reached >= wanted.position { return nil }
            await store.waitForViews()
            guard try store.position < wanted.position else { return nil }
        } catch {
            return ErrorForm(reading: error)
        }
        let message = "There is nothing at this position yet."
        return ErrorForm(.invalidRequest, message, field: field)
    }

    private static func line(of error: ErrorForm, under seal: ViewerSeal? = nil) -> [UInt8] {
        var writer = JSONWriter()
        writer.seal = seal
        writer.writeLine(ref: nil, error: error)
        return writer.bytes
    }
}

extension PipeLine {
    /// The user for whom a query is asked; nil for commands and for queries of the operator.
    fileprivate var queryingUser: UserID? {
        guard case .query = content, case .user(let user) = actor else { return nil }
        return user
    }
}
