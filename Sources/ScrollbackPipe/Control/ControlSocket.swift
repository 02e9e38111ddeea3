internal import CPlatform
internal import Glibc
internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON

/// A socket on which the process that writes to a store answers the lines of `scrollback pipe`.
///
/// Processes of the store's owner and of root may connect, up to `maximumConnections` at once; each
/// has a thread of its own. One more takes the place of the client that has been silent for longest,
/// if that is at least `silence`. It ends when the store is closed.
public final class ControlSocket: Sendable {
    /// The number of connections that are served at once; others are refused with `overloaded`,
    /// unless a silent client makes room.
    public static let maximumConnections = 32
    /// How long a client may be silent, with all its lines answered, before it makes room for
    /// another one.
    public static let silence = Duration.seconds(10)

    /// The path of the socket.
    public let path: String
    private let listener: Int32
    /// The ends of the bell: all threads of the socket watch the first.
    private let bell: (watched: Int32, rung: Int32)
    private let file: FileIdentity?
    private let admission: Admission
    private let store: Lock<Served>
    private let state = Monitor(State())
    private let thread = Lock<SystemThread?>(nil)

    /// Not kept open by the socket; a connection keeps it open while it is served.
    private struct Served {
        weak var store: Store?
    }

    private struct State {
        /// The connections by their descriptors.
        var open: [Int32: Connection] = [:]
        var isClosing = false
    }

    private struct Connection {
        /// Since when all its lines are answered; nil while one is not.
        var silentSince: ContinuousClock.Instant?
        /// Whether its place was given to another one.
        var makesRoom = false
    }

    /// How long a closing socket waits for clients that do not read.
    static let closingMilliseconds: Int32 = 1_000

    init(_ store: Store, at path: String, _ admission: Admission) throws(ControlSocketError) {
        guard store.isWriting else { throw .readOnly }
        self.path = path
        self.admission = admission
        self.store = Lock(Served(store: store))
        try Self.makeRoom(at: path, isOwn: path == store.controlPath)
        var ends: [Int32] = [-1, -1]
        guard scrollback_bell(&ends) == 0 else { throw .system(path: path, errno: errno) }
        bell = (ends[0], ends[1])
        listener = scrollback_socket_offer(path, 0o600)
        let number = errno
        file = listener < 0 ? nil : FileIdentity(of: path)
        guard listener >= 0 else { throw .system(path: path, errno: number) }
        let started = SystemThread(named: "scrollback-ctl") { [self] in listen() }
        guard let started else {
            removeFile()
            throw .system(path: path, errno: EAGAIN)
        }
        thread.withLock { $0 = started }
        store.attach(self)
    }

    deinit {
        if listener >= 0 { Glibc.close(listener) }
        Glibc.close(bell.watched)
        Glibc.close(bell.rung)
    }

    /// Removes the socket, answers the lines that were read, and ends the connections.
    ///
    /// It waits up to two seconds for clients that do not read their answers. Closing the store
    /// does the same. A second call has no effect.
    public func close() {
        storeWillClose()
        storeDidClose()
    }

    /// The number of connections that are served now.
    package var connectionCount: Int { state.withLock { $0.open.count } }
}

/// The users that may connect, and the number of connections.
package struct Admission: Sendable {
    var owner: UInt32
    var superuser: UInt32 = 0
    var maximumConnections = ControlSocket.maximumConnections
    var silence = ControlSocket.silence

    /// Admits a store's owner and root.
    package init(owner: UInt32) { self.owner = owner }

    /// The same with other numbers, for tests.
    package init(
        owner: UInt32,
        superuser: UInt32,
        maximumConnections: Int,
        silence: Duration = ControlSocket.silence
    ) {
        self.owner = owner
        self.superuser = superuser
        self.maximumConnections = maximumConnections
        self.silence = silence
    }

    package func admits(_ user: UInt32) -> Bool { user == owner || user == superuser }
}

