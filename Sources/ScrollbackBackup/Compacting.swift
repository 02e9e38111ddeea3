internal import CPlatform
internal import EventLog
public import Merkle
public import Scrollback
public import Wire

/// What compacting a store gained.
public struct CompactionReport: Hashable, Sendable {
    /// The position of the newest event, as before.
    public var size: Position
    /// The root of the log of that size, as before.
    public var root: Digest
    /// The bytes of log.mdb before and after.
    public var bytesBefore: UInt64, bytesAfter: UInt64

    /// The bytes that were given back; less than 0 if the new file is longer.
    public var gained: Int64 { Int64(bytesBefore) - Int64(bytesAfter) }
}

extension Store {
    /// Writes the log of a store anew, without the pages that erased content left free.
    ///
    ///     let report = try Store.compact(at: "chat.scrollback", waitingForReaders: .seconds(60))
    ///
    /// The new file is compared with the old one and renamed over it; events, positions, the root
    /// and checkpoints stay. No process may have the store open. Killed at any moment, it leaves one
    /// whole log. The call blocks its thread.
    ///
    /// - Parameters:
    ///   - path: The path of the store.
    ///   - keysPath: The path of its keys; nil for `keys.bin` in the store.
    ///   - patience: How long processes that read are waited for.
    ///   - progress: A function that receives the number of events copied, and of all.
    /// - Returns: What was gained.
    /// - Throws: `BackupError`; the log is as it was: `inUse` if a process writes to the store, or
    ///   this one has it open; `hasReaders`; `damaged`.
    /// - Complexity: O(events); needs as much free room as the new file takes.
    public static func compact(
        at path: String,
        keysPath: String? = nil,
        waitingForReaders patience: Duration = .zero,
        progress: ((_ done: UInt64, _ total: UInt64) -> Void)? = nil
    ) throws(BackupError) -> CompactionReport {
        let isBlocked = scrollback_block_file_size_signal()
        defer { if isBlocked { scrollback_unblock_file_size_signal() } }
        let directory = StoreDirectory(path: path, keysPath: keysPath)
        do throws(CompactionFailure) {
            let done = try EventLog.compact(
                directory,
                waitingForReaders: patience,
                progress: { progress?($0, $1) }
            )
            return CompactionReport(
                size: done.size,
                root: done.root,
                bytesBefore: done.bytesBefore,
                bytesAfter: done.bytesAfter
            )
        } catch {
            throw BackupError(error, of: directory)
        }
    }
}

extension BackupError {
    fileprivate init(_ failure: CompactionFailure, of store: StoreDirectory) {
        switch failure {
        case .hasReaders(let processes):
            self.init(.hasReaders, Self.words(of: processes, reading: store))
        case .log(.openElsewhere):
            let writer = store.writingProcess.map { "process \($0)" } ?? "another process"
            self.init(.inUse, "\(writer) writes to \(store.path); stop it first")
        case .log(.openInThisProcess):
            self.init(.inUse, "this process has \(store.path) open; close it first")
        case .otherRoot:
            self = .otherRoot
        case .log(let error): self.init(error)
        }
    }

    private static func words(of processes: [Int32], reading store: StoreDirectory) -> String {
        switch processes.count {
        case 0: "another process has \(store.path) open for reading; stop it, or wait for it"
        case 1:
            "process \(processes[0]) has \(store.path) open for reading; stop it, or wait for it"
        default:
            "processes \(processes.map(String.init).joined(separator: ", ")) have \(store.path) "
                + "open for reading; stop them, or wait for them"
        }
    }
}
