internal import LMDB
internal import LogSchema
package import Wire

extension EventLog {
    /// Creates a store: a log with its first event, and its keys.
    ///
    /// It is built beside its place and renamed, or, if its place is an empty folder, built in
    /// there and its files are renamed, log.mdb last. So at any moment there is a complete store or
    /// none. Leftovers of a creation that was cut short are removed first.
    ///
    /// - Throws: `alreadyExists`; nothing is ever overwritten.
    package static func create(
        at directory: StoreDirectory,
        time: Timestamp,
        logID: UniqueID,
        epoch: UInt64,
        options: Options = Options()
    ) throws(LogError) {
        let site = try StoreBuilding(for: directory, filesystem: options.filesystem)
        try KeyFile.create(path: site.folder.keysPath)
        let format = LogFormat(logID: logID, epoch: epoch)
        try writeGenesis(site.folder, format: format, time: time, options: options)
        try site.finish(CommittedEvents(of: logID, epoch: epoch, events: 1))
    }

    private static func writeGenesis(
        _ building: StoreDirectory,
        format: LogFormat,
        time: Timestamp,
        options: Options
    ) throws(LogError) {
        let (environment, table) = try openEnvironment(
            building,
            access: .writing,
            options: options,
            creates: true
        )
        let keys = try KeyFile(path: building.keysPath, forWriting: true, mapBytes: 1 << 20)
        let log = EventLog(
            directory: building,
            access: .writing,
            format: format,
            environment: environment,
            table: table,
            pages: PageGuard(environment, size: nil),
            keys: keys,
            lock: nil
        )
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.put(format)
        try writer.confirm(nil, of: .store)
        var events = EventList()
        let genesis = LogCreated(logID: format.logID, epoch: format.epoch)
        // The sealed id binds the keys to this log.
        withUnsafeTemporaryAllocation(byteCount: UniqueID.byteCount, alignment: 8) { buffer in
            format.logID.store(into: buffer)
            events.add(
                EnvelopeEvent.logCreated,
                to: .store,
                content: RawSpan(_unsafeBytes: UnsafeRawBufferPointer(buffer))
            ) { genesis.encode(into: &$0) }
        }
        try writer.append(events[0], recorded: time)
        do throws(CommitFailure) {
            try writer.commit()
        } catch {
            switch error {
            case .storageFull: throw .storageFull
            case .outcomeUnknown(let cause): throw .storage(cause)
            }
        }
    }
}
