import EventLog
import Scrollback
import Wire

// The options with which commands open the store that their arguments name.

extension Option {
    /// The options of a command that opens a store for writing.
    static let journal = Option.value("journal")
    static let withoutJournal = Option.flag("without-journal")
}

extension Store.Options {
    /// Those of a command that reads.
    init(reading arguments: Arguments) {
        self.init()
        access = .reading
        creation = .never
        keysPath = arguments.value("keys")
        notice = { complain(TerminalText.line($0.message)) }
    }

    /// Those of a command that writes: to the journal too, or without it.
    init(writing arguments: Arguments) throws(CommandFailure) {
        self.init(reading: arguments)
        access = .writing
        journal = arguments.value("journal")
        withoutJournal = arguments.has("without-journal")
        guard journal == nil || !withoutJournal else {
            throw arguments.wrong("takes one of --journal and --without-journal")
        }
    }
}

extension Store {
    /// Opens the store that the arguments name; nil if another process writes to it.
    static func openAlone(
        _ arguments: Arguments,
        _ options: Options
    ) throws(CommandFailure) -> Store? {
        do throws(StoreError) {
            return try open(arguments.operands[0], options: options)
        } catch {
            if case .log(.openElsewhere)? = error.fault { return nil }
            throw CommandFailure(reading: error)
        }
    }
}
