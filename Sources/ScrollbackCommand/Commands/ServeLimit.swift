import HTTPServing
import ScrollbackExport
import ScrollbackServe

/// A limit of the server, which has an option.
///
/// The options, the help and the reading of the arguments are made of this one table; a test compares
/// `docs/serve.md` with it.
struct ServeLimit: Sendable {
    /// The name of the option.
    let option: String
    let range: ClosedRange<Int>
    /// The bounded thing, for the help.
    let meaning: String
    let place: any WritableKeyPath<ServingLimits, Int> & Sendable

    private init(
        _ option: String,
        _ range: ClosedRange<Int>,
        _ place: any WritableKeyPath<ServingLimits, Int> & Sendable,
        _ meaning: String
    ) {
        self.option = option
        self.range = range
        self.place = place
        self.meaning = meaning
    }

    static let all = [
        ServeLimit(
            "connections",
            1...1_000_000,
            \.http.connections,
            "connections at one place; others wait to be accepted"
        ),
        ServeLimit(
            "kept-connections",
            1...1_000_000,
            \.requests.keptConnections,
            "connections that streams and waiting answers leave to other requests; at most half of "
                + "all"
        ),
        ServeLimit(
            "strangers",
            1...1_000_000,
            \.http.strangers,
            "connections of one address, but loopback and proxies, that have shown no key that "
                + "counts; more are ended, after 429 where the key counted before"
        ),
        ServeLimit(
            "user-connections",
            1...1_000_000,
            \.http.userConnections,
            "connections of one user with a token, but of loopback and proxies; others get 429"
        ),
        ServeLimit(
            "requests",
            1...100_000,
            \.requests.requests,
            "requests that are answered at once; others get 503"
        ),
        ServeLimit(
            "user-streams",
            1...10_000,
            \.requests.userStreams,
            "streams and waiting answers of one user"
        ),
        ServeLimit(
            "user-queries",
            1...100_000,
            \.requests.userQueries,
            "queries of one user whose answers are not read; others get 429"
        ),
        ServeLimit(
            "unsent-bytes",
            8 << 20...1 << 40,
            \.requests.unsentBytes,
            "answers, and pages of streams, of more than 64 KiB that clients do not read, an eighth "
                + "of them one user's; others get 503, or 429"
        ),
        ServeLimit(
            "head-bytes",
            1_024...65_536,
            \.http.headBytes,
            "a request's line and headers"
        ),
        ServeLimit(
            "token-bytes",
            512...65_536,
            \.requests.tokenBytes,
            "a user's token, which --head-bytes bounds too"
        ),
        ServeLimit("body-bytes", 1_024...1_048_576, \.http.bodyBytes, "a body"),
        ServeLimit(
            "unanswered-bytes",
            // An eighth has room for the longest body.
            8 << 20...1 << 40,
            \.http.unansweredBytes,
            "bodies of more than 16 KiB at one place whose requests are not answered, an eighth of "
                + "them of one user with a token; others get 503, or 429"
        ),
        ServeLimit(
            "head-seconds",
            1...3_600,
            \.http.headSeconds,
            "from the connection to the end of the first head, TLS included"
        ),
        ServeLimit(
            "body-seconds",
            1...3_600,
            \.http.bodySeconds,
            "from the head to the end of the body"
        ),
        ServeLimit("answer-seconds", 1...86_400, \.http.answerSeconds, "for reading an answer"),
        ServeLimit(
            "idle-seconds",
            1...86_400,
            \.http.idleSeconds,
            "of a connection without a request"
        ),
        ServeLimit(
            "acknowledge-seconds",
            // A packet may be lost more than once.
            5...3_600,
            \.http.acknowledgeSeconds,
            "over an address, until the client's system acknowledges what it was sent"
        ),
        ServeLimit(
            "heartbeat-seconds",
            // The clients end a stream that is silent for 45 s.
            1...30,
            \.streams.heartbeat.wholeSeconds,
            "after which a stream without events sends a comment"
        ),
        ServeLimit(
            "stall-seconds",
            1...3_600,
            \.streams.stall.wholeSeconds,
            "after which a stream or a download whose client reads nothing ends; over an address no "
                + "later than by --acknowledge-seconds"
        ),
        ServeLimit(
            "wait-seconds",
            1...60,
            \.requests.waitSeconds,
            "the longest wait of GET /v1/changes"
        ),
        ServeLimit(
            "yield-seconds",
            1...60,
            \.streams.yield.wholeSeconds,
            "after which a waiting answer makes room for its user's next one"
        ),
        ServeLimit(
            "stop-seconds",
            1...3_600,
            \.requests.stopSeconds,
            "for running requests after SIGTERM"
        ),
        ServeLimit(
            "wrong-keys",
            1...10_000,
            \.requests.wrongKeys,
            "wrong keys or tickets a minute from one address"
        ),
        ServeLimit(
            "exports",
            1...64,
            \.exports.jobs.jobs,
            "exports that are written or kept at once"
        ),
        ServeLimit(
            "export-bytes",
            1_048_576...1 << 50,
            \.exports.jobs.bytes,
            "bytes of all of them, beside the store"
        ),
        ServeLimit("export-seconds", 1...86_400, \.exports.jobs.seconds, "how long one is kept"),
        ServeLimit(
            "exports-listed",
            1...10_000,
            \.exports.jobs.listed,
            "exports that are listed after their end"
        ),
        ServeLimit("tickets", 1...10_000, \.exports.tickets, "tickets that are not used"),
        ServeLimit("ticket-seconds", 1...60, \.exports.ticketSeconds, "how long a ticket is good"),
        ServeLimit("downloads", 1...1_000, \.exports.downloads, "downloads of exports at once"),
        ServeLimit(
            "consumers",
            1...5_000,
            \.consumers,
            "named consumers, webhooks included; no more can be begun"
        ),
        ServeLimit("receivers", 1...256, \.webhooks, "webhooks in the file; each has a thread"),
        ServeLimit(
            "access-log-bytes",
            4_096...1 << 30,
            \.accessLogBytes,
            "lines of the access log that wait for the disk; others are left out"
        ),
    ]

    /// The limits that arguments set.
    static func limits(_ arguments: Arguments) throws(CommandFailure) -> ServingLimits {
        var limits = ServingLimits()
        for limit in all {
            let range = UInt64(limit.range.lowerBound)...UInt64(limit.range.upperBound)
            guard let number = try arguments.number(limit.option, in: range) else { continue }
            limits[keyPath: limit.place] = Int(number)
        }
        return limits
    }

    /// The part of the help about limits, without its last line's end.
    static var help: String { all.flatMap(\.lines).joined(separator: "\n") }

    private static let column = 25
    private static let width = 98

    /// The lines of the help: the option with its default, and beside it what it bounds.
    private var lines: [String] {
        var line = "  --\(option) \(ServingLimits()[keyPath: place])"
        var lines: [String] = []
        let fits = line.count + 2 <= Self.column
        if fits {
            line += String(repeating: " ", count: Self.column - line.count - 1)
        } else {
            lines.append(line)
            line = Self.indent
        }
        for word in meaning.split(separator: " ") {
            if line.count + 1 + word.count > Self.width {
                lines.append(line)
                line = Self.indent
            }
            line += " \(word)"
        }
        return lines + [line]
    }

    /// Ends a space before the column.
    private static let indent = String(repeating: " ", count: column - 1)
}

extension Duration {
    /// The seconds without their fraction.
    fileprivate var wholeSeconds: Int {
        get { Int(components.seconds) }
        set { self = .seconds(newValue) }
    }
}
