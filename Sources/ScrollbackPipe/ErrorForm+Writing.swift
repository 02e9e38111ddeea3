internal import Messaging
internal import Scrollback
internal import ScrollbackJSON

extension ErrorForm {
    init(_ error: WriteError<Refusal>) {
        switch error {
        case .refused(let refusal): self.init(refusal)
        case .overloaded, .storageFull, .tooLarge, .outcomeUnknown, .stopped, .closed, .failed:
            self.init(unwritten: error)
        }
    }

    init(_ error: WriteError<BatchRefusal>) {
        switch error {
        case .refused(let refused): self.init(refused.refusal, index: refused.index)
        case .overloaded, .storageFull, .tooLarge, .outcomeUnknown, .stopped, .closed, .failed:
            self.init(unwritten: error)
        }
    }

    /// What is told where not the rules have said no.
    private init<Refused: Error>(unwritten error: WriteError<Refused>) {
        switch error {
        case .overloaded:
            self.init(.overloaded, "Too much waits to be written; nothing was stored, try again.")
        case .storageFull:
            self.init(.storageFull, "There is no room; nothing was stored.")
        case .tooLarge:
            self.init(.request(.tooManyEventsTogether))
        case .outcomeUnknown:
            self.init(
                .outcomeUnknown,
                "It is not known whether this was stored; open the store again and ask with the "
                    + "same id."
            )
        case .stopped:
            self.init(
                .internal,
                "Nothing was stored: an earlier outcome is unknown, so that the store has to be "
                    + "opened again."
            )
        case .refused, .closed, .failed:
            self.init(.internal, "This could not be carried out; nothing was stored.")
        }
    }

    /// A command that was carried out, and whose answer could not be counted.
    static let uncounted = ErrorForm(
        .internal,
        "This was done and is durable, but its answer could not be counted; ask again."
    )

    /// A query whose answer could not be read.
    static let unread = ErrorForm(.internal, "The store could not be read.")

    static let readOnly = ErrorForm(.readOnly, "The store is open for reading only.")
}

extension WriteError {
    /// What an operator should know of it; nil for what is a caller's own matter.
    var notice: String? {
        switch self {
        case .refused, .overloaded, .tooLarge: nil
        case .storageFull: "A command was refused because the storage is full."
        case .outcomeUnknown(let error): "It is not known whether a commit was stored (\(error))."
        case .stopped: "Nothing is written until the store is opened again."
        case .closed: "A command met a store that is closed."
        case .failed(let fault): "A command could not be carried out: \(fault)"
        }
    }
}
