/// The word that names what a command does, and the options that go with it.
struct ActionOptions {
    let name: String
    /// The options that this action takes beside those of the whole command.
    let options: [String]

    /// Finds the action in the second operand, and refuses options of the others.
    static func find(
        _ actions: [ActionOptions],
        in arguments: Arguments
    ) throws(CommandFailure) -> String {
        let word = arguments.operands[1]
        guard let action = actions.first(where: { $0.name == word }) else {
            let names = actions.map(\.name).joined(separator: ", ")
            throw arguments.wrong(
                "takes as word 2 one of \(names), not '\(TerminalText.line(word))'"
            )
        }
        for option in actions.flatMap(\.options) where !action.options.contains(option) {
            guard arguments.value(option) == nil, !arguments.has(option) else {
                throw arguments.wrong("takes no --\(option) with \(word)")
            }
        }
        return word
    }
}
