internal import HTTPServing
internal import Locking
internal import Messaging

/// What is kept of requests: how many, and how long they took, by operation and status; and a log.
///
/// Never who asked, or about what: neither ids nor texts.
final class RequestRecord: Sendable {
    private struct Series: Hashable {
        /// Nil for a path that there is not.
        var route: String?
        var status: Int

        /// The name of the route's operation: what follows its version, and `one` behind an id.
        var operation: String {
            guard let parts = route?.split(separator: "/").filter({ !$0.hasPrefix("{") }) else {
                return "none"
            }
            let name = (parts.first == "v1" ? parts.dropFirst() : parts[...]).joined(separator: ".")
            return route?.hasSuffix("}") == true ? "\(name).one" : name
        }
    }

    private let log: AccessLog?
    private let times = Lock<[Series: LatencyHistogram]>([:])

    init(_ log: AccessLog?) { self.log = log }

    /// Notes an answer; `route` is nil for a path that there is not.
    func note(_ record: HTTPRecord, route: String?) {
        let series = Series(route: route, status: record.status)
        let microseconds = UInt64(clamping: Int64(record.duration.seconds * 1e6))
        times.withLock { $0[series, default: LatencyHistogram()].add(microseconds) }
        log?.note(record, route: route)
    }

    /// Adds the times of all requests.
    func add(to text: inout MetricsText) {
        let sorted = times.withLock { $0 }.map { ($0.key.operation, $0.key.status, $0.value) }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        text.add(
            "scrollback_request_seconds",
            "From the end of a request's head to its answer.",
            sorted.map { operation, status, times in
                ("operation=\"\(operation)\",status=\"\(status)\"", times)
            }
        )
    }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
