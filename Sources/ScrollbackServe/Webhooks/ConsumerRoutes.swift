internal import HTTPServing
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import ScrollbackPipe
internal import Wire

/// What may be done with consumers and webhooks over HTTP.
enum ConsumerRoute: String, CaseIterable {
    case list = "/v1/consumers"
    case begin = "/v1/consumers/begin"
    case acknowledge = "/v1/consumers/acknowledge"
    case remove = "/v1/consumers/remove"
    case retry = "/v1/webhooks/retry"
    case drop = "/v1/webhooks/drop"

    var method: String { self == .list ? "GET" : "POST" }

    /// The field of the body that names the consumer, and the others.
    var fields: [(name: String, isNeeded: Bool)] {
        switch self {
        case .list: []
        case .begin, .remove: [("consumer", true)]
        case .acknowledge: [("consumer", true), ("position", true), ("epoch", false)]
        case .retry, .drop: [("webhook", true)]
        }
    }

    /// The schema of the body.
    var schema: Schema {
        let properties = fields.map { (name, isNeeded) in
            Schema.Property(
                name: name,
                schema: name == "position" ? .count : .text,
                isRequired: isNeeded
            )
        }
        return .object(Schema.Object(properties: properties))
    }

    /// A body, as an example.
    var example: String {
        switch self {
        case .list: "{}"
        case .begin, .remove: #"{"consumer":"indexer"}"#
        case .acknowledge: #"{"consumer":"indexer","position":1}"#
        case .retry, .drop: #"{"webhook":"push"}"#
        }
    }

    /// The schema of the answer.
    var answer: Schema {
        let done = Schema.Property("ok", .object(.init()))
        let properties: [Schema.Property] =
            switch self {
            case .list:
                [
                    .init(
                        "ok",
                        .object(
                            .init(properties: [.init("items", .list(Self.consumer, maximum: nil))])
                        )
                    ),
                    .init("position", .count),
                ]
            case .begin, .acknowledge: [.init("ok", Self.consumer), .init("position", .count)]
            case .remove, .retry, .drop: [done]
            }
        return .object(.init(properties: properties))
    }

    private static let consumer: Schema = {
        let missed = Schema.Object(properties: [.init("from", .count), .init("position", .count)])
        let more: [(String, Schema)] = [
            ("reset", .boolean), ("webhook", .boolean),
            ("state", .choice(["parked", "served", "failing"])), ("since", .count),
            ("failure", .text), ("missed", .object(missed)),
        ]
        return .object(
            Schema.Object(
                properties: [
                    .init("consumer", .text), .init("position", .count), Schema.epochProperty,
                    .init("behind", .count),
                ] + more.map { .init(name: $0, schema: $1, isRequired: false) }
            )
        )
    }()

    /// What it is for, in a sentence.
    var summary: String {
        switch self {
        case .list: "Lists the consumers with their marks, and how webhooks stand."
        case .begin: "Returns a consumer; a new one begins at the newest event."
        case .acknowledge: "Moves a consumer's mark forward."
        case .remove: "Removes a consumer and its mark."
        case .retry: "Serves a webhook again at once; nothing is lost."
        case .drop: "Gives up what a webhook missed; it is told from where to where."
        }
    }
}

/// Answers requests about consumers and webhooks.
struct ConsumerDesk: Sendable {
    let store: Store
    let webhooks: Webhooks?

    /// The answer to a request that its caller may make; it blocks until marks are durable.
    func answer(_ route: ConsumerRoute, _ body: [UInt8]) -> HTTPAnswer {
        do throws(ErrorForm) {
            if route == .list { return try list() }
            let object = try fields(of: body, for: route)
            let field = route.fields[0].name
            guard let name = object[field]?.string, Consumer.isName(name) else {
                throw ErrorForm(.invalidRequest, "This is no consumer's name.", field: field)
            }
            if route == .acknowledge || route == .remove, webhooks?.has(name) == true {
                throw ErrorForm(
                    .invalidRequest,
                    "The server moves the mark of a webhook; take its line out of the file first.",
                    field: field
                )
            }
            return try carryOut(route, name, object)
        } catch {
            return HTTPAnswer(error)
        }
    }

    private func carryOut(
        _ route: ConsumerRoute,
        _ name: String,
        _ object: JSONObject
    ) throws(ErrorForm) -> HTTPAnswer {
        let place = route == .acknowledge ? try Self.place(object) : nil
        do throws(StoreError) {
            switch route {
            case .list, .begin: return answer(of: try store.consumer(name))
            case .acknowledge:
                guard let place else { break }
                try store.advance(name, to: place.position, epoch: place.epoch)
                return answer(of: try store.consumer(name))
            case .remove:
                guard try store.removeConsumer(name) else { throw Store.noConsumer }
            case .retry, .drop:
                let isKnown = try route == .retry ? webhooks?.retry(name) : webhooks?.drop(name)
                guard isKnown == true else { throw Self.noWebhook }
            }
            return HTTPAnswer(json: Array("{\"ok\":{}}\n".utf8), position: nil)
        } catch {
            throw Self.form(error)
        }
    }

    /// The outside form of an error; those of marks are of no rule of the log.
    private static func form(_ error: StoreError) -> ErrorForm {
        guard error.refusal == nil, let code = RefusalCode(rawValue: error.code.rawValue) else {
            return ErrorForm(reading: error)
        }
        return ErrorForm(code, error.message)
    }

    /// A consumer that was begun, at whose mark a stream goes on.
    func mark(of name: String) throws(ErrorForm) -> Consumer {
        do throws(StoreError) {
            guard let consumer = try store.known(name) else { throw Store.noConsumer }
            return consumer
        } catch {
            throw Self.form(error)
        }
    }

