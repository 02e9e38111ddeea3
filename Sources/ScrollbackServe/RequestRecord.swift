internal import HTTPServing
internal import Locking
internal import Messaging

/// What is kept of requests: how many, and how long they took, by operation and status; and a log.
///
/// Never who asked, or about what: neither ids nor texts.
final class RequestRecord: Sendable {
    private struct Series: Hashable {
        var operation: String
        var status: Int
    }

    private let log: AccessLog?
    private let times = Lock<[Series: LatencyHistogram]>([:])

    init(_ log: AccessLog?) { self.log = log }

    /// Notes an answer; `route` is nil for a path that there is not.
    func note(_ record: HTTPRecord, route: String?) {
        let series = Series(
            operation: route.map(Self.operation) ?? "none",
            status: record.status
        )
        let microseconds = UInt64(clamping: Int64(record.duration.seconds * 1e6))
        times.withLock { $0[series, default: LatencyHistogram()].add(microseconds) }
        log?.note(record, route: route)
    }

    /// The name of a route's operation, as OpenAPI has it.
    private static func operation(_ route: String) -> String {
        let parts = route.split(separator: "/").filter { !$0.hasPrefix("{") }
        return (parts.first == "v1" ? parts.dropFirst() : parts[...]).joined(separator: ".")
    }

    /// Adds the times of all requests.
    func add(to text: inout MetricsText) {
        let sorted = times.withLock { $0 }.sorted {
            ($0.key.operation, $0.key.status) < ($1.key.operation, $1.key.status)
        }
        text.add(
            "scrollback_request_seconds",
            "From the end of a request's head to its answer.",
            sorted.map { series, times in
                ("operation=\"\(series.operation)\",status=\"\(series.status)\"", times)
            }
        )
    }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
