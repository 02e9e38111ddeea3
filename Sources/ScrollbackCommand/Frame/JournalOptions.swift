import Scrollback

// The journal of a store, as every command that may write names it.

extension Option {
    /// The options of a command that opens a store for writing.
    static let journal = Option.value("journal")
    static let withoutJournal = Option.flag("without-journal")
}

extension Store.Options {
    /// Sets the journal of a command from its options, or sets it aside.
    mutating func takeJournal(_ arguments: Arguments) throws(CommandFailure) {
        journal = arguments.value("journal")
        withoutJournal = arguments.has("without-journal")
        guard journal == nil || !withoutJournal else {
            throw arguments.wrong("takes one of --journal and --without-journal")
        }
    }
}
