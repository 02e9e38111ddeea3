internal import EventLog

/// The reason why an auditor's call has no result.
public struct AuditError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stable code of an error.
    public enum Code: String, CaseIterable, Sendable {
        /// The store cannot be opened or read; verify it, which names a fault if there is one.
        case unreadable
        /// The log has no event at this position, or never had this size.
        case noSuchPosition
        /// The log keeps no checkpoint that is new enough; sign one.
        case noCheckpoint
        /// A checkpoint is malformed, not signed by a given key, or of another origin than given.
        case invalidCheckpoint
        /// The log does not prove this under that checkpoint, which may be of another log.
        case notProved
        /// The event has no content, or its content was erased.
        case noContent
        /// No erasure names the event's content.
        case notErased
        /// The task was cancelled.
        case cancelled
        /// A fault of this program.
        case failed
    }

    /// The stable code.
    public let code: Code
    /// What is wrong and what to do, without user content.
    public let description: String

    private init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

extension AuditError {
    init(_ error: LogError) {
        if case .noSuchPosition = error {
            self.init(.noSuchPosition, error.description)
        } else {
            self.init(.unreadable, error.description)
        }
    }

    init(_ error: VerifyError) {
        switch error {
        case .log(let error): self.init(error)
        case .pinNotBelieved, .emptyPin, .noPin: self.init(.invalidCheckpoint, error.description)
        case .noRoot: self.init(.failed, error.description)
        case .cancelled: self.init(.cancelled, error.description)
        }
    }

    init(_ error: ProvingError) {
        switch error {
        case .log(let error): self.init(error)
        case .emptyLog: self.init(.noSuchPosition, error.description)
        case .noCheckpoint: self.init(.noCheckpoint, error.description)
        case .checkpoint: self.init(.invalidCheckpoint, error.description)
        case .proof: self.init(.notProved, error.description)
        case .noContent, .erased: self.init(.noContent, error.description)
        case .notErased, .isErasure: self.init(.notErased, error.description)
        case .record, .continuation, .disclosure, .receipt: self.init(.failed, error.description)
        }
    }
}
