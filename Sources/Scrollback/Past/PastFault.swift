internal import EventLog
internal import LMDB
internal import Views

/// Why a state of the past cannot be read.
enum PastFault: Error {
    /// As many states of the past as are kept are being read.
    case tooMany
    /// The views of the past would take more than they may.
    case tooLarge
    /// The folder of their files has no room.
    case noRoom(folder: String)
    /// No file can be made in the folder.
    case noFolder(String)
    /// The task was cancelled.
    case cancelled
    /// The store cannot be read, or the file not be made.
    case failed(StoreFault)

    init(_ error: ViewsError, folder: String) {
        switch error {
        case .storage(.mapFull): self = .tooLarge
        case _ where error.isLackOfRoom: self = .noRoom(folder: folder)
        case .storage(.system(let number)) where isFullDisk(number, at: folder):
            self = .noRoom(folder: folder)
        default: self = .failed(.views(error))
        }
    }
}

extension StoreError {
    init(_ fault: PastFault) {
        switch fault {
        case .tooMany:
            self.init(
                .overloaded,
                "\(PastViews.limit) states of the past are being read already; ask again."
            )
            retryAfter = .seconds(1)
        case .tooLarge:
            self.init(
                .overloaded,
                "The views of this state would take more than \(PastViews.usualBytes >> 30) GiB; "
                    + "restore a backup of that time, and ask there."
            )
        case .noRoom(let folder):
            self.init(
                .storageFull,
                "There is no room in \(folder) for the views of the past; free some, or set "
                    + "another folder with TMPDIR."
            )
        case .noFolder(let folder):
            self.init(
                .unavailable,
                "No file can be made in \(folder) for the views of the past; set TMPDIR to a "
                    + "folder that this process can write to."
            )
        case .cancelled:
            self.init(.cancelled, "The task was cancelled before the state was ready.")
        case .failed(let failure):
            self.init(reading: failure)
        }
    }
}
