package import EventLog
package import LMDB
package import Views

/// Something that a caller wants to have happened, decided by the writer.
package protocol WriterCommand: Sendable {
    associatedtype Answer: Sendable
    associatedtype Refusal: Error

    /// Adds the events that the command leads to, or refuses.
    ///
    /// It may be called again for the same command, after a batch that was undone: it reads
    /// facts and adds events, and does nothing else. A refusal stores nothing.
    func decide(
        _ facts: borrowing CurrentFacts,
        _ events: inout EventList
    ) throws(Refusal) -> Answer
}

/// Why a command has no answer.
package enum WriteError<Refusal: Error>: Error {
    /// The rules say no; nothing was stored.
    case refused(Refusal)
    /// Too many commands wait; nothing was stored, try again later.
    case overloaded
    /// The views could not be read for five seconds; nothing was stored, try again later.
    case viewsUnavailable
    /// The disk is full; nothing was stored, try again when there is room.
    case storageFull
    /// The command is larger than a batch may be; nothing was stored.
    case tooLarge(events: Int, bytes: Int)
    /// The command's events may or may not be stored: open the store again and look, or try
    /// again with the version that was expected.
    case outcomeUnknown(LMDBError)
    /// An earlier outcome is unknown, or the views cannot be written, so nothing is written until
    /// the store is opened again.
    case stopped
    /// The machine's clock cannot be right; nothing was stored, and nothing is until it is set
    /// right or accepted.
    case clockNotAccepted
    /// The store is closed, or open for reading only.
    case closed
    /// The command cannot be carried out, though others can; nothing was stored.
    case failed(WriteFault)
}

extension WriteError: Equatable where Refusal: Equatable {}
extension WriteError: Sendable where Refusal: Sendable {}

/// What went wrong beneath a command.
package enum WriteFault: Error, Equatable, Sendable {
    case log(LogError)
    case views(ViewsError)

    /// Whether room would mend it.
    var isLackOfRoom: Bool {
        switch self {
        case .log(let error): error == .storageFull || error == .mapFull
        case .views(let error): error.isLackOfRoom
        }
    }
}

/// The limits of one batch; what is above them alone is refused, never split.
package enum BatchLimits {
    package static let commands = 1_000
    package static let events = 20_000
    package static let bytes = 4 << 20
    /// Commands that may wait before further ones are refused.
    package static let waitingCommands = 8_192
    /// From how many commands on a batch is committed to the views by another thread.
    package static let sharedCommands = 16
    /// How long commands wait for views that lag.
    package static let patience: Duration = .seconds(5)
}
