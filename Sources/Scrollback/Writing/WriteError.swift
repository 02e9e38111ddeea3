internal import EventLog

/// Why the writer stored nothing, or why it is not known whether it did.
package enum WriteError<Refusal: Error>: Error {
    /// The rules say no; nothing was stored.
    case refused(Refusal)
    /// The writer could not do it.
    case unwritten(WriteFailure)
}

extension WriteError: Equatable where Refusal: Equatable {}
extension WriteError: Sendable where Refusal: Sendable {}

/// The reason why the writer cannot do what no rule forbids.
package enum WriteFailure: Error, Equatable, Sendable {
    /// Too many commands wait; nothing was stored, try again later.
    case overloaded
    /// The views could not be read for five seconds; nothing was stored, try again later.
    case viewsUnavailable
    /// There is no room; nothing was stored, try again when there is.
    case storageFull(StoreFault)
    /// There is no room; nothing was stored, and a line of the journal says so.
    case voided(StoreFault, keeping: UInt64)
    /// The journal cannot be written; nothing was stored.
    case journalUnavailable(StoreFault)
    /// The command is larger than a batch may be; nothing was stored.
    case tooLarge(events: Int, bytes: Int)
    /// The command's events may or may not be stored: open the store again and look, or try
    /// again with the same id.
    case outcomeUnknown(StoreFault)
    /// An earlier outcome is unknown, or the views cannot be written, so nothing is written until
    /// the store is opened again.
    case stopped(StoreFault)
    /// The machine's clock is not trusted; nothing is stored until it is set right or accepted.
    case clockNotAccepted
    /// The store is closed, or open for reading only.
    case closed
    /// The command cannot be carried out, though others can; nothing was stored.
    case failed(StoreFault)
}

extension WriteFailure {
    /// No room is left, or less than is kept in reserve.
    static let noRoom = WriteFailure.storageFull(.log(.storageFull))

    /// Makes the error for the caller from a fault of one command.
    init(of fault: StoreFault) {
        self = fault.isLackOfRoom ? .storageFull(fault) : .failed(fault)
    }

    /// Makes the error for callers from a failed commit of the log.
    init(_ failure: CommitFailure) {
        switch failure {
        case .storageFull: self = .noRoom
        case .outcomeUnknown(let error): self = .outcomeUnknown(.log(.storage(error)))
        }
    }

    /// The fault of the store's files, if that is the cause.
    var fault: StoreFault? {
        switch self {
        case .storageFull(let fault), .voided(let fault, _), .journalUnavailable(let fault),
            .outcomeUnknown(let fault), .stopped(let fault),
            .failed(let fault):
            fault
        case .overloaded, .viewsUnavailable, .tooLarge, .clockNotAccepted, .closed: nil
        }
    }
}
