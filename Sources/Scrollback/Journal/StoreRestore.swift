package import EventLog
internal import Merkle
package import Wire

/// Continues a log and its keys that were copied from a backup, under a new epoch: repeats what the
/// journal says about erasing and keeping, so that nothing erased comes back and no hold is lost.
///
/// The files lie at a place where nothing was before. Whatever is refused is refused before they
/// are changed. The journal is only read: the first opening for writing takes it over.
package struct StoreRestore {
    /// What says which events came after the backup.
    package enum Source: Sendable {
        /// The journal at a path; the operator knows of so many lines.
        case journal(String, last: UInt64)
        /// No journal; the operator accepts that erased content comes back.
        case none
    }

    /// The result of a restore.
    package struct Report: Hashable, Sendable {
        /// The position of the last event of the backup.
        package let fork: Position
        package let epoch: UInt64
        /// The number of events that were repeated.
        package let repeated: Int
        /// The number of the journal's last line; nil without a journal.
        package let line: UInt64?
        /// How many lines came after the last one that the operator knows of: their events may
        /// never have been committed, and are repeated too.
        package let linesBehindLast: UInt64
        /// Whether the journal ends in an append that a crash tore; it does not count.
        package let isTorn: Bool
        /// How many media may be owed that only lost contents named.
        package let unknownMedia: UInt64
    }

    private let source: Source
    /// A rehearsal takes no lock, and what it makes is only read.
    private let isDrill: Bool

    package init(from source: Source, isDrill: Bool = false) {
        self.source = source
        self.isDrill = isDrill
    }

    package func run(
        at directory: StoreDirectory,
        time: Timestamp,
        options: EventLog.Options = EventLog.Options()
    ) throws(StoreFault) -> Report {
        // The lock is kept until the end, so that no store goes on with the journal meanwhile.
        let (contents, lock) = try journal()
        defer { withExtendedLifetime(lock) {} }
        try check(directory, contents, options)
        var options = options
        options.olderLog = .fromBackup(
            Restoration(
                at: time,
                with: contents?.lines.last,
                isDrill: isDrill,
                isWithoutJournal: contents == nil
            )
        )
        let log = try StoreFault.log { () throws(LogError) in
            try EventLog(opening: directory, access: .writing, options: options)
        }
        defer { log.close() }
        let lines = contents?.events.map(\.event) ?? []
        var writer = try KeepingWriter(log, nil, at: time, for: lines)
        let unknownMedia = try writer.unknownMedia(in: lines)
        let repeated = try writer.repeat(lines, at: Array(lines.indices))
        return Report(
            fork: log.restored?.fork ?? .zero,
            epoch: log.epoch,
            repeated: repeated,
            line: contents?.newest,
            linesBehindLast: linesBehindLast(contents),
            isTorn: contents?.isTorn == true,
            unknownMedia: unknownMedia
        )
    }

    private func linesBehindLast(_ contents: JournalContents?) -> UInt64 {
        guard case .journal(_, let last) = source, let contents else { return 0 }
        return contents.newest - last
    }

    /// Reads the journal, after all that it has is on the disk.
    private func journal() throws(StoreFault) -> (contents: JournalContents?, lock: Journal?) {
        guard case .journal(let path, let last) = source else { return (nil, nil) }
        do throws(JournalFault) {
            let lock = isDrill ? nil : try Journal(path, creates: false)
            let contents =
                if let lock { try lock.flushedContents() } else { try Journal.contents(at: path) }
            if contents.lines.isEmpty { throw .empty }
            guard contents.newest >= last else { throw .isShorter }
            return (contents, lock)
        } catch {
            throw .log(.journal(path: path, error))
        }
    }

    /// Checks that the keys are whole, and that the journal reaches to the end of the backup.
    private func check(
        _ directory: StoreDirectory,
        _ contents: JournalContents?,
        _ options: EventLog.Options
    ) throws(StoreFault) {
        let log = try StoreFault.log { () throws(LogError) in
            try EventLog(opening: directory, access: .reading, options: options)
        }
        defer { log.close() }
        let kept = try StoreFault.log { () throws(LogError) in try log.keptEvents(headsOf: []) }
        if let position = kept.unnamed { throw .log(.damagedRecord(position, .missing)) }
        guard let contents, case .journal(let path, _) = source else { return }
        do throws(JournalFault) {
            try log.requireReaching(contents)
            guard contents.events.contains(where: { $0.event.leaf == kept.newest }) else {
                throw .lacksBackup
            }
            guard contents.covers(log.epoch) else { throw .begunLater }
        } catch {
            throw .log(.journal(path: path, error))
        }
    }
}
