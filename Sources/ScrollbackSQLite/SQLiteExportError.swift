package import Scrollback

/// Why a store was not written to a database.
package enum SQLiteExportError: Error {
    /// There is a file of that name, which is not replaced.
    case alreadyExists(String)
    /// The file cannot be created or written; the number is the system's.
    case file(String, Int32)
    /// SQLite says what is wrong.
    case database(String)
    case store(StoreError)
    /// Content was erased during each of several attempts.
    case erasedMeanwhile
}
