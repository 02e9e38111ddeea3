internal import Messaging
internal import Wire

/// The form of `all`, which holds other commands; that there are any is for the rules to ask.
enum BatchForm {
    private static let fields = Fields(
        Field.required("commands", .list(of: .command, maximum: Limits.commandsTogether))
    ) { $0 }

    static var schema: Schema.Object { fields.schema }

    static func read(
        _ line: LineValues,
        besides names: [LineName],
        by actor: Actor,
        nextID: NextID
    ) throws(ErrorForm) -> CommandBatch {
        let elements: [JSONValue]
        do throws(FormFault) {
            let known = line.tokens(of: names)
            elements = try fields.read(line.object, besides: known, nextID: nextID)
        } catch {
            throw ErrorForm(error)
        }
        var batch = CommandBatch([], id: try line.read(CommandForm.attempt, .id))
        let made = batch.id.map { BatchNames(actor: actor, batch: $0) }
        for (index, json) in elements.enumerated() {
            do throws(FormFault) {
                let command = try element(json) { made?.name(ofLine: index) ?? nextID() }
                batch.commands.append(command)
            } catch {
                throw ErrorForm(error, index: index)
            }
        }
        return batch
    }

    private static func element(
        _ json: JSONValue,
        nextID: NextID
    ) throws(FormFault) -> NamedCommand {
        guard let object = json.object else { throw FormFault(.isNot(.object)) }
        let line = LineValues(object)
        let name = try LineForm.command.read(line[.do], of: object)
        guard let form = CommandForm.of(name) else {
            let reason = "cannot be within itself"
            throw FormFault(.isNotAllowed(reason), at: [.field(LineName.do.text)])
        }
        return try form.read(line, besides: [.do, .id], nextID: nextID)
    }
}

extension Shape<JSONValue> {
    /// A command that is still to be read.
    fileprivate static let command = Shape(.command) { json throws(FormFault) in json }
}
