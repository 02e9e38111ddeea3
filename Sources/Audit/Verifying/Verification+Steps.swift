internal import EventLog
internal import Glibc
internal import Locking
internal import LogSchema
internal import Merkle
internal import Wire

/// The result of reading all pages.
struct Walked {
    let report: VerifyReport
    let finding: Finding?
    let failure: LogError?
    let isCancelled: Bool
    let unreadable: UInt64
    let content: [ContentBits]
    let keeping: [Position]
    let erasures: [Position]
    let rows: [LogRow]
    let roots: [UInt64: Digest]

    init(_ merging: borrowing Merging) {
        var report = merging.report
        report.tiles += merging.comparedAbove
        self.report = report
        finding = merging.finding
        failure = merging.failure
        isCancelled = merging.isCancelled
        unreadable = merging.unreadable
        content = merging.content
        keeping = merging.keeping
        erasures = merging.erasures
        rows = merging.rows
        roots = merging.roots
    }
}

extension Verification {
    /// Returns the pinned checkpoint, after checking its signature if keys were given.
    func pinnedCheckpoint() throws(VerifyError) -> Checkpoint? {
        guard let pin = options.pin else {
            if options.beginsAtPin { throw .noPin }
            return nil
        }
        let checkpoint: Checkpoint
        do throws(CheckpointError) {
            let stated = try Checkpoint(unverified: pin)
            // Whether the origin is this log's is checked later, and the result is a finding.
            let expected = options.origin ?? stated.origin
            guard stated.origin.utf8.elementsEqual(expected.utf8) else { throw .wrongOrigin }
            checkpoint =
                options.keys.isEmpty
                ? stated : try Checkpoint(of: pin, origin: expected, keys: options.keys)
        } catch {
            throw .pinNotBelieved(error)
        }
        guard checkpoint.size > 0 else { throw .emptyPin }
        return checkpoint
    }

    /// Returns the finding that a valid checkpoint belongs to another log.
    private func strangerFinding(_ pin: Checkpoint) -> Finding {
        Finding(
            .pin,
            at: Position(1),
            "the pinned checkpoint is of \(pin.origin), and this log is \(origin) unless another "
                + "origin is given"
        )
    }

    /// Checks the file's pages before LMDB walks them; false if this was given up, because a writer
    /// was at work and had to leave all replaced pages alone.
    func checkPages(
        _ progress: (VerifyProgress) -> Void
    ) throws(LogError) -> Bool {
        let began = ContinuousClock.now
        var told = began
        return try log.checkPages { isOutdated in
            if Task.isCancelled { return false }
            let now = ContinuousClock.now
            if now - told > .seconds(1) {
                told = now
                progress(VerifyProgress(done: 0, total: 0, reached: .zero))
            }
            return !isOutdated || now - began < options.pagePatience
        }
    }

    /// Determines what to read, and the findings before any reading.
    func prepare(
        _ pin: Checkpoint?
    ) throws(LogError) -> (VerifyPlan, checkpoints: [Position], Finding?) {
        // Before the snapshot: a writer commits first and moves the mark after it.
        let mark = readMark()
        let snapshot = try log.snapshot()
        let size = min(snapshot.size.rawValue, try log.mostRecords() + 1)
        let checkpoints = try snapshot.checkpointSizes()
        var finding = markFinding(mark, snapshot.size)
        if size == 0 {
            finding = Finding(.genesis, at: Position(1), "the log has no events")
        } else {
            finding.note(try genesisFinding(snapshot))
            finding.note(keysFinding(Position(size)))
        }
        var firstRecord: UInt64 = 0
        if options.beginsAtPin, let pin {
            firstRecord = min(pin.size, size) / Page.tileWidth * Page.tileWidth
        }
        let wanted = checkpoints.map(\.rawValue) + [pin?.size ?? 0, size]
        let sizes = Set(wanted.filter { (1...max(size, 1)).contains($0) }).sorted()
        let plan = VerifyPlan(size: size, firstRecord: firstRecord, sizes: sizes)
        return (plan, checkpoints, finding)
    }

    private func readMark() -> Result<CommittedEvents?, LogError> {
        do throws(LogError) {
            return .success(try log.committedEvents())
        } catch {
            return .failure(error)
        }
    }

