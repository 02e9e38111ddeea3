public import Messaging
public import Wire

/// An error as the contract writes it: a stable code, and a sentence without a person's words.
public struct ErrorForm: Error, Hashable, Sendable {
    /// The code.
    public var code: RefusalCode
    /// A sentence for people.
    public var message: String
    /// The field at fault.
    public var field: String?
    /// The index of the command within `all`, from zero.
    public var index: Int?
    /// The time to wait before a retry, in milliseconds.
    public var retryAfterMilliseconds: Int64?
    /// The last position of an ended epoch that belongs to the log.
    public var fork: Position?
    /// The end of the actor's suspension.
    public var until: Timestamp?
    /// The newest line of the journal, which says that the command was not stored.
    public var keeping: UInt64?

    /// Creates an error.
    public init(
        _ code: RefusalCode,
        _ message: String,
        field: String? = nil,
        index: Int? = nil,
        retryAfterMilliseconds: Int64? = nil
    ) {
        self.code = code
        self.message = message
        self.field = field
        self.index = index
        self.retryAfterMilliseconds = retryAfterMilliseconds
    }

    /// Makes the outside form of a rule's refusal.
    package init(_ refusal: Refusal, index: Int? = nil) {
        self.init(refusal.code, refusal.message, field: refusal.field, index: index)
        fork = refusal.fork
        until = refusal.suspendedUntil
        if case .request(.rateLimited(let milliseconds)) = refusal {
            retryAfterMilliseconds = milliseconds
        }
    }

    /// Makes the error for an object that is not a valid command or query.
    package init(_ fault: FormFault, index: Int? = nil) {
        self.init(fault.code, fault.description, field: fault.field, index: index)
    }

    /// Makes the error for bytes that are not a JSON object.
    package init(_ fault: JSONFault) {
        self.init(.invalidRequest, fault.description)
    }

    /// The error for a caller who knows positions sealed: faults of the store name some.
    var sealed: ErrorForm {
        var error = self
        switch code {
        case .viewsUnavailable:
            error.message = "The store cannot be read now; ask again in a moment."
        case .internal:
            error.message = "The store has a fault. Ask what was done before you try again."
        default: break
        }
        return error
    }
}

extension JSONWriter {
    /// Writes the line that answers with an error.
    package mutating func writeLine(ref: [UInt8]?, error: ErrorForm) {
        object { writer in
            writer.writeReference(ref)
            writer.name("error")
            Rendering.error.write(writer.seal == nil ? error : error.sealed, &writer)
        }
        endLine()
    }

    mutating func writeReference(_ ref: [UInt8]?) {
        guard let ref else { return }
        name(LineName.ref.text)
        write(json: ref)
    }
}
