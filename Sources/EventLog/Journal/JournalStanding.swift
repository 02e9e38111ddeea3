internal import LogSchema
package import Merkle
package import Wire

/// The events that a log and its journal lack of each other.
package struct JournalStanding: Equatable, Sendable {
    /// The events that the log has and the journal lacks; the oldest first.
    package var missing: [Position] = []
    /// The lines of the append that was about to be committed at the log's end.
    package var ahead: [UInt64] = []
    /// The lines at whose position the log has another event: their commit failed.
    package var passed: [UInt64] = []
    /// The first event that the journal has behind the log's end, if it is not of an append that
    /// begins there: the log is an older one.
    package var lost: Position?
    /// Whether the log was restored since the journal's last line.
    package var takesOver = false
}

extension EventLog {
    /// Whether an event is kept in a journal: those of the store's own stream, and the request to
    /// forget a user.
    package static func isKept(_ stream: StreamID, _ type: UInt32) -> Bool {
        stream == .store || type == EnvelopeEvent.userForgotten
    }

    /// Compares the log with its journal's lines.
    ///
    /// - Complexity: reads the record of each line, and each envelope behind the newest of them.
    /// - Throws: `journal`, where the file is not this log's or not the newest.
    package func standing(
        of journal: JournalContents,
        at path: String
    ) throws(LogError) -> JournalStanding {
        do throws(JournalFault) {
            return try compared(with: journal)
        } catch {
            if case .log(let error) = error { throw error }
            throw .journal(path: path, error)
        }
    }

    func compared(with journal: JournalContents) throws(JournalFault) -> JournalStanding {
        try requireThisLog(journal)
        let restore = try requireRestores(journal)
        let events = journal.events
        var standing = JournalStanding()
        let epochs = epochs
        if let newest = events.last?.event.epoch, newest != epochs.current {
            guard let restore, restore.lines > 0, journal.newest >= restore.lines else {
                throw .ofAnotherEpoch
            }
            for line in journal.lines[Int(restore.lines)...] {
                guard try mayHaveAdded(line) else { throw .wentOn }
            }
            standing.takesOver = true
        }
        let matching = try Matching(events.filter { epochs.contains($0.event) }, self)
        if let line = matching.foreign { throw .ofAnotherCopy(line: line) }
        standing.passed = matching.others
        standing.ahead = matching.ahead
        standing.lost = matching.lost
        standing.missing = try kept(after: matching.newest, besides: matching.leaves)
        return standing
    }

    /// Checks that a journal is this log's, and has the lines that its restores name.
    package func requireReaching(_ journal: JournalContents) throws(JournalFault) {
        try requireThisLog(journal)
        _ = try requireRestores(journal)
    }

    private func requireThisLog(_ journal: JournalContents) throws(JournalFault) {
        guard let first = journal.lines.first else { throw .empty }
        guard let event = first.event, event.position == Position(1),
            try leaf(at: Position(1)) == event.leaf
        else { throw .ofAnotherLog }
    }

    /// Checks that the journal has the line that each restore names.
    ///
    /// - Returns: the newest restore, with the number of lines that it read.
    private func requireRestores(
        _ journal: JournalContents
    ) throws(JournalFault) -> (position: Position, lines: UInt64)? {
        var newest: (position: Position, lines: UInt64)?
        for (position, restore) in try reading({ (log) throws(LogError) in try log.restores() }) {
            newest = (position, restore.journalLines)
            guard journal.reaches(restore) else { throw .lacksRestore(position) }
        }
        return newest
    }

    /// Whether a line can be of an opening of this log that a crash cut short while it added what
    /// the journal lacked.
    private func mayHaveAdded(_ line: JournalLine) throws(JournalFault) -> Bool {
        switch line.content {
        case .adds: return true
        case .void: return false
        case .event(let event):
            do throws(LogError) {
                return try has(event.leaf, at: event.position)
            } catch {
                throw .log(error)
            }
        }
    }

    private func leaf(at position: Position) throws(JournalFault) -> Digest {
        try reading { (log) throws(LogError) in try log.record(at: position).leafHash }
    }

    /// The kept events after a position that are not among some.
    private func kept(
        after position: Position,
        besides known: Set<Digest>
    ) throws(JournalFault) -> [Position] {
        var found: [Position] = []
        do throws(LogError) {
            let size = try snapshot().size
            try forEachRecord(from: position.next, through: size) { record in
                guard Self.isKept(record.stream, record.envelope.eventNumber),
                    !known.contains(record.leafHash)
                else { return }
                found.append(record.position)
            }
        } catch {
            throw .log(error)
        }
        return found
    }

    private func reading<Found>(
        _ body: (borrowing LogSnapshot) throws(LogError) -> Found
    ) throws(JournalFault) -> Found {
        do throws(LogError) {
            return try body(try snapshot())
        } catch {
            throw .log(error)
        }
    }
}

