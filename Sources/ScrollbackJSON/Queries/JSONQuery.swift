package import Messaging
package import Wire

/// A query with its JSON form: the fields of its line, and how its answer is written and read.
package protocol JSONQuery: ServedQuery, RenderedQuery {
    static var form: QueryForm<Self> { get }
}

/// The fields of a query: their JSON form to read, and their schema.
package struct QueryForm<Asked: Query>: Sendable {
    package let schema: Schema.Object
    private let fields: Fields<Asked>

    init<each Part>(
        _ fields: repeat Field<each Part>,
        make: @escaping @Sendable (repeat each Part) -> Asked
    ) {
        self.fields = Fields(repeat each fields, make: make)
        schema = self.fields.schema
    }

    fileprivate func read(
        _ line: LineValues,
        besides names: [LineName]
    ) throws(FormFault) -> Asked {
        // A query creates nothing, so nothing needs a name.
        try fields.read(
            line.object,
            besides: line.tokens(of: names),
            nextID: { .zero }
        )
    }
}

/// The query of a line, of which only the name is decoded yet.
package struct QueryLine: Sendable {
    package let name: QueryName
    /// The moment of the past that is asked about; nil for the present.
    package let moment: PastMoment?
    private let line: LineValues
    /// The line's names that may stand beside the query's fields.
    private let others: [LineName]

    init(
        _ name: QueryName,
        _ line: LineValues,
        asOf moment: PastMoment?,
        besides others: [LineName] = [.ref, .as, .ask, .at, .asOf, .reason]
    ) {
        self.name = name
        self.moment = moment
        self.line = line
        self.others = others
    }

    /// Reads the query's fields.
    package func read<Asked: JSONQuery>(as _: Asked.Type) throws(ErrorForm) -> Asked {
        do throws(FormFault) {
            return try Asked.form.read(line, besides: others)
        } catch {
            throw ErrorForm(error)
        }
    }
}

extension JSONQuery {
    /// The query's part of `schemas/json/queries.json`.
    static var linePart: LineSchema.Part {
        LineSchema.Part(
            name: name.rawValue,
            audience: audience,
            schema: form.schema.naming(.ask, name.rawValue)
        )
    }

    /// The query's part of `schemas/json/answers.json`.
    static var answerPart: (name: String, schema: Schema) {
        (AnswerSchema.name(of: name), rendering.schema)
    }

    /// The fields of the query in the schema.
    package static var fields: Schema.Object { form.schema }
}

extension JSONWriter {
    /// Writes the answer to a query, as one object.
    package mutating func write<Asked: JSONQuery>(_ answer: Asked.Answer, to _: Asked.Type) {
        Asked.rendering.write(answer, &self)
    }

    /// Writes the line that answers a query.
    package mutating func writeLine<Asked: JSONQuery>(
        ref: [UInt8]?,
        position: Position,
        epoch: UInt64? = nil,
        answer: Asked.Answer,
        to type: Asked.Type
    ) {
        writeLine(ref: ref, position: position, epoch: epoch) { writer in
            writer.write(answer, to: type)
        }
    }
}

extension Shape<Int> {
    /// The largest number of items of a page.
    static let limit = integer(in: Limits.page)
}

extension Shape<Cursor> {
    static let cursor = Shape<String>.text.map(Cursor.init)
}

extension RenderedField where Whole == Part {
    /// The fields of a page that goes on with a cursor.
    static func page<Item>(
        of item: Rendering<Item>,
        as name: String = "items"
    ) -> RenderedField where Whole == Page<Item> {
        .all {
            always(name, .list(of: item)) { $0.items }
            optional("next", .cursor) { $0.next }
        } make: {
            Page($0, next: $1)
        }
    }
}
