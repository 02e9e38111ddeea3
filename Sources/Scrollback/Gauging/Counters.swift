internal import Locking
internal import Messaging
internal import Wire

/// The counters of this process since it opened the store.
///
/// The lock is taken once for the answers of a batch and once for its commit, not for each command.
final class Counters: Sendable {
    private struct Counted {
        var opened: Position?
        var reached = Position.zero
        var commitLatency = LatencyHistogram()
        var sends = Gauges.Sends()
    }

    private let began = ContinuousClock.now
    private let counted = Lock(Counted())

    /// Notes where the log stands when it is opened.
    func begin(at size: Position) {
        counted.withLock { counted in
            counted.opened = size
            counted.reached = size
        }
    }

    /// Counts a commit of the log.
    func noteCommit(upTo size: Position, took time: Duration) {
        counted.withLock { counted in
            counted.reached = size
            counted.commitLatency.add(time.wholeMicroseconds)
        }
    }

    /// Counts the sends among turns that are answered now.
    func noteAnswers(_ turns: ArraySlice<Turn>, _ failure: WriteFailure?) {
        let now = ContinuousClock.now
        counted.withLock { counted in
            for place in turns.indices {
                guard case .proposal(let proposal) = turns[place].task,
                    let outcome = proposal.sending
                else { continue }
                switch outcome {
                case _ where failure != nil: counted.sends.failed &+= 1
                case .refused: counted.sends.refused &+= 1
                case .done:
                    counted.sends.done &+= 1
                    counted.sends.latency.add((now - turns[place].enqueued).wholeMicroseconds)
                }
            }
        }
    }

    /// Fills in the counters.
    func fill(_ gauges: inout Gauges) {
        gauges.openFor = .now - began
        let counted = counted.withLock { $0 }
        gauges.appended = counted.reached.rawValue - (counted.opened ?? counted.reached).rawValue
        gauges.commitLatency = counted.commitLatency
        gauges.sends = counted.sends
    }
}

/// How a send ended for its caller, unless it failed.
package enum SendOutcome: Sendable {
    case done, refused
}

extension Duration {
    /// The time in whole microseconds; zero for a negative one.
    fileprivate var wholeMicroseconds: UInt64 {
        // Up to nine seconds fit into a word, and a division of words is a few instructions.
        if let few = Int64(exactly: attoseconds) {
            return UInt64(clamping: few / 1_000_000_000_000)
        }
        return UInt64(clamping: attoseconds / 1_000_000_000_000)
    }
}
