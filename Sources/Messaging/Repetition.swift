internal import Wire

/// The first decision of a command that is asked again; nil for a new one.
///
/// - Throws: `idIsTaken` where the id names something else, another conversation's or another
///   actor's.
func repetition(
    of request: Request,
    on facts: borrowing some Facts & ~Copyable
) throws(Refusal) -> Decision? {
    preconditionFailure("undecided")
}
