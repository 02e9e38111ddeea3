internal import EventLog
package import Scrollback
package import ScrollbackExport

/// Why a store was not written to a database.
package enum SQLiteExportError: Error {
    /// There is a file of that name, which is not replaced.
    case alreadyExists(String)
    /// The file cannot be created or written; the number is the system's.
    case file(String, Int32)
    /// SQLite says what is wrong.
    case database(String)
    case store(StoreError)
    /// The log does not note the export.
    case unnoted(ExportError)
    /// Content was erased during each of several attempts.
    case erasedMeanwhile
}

extension SQLiteExportError {
    init(_ error: LogError) {
        switch error {
        case .alreadyExists(let path): self = .alreadyExists(path)
        case .system(_, let path, let number): self = .file(path, number)
        default: self = .unnoted(ExportError(error))
        }
    }
}
