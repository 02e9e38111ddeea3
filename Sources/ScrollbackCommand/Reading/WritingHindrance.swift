import EventLog
import Scrollback
import ScrollbackPipe

/// What keeps a command from opening for writing a store that it can read.
enum WritingHindrance: ~Copyable {
    /// Another process writes, and can be asked.
    case writer(ControlClient)
    case other(why: String)

    /// Finds out why the opening failed.
    ///
    /// - Throws: a failure where the store cannot be read either.
    init(_ error: StoreError, _ arguments: Arguments) throws(CommandFailure) {
        guard case .log(let cause)? = error.fault else { throw CommandFailure(reading: error) }
        switch cause {
        case .noStore, .notAStore: throw CommandFailure(reading: error)
        case _ where cause.isDamageOfFile: throw CommandFailure(reading: error)
        case .openElsewhere:
            let socket = ControlPath(arguments)
            if let client = try socket.client() {
                self = .writer(client)
            } else {
                self = .other(why: socket.noWriter.message)
            }
        default: self = .other(why: "\(cause)")
        }
    }
}
