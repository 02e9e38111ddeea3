package import LogSchema
package import Merkle
package import Wire

extension EventLog {
    /// Checks, before anything is changed, that the log may be written to with this journal, or
    /// without one.
    ///
    /// - Returns: whether the journal shows that the log is an older one, and that is accepted.
    func admitJournal(_ options: Options) throws(LogError) -> Bool {
        if case .fromBackup = options.olderLog { return false }
        if try snapshot().restores().last?.event.drill == true {
            throw .journal(path: directory.path, .isDrill)
        }
        guard let journal = options.journal else {
            guard try journalKeeping() == .none || options.withoutJournal else {
                throw .journal(path: directory.path, .isNeeded)
            }
            return false
        }
        do throws(JournalFault) {
            return try isBehind(journal, isAccepted: options.olderLog != .refused)
        } catch {
            if case .log(let error) = error { throw error }
            throw .journal(path: journal.path, error)
        }
    }

    private func isBehind(_ journal: Journal, isAccepted: Bool) throws(JournalFault) -> Bool {
        let contents = try journal.contents()
        if contents.lines.isEmpty {
            guard try keeping() != .kept else { throw .empty }
            return false
        }
        let lost: Position?
        do throws(JournalFault) {
            lost = try compared(with: contents).lost
        } catch .ofAnotherEpoch where isAccepted {
            return true
        }
        guard let lost else { return false }
        guard isAccepted else { throw .isAhead(lost) }
        return true
    }

    private func keeping() throws(JournalFault) -> JournalKeeping {
        do throws(LogError) {
            return try journalKeeping()
        } catch {
            throw .log(error)
        }
    }
}

extension RecordReading where Self: ~Copyable {
    /// Returns an event as a journal keeps it.
    ///
    /// The size is that of the log before the append that it belongs to.
    package borrowing func journalEvent(
        at position: Position,
        epoch: UInt64,
        size: Position
    ) throws(LogError) -> JournalEvent {
        let ranges = try withRecord(at: position) { (record) throws(LogError) in
            record.envelope.eventNumber == EnvelopeEvent.contentErased
                ? try Erasure(valid: record.envelope.event, at: position).ranges : []
        }
        var erased: [Digest] = []
        for number in ranges.joined() {
            erased.append(
                try withRecord(at: Position(number)) { (record) throws(LogError) in
                    record.leafHash
                }
            )
        }
        return try withRecord(at: position) { (record) throws(LogError) in
            JournalEvent(
                epoch: epoch,
                size: size,
                position: position,
                leaf: record.leafHash,
                envelope: record.envelopeBytes.withUnsafeBytes { Array($0) },
                erased: erased
            )
        }
    }
}

extension JournalEvent {
    /// The positions that an erasure names, each with the leaf hash of the event there.
    package func erasedPositions() throws(LogError) -> [(position: UInt64, leaf: Digest)] {
        let ranges = try Self.ranges(of: envelope.span.bytes, at: position)
        // A line with any numbers must not make their sum overflow.
        var rest = UInt64(erased.count)
        for range in ranges {
            let further = range.upperBound - range.lowerBound
            guard further < rest else { throw .damagedRecord(position, .field("erased")) }
            rest -= further + 1
        }
        guard rest == 0 else { throw .damagedRecord(position, .field("erased")) }
        return zip(ranges.joined(), erased).map { ($0, $1) }
    }

    private static func ranges(
        of envelope: RawSpan,
        at position: Position
    ) throws(LogError) -> [ClosedRange<UInt64>] {
        let event: RawSpan
        do throws(WireError) {
            event = try EncodedEnvelope(envelope).event
        } catch {
            throw .damagedRecord(position, .frame(error))
        }
        return try Erasure(valid: event, at: position).ranges
    }
}

extension EpochLine {
    /// The epoch in which an event of this log was written.
    package func epoch(at position: Position) -> UInt64 {
        earlier.first { position.rawValue <= $0.fork }?.epoch ?? current
    }
}

/// The kept events that a walk over a whole log finds.
package struct KeptEvents: Sendable {
    /// Where each kept event is, or the first of its repeats, by the leaf hash of its origin.
    package var places: [Digest: Position] = [:]
    /// The newest event of each stream that was asked for.
    package var heads: [StreamID: StreamHead] = [:]
    /// The leaf hash of the newest kept event.
    package var newest = Digest.zero
    /// The first content that is missing although no erasure names it.
    package var unnamed: Position?
}

extension EventLog {
    /// The positions of all kept events.
    package func keptPositions() throws(LogError) -> [Position] {
        var found: [Position] = []
        try forEachRecord(from: Position(1), through: try snapshot().size) { record in
            if Self.isKept(record.stream, record.envelope.eventNumber) {
                found.append(record.position)
            }
        }
        return found
    }

    /// Walks over all envelopes.
    ///
    /// The streams are those whose newest event is wanted, beside the store's own.
    package func keptEvents(headsOf streams: Set<StreamID>) throws(LogError) -> KeptEvents {
        var kept = KeptEvents()
        var missing: [UInt64] = []
        var named: Set<UInt64> = []
        let size = try snapshot().size
        try forEachRecord(from: Position(1), through: size) { (record) throws(LogError) in
            if record.stream == .store || streams.contains(record.stream) {
                kept.heads[record.stream] = StreamHead(
                    version: record.version,
                    position: record.position
                )
            }
            if record.envelope.seal != nil, try keys.slot(at: record.position.index).isErased {
                missing.append(record.position.rawValue)
            }
            guard Self.isKept(record.stream, record.envelope.eventNumber) else { return }
            kept.newest = record.leafHash
            let origin = record.origin
            if kept.places[origin] == nil { kept.places[origin] = record.position }
            guard record.envelope.eventNumber == EnvelopeEvent.contentErased else { return }
            for range in try Erasure(valid: record.envelope.event, at: record.position).ranges {
                named.formUnion(range)
            }
        }
        kept.unnamed = missing.first { !named.contains($0) }.map { Position($0) }
        return kept
    }
}

extension EventLog {
    /// The least reader of a log whose events are kept in a journal, or were taken over from one.
    package static var readerOfJournals: UInt32 { LogFormat.readerOfJournals }

    /// Whether the event with a leaf hash is at a position and has content that is not erased.
    package func hasContent(at position: Position, leaf: Digest) throws(LogError) -> Bool {
        guard try has(leaf, at: position) else { return false }
        // Not within the condition: Swift 6.3's optimizer fails on a snapshot that is made there.
        let snapshot = try snapshot()
        let isSealed = try snapshot.record(at: position).envelope.seal != nil
        guard isSealed else { return false }
        return try !isErased(at: position)
    }

    /// Whether the event with a leaf hash is at a position.
    package func has(_ leaf: Digest, at position: Position) throws(LogError) -> Bool {
        let snapshot = try snapshot()
        guard position > .zero, position <= snapshot.size else { return false }
        return try snapshot.record(at: position).leafHash == leaf
    }
}