extension ControlSocket: StoreAttachment {
    package func storeWillClose() {
        let isFirst = state.change { state in
            defer { state.isClosing = true }
            return !state.isClosing
        }
        guard isFirst else { return }
        // While the writer's lock is held, so that it cannot be the next writer's.
        removeFile()
        var byte: UInt8 = 0
        write(bell.rung, &byte, 1)
        thread.withLock { $0 }?.join()
        waitForConnections()
    }

    package func storeDidClose() {
        waitForConnections()
        state.withLock { state in
            for descriptor in state.open.keys { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    private func waitForConnections() {
        state.wait(atMost: Double(Self.closingMilliseconds) / 1_000) { $0.open.isEmpty }
    }

    /// Removes the socket's file, unless another one has its name by now.
    private func removeFile() {
        if let file, FileIdentity(of: path) == file { unlink(path) }
    }
}

extension ControlSocket {
    private func listen() {
        while true {
            var descriptors = [
                pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
                pollfd(fd: bell.watched, events: Int16(POLLIN), revents: 0),
            ]
            poll(&descriptors, 2, -1)
            if descriptors[1].revents != 0 { return }
            guard descriptors[0].revents != 0 else { continue }
            let socket = scrollback_socket_accept(listener)
            if socket >= 0 {
                admit(socket)
            } else if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
                // The connection waits until there is room; so must this thread.
                poll(&descriptors[1], 1, 100)
            }
        }
    }

    private func admit(_ socket: Int32) {
        var peer = scrollback_peer()
        let isKnown = scrollback_socket_peer(socket, &peer) == 0
        let connection = ControlConnection(
            socket: socket,
            bell: bell.watched,
            peer: .process(peer.process, user: peer.user)
        )
        if let refusal = isKnown && admission.admits(peer.user) ? enter(socket) : .stranger {
            connection.refuse(refusal)
            Glibc.close(socket)
            return
        }
        let thread = SystemThread(named: "scrollback-line") { [self] in
            if let store = store.withLock({ $0.store }) {
                connection.serve(store) { isSilent in self.note(socket, isSilent: isSilent) }
            }
            leave(socket)
        }
        guard thread == nil else { return }
        connection.refuse(.tooManyConnections)
        leave(socket)
    }

    /// Counts a connection; or says why there is no place for it.
    private func enter(_ socket: Int32) -> ErrorForm? {
        let now = ContinuousClock.now
        return state.change { state in
            guard
                state.open.count < admission.maximumConnections
                    || makeRoom(in: &state, now)
            else { return .tooManyConnections }
            state.open[socket] = Connection(silentSince: now)
            return nil
        }
    }

    /// Ends the input of the client that has been silent for longest; false if none has for long
    /// enough.
    ///
    /// A line that it has sent by then is still read and answered.
    private func makeRoom(in state: inout State, _ now: ContinuousClock.Instant) -> Bool {
        // Those that were told leave in a moment; each makes room once.
        guard state.open.count < 2 * admission.maximumConnections else { return false }
        let staying = state.open.filter { !$0.value.makesRoom }
        if staying.count < admission.maximumConnections { return true }
        let silent = staying.compactMap { socket, connection in
            connection.silentSince.map { (socket: socket, since: $0) }
        }
        guard let longest = silent.min(by: { $0.since < $1.since }),
            now - longest.since >= admission.silence
        else { return false }
        state.open[longest.socket]?.makesRoom = true
        shutdown(longest.socket, Int32(SHUT_RD))
        return true
    }

    /// Notes that all lines of a client are answered, or that one came.
    private func note(_ socket: Int32, isSilent: Bool) {
        state.withLock { $0.open[socket]?.silentSince = isSilent ? .now : nil }
    }

    private func leave(_ socket: Int32) {
        // Together, so that no descriptor is shut down that is another's by now.
        state.change { state in
            state.open[socket] = nil
            Glibc.close(socket)
        }
    }
}

extension ErrorForm {
    fileprivate static let stranger = ErrorForm(
        .permissionDenied,
        "The control socket answers processes of the store's owner and of root."
    )

    fileprivate static let tooManyConnections = ErrorForm(
        .overloaded,
        "The control socket serves as many connections as it can; try again later.",
        retryAfterMilliseconds: 1_000
    )
}
