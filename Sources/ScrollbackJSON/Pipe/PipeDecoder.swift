internal import Messaging
package import Wire

/// Reads the lines of the pipe.
///
/// A line says either `do` or `ask`, and nothing that is not known: a slip of the pen is refused,
/// never overlooked.
package struct PipeDecoder: Sendable {
    /// Whether lines bring their time; where they do not, they may not.
    package var readsTime: Bool

    package init(readsTime: Bool) { self.readsTime = readsTime }

    /// Reads one line, without what ends it.
    ///
    /// What a command creates gets a name from `nextID` unless the line gives it one.
    package func decode(
        _ line: [UInt8],
        nextID: () -> UniqueID
    ) throws(MalformedLine) -> PipeLine {
        let object: JSONObject
        do throws(JSONFault) {
            object = try JSONDocument(line).object()
        } catch {
            throw MalformedLine(ref: nil, error: ErrorForm(error))
        }
        let ref = object[LineForm.ref].map { Array($0.bytes) }
        do throws(ErrorForm) {
            return try decode(object, ref: ref, nextID: nextID)
        } catch {
            throw MalformedLine(ref: ref, error: error)
        }
    }

    private func decode(
        _ object: JSONObject,
        ref: [UInt8]?,
        nextID: NextID
    ) throws(ErrorForm) -> PipeLine {
        switch (object[LineForm.command], object[LineForm.query]) {
        case (_?, _?):
            throw ErrorForm(FormFault(.excludes(LineForm.command), at: [.field(LineForm.query)]))
        case (_?, nil):
            let actor = try LineForm.actor.require(in: object)
            let at = try time(of: object)
            let content = try command(in: object, nextID: nextID)
            return PipeLine(ref: ref, actor: actor, at: at, content: content)
        case (nil, _?):
            let actor = try LineForm.actor.require(in: object)
            let name = try LineForm.queryName.require(in: object)
            // The one query with a moment of its own.
            let isAboutThePast = name == LineForm.pastQuery
            let at = isAboutThePast ? nil : try time(of: object)
            var lineNames = [LineForm.ref, LineForm.actorName, LineForm.query]
            if !isAboutThePast { lineNames.append(LineForm.time) }
            let query = PipeQuery(name: name, object: object, lineNames: lineNames)
            return PipeLine(ref: ref, actor: actor, at: at, content: .query(query))
        case (nil, nil):
            throw ErrorForm(FormFault(.isOneOfNone([LineForm.command, LineForm.query])))
        }
    }

    private func time(of object: JSONObject) throws(ErrorForm) -> Timestamp? {
        guard readsTime || object[LineForm.time] == nil else {
            let reason = "is only for stores whose lines bring the time"
            throw ErrorForm(FormFault(.isNotAllowed(reason), at: [.field(LineForm.time)]))
        }
        return try LineForm.at.require(in: object)
    }

    private func command(
        in object: JSONObject,
        nextID: NextID
    ) throws(ErrorForm) -> PipeLine.Content {
        let name = try LineForm.name.require(in: object)
        guard let form = CommandForm.of(name) else {
            return .batch(try BatchForm.read(object, nextID: nextID))
        }
        do throws(FormFault) {
            let command = try form.read(object, besides: LineForm.others, nextID: nextID)
            return .command(command)
        } catch {
            throw ErrorForm(error)
        }
    }
}

/// What a line says besides the command or the query.
enum LineForm {
    static let ref = "ref"
    static let actorName = "as"
    static let time = "at"
    static let command = CommandForm.ownName
    static let query = "ask"
    static let pastQuery = "asOf"

    /// The names that every line with a command may have besides the command's own.
    static let others = [ref, actorName, time].map { Array($0.utf8) } + CommandForm.others

    private static let operatorWord = "operator"

    static let name = Field<CommandName>.required(command, .word(CommandName.self))
    static let queryName = Field<String>.required(query, .text)
    static let at = Field<Timestamp?>.optional(time, .time)

    static let actor = Field<Actor>.required(
        actorName,
        Shape(.either([.choice([operatorWord]), .id])) { json throws(FormFault) in
            json.spells(operatorWord) ? .operator : .user(try Shape.id(UserID.self).read(json))
        }
    )

    static let schema = Schema.Object(
        properties: [.init(name: ref, schema: .anything, isRequired: false)]
            + actor.schema.properties + at.schema.properties
    )
}

/// The form of `all`, which holds other commands.
enum BatchForm {
    private static let fields = Fields(
        Field.required("commands", .list(of: .command, maximum: Limits.commandsTogether))
    ) { $0 }

    static var schema: Schema.Object { fields.schema }

    static func read(
        _ object: JSONObject,
        nextID: NextID
    ) throws(ErrorForm) -> CommandBatch {
        let elements: [JSONValue]
        do throws(FormFault) {
            elements = try fields.read(object, besides: LineForm.others, nextID: nextID)
        } catch {
            throw ErrorForm(error)
        }
        let id = try CommandForm.attempt.require(in: object)
        var batch = CommandBatch([], id: id)
        for json in elements {
            do throws(FormFault) {
                batch.commands.append(try element(json, nextID: nextID))
            } catch {
                throw ErrorForm(error, index: batch.commands.count)
            }
        }
        return batch
    }

    private static func element(
        _ json: JSONValue,
        nextID: NextID
    ) throws(FormFault) -> NamedCommand {
        guard let object = json.object else { throw FormFault(.isNot(.object)) }
        let name = try LineForm.name.read(in: object, nextID: nextID)
        guard let form = CommandForm.of(name) else {
            let reason = "cannot be within itself"
            throw FormFault(.isNotAllowed(reason), at: [.field(LineForm.command)])
        }
        return try form.read(object, besides: CommandForm.others, nextID: nextID)
    }
}

extension Shape<JSONValue> {
    /// A command that is still to be read.
    fileprivate static let command = Shape(.command) { json throws(FormFault) in json }
}

extension Field {
    /// Reads a field that names nothing new.
    fileprivate func require(in object: JSONObject) throws(ErrorForm) -> Value {
        do throws(FormFault) {
            return try read(in: object) { .zero }
        } catch {
            throw ErrorForm(error)
        }
    }
}
