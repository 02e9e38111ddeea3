internal import LMDB
internal import LogSchema
internal import Merkle
internal import Wire

extension EventLog {
    /// Opens the log of a store, and refuses one that cannot be trusted.
    ///
    /// In this order: the place (no network, no access for others), the right to write, the file
    /// against its last page and the pages on the way to the first row and the last before anything
    /// walks it, dead readers, the first row, the keys, the newest records, the mark beside the
    /// keys, and erasures that a crash interrupted.
    package convenience init(
        opening directory: StoreDirectory,
        access: Access,
        options: Options = Options()
    ) throws(LogError) {
        try directory.check(filesystem: options.filesystem)
        let lock = access == .writing && !options.isLocked ? try WriterLock(directory) : nil
        if access == .writing { CompactionSite(directory).clear() }
        let (environment, table) = try Self.openEnvironment(
            directory,
            access: access,
            options: options,
            creates: false
        )
        let mapSize: Int
        do throws(LMDBError) {
            try environment.reclaimDeadReaders()
            mapSize = try environment.status().mapSize
        } catch {
            throw LogError(error)
        }
        let keys = try KeyFile(
            path: directory.keysPath,
            forWriting: access == .writing,
            mapBytes: mapSize / 4
        )
        try PageGuard.checkEnds(of: environment, forWriting: access == .writing)
        let (format, size) = try Self.ends(environment, table, path: directory.logPath)
        self.init(
            directory: directory,
            access: access,
            format: format,
            environment: environment,
            table: table,
            pages: PageGuard(environment, size: options.checks == .newest ? size : nil),
            keys: keys,
            lock: lock,
            openedBytes: options.openedBytes
        )
        if options.checks == .newest {
            try checkKeys()
            try checkTail()
            try readEpochs()
        }
        // Before any slot is made anew: the slots after an older log's end seal newer events.
        if access == .writing { try admitMark(options) }
        if access == .writing { try keys.renewUnused(from: try snapshot().size.rawValue) }
        if access == .writing { try redoErasures() }
    }

    /// Carries out erasures that were logged before a crash.
    ///
    /// Without room the keys are zeroed all the same, and the rest is done at the next opening.
    private func redoErasures() throws(LogError) {
        do throws(LogError) {
            _ = try carryOutErasures()
        } catch .storageFull {
            return
        } catch .mapFull {
            return
        }
    }

    /// Reads the first row, and returns the number of records.
    static func ends(
        _ environment: Environment,
        _ table: Table,
        path: String
    ) throws(LogError) -> (LogFormat, size: UInt64) {
        let snapshot = try LogSnapshot(environment, table, PageGuard(environment, size: nil))
        let most = try mostRecords(in: environment)
        return (try snapshot.format(path: path), min(snapshot.size.rawValue, most))
    }

    static func openEnvironment(
        _ directory: StoreDirectory,
        access: Access,
        options: Options,
        creates: Bool
    ) throws(LogError) -> (Environment, Table) {
        // LMDB's lock file describes the file that the first of its users opened. While it is not
        // known which file that is, no compaction may exchange it.
        let turn = try FolderLock(sharing: directory.path)
        defer { withExtendedLifetime(turn) {} }
        let expected = creates ? Environment.defaultMapSize(fileBytes: options.expectedBytes) : nil
        do throws(LMDBError) {
            while true {
                let environment = try Environment(
                    path: directory.logPath,
                    options: Environment.Options(
                        mapSize: options.mapSize ?? expected,
                        access: access == .writing ? .readWrite : .readOnly,
                        flushing: options.flushing,
                        creates: creates,
                        checksMetaPages: true
                    )
                )
                // A program that knows nothing of the folder's lock may have put another file there.
                guard environment.isAtItsPath else {
                    environment.close()
                    continue
                }
                return (environment, try environment.openOnlyTable())
            }
        } catch {
            throw LogError(opening: directory.logPath, error)
        }
    }

    /// Checks that there is a slot for every event, and that the first event opens with the first
    /// slot.
    private func checkKeys() throws(LogError) {
        let snapshot = try snapshot()
        let size = snapshot.size.rawValue
        guard size > 0 else {
            throw .notAStore(path: directory.path, reason: "its log has no events")
        }
        // Reads the file's size again if need be: a writer elsewhere may have added a block.
        _ = try keys.slot(at: size - 1)
        let genesis = try snapshot.record(at: Position(1))
        guard genesis.envelope.eventNumber == EnvelopeEvent.logCreated else {
            throw .damagedRecord(Position(1), .field("event"))
        }
        var contents = contents()
        do throws(LogError) {
            let content = try contents.content(of: genesis)
            guard content.bytes.byteCount == UniqueID.byteCount, UniqueID(content.bytes) == id
            else { throw .keysOfAnotherLog(path: keys.path) }
        } catch .damagedRecord(_, .seal) {
            throw .keysOfAnotherLog(path: keys.path)
        }
    }

    /// Checks that the newest records are whole, dense, linked and in order of time, and that the
    /// last full tile matches its envelopes.
    private func checkTail() throws(LogError) {
        let snapshot = try snapshot()
        let width = UInt64(TreeState.tileWidth)
        let fullTiles = snapshot.size.rawValue / width
        let tile = fullTiles == 0 ? nil : try snapshot.tile(level: 0, index: fullTiles - 1)
        if fullTiles > 0 && tile == nil { throw .damagedTile(level: 0, index: fullTiles - 1) }
        let first = fullTiles == 0 ? 1 : (fullTiles - 1) * width + 1

        var newest: [StreamID: (version: Version, leafHash: Digest)] = [:]
        var time = Timestamp(microseconds: 0)
        var records = try snapshot.records(from: Position(first))
        while let record = try records.next() {
            let leafHash = record.leafHash
            if let tile, record.position.index < fullTiles * width,
                tile[Int(record.position.index % width)] != leafHash
            {
                throw .damagedTile(level: 0, index: fullTiles - 1)
            }
            if let previous = newest[record.stream] {
                guard record.version == previous.version.next,
                    record.envelope.previous == previous.leafHash
                else { throw .damagedRecord(record.position, .link) }
            } else if first == 1, record.version != Version(1) {
                throw .damagedRecord(record.position, .link)
            }
            guard record.recorded >= time else { throw .damagedRecord(record.position, .time) }
            time = record.recorded
            newest[record.stream] = (record.version, leafHash)
        }
    }
}