    /// Returns the finding that the log lacks events committed with its keys.
    private func markFinding(
        _ mark: Result<CommittedEvents?, LogError>,
        _ size: Position
    ) -> Finding? {
        switch mark {
        case .success(nil): return nil
        case .success(let committed?):
            guard committed.epoch == log.epoch else {
                return Finding(
                    .mark,
                    at: size.next,
                    log.epochs.earlier.contains { $0.epoch == committed.epoch }
                        ? "the mark beside the keys is older than the log's last restore; opening "
                            + "the store for writing mends that if the two belong together"
                        : "the log is of another epoch than its keys"
                )
            }
            guard committed.events > size.rawValue else { return nil }
            return Finding(
                .mark,
                at: size.next,
                "the log ends after \(size) events, and \(committed.events) were committed with "
                    + "its keys"
            )
        case .failure(.system(_, _, let number)) where number == EACCES: return nil
        case .failure(let error): return Finding(.mark, at: size.next, "\(error)")
        }
    }

    /// Returns the fault of the first event, if it can be read and has one.
    private func genesisFinding(_ snapshot: borrowing LogSnapshot) throws(LogError) -> Finding? {
        var contents = log.contents()
        do throws(LogError) {
            let record = try snapshot.record(at: Position(1))
            guard record.envelope.eventNumber == EnvelopeEvent.logCreated,
                record.stream == .store,
                let (id, epoch) = Self.created(record.envelope.event)
            else { return Finding(.genesis, at: Position(1), "it does not create a log") }
            guard id == log.id, epoch == log.epochs.first else {
                return Finding(.genesis, at: Position(1), "it created another log")
            }
            let content = try contents.content(of: record)
            guard content.bytes.byteCount == UniqueID.byteCount, UniqueID(content.bytes) == id
            else { return Finding(.genesis, at: Position(1), "the keys are another log's") }
            return nil
        } catch .damagedRecord(_, .seal) {
            return Finding(.genesis, at: Position(1), "the keys are another log's")
        } catch .damagedRecord {
            return nil
        } catch .keysTooShort {
            return nil
        }
    }

    private static func created(_ event: RawSpan) -> (UniqueID, UInt64)? {
        do throws(WireError) {
            let created = try EncodedLogCreated(event)
            return created.logID.map { ($0, created.epoch) }
        } catch {
            return nil
        }
    }

    private func keysFinding(_ size: Position) -> Finding? {
        do throws(LogError) {
            _ = try log.contents().salt(of: size)
            return nil
        } catch .keysTooShort(_, let slots, _) {
            return Finding(.keys, at: Position(slots + 1), "there are slots for \(slots) events")
        } catch {
            return Finding(.keys, at: size, "\(error)")
        }
    }

