internal import HTTPServing
internal import Messaging
internal import ScrollbackJSON
internal import Wire

/// Makes the pipe's line of a request: the body is the line without its first name.
///
/// What headers say is put in, so that reading, refusing and answering are the pipe's.
struct RequestLine {
    /// What a path asks for.
    enum Kind: String {
        case command = "do"
        case query = "ask"
    }

    let kind: Kind
    /// The line's first fields, behind its brace.
    private let beginning: [UInt8]
    /// Whether the operator asks where nobody is named.
    private let isOperators: Bool

    init(
        kind: Kind,
        name: String,
        isOperators: Bool = false,
        _ write: (inout JSONWriter) -> Void = { _ in }
    ) {
        self.kind = kind
        self.isOperators = isOperators
        var line = JSONWriter()
        line.object { line in
            line.name(kind.rawValue)
            line.write(name)
            write(&line)
        }
        beginning = line.bytes.dropLast()
    }

    /// The line of a task at a path of its own, where the operator asks.
    init(_ task: StoreTaskName, _ write: (inout JSONWriter) -> Void = { _ in }) {
        self.init(kind: .command, name: task.rawValue, isOperators: true, write)
    }

    /// The line of a query at a path of its own, where the operator asks.
    init(_ query: QueryName, _ write: (inout JSONWriter) -> Void = { _ in }) {
        self.init(kind: .query, name: query.rawValue, isOperators: true, write)
    }

    /// The list of consumers, without a body that could name a limit.
    static let consumers = RequestLine(.consumers) { $0.field("limit", Limits.page.upperBound) }

    /// The line; `name` stands under `field` where a header and the body say two things.
    ///
    /// A user who shows a token acts for themselves, and has positions and cursors sealed.
    func bytes(
        of request: HTTPRequest,
        _ retryIDs: RetryIDs,
        for user: UserID? = nil,
        _ sealed: SealedFields? = nil
    ) throws(ErrorForm) -> [UInt8] {
        // At a path of the operator's own an empty body says too little: it would export everything.
        let isEmpty = request.body.isEmpty && !(isOperators && request.head.method == "POST")
        var body = isEmpty ? Array("{}".utf8) : request.body
        guard let start = body.firstIndex(where: { !Self.isSpace($0) }),
            body[start] == UInt8(ascii: "{")
        else { throw ErrorForm(.invalidRequest, "The body is not a JSON object.") }
        let added = try headerFields(request.head, beside: body, retryIDs, for: user)
        if let sealed { body = try sealed.open(try JSONObject(body: body)) }
        let first = sealed == nil ? start : 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(beginning.count + body.count + Self.roomForHeaders)
        bytes += beginning
        for (name, value) in added {
            var field = JSONWriter()
            field.name(name)
            field.write(value)
            bytes.append(UInt8(ascii: ","))
            bytes += field.bytes
        }
        let rest = body[(first + 1)...]
        if rest.first(where: { !Self.isSpace($0) }) != UInt8(ascii: "}") {
            bytes.append(UInt8(ascii: ","))
        }
        bytes += rest
        return bytes
    }

    /// For an id and a user, with their names.
    private static let roomForHeaders = 128

    /// What the headers say and the body does not.
    private func headerFields(
        _ head: HTTPHead,
        beside body: [UInt8],
        _ retryIDs: RetryIDs,
        for owner: UserID?
    ) throws(ErrorForm) -> [(name: String, value: String)] {
        let user = head["scrollback-as"]
        let attempt = head["idempotency-key"]
        let reason = head["scrollback-reason"]
        let asker = isOperators ? "operator" : owner.map { "\($0)" }
        guard user != nil || attempt != nil || reason != nil || asker != nil else { return [] }
        let object = try JSONObject(body: body)
        var added: [(name: String, value: String)] = []
        var actor = object["as"]?.string
        if let user {
            guard object["as"] == nil || actor?.lowercased() == user.lowercased() else {
                throw Self.contradiction("as", "Scrollback-As")
            }
            if object["as"] == nil { added.append(("as", user)) }
            actor = user
        } else if let asker, object["as"] == nil {
            added.append(("as", asker))
            actor = asker
        }
        if let attempt {
            let id = try self.id(attempt, by: actor ?? "", retryIDs)
            guard object["id"] == nil || object["id"]?.uniqueID == id else {
                throw Self.contradiction("id", "Idempotency-Key")
            }
            if object["id"] == nil { added.append(("id", "\(id)")) }
        }
        if let reason {
            guard kind == .query else { throw Self.isForQueries("Scrollback-Reason") }
            guard object["reason"] == nil || object["reason"]?.string == reason else {
                throw Self.contradiction("reason", "Scrollback-Reason")
            }
            if object["reason"] == nil { added.append(("reason", reason)) }
        }
        return added
    }

