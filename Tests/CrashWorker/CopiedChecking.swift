internal import Audit
internal import EventLog
internal import Glibc
internal import Merkle
internal import Messaging
internal import Scrollback
internal import ScrollbackBackup
internal import Views
internal import Wire

/// Looks at backups and compacted logs after a crash.
enum CopiedChecking {
    /// Restores the backup, and has the store go on with it.
    ///
    /// - What was acknowledged restores, with all of its events, and is sound.
    /// - What was erased in an acknowledged run is gone.
    /// - The next run to the same folders succeeds, and restores.
    ///
    /// - Returns: whether there was a backup.
    static func checkBackup(_ folder: String, _ boot: Boot) async throws(Fault) -> String {
        let files = "\(folder)/files"
        let runs = Acknowledgements.read("\(folder)/acknowledged")
        do {
            let size = try await restore(files, to: "\(folder)/restored", after: runs)
            let path = Appending.path(in: files)
            guard access("\(path)/log.mdb", F_OK) == 0 else {
                guard size == nil else { throw Fault("there is a backup and no store") }
                return "none"
            }
            try Checking.giveBirthBack(at: path)
            let store = try BackingUp.open(files, boot: boot)
            await store.waitForViews()
            let report = try await BackingUp.run(of: store, in: files)
            store.close()
            guard report.size >= size ?? .zero else { throw Fault("the next run has fewer events") }
            let next = try await restore(
                files,
                to: "\(folder)/restored-next",
                after: [Position(1): report.size.rawValue]
            )
            guard next == report.size else { throw Fault("the next run does not restore") }
            return size == nil ? "none" : "restored"
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault("\(error)")
        }
    }

    /// - Returns: the size of the backup; nil if there is none, and none was acknowledged.
    private static func restore(
        _ files: String,
        to place: String,
        after runs: [Position: UInt64]
    ) async throws -> Position? {
        let fork: Position
        do {
            let keys = BackingUp.keys(in: files)
            let backup = try Backup(at: BackingUp.backup(in: files), keys: keys)
            fork = try backup.restore(to: place, journal: .none).fork
        } catch {
            guard runs.isEmpty else { throw Fault("a backup does not restore: \(error)") }
            guard access(place, F_OK) != 0 else { throw Fault("a refused restore left a store") }
            return nil
        }
        guard fork >= Position(runs.values.max() ?? 0) else {
            throw Fault("an acknowledged backup has gone back to \(fork)")
        }
        let isErased = runs[Position(BackingUp.erasing)] != nil
        try await requireSound(place, atLeast: fork, withoutErased: isErased)
        return fork
    }

    /// Opens a log that was compacted or not, and compacts it once more.
    ///
    /// - Returns: whether the crash came before the compaction.
    static func checkCompacted(_ folder: String, _ boot: Boot) async throws(Fault) -> String {
        let files = "\(folder)/files"
        let noted = Acknowledgements.read("\(folder)/acknowledged")
        let path = Appending.path(in: files)
        guard let size = noted[Position(1)] else { return "before" }
        do {
            try await requireSound(path, atLeast: Position(size), withoutErased: true)
            try Checking.giveBirthBack(at: path)
            let store = try BackingUp.open(files, boot: boot)
            await store.waitForViews()
            let text = try store.session(for: Keeping.ann).message(Keeping.kept).text
            store.close()
            guard text == "kept" else { throw Fault("a text is gone") }
            guard try Store.compact(at: path).size >= Position(size) else {
                throw Fault("the log has fewer events")
            }
            try await requireSound(path, atLeast: Position(size), withoutErased: true)
            return noted.count == 1 ? "compacting" : "compacted"
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault("\(error)")
        }
    }

    private static func requireSound(
        _ path: String,
        atLeast size: Position,
        withoutErased isErased: Bool
    ) async throws {
        let log = try EventLog(opening: StoreDirectory(path: path), access: .reading)
        defer { log.close() }
        if let finding = try await Verification(of: log).run().finding {
            throw Fault("it does not verify: \(finding)")
        }
        guard try log.snapshot().size >= size else { throw Fault("events are missing") }
        guard isErased else { return }
        var gone = 0
        for number in 1...size.rawValue where try log.isErased(at: Position(number)) { gone += 1 }
        guard gone > 0 else { throw Fault("an erased text is readable again") }
    }
}
