internal import HTTPServing
internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import ScrollbackPipe
internal import Wire

/// What waits for changes, and is looked after once a second.
protocol LiveClient: AnyObject, Sendable {
    /// Whose changes it gets; nil for the envelopes of all.
    var user: UserID? { get }
    /// From when on it makes room for another one of its user; nil for never. Its client is to ask
    /// again anyway, and may have gone unnoticed.
    var yieldsAt: ContinuousClock.Instant? { get }
    /// Checks who asks, the client and the time.
    func check(at now: ContinuousClock.Instant)
    /// Ends because the server does.
    func stop()
}

/// The streams and long polls of a server.
///
/// None takes a thread: each is a task that sleeps until a commit may concern its user, and has its
/// pages read on a few threads. One more thread looks after all of them once a second.
final class LiveStreams: Sendable {
    /// The clients; a class, because the thread that looks after them may outlive the server.
    private final class Register: Sendable {
        let state = Monitor(State())
    }

    private struct State {
        var clients: [ObjectIdentifier: any LiveClient] = [:]
        /// The answers that wait, of each user in the order in which they were asked for.
        var yielding: [UserID: [any LiveClient]] = [:]
        var countByUser: [UserID: Int] = [:]
        var hasEnded = false

        mutating func add(_ client: any LiveClient) {
            clients[ObjectIdentifier(client)] = client
            guard let user = client.user else { return }
            countByUser[user, default: 0] += 1
            if client.yieldsAt != nil { yielding[user, default: []].append(client) }
        }

        mutating func remove(_ client: any LiveClient) {
            guard clients.removeValue(forKey: ObjectIdentifier(client)) != nil,
                let user = client.user, let count = countByUser[user]
            else { return }
            countByUser[user] = count > 1 ? count - 1 : nil
            keepPlace(of: client, of: user)
        }

        /// Has a client make no more room for others.
        mutating func keepPlace(of client: any LiveClient, of user: UserID) {
            guard client.yieldsAt != nil else { return }
            yielding[user]?.removeAll { $0 === client }
            if yielding[user]?.isEmpty == true { yielding[user] = nil }
        }
    }

    private static let threads = 2

    let store: Store
    let door: Doorkeeper
    let times: StreamTimes
    let unsent: UnsentAnswers
    private let limits: RequestLimits
    private let most: Int
    private let workers: Workers
    private let register = Register()
    private let written = WrittenChanges()

    init?(
        _ store: Store,
        _ door: Doorkeeper,
        _ limits: ServingLimits,
        _ unsent: UnsentAnswers
    ) {
        guard let workers = Workers(Self.threads) else { return nil }
        self.store = store
        self.door = door
        times = limits.streams
        self.unsent = unsent
        self.limits = limits.requests
        self.workers = workers
        let connections = limits.http.connections
        most = max(connections / 2, connections - limits.requests.keptConnections)
        let thread = SystemThread(named: "scrollback-live") { [weak self, register] in
            while true {
                register.state.wait(atMost: 1) { $0.hasEnded }
                guard let self, !register.state.withLock({ $0.hasEnded }) else { return }
                self.checkAll()
            }
        }
        guard thread != nil else { return nil }
    }

    deinit { register.state.change { $0.hasEnded = true } }

    /// Has a request for changes answered.
    func answer(
        _ exchange: HTTPExchange,
        _ request: ChangesRequest,
        _ caller: Caller
    ) throws(ErrorForm) {
        let source = ChangeSource(
            store: store,
            door: door,
            request: request,
            written: written,
            isSealed: caller.user != nil
        )
        let client: any LiveClient & LiveTask
        if case .poll(let seconds) = request.carrier {
            client = LongPoll(exchange, source, caller, seconds: seconds, self)
        } else {
            client = LiveStream(exchange, source, caller, self)
        }
        try admit(client)
        client.began(workers.run { await client.run() })
    }

    private func admit(_ client: any LiveClient) throws(ErrorForm) {
        let admitted = register.state.withLock { state -> Result<(any LiveClient)?, ErrorForm> in
            if state.hasEnded { return .failure(.stopping) }
            var oldest: (any LiveClient)?
            if let user = client.user, state.countByUser[user, default: 0] >= limits.userStreams {
                guard let yielding = state.yielding[user]?.first,
                    yielding.yieldsAt.map({ $0 <= .now }) == true
                else {
                    return .failure(
                        ErrorForm(
                            .rateLimited,
                            "This user has \(limits.userStreams) streams already.",
                            retryAfterMilliseconds: 10_000
                        )
                    )
                }
                state.remove(yielding)
                oldest = yielding
            }
            guard state.clients.count < most else {
                return .failure(ErrorForm(.overloaded, "Too many streams are open."))
            }
            state.add(client)
            return .success(oldest)
        }
        try admitted.get()?.stop()
    }

    /// Has a client that has its answer keep its place: another one in it would not end the answer,
    /// which waits until it is read.
    func answered(_ client: any LiveClient) {
        guard let user = client.user else { return }
        register.state.withLock { $0.keepPlace(of: client, of: user) }
    }

    /// Forgets a client that has ended.
    func ended(_ client: any LiveClient) { register.state.withLock { $0.remove(client) } }

    /// Does something for a client that its own task does not.
    func run(_ body: @escaping @Sendable () async -> Void) { workers.run(body) }

    private func checkAll() {
        do throws(Revocations.Fault) {
            try door.revocations?.refresh()
        } catch {
            store.notice(Notice(.revocationsNotRead, "\(error)"))
        }
        // A disk without room for it is told elsewhere, and the next minute tries again.
        try? door.revocations?.forget(now: door.now())
        let now = ContinuousClock.now
        for client in all { client.check(at: now) }
        written.forget()
    }

    /// Ends all, and admits no more.
    func stop() {
        register.state.change { $0.hasEnded = true }
        for client in all { client.stop() }
        written.end()
    }

    /// Whether the server stops.
    var hasEnded: Bool { register.state.withLock { $0.hasEnded } }

    /// How many streams and waiting answers there are.
    var count: Int { register.state.withLock { $0.clients.count } }

    private var all: [any LiveClient] { register.state.withLock { Array($0.clients.values) } }
}

/// What runs as a task of its own.
protocol LiveTask: AnyObject, Sendable {
    func run() async
    /// Takes the task, to cancel it.
    func began(_ task: Task<Void, Never>)
}

/// How often a stream says something, and how long it waits for its client.
package struct StreamTimes: Sendable {
    /// After so long without anything to say, a comment is sent.
    package var heartbeat = Duration.seconds(20)
    /// A client that takes nothing of what waits for it for so long is cut off.
    package var stall = Duration.seconds(60)
    /// A waiting answer makes room for its user's next one after so long: of more clients than may
    /// wait, each would else ask again at once.
    package var yield = Duration.seconds(5)
    /// How often a stream says that its user is online.
    package var presence = Duration.seconds(45)

    package init() {}
}
