internal import EventLog
package import Messaging
internal import Views

/// Why a store did not do what it was asked.
package struct StoreError: Error, Equatable, Sendable {
    /// What went wrong, as a word that stays the same: those of the outside form, and a few of a
    /// store that is opened or read.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        init(_ code: Refusal.Code) { rawValue = code.rawValue }

        /// There is no store, it is another's, or it cannot be opened; the message says what helps.
        package static let cannotOpen = Code(rawValue: "cannotOpen")
        /// The store is closed.
        package static let closed = Code(rawValue: "closed")
        /// A snapshot was kept for longer than `Session.snapshotLifetime`; take another one.
        package static let snapshotExpired = Code(rawValue: "snapshotExpired")
        /// The store cannot be read now.
        package static let unavailable = Code(rawValue: "unavailable")
        /// The machine's clock cannot be right; see `Store.acceptClock`.
        package static let clockNotAccepted = Code(.clockNotAccepted)

        package static let notFound = Code(.notFound)
        package static let notAMember = Code(.notAMember)
        package static let permissionDenied = Code(.permissionDenied)
        package static let blocked = Code(.blocked)
        package static let rateLimited = Code(.rateLimited)
        package static let idempotencyConflict = Code(.idempotencyConflict)
        package static let overloaded = Code(.overloaded)
        package static let storageFull = Code(.storageFull)
        package static let outcomeUnknown = Code(.outcomeUnknown)
        package static let readOnly = Code(.readOnly)
        package static let `internal` = Code(.internal)
    }

    package var code: Code
    /// A sentence for a person, without anybody's words in it.
    package var message: String
    /// The field of the command that is at fault, where one is.
    package var field: String?
    /// Which of the commands of `perform` it is, from zero.
    package var index: Int?
    /// When to try again, where waiting helps.
    package var retryAfter: Duration?
    /// The rule that said no, where one did.
    package var refusal: Refusal?

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ refusal: Refusal, index: Int? = nil) {
        code = Code(refusal.code)
        message = refusal.message
        field = refusal.field
        self.index = index
        self.refusal = refusal
        if case .request(.rateLimited(let milliseconds)) = refusal {
            retryAfter = .milliseconds(milliseconds)
        }
    }

    init(opening error: EngineError) {
        self.init(.cannotOpen, "\(error)")
    }

    init(reading error: EngineError) {
        switch error {
        case .log(.closed): self.init(.closed, "The store is closed.")
        case .log, .views:
            self.init(.unavailable, "The store cannot be read: \(error)")
        }
    }

    init(_ error: QueryError) {
        switch error {
        case .refused(let refusal): self.init(refusal)
        case .failed(let failure): self.init(reading: failure)
        }
    }

    package init(_ error: WriteError<Refusal>) {
        if case .refused(let refusal) = error {
            self.init(refusal)
        } else {
            self.init(unwritten: error)
        }
    }

    package init(_ error: WriteError<BatchRefusal>) {
        if case .refused(let refused) = error {
            self.init(refused.refusal, index: refused.index)
        } else {
            self.init(unwritten: error)
        }
    }

    /// What is told where not the rules have said no.
    private init<Refused: Error>(unwritten error: WriteError<Refused>) {
        switch error {
        case .overloaded:
            self.init(
                .overloaded,
                "Too much waits to be written; nothing was stored, try again."
            )
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
        case .clockNotAccepted:
            self.init(
                .clockNotAccepted,
                "Nothing was stored: the machine's clock cannot be right. Set it right, or accept "
                    + "it as it is."
            )
        case .closed:
            self.init(.closed, "The store is closed; nothing was stored.")
        case .refused, .failed:
            self.init(.internal, "This could not be carried out; nothing was stored.")
        }
    }
}

extension StoreError: CustomStringConvertible {
    package var description: String { "\(code.rawValue): \(message)" }
}
