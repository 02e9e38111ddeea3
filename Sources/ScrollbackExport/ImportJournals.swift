internal import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
internal import Scrollback
internal import Wire

/// The journals that say what happened after an export: that of the exported log, and those of logs
/// that were imported from it.
///
/// - A log that imported another one has its events at the same positions, up to the size that its
///   first event names. An erasure in its journal means these positions, and no later ones.
/// - Each journal is of the exported log, or its log was imported from one whose journal is there
///   too, in a state that the export or that journal shows.
/// - The files are locked until the import ends, so that none of these stores goes on meanwhile.
struct ImportJournals {
    private let journals: [GivenJournal]

    /// Reads the journals and checks their lines.
    init(_ given: [ImportJournal]) throws(ImportError) {
        var journals: [GivenJournal] = []
        for one in given {
            guard !journals.contains(where: { $0.given.path == one.path }) else {
                throw ImportError(.journal, "the journal \(one.path) is named twice; name it once")
            }
            do throws(LogError) {
                journals.append(try GivenJournal(one))
            } catch {
                throw ImportError(journal: error)
            }
        }
        self.journals = journals
    }

    /// The greatest number of events that the lines become.
    var mostEvents: UInt64 {
        journals.reduce(0) { sum, journal in
            journal.contents.events.reduce(sum) { $0 + 1 + UInt64($1.event.erased.count) }
        }
    }

    /// What the check of the export has to find out for them.
    func asked(of manifest: ExportManifest) throws(ImportError) -> ImportCheck.Asked {
        var asked = ImportCheck.Asked()
        for journal in journals {
            if journal.imported > 0 { asked.sizes.insert(journal.imported) }
            guard journal.log == manifest.log else { continue }
            for (_, event) in journal.contents.events {
                asked.positions.insert(event.position.rawValue)
                do throws(LogError) {
                    for (number, _) in try event.namedPositions() { asked.positions.insert(number) }
                } catch {
                    throw ImportError(journal: error)
                }
            }
        }
        return asked
    }

    /// Finds each journal's place along the line of descent.
    ///
    /// - Throws: if one has no place or is too old, or if the exported log's own is missing and has
    ///   to be there.
    func placed(
        behind check: ImportCheck,
        of manifest: ExportManifest,
        withoutOwn: Bool
    ) throws(ImportError) -> PlacedJournals {
        var placed: [GivenJournal] = []
        var rest = journals
        if let index = rest.firstIndex(where: { $0.log == manifest.log }) {
            var own = rest.remove(at: index)
            guard !withoutOwn else {
                throw ImportError(
                    .journal,
                    "\(own.given.path) is the exported log's journal; use it, or leave it out"
                )
            }
            try require(own, check, manifest)
            own.common = manifest.size
            own.isOwn = true
            placed.append(own)
        } else if !withoutOwn {
            throw ImportError(
                .journalNeeded,
                "the journal of the exported log \(manifest.log) is missing; name it, or accept "
                    + "that the new store has again what was erased after the export"
            )
        }
        while !rest.isEmpty {
            let sources = placed.map(\.log) + [manifest.log]
            let index = rest.firstIndex { journal in
                journal.source?.logID.map(sources.contains) == true
            }
            guard let index else { throw rest[0].fault(.ofAnotherLine) }
            var next = rest.remove(at: index)
            guard let imported = next.source, next.contents.covers(imported.epoch) else {
                throw next.fault(.begunLater)
            }
            let source = placed.first { $0.log == imported.logID }
            guard let common = common(with: imported, from: source, check, manifest) else {
                throw next.fault(.ofAnotherState)
            }
            next.common = common
            placed.append(next)
        }
        return PlacedJournals(journals: placed, leaves: check.leaves)
    }

    /// Checks that the exported log's own journal reaches to the export.
    private func require(
        _ own: GivenJournal,
        _ check: ImportCheck,
        _ manifest: ExportManifest
    ) throws(ImportError) {
        guard own.contents.events.first?.event.leaf == check.leaves[1] else {
            throw own.fault(.ofAnotherLog)
        }
        let isNoted = own.notes { $0.manifest == manifest.sum && $0.upTo == manifest.size }
        guard isNoted else { throw own.fault(.lacksExport) }
        guard own.contents.covers(manifest.epoch) else { throw own.fault(.begunLater) }
        for (position, restore) in check.ownRestores where !own.contents.reaches(restore) {
            throw own.fault(.lacksRestore(position))
        }
    }

    /// The number of positions that a log has in common with the export, by what its first event
    /// says that it imported; nil if nothing shows that.
    private func common(
        with imported: ImportedLog,
        from source: GivenJournal?,
        _ check: ImportCheck,
        _ manifest: ExportManifest
    ) -> UInt64? {
        let isExported = imported.logID == manifest.log
        if isExported, check.roots[imported.events] == imported.root { return imported.events }
        guard let source,
            source.notes({ $0.upTo == imported.events && $0.root == imported.root })
        else { return nil }
        guard isExported else { return min(source.common, imported.events) }
        let line = EpochLine(
            current: imported.epoch,
            earlier: source.contents.epochs(before: imported.epoch)
        )
        return min(imported.events, manifest.size, line.common(with: check.line))
    }
}

