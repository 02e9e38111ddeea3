internal import HTTPServing
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

/// What a request for changes asks: whose, of what, from where on, and in which form.
struct ChangesRequest: Sendable {
    /// How the events come.
    enum Carrier: Hashable, Sendable {
        /// Server-sent events, as browsers read them.
        case eventStream
        /// An object of JSON on each line.
        case lines
        /// One answer, when there is something or the time is over.
        case poll(seconds: Int)
    }

    static let path = "/v1/changes"
    /// The seconds for which an answer may wait, at most and unless the server allows fewer.
    static let longestWait = 60
    private static let queryFields = parameters.filter { $0.place == "query" }.map(\.name)

    let carrier: Carrier
    /// Whose changes; nil for the envelopes of all events.
    let user: UserID?
    let conversation: ConversationID?
    /// The position behind which it begins, as the request writes it.
    let since: String?
    /// The consumer at whose mark it begins, and what is known of that one.
    let consumer: String?
    var mark: Consumer?

    init(
        _ head: HTTPHead,
        for caller: Caller,
        longestWait: Int
    ) throws(ErrorForm) {
        let fields = try Self.fields(of: head.query ?? "")
        user = try Self.user(head, caller)
        conversation = try fields["conversation"].map { (text) throws(ErrorForm) in
            guard let id = UniqueID(text) else {
                throw ErrorForm(.invalidRequest, "This is no id.", field: "conversation")
            }
            return ConversationID(id)
        }
        guard user != nil || conversation == nil else {
            throw ErrorForm(
                .invalidRequest,
                "conversation needs a user; name one with Scrollback-As.",
                field: "conversation"
            )
        }
        // What a client was told last counts more than the address that it repeats.
        since = head["last-event-id"] ?? fields["since"]
        consumer = fields["consumer"]
        if let consumer {
            guard Consumer.isName(consumer), fields["since"] == nil, conversation == nil else {
                throw ErrorForm(
                    .invalidRequest,
                    "consumer is a consumer's name, without since and conversation.",
                    field: "consumer"
                )
            }
            guard case .backend(let holder) = caller, holder.rights.mayUseConsumers else {
                throw ErrorForm(
                    .permissionDenied,
                    "A consumer is for a key with the right consumers.",
                    field: "consumer"
                )
            }
        }
        carrier = try Self.carrier(fields, longestWait, accept: head["accept"] ?? "")
    }

    private static func user(
        _ head: HTTPHead,
        _ caller: Caller
    ) throws(ErrorForm) -> UserID? {
        let named = try head["scrollback-as"].map { (text) throws(ErrorForm) in
            guard let id = UniqueID(text) else {
                throw ErrorForm(.invalidRequest, "This is no id.", field: "Scrollback-As")
            }
            return UserID(id)
        }
        switch caller {
        case .user(let token):
            guard named == nil || named == token.user else {
                throw ErrorForm(.permissionDenied, "A user's token is for that user alone.")
            }
            return token.user
        case .backend(let holder):
            let isAllowed =
                named == nil
                ? holder.rights.mayFollowEvents : holder.rights.allowsUsers(.changes)
            guard isAllowed else {
                throw ErrorForm(
                    .permissionDenied,
                    named == nil
                        ? "The key \(holder.name) may not follow the events of all; name a user "
                            + "with Scrollback-As." : "The key \(holder.name) may not do this."
                )
            }
            return named
        // The operator at their own socket, where no user can be named.
        case .process: return nil
        }
    }

    private static func carrier(
        _ fields: [String: String],
        _ longestWait: Int,
        accept: String
    ) throws(ErrorForm) -> Carrier {
        if let text = fields["wait"] {
            guard let seconds = Int(text), (0...longestWait).contains(seconds),
                fields["carrier"] == nil
            else {
                throw ErrorForm(
                    .invalidRequest,
                    "wait is 0 to \(longestWait) seconds, without carrier.",
                    field: "wait"
                )
            }
            return .poll(seconds: seconds)
        }
        switch fields["carrier"] {
        case "sse"?: return .eventStream
        case "ndjson"?: return .lines
        case .some:
            throw ErrorForm(.invalidRequest, "carrier is sse or ndjson.", field: "carrier")
        case nil:
            let isLines = accept.contains("ndjson") && !accept.contains("event-stream")
            return isLines ? .lines : .eventStream
        }
    }

    /// The parameters of the query; each comes once, and none is overlooked.
    private static func fields(of query: Substring) throws(ErrorForm) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard queryFields.contains(name), parts.count == 2,
                let value = decoded(parts[1]), fields[name] == nil
            else {
                throw ErrorForm(
                    .invalidRequest,
                    "The query has conversation, since, consumer, wait and carrier, each once.",
                    field: name
                )
            }
            fields[name] = value
        }
        return fields
    }

    /// A value with %XX for some bytes; nil if it is malformed.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2,
                rest.prefix(2).allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
