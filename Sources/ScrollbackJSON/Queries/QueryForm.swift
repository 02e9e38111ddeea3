package import Messaging
internal import Wire

/// How one query is written in JSON: the one place from which it is read and described.
package struct QueryForm: Sendable {
    package let name: QueryName
    /// The fields of the query itself.
    package let schema: Schema.Object
    private let fields: Fields<PipeLine.Content>

    init<each Part>(
        _ name: QueryName,
        _ fields: repeat Field<each Part>,
        make: @escaping @Sendable (repeat each Part) -> Query
    ) {
        self.name = name
        self.fields = Fields(repeat each fields) { (part: repeat each Part) in
            .query(make(repeat each part))
        }
        schema = self.fields.schema
    }

    init<each Part>(
        ofOperator name: QueryName,
        _ fields: repeat Field<each Part>,
        make: @escaping @Sendable (repeat each Part) -> OperatorQuery
    ) {
        self.name = name
        self.fields = Fields(repeat each fields) { (part: repeat each Part) in
            .operatorQuery(make(repeat each part))
        }
        schema = self.fields.schema
    }

    /// The line's names that may stand beside a query's fields.
    private static let lineNames: [LineName] = [.ref, .as, .ask, .at]

    /// Reads the query.
    func read(_ line: LineValues) throws(FormFault) -> PipeLine.Content {
        // A query creates nothing, so nothing needs a name.
        try fields.read(
            line.object,
            besides: line.tokens(of: Self.lineNames),
            nextID: { .zero }
        )
    }
}

extension QueryForm {
    /// Every query that is served.
    package static let all: [QueryForm] = lists + messages + people + store + operators
}
