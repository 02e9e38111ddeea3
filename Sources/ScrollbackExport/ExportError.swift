package import EventLog
internal import Messaging
package import Scrollback

/// Why an export was not made: no folder is left.
public struct ExportError: Error, Hashable, Sendable {
    /// A stable code of the error.
    public enum Code: String, Hashable, Sendable {
        /// Something has the path already; name another one.
        case alreadyExists
        /// A file cannot be written.
        case cannotWrite
        /// There is no such conversation.
        case notFound
        /// The scope, the reason or an option is wrong.
        case invalidRequest
        /// Content was erased again and again while the export was written; try again later.
        case erasing
        /// The store is read here, and the process that writes cannot be reached to note the export.
        case noWriter
        /// The store's files cannot be read.
        case unavailable
        /// The log's file is damaged: verify the log.
        case damaged
        /// The store wants a reason for each look at people's words: give one.
        case reasonNeeded
    }

    /// The stable code.
    public let code: Code
    /// What is wrong and what to do, without user content.
    public let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package init(_ error: LogError) {
        switch error {
        case .alreadyExists(let path):
            self.init(.alreadyExists, "\(path) exists and is not replaced; name another path")
        case .system, .storageFull: self.init(.cannotWrite, "\(error)")
        case _ where error.isDamageOfFile: self.init(.damaged, "\(error)")
        default: self.init(.unavailable, "\(error)")
        }
    }

    package init(_ error: StoreError) {
        if case .log(let cause)? = error.fault, cause.isDamageOfFile {
            self.init(cause)
            return
        }
        switch error.code {
        case .notFound: self.init(.notFound, error.message)
        case .invalidText, .invalidRequest: self.init(.invalidRequest, error.message)
        case .readOnly: self.init(.noWriter, error.message)
        case .reasonNeeded: self.init(.reasonNeeded, error.message)
        default: self.init(.unavailable, error.message)
        }
    }
}

extension ExportError: CustomStringConvertible {
    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
