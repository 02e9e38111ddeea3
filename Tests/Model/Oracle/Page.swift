/// One page of an answer: where it begins, how long it is, and the marks at its ends.
struct Page {
    let line: Line
    let limit: Int
    private(set) var cursors: [String: Cursor] = [:]

    init(_ line: Line) {
        self.line = line
        limit = line.fields["limit"]?.int ?? 50
    }

    private var query: String { if case .ask(let name) = line.verb { name } else { "" } }

    private var scope: Value {
        let paging = [
            "limit", "cursor", "before", "after", "around", "aroundOrdinal", "aroundTime",
        ]
        return .object(line.fields.filter { !paging.contains($0.key) })
    }

    /// The cursor that the line carries in a field, if it is one of this query and this viewer.
    func cursor(for field: String) throws(Refused) -> Cursor? {
        guard let cursor = line.cursor, cursor.field == field else { return nil }
        guard cursor.owner == line.actor, cursor.query == query, cursor.scope == scope else {
            throw Refused(codes: ["invalidCursor"])
        }
        return cursor
    }

    /// Marks an end of the page; the answer shows only that there is a cursor.
    mutating func mark(_ name: String, at key: [Key]) -> Value {
        cursors[name] = Cursor(
            field: name == "next" ? "cursor" : name,
            owner: line.actor,
            query: query,
            scope: scope,
            key: key
        )
        return "cursor"
    }

    /// The elements after the cursor, in an order that is theirs already.
    mutating func answer<Element>(
        _ all: [Element],
        named name: String = "items",
        key: (Element) -> [Key],
        _ show: (Element) -> Value
    ) throws(Refused) -> Value {
        if line.fields["cursor"] != nil { throw Refused(codes: ["invalidCursor"]) }
        let start = try cursor(for: "cursor")?.key
        let rest = all.filter { element in
            start.map { Key.precedes($0, key(element)) } ?? true
        }
        let shown = Array(rest.prefix(limit))
        var answer: [String: Value] = [
            name: .array(shown.map(show)), "previous": .unsettled,
        ]
        if rest.count > limit, let last = shown.last {
            answer["next"] = mark("next", at: key(last))
        }
        return .object(answer)
    }
}
