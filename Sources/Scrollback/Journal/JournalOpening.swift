internal import EventLog
internal import LogSchema
internal import Messaging
internal import Wire

/// Makes a log and its journal agree, at the opening of the log for writing.
///
/// - Events that the journal lacks get their lines.
/// - Events whose lines were written before a crash, and that the log lacks, are carried out.
/// - Lines whose commit failed are made void.
/// - A log that was restored takes the journal over: it first repeats what it lost.
///
/// Each step is durable before the next one, and can be repeated after a crash.
struct JournalOpening {
    let log: EventLog
    let journal: Journal
    let time: Timestamp
    let notice: (Notice) -> Void

    func run() throws(StoreFault) {
        if journal.isTorn {
            try StoreFault.log { () throws(LogError) in try journal.cut() }
            notice(
                Notice(
                    .journalCut,
                    "The journal \(journal.path) ended in a torn line; it is cut off."
                )
            )
        }
        let contents = try contents()
        if contents.lines.isEmpty {
            try addLines(of: StoreFault.log { () throws(LogError) in try log.keptPositions() })
        } else {
            try agree(with: contents)
        }
        let keeping = try StoreFault.log { () throws(LogError) in try log.journalKeeping() }
        if contents.lines.isEmpty || keeping == .none {
            try Self.begin(log, journal, at: time)
            notice(
                Notice(
                    .journalBegun,
                    "The events about keeping are mirrored in \(journal.path) from now on."
                )
            )
        }
    }

    private func agree(with contents: JournalContents) throws(StoreFault) {
        let standing = try standing(of: contents)
        let lines = contents.events.map(\.event)
        // The journal is taken over only while no other store wrote behind what the restore read.
        if !standing.takesOver {
            for number in standing.passed { try makeVoid(number) }
        } else {
            var writer = try KeepingWriter(log, nil, at: time, for: lines)
            tell(ofUnknownMedia: try writer.unknownMedia(in: lines))
            _ = try writer.repeat(lines, at: Array(lines.indices))
        }
        let missing = try self.standing(of: self.contents()).missing
        try addLines(of: missing)
        if !missing.isEmpty {
            notice(
                Notice(
                    .journalCompleted,
                    "The journal lacked \(missing.count) events of the log; they are added.",
                    ["events": "\(missing.count)"]
                )
            )
        }
        try carryOut(standing.ahead, of: contents)
    }

    private func tell(ofUnknownMedia count: UInt64) {
        if count == 0 { return }
        notice(
            Notice(
                .mediaUnknown,
                "Up to \(count) media may be owed that only events named which a restore lost. Compare "
                    + "what is kept elsewhere with what the store names.",
                ["media": "\(count)"]
            )
        )
    }

    /// Appends the events of the append that a crash kept out of the log.
    ///
    /// Lines that are not repeated are made void first, because nothing may follow an unsettled line.
    private func carryOut(
        _ ahead: [UInt64],
        of contents: JournalContents
    ) throws(StoreFault) {
        if ahead.isEmpty { return }
        let numbers = contents.events.map(\.number)
        let lines = contents.events.map(\.event)
        let indices = numbers.indices.filter { ahead.contains(numbers[$0]) }
        var writer = try KeepingWriter(log, journal, at: time, for: lines)
        let repeatable = try writer.repeatable(lines, among: indices)
        for index in indices where !repeatable.contains(index) { try makeVoid(numbers[index]) }
        if repeatable.isEmpty { return }
        let count = try writer.repeat(lines, at: repeatable)
        notice(
            Notice(
                .journalCarriedOut,
                "The journal had \(count) events that a crash kept out of the log; they are done.",
                ["events": "\(count)"]
            )
        )
    }

    private func contents() throws(StoreFault) -> JournalContents {
        do throws(JournalFault) {
            return try journal.contents()
        } catch {
            throw .log(.journal(path: journal.path, error))
        }
    }

    private func standing(of contents: JournalContents) throws(StoreFault) -> JournalStanding {
        try StoreFault.log { () throws(LogError) in
            try log.standing(of: contents, at: journal.path)
        }
    }

    private func addLines(of positions: [Position]) throws(StoreFault) {
        if positions.isEmpty { return }
        let lines = try StoreFault.log { () throws(LogError) -> [JournalEvent] in
            let epochs = log.epochs
            let snapshot = try log.snapshot()
            var lines: [JournalEvent] = []
            for position in positions {
                lines.append(
                    try snapshot.journalEvent(
                        at: position,
                        epoch: epochs.epoch(at: position),
                        size: Position(position.rawValue - 1)
                    )
                )
            }
            return lines
        }
        do throws(Journal.Failure) {
            try journal.add(lines)
        } catch {
            throw .log(error.cause)
        }
    }

    private func makeVoid(_ line: UInt64) throws(StoreFault) {
        do throws(Journal.Failure) {
            try journal.void(line...line)
        } catch {
            throw .log(error.cause)
        }
    }

    /// Notes in the log that its events are kept in a journal from here on, or that the operator
    /// opened it without its journal.
    static func begin(
        _ log: EventLog,
        _ journal: Journal?,
        at time: Timestamp
    ) throws(StoreFault) {
        let begun = Event.journalBegun(JournalBegun(setAside: journal == nil))
        var events = EventList()
        events.add(NewEvent(begun, in: .store), by: .operator, command: nil)
        var writer = try KeepingWriter(log, journal, at: time)
        try writer.append(events)
    }
}
