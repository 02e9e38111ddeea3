internal import CMicroHTTPD
internal import Locking

/// The body of a response that goes on: bytes are sent as they come, until it is finished.
///
/// While there are none, the connection sleeps and takes no thread. What the client does not read
/// waits here, so send more only after `drained`.
package final class HTTPStream: @unchecked Sendable {
    // Sendable: the connection is used under the lock, and never after its end.

    private struct State {
        var waiting: [UInt8] = []
        /// How many of the waiting bytes the connection has.
        var sent = 0
        /// When the connection took some last, or began to wait for more.
        var movedAt = ContinuousClock.now
        /// How many bytes the library has taken since the connection slept last; before it first
        /// does, the head of the response went through the same memory, and the library has cleared it.
        var taken = HTTPStream.mostKept
        /// Where the head of the request ends in the connection's memory, if chunks are made behind it:
        /// nothing else there is of use, because the connection ends with the response.
        var endOfHead: UnsafeMutableRawPointer?
        var isFinished = false
        /// The seconds that the client has for what waits at the end; nil for any time.
        var secondsAtEnd: Int?
        /// Whether nothing more is sent, also if the library has not begun with the response.
        var isCut = false
        var hasEnded = false
        var isAsleep = false
        var connection: OpaquePointer?
        var context: HTTPConnection?
        var waker: StreamWaker?
        var waiters: [UnsafeContinuation<Bool, Never>] = []

        var isDrained: Bool { sent == waiting.count }

        /// The tasks that wait, to be told what happened once the lock is free.
        mutating func takeWaiters() -> [UnsafeContinuation<Bool, Never>] {
            defer { waiters = [] }
            return waiters
        }
    }

    private let state = Lock(State())
    /// Called once when the connection is done with it, from the server's thread.
    private let onEnd: @Sendable () -> Void
    /// How many bytes come, where that is known before.
    let length: UInt64?

    /// Begins a body; one whose length is told ends there, without chunks.
    package init(length: UInt64? = nil, onEnd: @escaping @Sendable () -> Void = {}) {
        self.length = length
        self.onEnd = onEnd
    }

    /// Sends bytes behind those that wait; after the end they are dropped.
    package func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        wake { state in
            guard !state.isFinished, !state.hasEnded else { return false }
            if state.isDrained {
                state.waiting = bytes
                state.sent = 0
                state.movedAt = .now
            } else {
                state.waiting += bytes
            }
            return true
        }
    }

    /// Ends the response behind the bytes that wait, which the client may take that many seconds to
    /// read; nil for any time.
    package func finish(within seconds: Int? = nil) {
        wake { state in
            state.isFinished = true
            if let seconds {
                state.secondsAtEnd = seconds
                state.context?.allow(seconds: seconds)
            }
            return true
        }
    }

    /// Ends the connection, whatever waits.
    package func cut() {
        // Under the lock, so that the socket is not closed and opened as another one meanwhile.
        state.withLock { state in
            state.context?.cut()
            state.isCut = true
        }
        finish()
    }

    /// How long the client has not taken what waits for it; nil if nothing does.
    package func stalled(at now: ContinuousClock.Instant) -> Duration? {
        state.withLock { $0.isDrained ? nil : now - $0.movedAt }
    }

    /// Suspends until the connection has taken all that was sent.
    ///
    /// - Returns: false once the connection has ended.
    package func drained() async -> Bool {
        await withUnsafeContinuation { continuation in
            let isDrained: Bool? = state.withLock { state in
                if state.hasEnded || state.isCut { return false }
                if state.isDrained { return true }
                state.waiters.append(continuation)
                return nil
            }
            if let isDrained { continuation.resume(returning: isDrained) }
        }
    }

    /// Changes the state, and has the connection go on if it sleeps and there is a reason.
    private func wake(_ change: (inout State) -> Bool) {
        let waker = state.withLock { state in
            change(&state) && state.isAsleep && !state.hasEnded ? state.waker : nil
        }
        waker?.wake(self)
    }
}