/// Journals whose place is known, each behind the one that its log was imported from.
struct PlacedJournals {
    private let journals: [GivenJournal]
    /// The leaf hashes that the export has at the positions that its own journal names.
    private let leaves: [UInt64: Digest]

    fileprivate init(journals: [GivenJournal], leaves: [UInt64: Digest]) {
        self.journals = journals
        self.leaves = leaves
    }

    /// What a report says of them.
    var used: [ImportReport.UsedJournal] {
        journals.map { journal in
            ImportReport.UsedJournal(
                path: journal.given.path,
                log: journal.log,
                line: journal.contents.newest,
                linesBehindLast: journal.contents.newest - journal.given.last
            )
        }
    }

    /// Appends to the new log what its events lack.
    ///
    /// - Returns: the number of events.
    func append(to log: EventLog, at time: Timestamp) throws(LogError) -> Int {
        var lines: [JournalEvent] = []
        var places: [Digest: Position] = [:]
        for journal in journals {
            for (_, event) in journal.contents.events {
                let number = event.position.rawValue
                if journal.isSame(number, as: event.leaf, leaves) {
                    let origin = try event.origin()
                    places[origin] = places[origin] ?? event.position
                } else if !journal.isOwn, number <= journal.imported {
                    // It is an event of the log that was imported, whose journal has it.
                    continue
                }
                lines.append(try translated(event, of: journal, to: log))
            }
        }
        if lines.isEmpty { return 0 }
        let late = journals.count > 1 ? Self.lastingHolds(in: lines, besides: places) : []
        let order = lines.indices.filter { !late.contains($0) } + late.sorted()
        return try log.appendRepeats(of: lines, in: order, knowing: places, at: time)
    }

    /// The lines that place holds which the export does not have and their log has not released,
    /// and those of later logs that release them.
    ///
    /// A log's lines are repeated in their order, and its erasures respect its own holds, but may
    /// be under a hold of another log. What was erased stays erased, so they come before the holds
    /// that are still in force behind their log's last line. Behind such a hold its own log erased
    /// nothing that it covers, so that nothing but the hold itself is later than it was.
    private static func lastingHolds(
        in lines: [JournalEvent],
        besides places: [Digest: Position]
    ) -> Set<Int> {
        var found: Set<Int> = []
        var lasting: Set<UniqueID> = []
        // A hold and its repeats are several lines of one journal.
        var placed: [UniqueID: [Int]] = [:]
        func endJournal() {
            found.formUnion(placed.values.joined())
            lasting.formUnion(placed.keys)
            placed = [:]
        }
        for (index, line) in lines.enumerated() {
            if line.position == Position(1) { endJournal() }
            switch line.type {
            case EnvelopeEvent.holdPlaced:
                guard let origin = try? line.origin(), places[origin] == nil,
                    let hold = line.decoded(as: HoldPlaced.self)?.hold
                else { continue }
                placed[hold, default: []].append(index)
            case EnvelopeEvent.holdReleased:
                guard let hold = line.decoded(as: HoldReleased.self)?.hold,
                    placed.removeValue(forKey: hold) == nil, lasting.contains(hold)
                else { continue }
                found.insert(index)
            default: continue
            }
        }
        endJournal()
        return found
    }

    /// An event whose erased positions have the leaf hashes of the new log; zeros where it means
    /// other events than the log has.
    private func translated(
        _ event: JournalEvent,
        of journal: GivenJournal,
        to log: EventLog
    ) throws(LogError) -> JournalEvent {
        let named = try event.namedPositions()
        if named.isEmpty { return event }
        let snapshot = try log.snapshot()
        var erased: [Digest] = []
        for (number, leaf) in named {
            let isSame = journal.isSame(number, as: leaf, leaves)
            erased.append(isSame ? try snapshot.record(at: Position(number)).leafHash : .zero)
        }
        return JournalEvent(
            epoch: event.epoch,
            size: event.size,
            position: event.position,
            leaf: event.leaf,
            envelope: event.envelope,
            erased: erased
        )
    }
}

extension GivenJournal {
    /// Whether its log and the export have the same event at a position: by the leaf hash that the
    /// journal names, if it is the exported log's; other logs have other hashes.
    fileprivate func isSame(
        _ position: UInt64,
        as leaf: Digest,
        _ leaves: [UInt64: Digest]
    ) -> Bool {
        position <= common && (!isOwn || leaves[position] == leaf)
    }
}

extension JournalEvent {
    /// The positions that it erases, each with the leaf hash of its event; none for other events.
    fileprivate func namedPositions() throws(LogError) -> [(position: UInt64, leaf: Digest)] {
        type == EnvelopeEvent.contentErased ? try erasedPositions() : []
    }
}
