internal import Audit
internal import EventLog
internal import Glibc
internal import LogSchema
internal import Merkle
internal import Messaging
internal import Scrollback
internal import Views
internal import Wire

/// Opens stores with a journal after a crash, and holds the opening against the journal's rules.
///
/// - An opening succeeds, and what it leaves is sound.
/// - What was acknowledged is so: erased texts are gone, the hold is there, the request waits.
/// - An erasure, a hold and a release whose line is on the disk are in the log, each once.
/// - Every kept event of the log has a line, and every line that is not void an event.
/// - A second opening changes neither.
/// - The store erases further.
enum KeptChecking {
    /// How far the newest append had come when the process died.
    enum Moment: String {
        case lineWithoutEvent = "line-without-event"
        case eventBeforeSlots = "event-before-slots"
        case slotsBeforeRecords = "slots-before-records"
        case settled
    }

    /// - Returns: the moment of the crash.
    static func check(_ folder: String, _ boot: Boot) async throws(Fault) -> String {
        let files = "\(folder)/files"
        let steps = Set(
            Acknowledgements.read("\(folder)/acknowledged").values
                .compactMap { Keeping.Step(rawValue: $0) }
        )
        guard access("\(Appending.path(in: files))/log.mdb", F_OK) == 0 else {
            guard steps.isEmpty else { throw Fault("there is no store, though it was made") }
            return Moment.settled.rawValue
        }
        do {
            try Checking.giveBirthBack(at: Appending.path(in: files))
            let lines = (try? Journal.contents(at: Keeping.journal(in: files)))?.events ?? []
            let moment = try moment(of: files, lines.map(\.event))
            let first = try open(files, boot)
            await first.waitForViews()
            try answers(of: first, after: steps)
            first.close()
            try await requireAgreement(in: files, with: lines.map(\.event))
            let sizes = try sizes(of: files)
            let second = try open(files, boot)
            second.close()
            guard try self.sizes(of: files) == sizes else {
                throw Fault("a second opening changes log or journal")
            }
            if moment != .settled { try await goOn(in: files, boot, steps) }
            return moment.rawValue
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault("\(error)")
        }
    }

    private static func open(_ files: String, _ boot: Boot) throws(Fault) -> Store {
        do throws(StoreFault) {
            return try Keeping.open(files, boot: boot)
        } catch {
            throw Fault("opening: \(error)")
        }
    }

    private static func openLog(_ files: String) throws(LogError) -> EventLog {
        try EventLog(
            opening: StoreDirectory(path: Appending.path(in: files)),
            access: .reading
        )
    }

    private static func moment(of files: String, _ lines: [JournalEvent]) throws -> Moment {
        let log = try openLog(files)
        defer { log.close() }
        let known = try log.keptEvents(headsOf: []).places
        if lines.contains(where: { isRepeated($0) && known[$0.leaf] == nil }) {
            return .lineWithoutEvent
        }
        let pending = try log.snapshot().pendingRanges().joined()
        guard let last = pending.last else { return .settled }
        return try log.isErased(at: Position(last)) ? .slotsBeforeRecords : .eventBeforeSlots
    }

    /// Whether an opening carries the line's event out.
    private static func isRepeated(_ event: JournalEvent) -> Bool {
        do {
            let envelope = try EncodedEnvelope(event.envelope.span.bytes)
            return [
                EnvelopeEvent.contentErased, EnvelopeEvent.erasureRequested,
                EnvelopeEvent.holdPlaced, EnvelopeEvent.holdReleased,
            ].contains(envelope.eventNumber)
        } catch {
            return false
        }
    }

    private static func answers(of store: Store, after steps: Set<Keeping.Step>) throws {
        let own = store.session(for: Keeping.ann)
        if steps.contains(.sent) {
            guard try own.message(Keeping.kept).text == "kept" else {
                throw Fault("an acknowledged text is gone")
            }
        }
        if steps.contains(.erased) { try requireErased(Keeping.erased, own) }
        if steps.contains(.released) { try requireErased(Keeping.held, own) }
        let state = try store.operator.state()
        let isHeld = state.holds.contains { $0.hold.id == Keeping.hold }
        if steps.contains(.held), !steps.contains(.waiting), !isHeld {
            throw Fault("an acknowledged hold is gone")
        }
        guard steps.contains(.waiting) else { return }
        guard !isHeld || !steps.contains(.released) else { throw Fault("a released hold is back") }
        // The release may be done and not answered; of a torn append its line alone may be left.
        let isThere = try own.message(Keeping.held).text != nil
        guard isThere || !isHeld else { throw Fault("a held text is erased") }
        guard state.pendingErasures.count == (isThere ? 1 : 0) else {
            throw Fault("an acknowledged request is gone, or is there after it was carried out")
        }
    }

    private static func requireErased(_ message: MessageID, _ own: Session) throws {
        guard try own.message(message).text == nil else {
            throw Fault("a text is readable whose erasure was acknowledged")
        }
    }

    /// Compares the log after the opening with the journal, and both with the lines before it.
    private static func requireAgreement(
        in files: String,
        with before: [JournalEvent]
    ) async throws {
        let log = try openLog(files)
        defer { log.close() }
        if let finding = try await Verification(of: log).run().finding {
            throw Fault("it does not verify: \(finding)")
        }
        let known = try log.keptEvents(headsOf: []).places
        for event in before where isRepeated(event) {
            guard known[event.leaf] != nil else {
                throw Fault("the line of position \(event.position) is not carried out")
            }
        }
        let lines = try Journal.contents(at: Keeping.journal(in: files)).events.map(\.event.leaf)
        guard Set(lines).count == lines.count else { throw Fault("an event has two lines") }
        let snapshot = try log.snapshot()
        var kept: Set<Digest> = []
        for position in try log.keptPositions() {
            kept.insert(try snapshot.record(at: position).leafHash)
        }
        guard kept.isSubset(of: lines) else { throw Fault("the journal lacks an event of the log") }
        for line in lines where !kept.contains(line) && known[line] == nil {
            throw Fault("the log lacks the event of a line that is not void")
        }
        // Of an event and its repeats the log has one.
        guard known.count == kept.count else { throw Fault("an event was carried out twice") }
    }

    private static func sizes(of files: String) throws -> [UInt64] {
        let log = try openLog(files)
        defer { log.close() }
        return [
            try log.snapshot().size.rawValue,
            try Journal.contents(at: Keeping.journal(in: files)).newest,
        ]
    }

    private static func goOn(
        in files: String,
        _ boot: Boot,
        _ steps: Set<Keeping.Step>
    ) async throws {
        guard steps.contains(.sent) else { return }
        let store = try open(files, boot)
        _ = try? await store.operator.releaseHold(Keeping.hold)
        _ = try await store.operator.erase(.message(Keeping.kept), basis: "b", reason: "r")
        try requireErased(Keeping.kept, store.session(for: Keeping.ann))
        store.close()
        let log = try openLog(files)
        defer { log.close() }
        if let finding = try await Verification(of: log).run().finding {
            throw Fault("after another erasure it does not verify: \(finding)")
        }
    }
}