    private static let noWebhook = StoreError(
        .notFound,
        "There is no webhook with this name; see the file of webhooks."
    )

    /// The object of a body, which has the fields of the route and no other.
    private func fields(
        of body: [UInt8],
        for route: ConsumerRoute
    ) throws(ErrorForm) -> JSONObject {
        let object: JSONObject
        do throws(JSONFault) {
            object = try JSONDocument(body).object()
        } catch {
            throw ErrorForm(error)
        }
        for member in object.members where !route.fields.contains(where: { $0.name == member.name })
        {
            throw ErrorForm(.invalidRequest, "There is no such field here.", field: member.name)
        }
        for (name, isNeeded) in route.fields where isNeeded && object[name] == nil {
            throw ErrorForm(.invalidRequest, "The field is missing.", field: name)
        }
        return object
    }

    private static func place(
        _ object: JSONObject
    ) throws(ErrorForm) -> (position: Position, epoch: UInt64?) {
        guard case .number(let number)? = object["position"]?.integer, number >= 0 else {
            throw ErrorForm(.invalidRequest, "This is no position.", field: "position")
        }
        guard let text = object["epoch"] else { return (Position(UInt64(number)), nil) }
        guard let word = text.string, word.utf8.count == 16, word.first != "+",
            let epoch = UInt64(word, radix: 16)
        else {
            throw ErrorForm(
                .invalidRequest,
                "An epoch has 16 hexadecimal digits.",
                field: "epoch"
            )
        }
        return (Position(UInt64(number)), epoch)
    }

    private func list() throws(ErrorForm) -> HTTPAnswer {
        do throws(StoreError) {
            let (consumers, end) = (try store.consumers(), try store.newestPosition())
            let standings = webhooks?.standings ?? [:]
            var writer = JSONWriter()
            writer.object { writer in
                writer.name("ok")
                writer.object { writer in
                    writer.name("items")
                    writer.array { writer in
                        for consumer in consumers {
                            write(consumer, standings[consumer.name], end, to: &writer)
                        }
                    }
                }
                writer.field("position", end)
            }
            writer.endLine()
            return HTTPAnswer(json: writer.bytes, position: nil)
        } catch {
            throw Self.form(error)
        }
    }

    private func answer(of consumer: Consumer) -> HTTPAnswer {
        var writer = JSONWriter()
        let end = (try? store.newestPosition()) ?? consumer.position
        writer.object { writer in
            writer.name("ok")
            write(consumer, nil, end, to: &writer)
            writer.field("position", end)
        }
        writer.endLine()
        return HTTPAnswer(json: writer.bytes, position: nil)
    }

    /// Writes a consumer; of a webhook never the URL.
    private func write(
        _ consumer: Consumer,
        _ standing: WebhookRun.Standing?,
        _ end: Position,
        to writer: inout JSONWriter
    ) {
        let position = standing.map { max($0.position, consumer.position) } ?? consumer.position
        writer.object { writer in
            writer.field("consumer", consumer.name)
            writer.field("position", position)
            if let epoch = store.namedEpoch {
                writer.field("epoch", SealedFields.text(of: epoch))
            }
            writer.field("behind", end.rawValue - min(position.rawValue, end.rawValue))
            if consumer.isReset { writer.field("reset", true) }
            guard let standing else { return }
            writer.field("webhook", true)
            let isParked = standing.parkedSince != nil
            let state = isParked ? "parked" : standing.failingSince == nil ? "served" : "failing"
            writer.field("state", state)
            if let since = standing.parkedSince ?? standing.failingSince {
                writer.field("since", since)
            }
            if let failure = standing.failure { writer.field("failure", failure) }
            guard isParked, position < end else { return }
            writer.name("missed")
            writer.object { writer in
                writer.field("from", Position(position.rawValue + 1))
                writer.field("position", end)
            }
        }
    }
}

extension MetricsText {
    /// Adds the numbers of consumers and webhooks; names are no labels.
    mutating func add(_ store: Store, _ webhooks: Webhooks?) {
        guard let consumers = try? store.consumers(), let end = try? store.newestPosition() else {
            return
        }
        let standings = webhooks?.standings ?? [:]
        let behind = consumers.map { consumer in
            let position = max(consumer.position, standings[consumer.name]?.position ?? .zero)
            return end.rawValue - min(position.rawValue, end.rawValue)
        }
        add("scrollback_consumers", "Named consumers.", .gauge, UInt64(consumers.count))
        add(
            "scrollback_consumer_behind_max",
            "The events that the consumer furthest behind has not had.",
            .gauge,
            behind.max() ?? 0
        )
        guard webhooks != nil else { return }
        let all = standings.values
        let failing = all.count { $0.failingSince != nil && $0.parkedSince == nil }
        add("scrollback_webhooks", "Webhooks that are served.", .gauge, UInt64(all.count))
        add(
            "scrollback_webhooks_failing",
            "Webhooks that are tried again.",
            .gauge,
            UInt64(failing)
        )
        add(
            "scrollback_webhooks_parked",
            "Webhooks that are given up until an operator retries them.",
            .gauge,
            UInt64(all.count { $0.parkedSince != nil })
        )
        add(
            "scrollback_webhook_posts_total",
            "Requests sent to webhooks.",
            .counter,
            all.reduce(0) { $0 + $1.posts }
        )
        add(
            "scrollback_webhook_failures_total",
            "Requests that a webhook did not accept.",
            .counter,
            all.reduce(0) { $0 + $1.failures }
        )
    }
}
