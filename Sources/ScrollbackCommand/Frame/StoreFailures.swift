import Audit
import EventLog
import Merkle
import Scrollback
import Wire

// A command's failures for the errors of a store.

extension CommandFailure {
    init(_ error: LogError) {
        switch error {
        case _ where error.isDamageOfFile:
            self = .finding("damaged", "\(error)")
        case .noStore, .notAStore:
            self = .failure("noStore", "\(error)")
        case .noSuchPosition:
            self = .failure("noSuchEvent", "\(error)")
        case .keysMissing, .keysTooShort, .keysOfAnotherLog:
            self = .failure("keys", "\(error)")
        case .olderLog, .otherEpoch, .damagedMark:
            self = .failure("olderLog", "\(error)")
        case .journal:
            self = .failure("journal", "\(error)")
        case .openElsewhere(let path):
            // Each command adds its own remedy.
            let writer = StoreDirectory(path: path).writerInWords
            self = .failure("inUse", "\(writer) writes to \(path); stop it")
        case .openInThisProcess:
            self = .failure("inUse", "\(error)")
        case .storageFull, .mapFull:
            self = .failure("storageFull", "\(error)")
        case .alreadyExists, .newerFormat, .newerReaderNeeded, .networkFilesystem,
            .readableByOthers, .ownedByAnother, .headNotConfirmed, .eventTooLarge,
            .invalidErasure, .readOnly, .closed, .changedSource, .storage, .system,
            .damagedFile, .damagedRecord, .damagedTile, .damagedPage, .truncated:
            self = .failure("store", "\(error)")
        }
    }

    /// Creates a failure with another remedy, used if another process writes to the store.
    init(_ error: LogError, besideWriter remedy: String) {
        self.init(error)
        guard case .openElsewhere = error else { return }
        self = .failure(code, "\(message), or \(remedy)")
    }

    init(_ error: StoreFault) {
        if let damage = error.damageOfLog {
            self = .finding("damaged", "\(damage) Run `scrollback verify`.")
            return
        }
        switch error {
        case .log(let error): self.init(error)
        case .views(let views):
            self = .failure(views.isUnavailable ? "viewsUnavailable" : "views", "\(error)")
        case .proof(let error): self.init(error)
        case .marks: self = .failure("store", "\(error)")
        }
    }

    init(_ error: StoreError, besideWriter remedy: String? = nil) {
        switch error.fault {
        case let fault? where fault.damageOfLog != nil: self.init(fault)
        case .log(let log):
            if let remedy { self.init(log, besideWriter: remedy) } else { self.init(log) }
        case let fault?: self.init(fault)
        case nil: self = .failure("store", error.message)
        }
    }

    init(_ error: ProvingError) {
        switch error {
        case .log(let error): self.init(error)
        case .noCheckpoint:
            self = .failure(
                "noCheckpoint",
                "\(error) Use `scrollback checkpoint STORE --key FILE`; while another process "
                    + "writes to the store, add `--unkept --out NOW` and prove with "
                    + "`--checkpoint NOW`"
            )
        case .proof(.wrongRoot), .proof(.wrongOldRoot), .proof(.wrongNewRoot):
            self = .finding("otherHistory", "\(error)")
        case .proof(.indexOutsideTree(let index, let size)):
            self = .failure(
                "notCovered",
                "the checkpoint is of \(size) events, and does not cover event \(index + 1)"
            )
        case .noContent: self = .failure("noContent", "\(error)")
        case .erased: self = .failure("erased", "\(error)")
        case .notErased: self = .failure("notErased", "\(error)")
        case .isErasure: self = .failure("isErasure", "\(error)")
        case .emptyLog, .checkpoint, .proof, .record, .continuation, .disclosure, .receipt:
            self = .failure("cannotProve", "\(error)")
        }
    }

    init(_ error: CheckpointFailure) {
        switch error {
        case .refused(let refusal): self = .failure("refused", "\(refusal)")
        case .log(let error): self.init(error)
        case .commit(.storageFull): self.init(LogError.storageFull)
        case .commit(.outcomeUnknown):
            self = .failure(
                "outcomeUnknown",
                "the checkpoint was signed, and it is not known whether the log keeps it; run the "
                    + "command again"
            )
        }
    }
}

extension StoreDirectory {
    /// The process that has the store open for writing, in words.
    var writerInWords: String { writingProcess.map { "process \($0)" } ?? "another process" }
}

/// Opens the store of a command.
enum OpenStore {
    /// Opens the log that the arguments name.
    static func log(
        _ arguments: Arguments,
        _ access: EventLog.Access
    ) throws(CommandFailure) -> EventLog {
        do {
            return try EventLog(opening: directory(arguments), access: access)
        } catch {
            throw CommandFailure(error, besideWriter: "sign with --unkept")
        }
    }

    static func directory(_ arguments: Arguments) -> StoreDirectory {
        StoreDirectory(path: arguments.operands[0], keysPath: arguments.value("keys"))
    }
}
