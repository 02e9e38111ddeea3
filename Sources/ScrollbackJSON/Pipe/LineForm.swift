internal import Messaging
internal import Wire

/// The names of the line's own fields, common to all commands and queries.
enum LineName: Int {
    case `do`, id, ref, `as`, at, ask, asOf, reason

    /// In the order of the cases.
    private static let texts = ["do", "id", "ref", "as", "at", "ask", "asOf", "reason"]
    fileprivate static let table = NameTable(texts)

    var text: String { Self.texts[rawValue] }
}

/// The values of a line's own names, found in one walk.
struct LineValues {
    let object: JSONObject
    private let tokens: [Int]

    init(_ object: JSONObject) {
        self.object = object
        tokens = object.find(LineName.table) { _, _ in }
    }

    private func token(of name: LineName) -> Int { tokens[name.rawValue] }

    subscript(name: LineName) -> JSONValue? {
        let token = token(of: name)
        return token > 0 ? JSONValue(document: object.value.document, index: token) : nil
    }

    /// Returns the tokens of some of them, zero for a missing one.
    func tokens(of names: [LineName]) -> [Int] { names.map(token) }

    /// Reads a field of one of these names.
    func read<Value>(_ field: Field<Value>, _ name: LineName) throws(ErrorForm) -> Value {
        do throws(FormFault) {
            return try field.read(self[name], of: object)
        } catch {
            throw ErrorForm(error)
        }
    }
}

/// The forms of a line's own fields.
enum LineForm {
    private static let operatorWord = "operator"

    static let command = Field<CommandName>.required(
        LineName.do.text,
        .word(CommandName.self)
    )
    static let query = Field<QueryName>.required(LineName.ask.text, .word(QueryName.self))
    static let time = Field<Timestamp?>.optional(LineName.at.text, .time)
    static let actor = Field<Actor>.required(
        LineName.as.text,
        Shape(.either([.choice([operatorWord]), .id])) { json throws(FormFault) in
            json.spells(operatorWord) ? .operator : .user(try Shape.id(UserID.self).read(json))
        }
    )

    static let reason = Field<String?>.optional(LineName.reason.text, .text)
    static let moment = Field<PastMoment?>.optional(LineName.asOf.text, .moment)

    /// A line with a query.
    static let querySchema = Schema.Object(
        properties: schema.properties + moment.schema.properties + reason.schema.properties
    )

    /// A line with a command, and what every line has.
    static let schema = Schema.Object(
        properties: [.init(name: LineName.ref.text, schema: .anything, isRequired: false)]
            + actor.schema.properties + time.schema.properties
    )
}
