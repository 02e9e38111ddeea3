/// The decision whether a command may show people's words.
///
/// To read words is a look: as a person (`--as`), or as the operator (`--words`).
enum Looks {
    static func isWanted(_ arguments: Arguments) -> Bool {
        arguments.value("as") != nil || arguments.has("words")
    }

    /// Refuses a look that cannot be logged, unless the person accepts that.
    static func permit(_ arguments: Arguments) throws(CommandFailure) {
        guard isWanted(arguments) else {
            guard !arguments.has("unlogged"), arguments.value("reason") == nil else {
                throw arguments.wrong("takes --unlogged and --reason with --as or --words only")
            }
            return
        }
        guard arguments.has("unlogged") else {
            throw .failure(
                "lookNotLogged",
                "this command cannot log that you read people's words; add --unlogged to read "
                    + "them without a trace in the log, or leave out --as and --words"
            )
        }
    }
}
