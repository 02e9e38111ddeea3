internal import Glibc
package import LMDB
package import Wire

/// An error of the log; the description says what to do about it.
package enum LogError: Error, Equatable, Sendable {
    /// There is no store at the path.
    case noStore(path: String)
    /// Something other than a store is at the path.
    case notAStore(path: String, reason: String)
    /// Creating would overwrite an existing file or store.
    case alreadyExists(path: String)
    /// The store was written in a format that this software does not know.
    case newerFormat(format: UInt32, supported: UInt32)
    /// The log holds events that this software is too old to understand.
    case newerReaderNeeded(reader: UInt32, supported: UInt32)
    /// The log's file does not begin as the file of a log does.
    case damagedFile(path: String, reason: String)
    /// The log's file ends before its last page.
    case truncated(path: String, expectedBytes: UInt64, actualBytes: UInt64)
    /// The keys are not there, so no content can be read and nothing appended.
    case keysMissing(path: String)
    /// There are fewer slots than events.
    case keysTooShort(path: String, slots: UInt64, events: UInt64)
    /// The keys are those of another log.
    case keysOfAnotherLog(path: String)
    /// The log has fewer events than were committed with these keys.
    case olderLog(path: String, events: UInt64, shownBy: NewerEvents)
    /// The log is of another epoch than its keys, and not one that they were restored from.
    case otherEpoch(path: String, mark: String, events: UInt64)
    /// The mark beside the keys is damaged.
    case damagedMark(path: String)
    /// The journal is not taken, or the store is not opened without one.
    indirect case journal(path: String, JournalFault)
    /// Locks and shared maps are unreliable on this filesystem.
    case networkFilesystem(path: String, kind: String)
    /// Another process writes to this store.
    case openElsewhere(path: String)
    /// This process has the store open already.
    case openInThisProcess(path: String)
    /// Group or others may read a file that only its owner may read.
    case readableByOthers(path: String, mode: UInt32)
    /// The file belongs to another user.
    case ownedByAnother(path: String, owner: UInt32)
    /// The record at this position is damaged.
    case damagedRecord(Position, RecordFault)
    /// A stored tile differs from the envelopes it was made of, or is not there.
    case damagedTile(level: UInt8, index: UInt64)
    /// A check of a page of the log's file, before anything walks it, has found damage.
    case damagedPage(PageFault)
    /// The log has no event at this position.
    case noSuchPosition(Position, size: Position)
    /// A view named a head that the log does not confirm; the views must be rebuilt.
    case headNotConfirmed(Position)
    /// An event is larger than allowed.
    case eventTooLarge(bytes: Int, limit: Int)
    /// An erasure names events that cannot be erased.
    case invalidErasure(ErasureFault)
    /// A file that is copied into a new log changed while it was read.
    case changedSource(path: String)
    /// The disk is full, or a file has reached its size limit; nothing was stored.
    case storageFull
    /// The address space reserved at opening is full; nothing was stored.
    case mapFull
    /// The store is open for reading only.
    case readOnly
    /// The store was closed.
    case closed
    /// An error of LMDB.
    case storage(LMDBError)
    /// An error of the operating system.
    case system(operation: String, path: String, errno: Int32)
}

/// The reason why a record is damaged.
package enum RecordFault: Error, Equatable, Sendable {
    /// The bytes are not a record of the log.
    case frame(WireError)
    /// The checksum does not match the bytes.
    case checksum
    /// A field has a value that no writer writes.
    case field(String)
    /// The record is missing, although later ones exist.
    case gap
    /// The version or the hash of the stream's previous event does not match.
    case link
    /// The record is older than the one before it.
    case time
    /// The content does not match its seal.
    case seal
    /// The content is missing, and no erasure names it.
    case missing
}

