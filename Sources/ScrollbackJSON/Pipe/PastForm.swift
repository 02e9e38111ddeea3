internal import Messaging
internal import Wire

/// The form of a query that asks another one about the past: `asOf` with the query in it.
///
/// It says the same as the field `asOf` beside a query. Its query has a name and its own fields; in
/// one that the operator asks, `as` may name the user as whom to look. `reason` stands outside.
enum PastForm {
    static let name = "asOf"

    private static let moment = Field<PastMoment>.one(
        of: ("position", Shape<Position>.position.map { .position($0) }),
        ("at", Shape<Timestamp>.time.map { .time($0) })
    )
    private static let epoch = Field<UInt64?>.optional("epoch", .epoch)
    private static let query = Field<JSONObject>.required(
        "query",
        Shape(.noted("A query without ref, at and asOf.", .fields)) { json throws(FormFault) in
            guard let object = json.object else { throw FormFault(.isNot(.object)) }
            return object
        }
    )

    private struct Asked {
        var moment: PastMoment
        var query: JSONObject
    }

    private static let fields = Fields<Asked>(moment, epoch, query) { moment, epoch, query in
        guard case .position(let position, _) = moment else {
            return Asked(moment: moment, query: query)
        }
        return Asked(moment: .position(position, epoch: epoch), query: query)
    }

    /// The part of `schemas/json/queries.json`.
    static let linePart = LineSchema.Part(
        name: name,
        audience: .usersAndOperator,
        schema: fields.schema.naming(.ask, name)
    )

    /// Reads a line that asks it.
    static func read(_ line: LineValues, ref: [UInt8]?) throws(ErrorForm) -> PipeLine {
        let actor = try line.read(LineForm.actor, .as)
        let asked: Asked
        do throws(FormFault) {
            asked = try fields.read(
                line.object,
                besides: line.tokens(of: [.ref, .as, .ask, .reason]),
                nextID: { .zero }
            )
        } catch {
            throw ErrorForm(error)
        }
        let inner = LineValues(asked.query)
        var viewer = actor
        if actor == .operator, inner[.as] != nil { viewer = try inner.read(LineForm.actor, .as) }
        let query = QueryLine(
            try inner.read(LineForm.query, .ask),
            inner,
            asOf: asked.moment,
            besides: actor == .operator ? [.ask, .as] : [.ask]
        )
        return PipeLine(
            ref: ref,
            actor: viewer,
            reason: try line.read(LineForm.reason, .reason),
            isOperators: actor == .operator && viewer != .operator,
            content: .query(query)
        )
    }
}
