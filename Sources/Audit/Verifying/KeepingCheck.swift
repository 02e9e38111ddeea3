internal import EventLog
internal import LogSchema
internal import Wire

/// Compares erasures with the missing content, and with holds.
///
/// Content may be erased while the log is read, by erasures newer than the events read: so content
/// that seems wrong is checked again, with the erasures up to then.
struct KeepingCheck: ~Copyable {
    private let log: EventLog
    private let plan: VerifyPlan
    private var content: [ContentBits]
    private var contents: ContentReader
    private var snapshot: LogSnapshot
    /// The time until which the snapshot may be held.
    private var deadline = ContinuousClock.now + EventLog.longestSlice
    private var reads = 0
    private var holds: [Hold] = []
    /// The newest restore that was read.
    private var restored: (position: Position, event: LogRestored)?
    /// The last position of an erasure that belongs to that restore: lost events had erased the
    /// keys of the content that it names, so it breaks no hold that this log knows.
    private var restoredUpTo = Position.zero
    /// The positions named by erasures newer than the events read.
    private var later: [ClosedRange<UInt64>] = []
    private var laterRead: Position
    /// Named positions before the first record read whose content still exists.
    private var unreadDoubtful: [UInt64] = []
    private(set) var finding: Finding?

    /// The number of reads between two checks of the clock.
    private static let readsPerLook = 64

    init(_ log: EventLog, _ plan: VerifyPlan, content: [ContentBits]) throws(LogError) {
        let snapshot = try log.snapshot()
        self.log = log
        self.plan = plan
        self.content = content
        self.snapshot = snapshot
        contents = log.contents()
        laterRead = Position(plan.size)
    }

    /// Processes an erasure, a hold, a release or a restore; in the order of positions.
    mutating func take(_ position: Position) throws(LogError) {
        guard let keeping = try keeping(at: position) else { return }
        switch keeping {
        case .placed(let hold): holds.append(hold)
        case .released(let id): holds.removeAll { $0.id == id }
        case .faulty(let clause, let words):
            finding.note(Finding(clause, at: position, words))
        case .restored(let found):
            checkEpochs(found, at: position)
            restoredUpTo = Position(position.rawValue + UInt64(found.erasures))
        case .erased(let erasure):
            for range in erasure.ranges {
                noteNamed(range.lowerBound - 1..<range.upperBound)
                if !holds.isEmpty, position > restoredUpTo {
                    try checkHolds(range, at: position)
                }
                try lookBefore(range)
            }
        }
    }

    /// Checks that a restore names the event before it as the fork, and the epochs named by the
    /// previous restore with the epoch that it began.
    private mutating func checkEpochs(_ found: LogRestored, at position: Position) {
        let known = found.earlier.dropLast()
        let isForkRight = found.earlier.last?.fork == position.rawValue - 1
        var isLineRight = restored == nil && (known.isEmpty || plan.firstRecord > 0)
        if let restored {
            isLineRight =
                known.elementsEqual(restored.event.earlier)
                && found.earlier.last?.epoch == restored.event.epoch
        }
        restored = (position, found)
        if !isForkRight || !isLineRight {
            finding.note(
                Finding(.record, at: position, "its epochs are not those of the log before it")
            )
        }
    }

    /// Checks that the log is in the epoch begun by its newest restore; call it after all events.
    mutating func checkPresentEpoch() {
        guard let restored, restored.event.epoch != log.epoch else { return }
        finding.note(
            Finding(.record, at: restored.position, "the log is not in the epoch that it begins")
        )
    }

    private mutating func keeping(at position: Position) throws(LogError) -> Keeping? {
        try refresh()
        return Keeping(try snapshot.record(at: position))
    }

    private mutating func refresh() throws(LogError) {
        reads += 1
        if reads.isMultiple(of: Self.readsPerLook), .now > deadline { try takeSnapshot() }
    }

    private mutating func takeSnapshot() throws(LogError) {
        snapshot = try log.snapshot()
        deadline = .now + EventLog.longestSlice
    }

    private mutating func noteNamed(_ indexes: Range<UInt64>) {
        guard let first = content.first?.first else { return }
        let begin = max(indexes.lowerBound, first)
        let end = min(indexes.upperBound, plan.size)
        if begin >= end { return }
        for page in Int((begin - first) / Page.width)...Int((end - 1 - first) / Page.width) {
            content[page].noteNamed(begin..<end)
        }
    }

    /// Checks that an erasure names no content that a hold covers at that moment.
    private mutating func checkHolds(
        _ range: ClosedRange<UInt64>,
        at position: Position
    ) throws(LogError) {
        for number in range {
            try refresh()
            guard try isHeld(Position(number)) else { continue }
            finding.note(
                Finding(.hold, at: position, "it names position \(number), which a hold covered")
            )
            return
        }
    }