extension LogError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noStore(let path):
            "There is no store at \(path). Check the path, or create one."
        case .notAStore(let path, let reason):
            "\(path) is not a store: \(reason). Check the path."
        case .alreadyExists(let path):
            "\(path) exists. Open it, or choose another path."
        case .newerFormat(let format, let supported):
            "The store has format \(format) and this software knows up to \(supported). "
                + "Use a newer version."
        case .newerReaderNeeded(let reader, let supported):
            "The log has events that need reader \(reader); this is reader \(supported). "
                + "Use a newer version."
        case .damagedFile(let path, let reason):
            "\(path) is damaged: \(reason). Restore it from a backup."
        case .truncated(let path, let expected, let actual):
            "\(path) has \(actual) bytes of at least \(expected). Restore it from a backup."
        case .keysMissing(let path):
            "There is no file of keys at \(path). Put keys.bin back or name its path; "
                + "without it no content can be read."
        case .keysTooShort(let path, let slots, let events):
            "\(path) has \(slots) slots for \(events) events. "
                + "Put back the keys that belong to this log."
        case .keysOfAnotherLog(let path):
            "\(path) holds the keys of another log. Put back the keys that belong to this one."
        case .olderLog(let path, let events, .mark(_, let committed)):
            "\(path) is older than its keys: it has \(events) events, and \(committed) were "
                + "committed. Put the newest log.mdb back. If that is lost for ever, end every process "
                + "that reads the store and open it with --accept-older-log (scrollback pipe) or "
                + "acceptsOlderLog (Store.open); the keys of the events that it lacks are then "
                + "destroyed."
        case .olderLog(let path, let events, .keys(let keys, let slots)):
            "\(path) is older than its keys: it has \(events) events, and \(keys) has \(slots) "
                + "slots. Put the newest log.mdb back, or the keys of the same backup. If the "
                + "newest one is lost for ever, end every process that reads the store and open it "
                + "with --accept-older-log (scrollback pipe) or acceptsOlderLog (Store.open); the "
                + "keys of the events that it lacks are then destroyed. If you are sure that this log.mdb is the newest one, because a "
                + "crash interrupted a large append, shorten \(keys) to "
                + "\(KeyFile.leastSlots(events) * KeyFile.slotBytes) bytes instead."
        case .otherEpoch(let path, let mark, let events):
            "\(path) with its \(events) events is of another epoch than \(mark): the store was "
                + "restored since, or was restored elsewhere. Put the newest log.mdb back. If that "
                + "is lost for ever, put a copy from before the restore here and open the store "
                + "with --accept-older-log (scrollback pipe) or acceptsOlderLog (Store.open)."
        case .damagedMark(let path):
            "\(path) is damaged, so nothing shows whether log.mdb is the newest one. "
                + "If you are sure that it is, remove that file and open the store again."
        case .journal(let path, let fault):
            switch fault {
            case .isNeeded, .isDrill: "\(path) is not opened for writing: \(fault)"
            default: "The journal \(path) is not taken: \(fault)"
            }
        case .networkFilesystem(let path, let kind):
            "\(path) is on \(kind), where locks and shared memory cannot be trusted. "
                + "Move the store to a local disk."
        case .openElsewhere(let path):
            "Another process writes to \(path). Stop it, or open the store for reading only."
        case .openInThisProcess(let path):
            "This process has \(path) open already. Share that store."
        case .readableByOthers(let path, let mode):
            "\(path) is open to others (mode \(String(mode, radix: 8))). Run: chmod go= \(path)"
        case .ownedByAnother(let path, let owner):
            "\(path) belongs to user \(owner). Run as that user, or change the owner."
        case .damagedRecord(let position, let fault):
            "The record at position \(position) is damaged: \(fault). "
                + "Restore the log from a backup."
        case .damagedTile(let level, let index):
            "Tile \(index) of level \(level) does not match the log. "
                + "Restore the log from a backup."
        case .damagedPage(let fault):
            "The log's file is damaged: \(fault). Run scrollback verify to see how far, and "
                + "restore the log from a backup."
        case .noSuchPosition(let position, let size):
            "There is no event at position \(position); the log has \(size)."
        case .headNotConfirmed(let position):
            "The views and the log disagree about position \(position). "
                + "Run `scrollback verify`: if it finds the log sound, rebuild the views."
        case .eventTooLarge(let bytes, let limit):
            "An event has \(bytes) bytes; the limit is \(limit)."
        case .invalidErasure(let fault):
            "The erasure cannot be logged: \(fault)."
        case .changedSource(let path):
            "\(path) changed while it was read. Nothing was kept; begin again."
        case .storageFull:
            "There is no room: the disk is full, or a file is as large as this process may write "
                + "(ulimit -f). Nothing was stored; make room and try again."
        case .mapFull:
            "The log has filled the address space that was reserved for it. Nothing was stored; "
                + "open the store again, with a larger map if one was chosen."
        case .readOnly:
            "The store is open for reading only."
        case .closed:
            "The store is closed. Open it again."
        case .storage(let error) where error.isDamage:
            "The log's file is damaged: \(error). Run scrollback verify to see how far, and "
                + "restore the log from a backup."
        case .storage(let error):
            "The storage engine refused: \(error)."
        case .system(let operation, let path, let errno):
            "\(operation) \(path) failed: \(systemMessage(errno)).\(Self.remedy(errno))"
        }
    }

    /// The advice for an error of the operating system, if there is any.
    private static func remedy(_ number: Int32) -> String {
        switch number {
        case EACCES, EPERM: " Run as the user who owns the store."
        case ENOENT, ENOTDIR: " Check the path."
        case EMFILE, ENFILE: " Raise the limit on open files (ulimit -n)."
        default: ""
        }
    }
}

extension RecordFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .frame(let error): "it is no record (\(error))"
        case .checksum: "its checksum does not match"
        case .field(let name): "its field \(name) has an invalid value"
        case .gap: "it is missing"
        case .link: "it does not continue its stream"
        case .time: "it is older than the one before it"
        case .seal: "its content does not match its seal"
        case .missing: "its content is missing, and no erasure names it"
        }
    }
}

/// The evidence that more events were committed than a log has.
package enum NewerEvents: Equatable, Sendable {
    /// The mark at a path, and the number of events that it states.
    case mark(String, committed: UInt64)
    /// The keys at a path: they have more slots than are ever added ahead of the log.
    case keys(String, slots: UInt64)
}
