internal import EventLog
internal import Merkle
internal import Wire

/// Appends events about keeping while a log is being opened or restored, before there are views.
struct KeepingWriter: ~Copyable {
    private let log: EventLog
    /// The journal that gets a line before each commit; nil where the lines come later.
    private let journal: Journal?
    private let time: Timestamp
    private let kept: KeptEvents
    private var writer: LogWriter

    /// A transaction must not dirty too many pages, and an erasure takes up to eight.
    private static let eventsPerCommit = 256
    private static let bytesPerCommit = 4 << 20

    /// Makes the writer; the lines are those whose streams are written to.
    ///
    /// `places` are positions of events that the log has under another leaf hash, by that hash.
    init(
        _ log: EventLog,
        _ journal: Journal?,
        at time: Timestamp,
        for lines: [JournalEvent] = [],
        knowing places: [Digest: Position] = [:]
    ) throws(StoreFault) {
        let streams = try KeepingRepeats.streams(of: lines)
        var kept = try StoreFault.log { () throws(LogError) in
            try log.keptEvents(headsOf: streams)
        }
        kept.places.merge(places) { own, _ in own }
        let writer = try StoreFault.log { () throws(LogError) in try LogWriter(log) }
        self.log = log
        self.journal = journal
        self.time = time
        self.kept = kept
        self.writer = writer
    }

    /// How many media may be owed by lost erasures of lost contents, so that the log cannot know
    /// them.
    ///
    /// Those that a lost acknowledgement named are owed no longer. Of the others it is an upper
    /// bound: what content of this log names too is owed by the repeated erasure.
    func unknownMedia(in lines: [JournalEvent]) throws(StoreFault) -> UInt64 {
        let (log, kept) = (log, kept)
        var media = LostMedia()
        return try StoreFault.log { () throws(LogError) in
            for line in lines { try media.take(line, of: log, isLost: kept.lacks(line)) }
            return media.count
        }
    }

    /// Finds which of some lines the log lacks and repeats.
    ///
    /// - Returns: their indices.
    func repeatable(_ lines: [JournalEvent], among indices: [Int]) throws(StoreFault) -> [Int] {
        var repeats = try KeepingRepeats(of: lines, to: log, that: kept, owesMedia: false)
        var found: [Int] = []
        for index in indices {
            try repeats.add(index)
            if repeats.events.count > 0 { found.append(index) }
            repeats.removeAll()
        }
        return found
    }

    /// Appends what the log lacks of some lines, and erases the content that it names.
    ///
    /// - Returns: the number of events.
    mutating func `repeat`(
        _ lines: [JournalEvent],
        at indices: [Int]
    ) throws(StoreFault) -> Int {
        var repeats = try KeepingRepeats(of: lines, to: log, that: kept)
        var count = 0
        for index in indices {
            try repeats.add(index)
            // With a journal they are one append, as they were: what a crash leaves of it is
            // settled as a whole.
            let (events, bytes) = (repeats.events.count, repeats.events.byteCount)
            let isFull = events >= Self.eventsPerCommit || bytes >= Self.bytesPerCommit
            let endsAppend = isFull && journal == nil || index == indices.last
            guard endsAppend, events > 0 else { continue }
            count += events
            // An opening after a crash has the content that the request was carried out on.
            if journal == nil { repeats.addGoingOn() }
            try append(repeats.events)
            repeats.removeAll()
        }
        return count
    }

    /// Appends events in one commit.
    mutating func append(_ events: borrowing EventList) throws(StoreFault) {
        do throws(LogError) {
            try commit(events)
            try writer.carryOutErasures()
        } catch {
            writer.abandon()
            throw .log(error)
        }
    }

    private mutating func commit(_ events: borrowing EventList) throws(LogError) {
        try writer.begin()
        let size = writer.size
        for index in 0..<events.count {
            let stream = events.stream(at: index)
            if writer.head(of: stream) == nil {
                try writer.confirm(kept.heads[stream], of: stream)
            }
            try writer.append(events[index], recorded: time)
        }
        var lines: [JournalEvent] = []
        for number in size.next.rawValue...writer.size.rawValue {
            let position = Position(number)
            lines.append(try writer.journalEvent(at: position, epoch: log.epoch, size: size))
        }
        let numbers = try write(lines)
        do throws(CommitFailure) {
            try writer.commit()
        } catch {
            switch error {
            case .outcomeUnknown(let cause): throw .storage(cause)
            case .storageFull:
                if let numbers { try makeVoid(numbers) }
                throw .storageFull
            }
        }
    }

    private func write(_ lines: [JournalEvent]) throws(LogError) -> ClosedRange<UInt64>? {
        guard let journal else { return nil }
        do throws(Journal.Failure) {
            return try journal.write(lines)
        } catch {
            throw error.cause
        }
    }

    private func makeVoid(_ lines: ClosedRange<UInt64>) throws(LogError) {
        do throws(Journal.Failure) {
            try journal?.void(lines)
        } catch {
            throw error.cause
        }
    }
}

extension KeptEvents {
    /// Whether the log has neither a line's event nor a repeat of it.
    fileprivate func lacks(_ line: JournalEvent) throws(LogError) -> Bool {
        try places[line.origin()] == nil
    }
}

extension StoreFault {
    /// Does something with the log, whose error is the store's fault.
    static func log<Found: ~Copyable>(
        _ body: () throws(LogError) -> Found
    ) throws(StoreFault) -> Found {
        do throws(LogError) {
            return try body()
        } catch {
            throw .log(error)
        }
    }
}
