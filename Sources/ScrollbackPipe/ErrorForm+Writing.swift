internal import Messaging
package import Scrollback
package import ScrollbackJSON
internal import Wire

extension ErrorForm {
    /// Makes the outside form of a store's error; an error without a code of its own is `internal`.
    init(_ error: StoreError) {
        if let refusal = error.refusal {
            self.init(refusal, index: error.index)
        } else {
            self.init(
                Refusal.Code(rawValue: error.code.rawValue) ?? .internal,
                error.message,
                field: error.field,
                retryAfterMilliseconds: error.retryAfter?.wholeMilliseconds
            )
            keeping = error.keeping
        }
    }

    /// Makes the error of a failed query: the log's own faults are for the operator only.
    package init(reading error: StoreError) {
        let told: [StoreError.Code] = [.viewsUnavailable, .overloaded, .storageFull]
        if error.code == .lookNotLogged {
            self = .lookNotLogged
            return
        }
        let isTold = error.refusal != nil || told.contains(error.code)
        self = isTold ? ErrorForm(error) : .unread
    }

    /// A command that was carried out, and whose answer could not be counted.
    static let uncounted = ErrorForm(
        .internal,
        "This was done and is durable, but its answer could not be counted; ask again."
    )

    /// A query whose answer could not be read.
    static let unread = ErrorForm(.internal, "The store could not be read.")

    /// A look where nothing is written and no process that writes can be reached.
    static let lookNotLogged = ErrorForm(
        .readOnly,
        "This look cannot be logged: this process only reads, and reaches none that writes."
    )

    static let readOnly = ErrorForm(.readOnly, "The store is open for reading only.")
}

extension StoreError {
    /// The operator's notice of a command's error; nil for an error that only concerns the caller.
    var noticeOfCommand: Notice? {
        let cause = fault.map { "\($0)" } ?? ""
        switch code {
        case .storageFull:
            return Notice(.storageFull, "A command was refused because the storage is full.")
        case .outcomeUnknown:
            return Notice(
                .outcomeUnknown,
                "It is not known whether a commit was stored (\(cause)).",
                ["error": cause]
            )
        case .stopped:
            return Notice(.writingStopped, "Nothing is written until the store is opened again.")
        case .closed:
            return Notice(
                .commandFailed,
                "A command met a store that is closed.",
                ["code": code.rawValue]
            )
        default:
            guard fault != nil else { return nil }
            return Notice(
                .commandFailed,
                "A command could not be carried out: \(cause)",
                ["code": code.rawValue]
            )
        }
    }

    /// Whether asking again in a moment helps: the views are being made anew or brought up.
    var isMendedByWaiting: Bool { fault?.isMendedByWaiting == true }
}
