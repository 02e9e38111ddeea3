internal import Glibc
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

/// One connection to a control socket, served on a thread of its own.
///
/// So a client that is slow or silent waits for itself alone, and what it may keep in memory is
/// what the pipe keeps: lines of `waitingBytes` and one more, and one piece of answers.
struct ControlConnection {
    /// How many lines share a commit at most; all connections together leave the writer's line room
    /// for others.
    static let linesTogether = 200
    /// The number of bytes of waiting lines at which reading ahead stops.
    static let waitingBytes = 1 << 20

    let socket: Int32
    let bell: Int32
    let peer: PipePeer

    /// Answers lines until the client ends or is gone, or the bell rings.
    ///
    /// `noteSilence` is told when all lines that came are answered, and when others come.
    func serve(_ store: Store, noteSilence: @escaping @Sendable (Bool) -> Void) {
        ThreadExecutor().run { await answerLines(store, noteSilence) }
    }

    @concurrent private func answerLines(
        _ store: Store,
        _ noteSilence: @Sendable (Bool) -> Void
    ) async {
        var server: PipeServer
        do throws(StoreError) {
            server = try PipeServer(store, for: peer)
        } catch {
            store.notice(
                Notice(
                    .connectionNotServed,
                    "A connection to the control socket cannot be served: \(error)",
                    ["code": error.code.rawValue]
                )
            )
            refuse(ErrorForm(reading: error))
            return
        }
        server.isAbandoned = { [socket] in isPeerGone(socket) }
        var input = LineInput(from: socket, until: bell, waitingBytes: Self.waitingBytes)
        // What fails is the client's end alone.
        while let lines = try? input.next(upTo: Self.linesTogether) {
            noteSilence(false)
            defer { noteSilence(true) }
            do throws(ClientGone) {
                try await server.answer(lines) { (answers) throws(ClientGone) in
                    try write(answers)
                }
            } catch {
                return
            }
        }
    }

    /// Refuses a connection with one line that gives the reason.
    func refuse(_ error: ErrorForm) {
        var writer = JSONWriter()
        writer.writeLine(ref: nil, error: error)
        // A new connection has room for a line.
        try? write(writer.bytes.span.bytes)
    }

    /// The client no longer reads its answers, or not soon enough for a store that closes.
    private struct ClientGone: Error {}

    private func write(_ bytes: RawSpan) throws(ClientGone) {
        var done = 0
        while done < bytes.byteCount {
            let count = bytes.withUnsafeBytes { buffer in
                send(
                    socket,
                    buffer.baseAddress.map { $0 + done },
                    buffer.count - done,
                    Int32(MSG_NOSIGNAL)
                )
            }
            if count > 0 {
                done += count
            } else if count < 0, errno == EAGAIN {
                try waitForRoom()
            } else if count < 0, errno != EINTR {
                throw ClientGone()
            }
        }
    }

    private func waitForRoom() throws(ClientGone) {
        var descriptors = [
            pollfd(fd: socket, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
        ]
        poll(&descriptors, 2, -1)
        guard descriptors[0].revents == 0, descriptors[1].revents != 0 else { return }
        guard poll(&descriptors, 1, ControlSocket.closingMilliseconds) > 0 else {
            throw ClientGone()
        }
    }
}

/// Whether nothing that is written to a socket or a pipe is read any more.
///
/// A client that only ended its input still reads.
package func isPeerGone(_ descriptor: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&watched, 1, 0) > 0
        && watched.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
}
