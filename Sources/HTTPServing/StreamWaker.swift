internal import Glibc
internal import Locking

/// Lets sleeping connections go on, many at once.
///
/// With each one that goes on, the library walks over all that sleep. So those that are to go on
/// within a moment are taken together, which makes one walk of many.
final class StreamWaker: Sendable {
    private struct State {
        var streams: [HTTPStream] = []
        var hasEnded = false
    }

    private static let gatheringMicroseconds: UInt32 = 2_000

    private let state = Monitor(State())

    /// Lets a stream's connection go on within a moment.
    func wake(_ stream: HTTPStream) { state.change { $0.streams.append(stream) } }

    func end() { state.change { $0.hasEnded = true } }

    /// Wakes until the end; what is to be woken by then is.
    func run() {
        while let first = next() {
            for stream in first { stream.resume() }
            // Streams that come meanwhile go on with the next ones.
            usleep(Self.gatheringMicroseconds)
        }
    }

    private func next() -> [HTTPStream]? {
        state.wait { state -> [HTTPStream]?? in
            guard state.streams.isEmpty else {
                defer { state.streams = [] }
                return .some(state.streams)
            }
            return state.hasEnded ? .some(nil) : nil
        }
    }
}
