package import EventLog
internal import Messaging
internal import Scrollback

/// Why a backup or a restore was not made, or a store not compacted.
public struct BackupError: Error, Hashable, Sendable {
    /// A stable code of the error.
    public enum Code: String, Hashable, Sendable {
        /// Something has the path already; name another one.
        case alreadyExists
        /// A file cannot be read or written.
        case cannotWrite
        /// A path or an option is wrong.
        case invalidRequest
        /// The folder has files and is no backup, or the backup of another log.
        case otherBackup
        /// The backup is of an earlier epoch, or of events that the log does not have.
        case otherEpoch
        /// The keys belong to another backup or to another log.
        case wrongKeys
        /// The backup or the store is damaged or incomplete; the message has the finding.
        case damaged
        /// The journal is missing, damaged, too short or another log's.
        case journal
        /// Another backup to the folder is being made, or a process has the store open that must
        /// not; try again when that has ended.
        case inUse
        /// Processes have the store open for reading; end them, or wait longer for them.
        case hasReaders
        /// Content was erased again and again meanwhile; try again later.
        case erasing
        /// The store is read here, and the process that writes cannot be reached to note the copy.
        case noWriter
        /// The store's files cannot be read.
        case unavailable
        /// The task was cancelled; the earlier backup still restores.
        case cancelled
        /// The new backup is whole and restores, but its last steps failed; back up once more.
        case unfinished
    }

    /// The stable code.
    public let code: Code
    /// What is wrong and what to do, without anyone's words.
    public let message: String

    /// The error of the log behind it, if there is one.
    package let cause: LogError?

    package init(_ code: Code, _ message: String, cause: LogError? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Two errors are equal if they have the same code and message.
    public static func == (left: BackupError, right: BackupError) -> Bool {
        left.code == right.code && left.message == right.message
    }

    /// Hashes the code and the message.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(message)
    }

    /// A copy that does not give the root that the log says it has.
    static let otherRoot = BackupError(
        .damaged,
        "the log has another root than its events, which were copied; run scrollback verify"
    )

    /// What fails when the manifest has its name already.
    static func unfinished(_ error: BackupError) -> BackupError {
        let why = error.message.hasSuffix(".") ? error.message.dropLast() : error.message[...]
        return BackupError(
            .unfinished,
            "the new backup is whole and restores, but its last steps failed: \(why). Back "
                + "up once more: until then the copy of the keys may hold what was erased, and counts as "
                + "older than it is"
        )
    }

    /// The two folders name each other, and are not of the same run.
    static func otherCopy(_ folders: BackupFolders) -> BackupError {
        BackupError(
            .wrongKeys,
            "\(folders.keys) and \(folders.backup) are not of the same run: one of them is a copy of "
                + "its folder that is older, or that went on without the other. Name the two that a "
                + "backup was written to last, and destroy old copies of keys"
        )
    }

    /// The folder of the keys has the note of an earlier version.
    static func unbound(_ folders: BackupFolders) -> BackupError {
        BackupError(
            .wrongKeys,
            "\(folders.keys)/\(KeyPlace.noteName) was written by an earlier version and does not say "
                + "to which run it belongs; run scrollback backup to both folders once more. If the "
                + "store is gone, restore with the version that wrote them"
        )
    }

    init(_ error: LogError) {
        switch error {
        case _ where error.isDamageOfFile:
            self.init(.damaged, "\(error) Run scrollback verify.", cause: error)
        case .alreadyExists(let path):
            self.init(
                .alreadyExists,
                "\(path) exists and is not replaced; name another path",
                cause: error
            )
        case .system, .storageFull, .mapFull: self.init(.cannotWrite, "\(error)", cause: error)
        case .journal: self.init(.journal, "\(error)", cause: error)
        case .keysOfAnotherLog: self.init(.wrongKeys, "\(error)", cause: error)
        default: self.init(.unavailable, "\(error)", cause: error)
        }
    }

    init(_ error: StoreError) {
        if let damage = error.fault?.damageOfLog {
            self.init(damage)
            return
        }
        switch error.code {
        case .invalidText, .invalidRequest, .notFound: self.init(.invalidRequest, error.message)
        case .readOnly: self.init(.noWriter, error.message)
        default: self.init(.unavailable, error.message)
        }
    }
}

extension BackupError: CustomStringConvertible {
    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}

/// Does something with files, and translates its errors.
func translating<Result: ~Copyable>(
    _ body: () throws(LogError) -> Result
) throws(BackupError) -> Result {
    do throws(LogError) {
        return try body()
    } catch {
        throw BackupError(error)
    }
}