    private func id(
        _ text: String,
        by actor: String,
        _ retryIDs: RetryIDs
    ) throws(ErrorForm) -> UniqueID {
        guard kind == .command else {
            throw ErrorForm(
                .invalidRequest,
                "Idempotency-Key is for commands; asking changes nothing.",
                field: "Idempotency-Key"
            )
        }
        guard (1...128).contains(text.unicodeScalars.count) else {
            throw ErrorForm(
                .invalidRequest,
                "Idempotency-Key has 1 to 128 characters.",
                field: "Idempotency-Key"
            )
        }
        return UniqueID(text) ?? retryIDs.id(for: text, by: actor.lowercased())
    }

    private static func isForQueries(_ header: String) -> ErrorForm {
        ErrorForm(.invalidRequest, "\(header) is for queries.", field: header)
    }

    private static func contradiction(_ field: String, _ header: String) -> ErrorForm {
        ErrorForm(
            .invalidRequest,
            "The body and the header \(header) differ; send one of them.",
            field: field
        )
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}

extension JSONObject {
    /// Reads the body of a request.
    init(body: [UInt8]) throws(ErrorForm) {
        do throws(JSONFault) {
            self = try JSONDocument(body).object()
        } catch {
            throw ErrorForm(error)
        }
    }
}

/// A position as headers write it: a number, behind its epoch in 16 hexadecimal digits where the
/// log was ever restored.
struct HeaderPosition {
    let position: Position
    let epoch: UInt64?

    init(_ place: ViewerSeal.Place) {
        position = place.position
        epoch = place.epoch
    }

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let last = parts.last, last.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = UInt64(last), number <= UInt64(JSONInteger.largest)
        else { return nil }
        position = Position(number)
        switch parts.count {
        case 1: epoch = nil
        case 2:
            guard let value = UInt64(hexadecimalText: parts[0]) else { return nil }
            epoch = value
        default: return nil
        }
    }

    /// The text of the position in which a line of the pipe ends; nil for an error.
    static func text(ofAnswer line: [UInt8]) -> String? {
        // The position and its epoch are the last members.
        let tail = line.suffix(96)
        guard let start = end(ofLast: "\"position\":", in: tail), start < tail.endIndex else {
            return nil
        }
        let quote = UInt8(ascii: "\"")
        if tail[start] == quote {
            // It is sealed, and has its epoch in it.
            return String(decoding: tail[(start + 1)...].prefix { $0 != quote }, as: UTF8.self)
        }
        let number = String(
            decoding: tail[start...].prefix { (48...57).contains($0) },
            as: UTF8.self
        )
        guard let epoch = end(ofLast: "\"epoch\":\"", in: tail) else { return number }
        return "\(String(decoding: tail[epoch...].prefix { $0 != quote }, as: UTF8.self)):\(number)"
    }

    /// The place behind the last occurrence of a name.
    private static func end(ofLast name: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let name = Array(name.utf8)
        var start = bytes.endIndex - name.count
        while start >= bytes.startIndex {
            if bytes[start] == name[0], bytes[start..<start + name.count].elementsEqual(name) {
                return start + name.count
            }
            start -= 1
        }
        return nil
    }
}