/// The lines of a log's own past, compared with its records.
private struct Matching {
    /// The leaf hashes of the lines whose event the log has.
    var leaves: Set<Digest> = []
    /// The newest position of such a line, and the newest line.
    var newest = Position.zero
    var newestLine: UInt64 = 0
    /// The lines at whose position the log has another event, and no repeat of theirs.
    var others: [UInt64] = []
    /// The lines of the append at the log's end.
    var ahead: [UInt64] = []
    /// The first position behind that append.
    var lost: Position?
    /// A line that the log cannot have lost in the journal's last append.
    var foreign: UInt64?

    init(
        _ events: [(number: UInt64, event: JournalEvent)],
        _ log: EventLog
    ) throws(JournalFault) {
        var origins: Set<Digest> = []
        var unmatched: [(number: UInt64, origin: Digest)] = []
        let size: Position
        do throws(LogError) {
            let snapshot = try log.snapshot()
            size = snapshot.size
            for (number, event) in events {
                let origin = try event.origin()
                guard event.position <= size,
                    try snapshot.record(at: event.position).leafHash == event.leaf
                else {
                    unmatched.append((number, origin))
                    continue
                }
                origins.insert(origin)
                leaves.insert(event.leaf)
                newest = max(newest, event.position)
                newestLine = number
            }
        } catch {
            throw .log(error)
        }
        let byNumber = Dictionary(events.map { ($0.number, $0.event) }) { first, _ in first }
        var sizes: Set<Position> = []
        for (number, origin) in unmatched where !origins.contains(origin) {
            guard let event = byNumber[number] else { continue }
            sizes.insert(event.size)
            if event.size == size {
                ahead.append(number)
            } else if event.size < size {
                others.append(number)
            } else {
                lost = lost ?? event.position
            }
        }
        guard lost == nil else { return }
        // Nothing is written behind a line that is not settled, but what repeats it.
        foreign =
            sizes.count > 1
            ? (others + ahead).min() : others.first { $0 < newestLine }
    }
}

extension JournalEvent {
    /// The leaf hash of the first event of those that repeat each other.
    package func origin() throws(LogError) -> Digest {
        do throws(WireError) {
            return try EncodedEnvelope(envelope.span.bytes).repeats ?? leaf
        } catch {
            throw .damagedRecord(position, .frame(error))
        }
    }
}

extension EpochLine {
    /// Whether an event is at a position of this log's past, or behind its end.
    fileprivate func contains(_ event: JournalEvent) -> Bool {
        if event.epoch == current { return true }
        return earlier.contains { $0.epoch == event.epoch && event.position.rawValue <= $0.fork }
    }
}

extension StoredRecord {
    /// The leaf hash of the first event of those that repeat each other.
    var origin: Digest { envelope.repeats ?? leafHash }
}

extension LogSnapshot {
    /// Returns the restores of the log that it made itself, not those of a log that it imported.
    borrowing func restores() throws(LogError) -> [(position: Position, event: LogRestored)] {
        let imported = try importedSize()
        var found: [(position: Position, event: LogRestored)] = []
        for number in try numbers(of: .restore) where number > imported.rawValue {
            let position = Position(number)
            found.append((position, try structure(at: position, LogRestored.init(decoding:))))
        }
        return found
    }

    /// Returns the beginnings of the log's own journals, and its openings without one.
    ///
    /// The journal of a log that it imported is not its own.
    borrowing func journals() throws(LogError) -> [(position: Position, event: JournalBegun)] {
        let imported = try importedSize()
        var found: [(position: Position, event: JournalBegun)] = []
        for number in try numbers(of: .journal) where number > imported.rawValue {
            let position = Position(number)
            found.append((position, try structure(at: position, JournalBegun.init(decoding:))))
        }
        return found
    }

    private borrowing func structure<Event>(
        at position: Position,
        _ decode: (RawSpan) throws(WireError) -> Event
    ) throws(LogError) -> Event {
        let record = try record(at: position)
        do throws(WireError) {
            return try decode(record.envelope.event)
        } catch {
            throw .damagedRecord(position, .frame(error))
        }
    }
}

extension RecordReading where Self: ~Copyable {
    /// The position of the last event that the log imported; zero for one that imported none.
    package borrowing func importedSize() throws(LogError) -> Position {
        try withRecord(at: Position(1)) { (record) throws(LogError) in
            do throws(WireError) {
                let created = try LogCreated(decoding: record.envelope.event)
                return Position(created.imported?.events ?? 0)
            } catch {
                throw .damagedRecord(Position(1), .frame(error))
            }
        }
    }
}

/// Whether the events of a log are kept in a journal.
package enum JournalKeeping: Sendable {
    /// None was begun, or the log was restored without it.
    case none
    case kept
    /// The store was last opened without its journal.
    case setAside
}

extension EventLog {
    package func journalKeeping() throws(LogError) -> JournalKeeping {
        let snapshot = try snapshot()
        let restores = try snapshot.restores()
        let end = restores.last { $0.event.withoutJournal }?.position ?? .zero
        let journals = try snapshot.journals().filter { $0.position > end }
        // The beginning may be among the events that a restore lost; the journal goes on.
        let isTakenOver = restores.contains { $0.position > end && $0.event.journalLines > 0 }
        guard isTakenOver || journals.contains(where: { !$0.event.setAside }) else { return .none }
        return journals.last?.event.setAside == true ? .setAside : .kept
    }
}