    /// Reads every page, on several threads.
    func walk(
        _ plan: VerifyPlan,
        _ progress: @escaping @Sendable (VerifyProgress) -> Void
    ) async -> Walked {
        let shared = SharedMerging(Merging(log, plan))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, options.threads) {
                group.addTask { await work(shared, progress) }
            }
        }
        return shared.walked
    }

    private func work(
        _ shared: SharedMerging,
        _ progress: @Sendable (VerifyProgress) -> Void
    ) async {
        var walk = PageWalk(log, interval: options.progressInterval)
        while true {
            if Task.isCancelled { shared.cancel() }
            switch shared.next(ahead: 4 * max(1, options.threads)) {
            case .done: return
            case .wait: try? await Task.sleep(for: .milliseconds(1))
            case .page(let number, let page):
                let result = walk.read(page) { count in
                    shared.note(read: count, of: number, progress)
                    return !Task.isCancelled
                }
                shared.take(result, of: number)
                await Task.yield()
            }
        }
    }

    /// Returns the checkpoints that the log keeps at some sizes.
    func keptNotes(_ sizes: [Position]) throws(LogError) -> [(Position, [UInt8])] {
        let snapshot = try log.snapshot()
        var notes: [(Position, [UInt8])] = []
        for size in sizes {
            if let note = try snapshot.checkpoint(at: size) { notes.append((size, note)) }
        }
        return notes
    }

    /// Compares checkpoints with the roots.
    func checkpointFinding(
        _ notes: [(Position, [UInt8])],
        _ pin: Checkpoint?,
        _ plan: VerifyPlan,
        _ walked: Walked,
        isFaulty: Bool
    ) throws(VerifyError) -> Finding? {
        let check = CheckpointCheck(
            keys: options.keys,
            origin: origin,
            earlierOrigins: options.origin == nil ? log.earlierOrigins : [],
            size: Position(plan.size),
            roots: walked.roots,
            isFaulty: isFaulty
        )
        var finding: Finding?
        // Also the report's own root must have been computed.
        if plan.size > 0 { _ = try check.root(at: plan.size) }
        if let pin {
            if !check.names(pin) { finding.note(strangerFinding(pin)) }
            finding.note(try check.finding(pinned: pin))
        }
        for (size, note) in notes { finding.note(try check.finding(note, at: size)) }
        return finding
    }

    /// Checks the rows beside the records.
    func rowFinding(_ plan: VerifyPlan, _ walked: Walked) throws(LogError) -> Finding? {
        var check = RowCheck(
            size: Position(plan.size),
            read: Position(plan.size),
            firstRecord: plan.firstRecord,
            erasures: walked.erasures,
            rows: walked.rows
        )
        try log.visitRows { check.look(at: $0, whileSizeIs: $1) }
        check.finish()
        return check.finding
    }

    /// Compares missing content and holds with the erasures.
    ///
    /// - Returns: also the number of contents without a verdict.
    func keepingFinding(
        _ plan: VerifyPlan,
        _ walked: Walked
    ) async throws(LogError) -> (Finding?, undecided: UInt64) {
        var undecided: UInt64 = 0
        var check = try KeepingCheck(log, plan, content: walked.content)
        for position in walked.keeping {
            if Task.isCancelled { return (nil, 0) }
            try check.take(position)
        }
        check.checkPresentEpoch()
        var finding = check.finding
        for index in check.doubtful(missingCounts: walked.unreadable == 0) {
            if let finding, finding.position.rawValue <= index { break }
            if let fault = try await settle(index, &check, &undecided) {
                finding.note(fault)
                break
            }
        }
        return (finding, undecided)
    }

    /// Checks content again until it is right, or stays wrong.
    private func settle(
        _ index: UInt64,
        _ check: inout KeepingCheck,
        _ undecided: inout UInt64
    ) async throws(LogError) -> Finding? {
        let deadline = ContinuousClock.now + options.patience
        var looks = 0
        while true {
            looks += 1
            switch try check.judge(index) {
            case .fine: return nil
            case .undecided:
                undecided += 1
                return nil
            case .doubtful(let finding, let isPending):
                // At least twice: the second snapshot is newer than the slot that was seen.
                if looks > 1, !isPending || .now >= deadline || Task.isCancelled {
                    return finding
                }
                if looks > 1 { try? await Task.sleep(for: .milliseconds(10)) }
            }
        }
    }
}

/// The state shared by all threads, in which their results are combined.
private final class SharedMerging: Sendable {
    private let merging: Lock<Merging>

    init(_ merging: consuming sending Merging) {
        self.merging = Lock(merging)
    }

    func next(ahead limit: Int) -> Merging.Task {
        merging.withLock { $0.next(ahead: limit) }
    }

    func note(
        read count: UInt64,
        of page: Int,
        _ progress: (VerifyProgress) -> Void
    ) {
        merging.withLock { progress($0.note(read: count, of: page)) }
    }

    func take(_ result: PageResult, of page: Int) {
        merging.withLock { $0.take(result, of: page) }
    }

    func cancel() {
        merging.withLock { $0.cancel() }
    }

    var walked: Walked { merging.withLock { Walked($0) } }
}

extension Finding {
    /// Makes a finding of an error at the opening of a store; nil if it is not the log's.
    init?(opening directory: StoreDirectory, _ error: LogError) {
        switch error {
        case .damagedFile, .truncated, .storage, .damagedPage:
            self.init(ofFile: error, at: error.position ?? .zero)
        case .notAStore(let path, _) where path == directory.logPath:
            self.init(.file, at: .zero, "\(error)")
        default: return nil
        }
    }
}