    private func isHeld(_ position: Position) throws(LogError) -> Bool {
        let record: StoredRecord
        do throws(LogError) {
            record = try snapshot.record(at: position)
        } catch .damagedRecord {
            // This fault was found before.
            return false
        }
        guard record.envelope.seal != nil else { return false }
        return holds.contains { $0.covers(record) }
    }

    /// Checks the named content of records that were not read.
    private mutating func lookBefore(_ range: ClosedRange<UInt64>) throws(LogError) {
        for number in range {
            if number > plan.firstRecord { return }
            try refresh()
            switch try condition(Position(number)) {
            case .present, .leftInRecord, .leftInSlot, .spoiled: unreadDoubtful.append(number - 1)
            case .none, .erased: break
            }
        }
    }

    private mutating func condition(_ position: Position) throws(LogError) -> ContentCondition {
        try Self.condition(of: position, in: snapshot, &contents)
    }

    private static func condition(
        of position: Position,
        in snapshot: borrowing LogSnapshot,
        _ contents: inout ContentReader
    ) throws(LogError) -> ContentCondition {
        do throws(LogError) {
            let record = try snapshot.record(at: position)
            return try contents.condition(of: record)
        } catch .damagedRecord {
            return .none
        }
    }
}

extension KeepingCheck {
    /// The verdict on an event's content at this moment.
    enum Judgement {
        case fine
        /// It must be checked again; `isPending` says that an erasure may be in progress.
        case doubtful(Finding, isPending: Bool)
        /// An erasure after the copy was made may be the reason.
        case undecided
    }

    /// Returns the indexes of events whose content contradicts the erasures, ascending.
    ///
    /// If records could not be read, one of them may have been the missing erasure.
    func doubtful(missingCounts: Bool) -> [UInt64] {
        var found = Set(unreadDoubtful).sorted()
        for bits in content {
            found += bits.doubtful(missingCounts: missingCounts)
        }
        return found
    }

    mutating func judge(_ index: UInt64) throws(LogError) -> Judgement {
        try takeSnapshot()
        try readLater()
        let position = Position(index + 1)
        let condition = try condition(position)
        let isNamed = isNamed(index)
        switch (condition, isNamed) {
        case (.none, _), (.present, false), (.erased, true): return .fine
        case (.spoiled, _):
            return doubt(.seal, position, "its content is not what was sealed", false)
        case (.erased, false), (.leftInRecord, false), (.leftInSlot, false):
            if log.isCopy { return .undecided }
            return doubt(
                .unnamed,
                position,
                "its content is missing, and no erasure names it",
                false
            )
        case (.present, true), (.leftInRecord, true), (.leftInSlot, true):
            let isPending = try snapshot.hasPendingErasures()
            if isPending && log.isCopy { return .undecided }
            let words = "an erasure names its content, which is still \(Self.place(of: condition))"
            let remedy =
                isPending
                ? "; erasures are pending, which opening the store for writing carries out" : ""
            return doubt(.unerased, position, words + remedy, isPending)
        }
    }

    private func doubt(
        _ clause: Clause,
        _ position: Position,
        _ words: String,
        _ isPending: Bool
    ) -> Judgement {
        .doubtful(Finding(clause, at: position, words), isPending: isPending)
    }

    private static func place(of condition: ContentCondition) -> String {
        switch condition {
        case .leftInRecord: "in the record"
        case .leftInSlot: "readable with its slot in a backup of the log"
        case .none, .present, .erased, .spoiled: "there"
        }
    }

    private func isNamed(_ index: UInt64) -> Bool {
        if later.contains(where: { $0.contains(index + 1) }) { return true }
        guard let first = content.first?.first, index >= max(first, plan.firstRecord) else {
            return true  // Only what is named is looked at there.
        }
        return content[Int((index - first) / Page.width)].isNamed(index)
    }

    /// Reads the erasures appended since the verification began, up to the snapshot's size.
    private mutating func readLater() throws(LogError) {
        while snapshot.size > laterRead {
            var found: [ClosedRange<UInt64>] = []
            try log.forEachRecord(from: laterRead.next, through: snapshot.size) { record in
                if case .erased(let erasure)? = Keeping(record) { found += erasure.ranges }
            }
            later += found
            laterRead = snapshot.size
            // Reading may have taken long, and the verdict needs a snapshot as new as what was
            // read.
            if .now > deadline { try takeSnapshot() }
        }
    }
}
