internal import EventLog
internal import Scrollback

/// Why an export was not imported: nothing is left at the new store's path.
public struct ImportError: Error, Hashable, Sendable {
    /// A stable code of the error.
    public enum Code: String, Hashable, Sendable {
        /// A store or a file has the path already; name another one.
        case alreadyExists
        /// The export was changed, is incomplete, or contradicts itself.
        case changed
        /// It is an export of a part of a log; only one of everything can be imported.
        case notEverything
        /// Newer software made the export; use a newer version.
        case newerFormat
        /// The erasures after the export are not known, and `withoutJournal` was not set.
        case journalNeeded
        /// A journal is missing, damaged, too short, another log's, or in use.
        case journal
        /// The folder is no export, or a file of it cannot be read.
        case cannotRead
        /// The new store cannot be written.
        case cannotWrite
        /// There is no room for the new store.
        case storageFull
    }

    /// The stable code.
    public let code: Code
    /// What is wrong and what to do, without user content.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// An error of a journal.
    init(journal error: LogError) { self.init(.journal, "\(error)") }

    /// An error while the new store is written.
    init(writing error: LogError) {
        switch error {
        case .alreadyExists(let path):
            self.init(.alreadyExists, "\(path) exists and is not replaced; name another path")
        case .storageFull, .mapFull: self.init(.storageFull, "\(error)")
        case .journal: self.init(journal: error)
        case .changedSource: self.init(.changed, "\(error)")
        default: self.init(.cannotWrite, "\(error)")
        }
    }
}

extension ImportError: CustomStringConvertible {
    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
