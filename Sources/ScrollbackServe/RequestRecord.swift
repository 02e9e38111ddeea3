internal import HTTPServing
internal import Locking
internal import ScrollbackJSON

/// A number of the store or the server, as `/metrics` names it.
package struct NamedNumber: Sendable {
    package enum Kind: String, Sendable {
        /// It rises and falls.
        case gauge
        /// It only rises while the process lives.
        case counter
    }

    package var name: String
    package var help: String
    package var kind: Kind
    package var value: Double

    package init(_ name: String, _ help: String, _ value: Double, _ kind: Kind = .gauge) {
        self.name = name
        self.help = help
        self.kind = kind
        self.value = value
    }
}

/// What is kept of requests: how many, and how long they took, by operation and status; and a log.
///
/// Never who asked, or about what: neither ids nor texts.
final class RequestRecord: Sendable {
    private struct Series: Hashable {
        var operation: String
        var status: Int
    }

    private struct Times {
        var counts = [UInt64](repeating: 0, count: RequestRecord.bounds.count)
        var count: UInt64 = 0
        var seconds = 0.0
    }

    /// The upper ends of the groups of durations, in seconds.
    private static let bounds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
    ]

    private let log: AccessLog?
    private let numbers: @Sendable () -> [NamedNumber]
    private let times = Lock<[Series: Times]>([:])

    init(_ log: AccessLog?, _ numbers: @escaping @Sendable () -> [NamedNumber]) {
        self.log = log
        self.numbers = numbers
    }

    /// Notes an answer; `route` is nil for a path that there is not.
    func note(_ record: HTTPRecord, route: String?) {
        let series = Series(
            operation: route.map(Self.operation) ?? "none",
            status: record.status
        )
        let seconds = record.duration.seconds
        times.withLock { times in
            var known = times[series] ?? Times()
            known.count += 1
            known.seconds += seconds
            for (index, bound) in Self.bounds.enumerated() where seconds <= bound {
                known.counts[index] += 1
            }
            times[series] = known
        }
        log?.note(record, route: route)
    }

    /// The name of a route's operation, as OpenAPI has it.
    private static func operation(_ route: String) -> String {
        let parts = route.split(separator: "/")
        return (parts.first == "v1" ? parts.dropFirst() : parts[...]).joined(separator: ".")
    }

    /// The numbers in Prometheus' text form.
    func text(beside own: [NamedNumber]) -> String {
        var text = ""
        for number in own + numbers() {
            text += "# HELP \(number.name) \(number.help)\n"
            text += "# TYPE \(number.name) \(number.kind.rawValue)\n"
            text += "\(number.name) \(Self.words(number.value))\n"
        }
        let name = "scrollback_request_seconds"
        text += "# HELP \(name) From the end of a request's head to its answer.\n"
        text += "# TYPE \(name) histogram\n"
        let sorted = times.withLock { $0 }.sorted {
            ($0.key.operation, $0.key.status) < ($1.key.operation, $1.key.status)
        }
        for (series, times) in sorted {
            let labels = "operation=\"\(series.operation)\",status=\"\(series.status)\""
            for (bound, count) in zip(Self.bounds, times.counts) {
                text += "\(name)_bucket{\(labels),le=\"\(Self.words(bound))\"} \(count)\n"
            }
            text += "\(name)_bucket{\(labels),le=\"+Inf\"} \(times.count)\n"
            text += "\(name)_sum{\(labels)} \(times.seconds)\n"
            text += "\(name)_count{\(labels)} \(times.count)\n"
        }
        return text
    }

    private static func words(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : value > 0 ? "+Inf" : "-Inf" }
        return value == value.rounded() && value.magnitude < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
