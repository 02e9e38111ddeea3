internal import LMDB
package import LogSchema
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
        let format = LogFormat(logID: logID, epoch: epoch)
        try create(at: directory, format, options) { (building) throws(LogError) in
            let log = try newLog(building, format, options)
            let genesis = LogCreated(logID: logID, epoch: epoch)
            try writeGenesis(genesis, of: log, format, at: time) { (_) throws(LogError) in }
            return 1
        }
    }

    /// Creates a store whose log continues another one: a new first event that names it, and after
    /// that the other log's events at their positions.
    ///
    /// `epochs` are the other log's first epoch and its newest, which stay; `leastReader` is the
    /// least reader of a log that understands all of its events; `time` is that of the other log's
    /// first event. `events` appends the other log's events from position 2 on, and `rest` at most
    /// `mostFurther` events behind them; if either throws, nothing is left.
    ///
    /// - Throws: `alreadyExists`; nothing is ever overwritten.
    package static func create(
        at directory: StoreDirectory,
        importing origin: ImportedLog,
        epochs: (first: UInt64, current: UInt64),
        leastReader: UInt32,
        time: Timestamp,
        logID: UniqueID,
        options: Options = Options(),
        mostFurther: UInt64 = 0,
        _ events: (inout LogImport) throws(LogError) -> Void,
        rest: (EventLog) throws(LogError) -> Void = { (_) throws(LogError) in }
    ) throws(LogError) {
        var newFormat = LogFormat(logID: logID, epoch: epochs.current)
        newFormat.minimumReader = leastReader
        let format = newFormat
        try create(at: directory, format, options) { (building) throws(LogError) in
            let most = origin.events + mostFurther
            let log = try newLog(building, format, options, events: most)
            let genesis = LogCreated(logID: logID, epoch: epochs.first, imported: origin)
            try writeGenesis(genesis, of: log, format, at: time) { (writer) throws(LogError) in
                var copy = LogImport(writer)
                try events(&copy)
                try copy.finish(origin.events)
            }
            try rest(log)
            return try log.snapshot().size.rawValue
        }
    }

    /// Builds a store and gives it its name; `fill` writes the log and returns its size.
    private static func create(
        at directory: StoreDirectory,
        _ format: LogFormat,
        _ options: Options,
        fill: (_ building: StoreDirectory) throws(LogError) -> UInt64
    ) throws(LogError) {
        let site = try StoreBuilding(for: directory, filesystem: options.filesystem)
        try KeyFile.create(path: site.folder.keysPath)
        let size = try fill(site.folder)
        try site.finish(CommittedEvents(of: format.logID, epoch: format.epoch, events: size))
    }

    /// The log that is built, with address space for the keys of so many events.
    private static func newLog(
        _ building: StoreDirectory,
        _ format: LogFormat,
        _ options: Options,
        events: UInt64 = 1
    ) throws(LogError) -> EventLog {
        let (environment, table) = try openEnvironment(
            building,
            access: .writing,
            options: options,
            creates: true
        )
        let mostKeys = (events + 2 * KeyFile.slotsPerBlock) * KeyFile.slotBytes
        return EventLog(
            directory: building,
            access: .writing,
            format: format,
            environment: environment,
            table: table,
            pages: PageGuard(environment, size: nil),
            keys: try KeyFile(
                path: building.keysPath,
                forWriting: true,
                mapBytes: max(1 << 20, Int(clamping: mostKeys))
            ),
            lock: nil
        )
    }

    /// Writes the first event, durably, and has the writer go on with the rest.
    private static func writeGenesis(
        _ genesis: LogCreated,
        of log: EventLog,
        _ format: LogFormat,
        at time: Timestamp,
        rest: (consuming LogWriter) throws(LogError) -> Void
    ) throws(LogError) {
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.put(format)
        try writer.confirm(nil, of: .store)
        var events = EventList()
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
        try writer.commitWhole()
        try rest(writer)
    }
}