// What the server's threads do with it.
extension HTTPStream {
    /// Makes the library's response of it, which holds it until the connection has ended.
    ///
    /// Where it comes in chunks, these are made in the connection's memory, and lie behind the end of
    /// the request's head.
    func response(
        on connection: OpaquePointer,
        _ context: HTTPConnection?,
        _ waker: StreamWaker,
        chunksBehind endOfHead: UnsafeMutableRawPointer?
    ) -> OpaquePointer? {
        state.withLock { state in
            state.endOfHead = endOfHead
            state.connection = connection
            state.context = context
            state.waker = waker
        }
        let kept = Unmanaged.passRetained(self)
        // The library keeps a block beside the connection's memory, and makes no chunk in it.
        let block = length != nil ? 65_536 : endOfHead == nil ? 1_024 : 1
        let made = MHD_create_response_from_callback(
            length ?? .max,
            block,
            readMore,
            kept.toOpaque(),
            end
        )
        if made == nil {
            kept.release()
            connectionHasEnded()
        }
        return made
    }

    /// Allows its connection any time; one that is finished has the time for its end.
    func allowTime() {
        state.withLock { $0.context?.allow(seconds: $0.secondsAtEnd) }
    }

    /// Lets the connection go on, on any thread but under its own lock.
    func resume() {
        state.withLock { state in
            guard state.isAsleep, !state.hasEnded, let connection = state.connection else { return }
            state.isAsleep = false
            MHD_resume_connection(connection)
        }
    }

    /// Whether the connection sleeps.
    var isAsleep: Bool { state.withLock { $0.isAsleep && !$0.hasEnded } }

    /// Nothing more is sent: the connection has ended, or never began.
    func connectionHasEnded() {
        let (waiters, isFirst) = state.withLock { state in
            let isFirst = !state.hasEnded
            state.hasEnded = true
            state.connection = nil
            state.context = nil
            state.waker = nil
            state.waiting = []
            state.sent = 0
            return (state.takeWaiters(), isFirst)
        }
        for waiter in waiters { waiter.resume(returning: false) }
        if isFirst { onEnd() }
    }

    /// Gives bytes to the connection, or has it sleep, or ends the response.
    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let (count, waiters) = state.withLock { state -> (Int, [UnsafeContinuation<Bool, Never>]) in
            let count = state.isCut ? 0 : min(buffer.count, state.waiting.count - state.sent)
            if count > 0 {
                buffer.copyBytes(from: state.waiting[state.sent..<state.sent + count])
                state.sent += count
                state.taken += count
                state.movedAt = .now
                guard state.isDrained else { return (count, []) }
                // An idle stream keeps no room for the page that it sent.
                state.waiting = []
                state.sent = 0
                return (count, state.takeWaiters())
            }
            guard !state.isFinished else { return (Self.endOfResponse, state.takeWaiters()) }
            if let connection = state.connection {
                // The library has sent all that it took, and may keep its buffer for hours.
                if state.taken >= Self.mostKept, let base = buffer.baseAddress {
                    // Pages before the buffer may have been filled before they were of this
                    // connection's memory.
                    let start = state.endOfHead ?? base
                    let count = base - start + buffer.count
                    UnsafeMutableRawBufferPointer(start: start, count: count).giveBackPages()
                }
                state.taken = 0
                state.isAsleep = true
                MHD_suspend_connection(connection)
            }
            return (0, [])
        }
        for waiter in waiters { waiter.resume(returning: count >= 0) }
        return count
    }

    /// So many bytes may stay in the buffer of a connection that sleeps.
    private static let mostKept = 4_096
    /// `MHD_CONTENT_READER_END_OF_STREAM`, whose cast Swift does not import.
    private static let endOfResponse = -1
}

private func readMore(
    _ context: UnsafeMutableRawPointer?,
    _ position: UInt64,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ count: Int
) -> Int {
    guard let context else { return -1 }
    return Unmanaged<HTTPStream>.fromOpaque(context).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: buffer == nil ? 0 : count))
}

private func end(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<HTTPStream>.fromOpaque(context).takeRetainedValue().connectionHasEnded()
}
