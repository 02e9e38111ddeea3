/// One line of the pipe, with cursors as the oracle knows them.
package struct Line: Sendable, Equatable {
    package enum Verb: Sendable, Equatable, Hashable {
        case act(String)
        case ask(String)
    }

    package static let theOperator = "operator"

    /// A user's id, or `Line.theOperator`.
    package var actor: String
    package var verb: Verb
    package var fields: [String: Value]
    package var id: String?
    package var at: Int?
    /// A cursor from an earlier answer; the driver of a real store puts that store's own there.
    package var cursor: Cursor?

    package init(
        _ actor: String,
        _ verb: Verb,
        _ fields: [String: Value] = [:],
        id: String? = nil,
        at: Int? = nil,
        cursor: Cursor? = nil
    ) {
        self.actor = actor
        self.verb = verb
        self.fields = fields
        self.id = id
        self.at = at
        self.cursor = cursor
    }

    /// The line as JSON, with `token` where the cursor goes.
    package func value(token: String? = nil) -> Value {
        var members = fields
        members["as"] = .string(actor)
        switch verb {
        case .act(let name): members["do"] = .string(name)
        case .ask(let name): members["ask"] = .string(name)
        }
        if let id { members["id"] = .string(id) }
        if let at { members["at"] = .int(at) }
        if let cursor, let token { members[cursor.field] = .string(token) }
        return .object(members)
    }
}

/// Where a page ended: whose, of which query, after which place in its order.
///
/// Equal cursors continue at the same place, so a driver can find the real store's twin by
/// looking up the newest cursor that stood where this one did.
package struct Cursor: Sendable, Equatable {
    /// The request's field that it goes into.
    package var field: String
    package var owner: String
    package var query: String
    /// The other fields of the query, without its limit.
    package var scope: Value
    var key: [Key]
}

/// One part of a place in an order.
enum Key: Sendable, Comparable {
    case number(Int)
    case text(String)

    static func < (left: Key, right: Key) -> Bool {
        switch (left, right) {
        case (.number(let one), .number(let other)): one < other
        case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
        case (.number, .text): true
        case (.text, .number): false
        }
    }

    static func precedes(_ left: [Key], _ right: [Key]) -> Bool {
        left.lexicographicallyPrecedes(right)
    }
}

/// What a line is answered, and how exactly the documents settle it.
package struct Answer: Sendable, Equatable {
    /// `{"ok": …, "position": n}` or `{"error": {"code": …}}`; `unsettled` where either will do.
    package var value: Value
    /// Every code whose condition holds; empty when the line is accepted.
    package var acceptableCodes: Set<String> = []
    /// False where the documents do not fix how many events the command takes: compare nothing,
    /// and tell the oracle what it was (`Oracle.adopt`).
    package var isPositionExact = true
    /// What the markers `next`, `before` and `after` stand for.
    package var cursors: [String: Cursor] = [:]

    package init(
        value: Value,
        acceptableCodes: Set<String> = [],
        isPositionExact: Bool = true,
        cursors: [String: Cursor] = [:]
    ) {
        self.value = value
        self.acceptableCodes = acceptableCodes
        self.isPositionExact = isPositionExact
        self.cursors = cursors
    }

    package var ok: Value? { value["ok"] }
    package var code: String? { value["error"]?["code"]?.string }
    package var position: Int? { value["position"]?.int }
}
