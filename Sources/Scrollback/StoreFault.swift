package import Audit
package import EventLog
package import Views

/// A fault in the files of a store, beneath an opening, a command or a query.
///
/// It is for the operator: its description names files and positions, and no message's content.
package enum StoreFault: Error, Equatable, Sendable {
    case log(LogError)
    case views(ViewsError)
    /// The log contradicts a signed checkpoint.
    case proof(ProvingError)
    /// The marks of consumers cannot be used.
    case marks(ConsumerMarks.Fault)

    /// The damage of the log, as `verify` reports it; nil if there is none.
    package var damageOfLog: LogError? {
        switch self {
        case .log(let error), .views(.log(let error)): error.isDamageOfFile ? error : nil
        case .views, .proof, .marks: nil
        }
    }

    /// Whether room would mend it.
    var isLackOfRoom: Bool {
        switch self {
        case .log(let error): error == .storageFull || error == .mapFull
        case .views(let error): error.isLackOfRoom
        case .proof, .marks: false
        }
    }

    /// Whether the views are being made anew, so that asking again in a moment helps.
    package var isMendedByWaiting: Bool {
        if case .views(let error) = self { error.isMendedByWaiting } else { false }
    }
}

extension StoreFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .log(let error): error.description
        case .views(let error): error.description
        case .proof(let error): error.description
        case .marks(let error): error.description
        }
    }
}
