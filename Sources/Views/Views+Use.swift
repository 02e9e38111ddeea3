internal import EventLog
internal import Glibc
internal import Locking
package import Wire

// The record of the generation in use in views.state: every change of the file goes through here,
// in any thread, so that none undoes another.

/// The content of views.state, and this process's own knowledge beside it.
struct ViewsRecord {
    /// The state that this process wrote last, or read last if another one writes.
    var state: ViewsState?
    var rebuilds = RebuildHistory()
    /// The time since which this process uses the generation; nil once its death would not count.
    var usedSince: ContinuousClock.Instant?
    /// The reason to rebuild the generation in use.
    var doubt: ViewsDoubt?
    /// The mark of a reading process.
    var mark: ReadingMark?
    /// Damage of the generation in use that is left for now, because there were too many rebuilds.
    var damageLeft: ViewsDoubt?
    /// Whether the tables are still to be compared with their sums, because a process that used the
    /// generation did not close it.
    var isUnchecked = false
    /// The reason why this process makes no more views.
    var end: String?
    var isClosed = false
}

/// Returns the machine's present time.
@Sendable package func systemTime() -> Timestamp {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp(microseconds: Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000)
}

extension Views {
    /// The file views.state; nil if it is missing or damaged.
    func readState() throws(ViewsError) -> ViewsState? {
        do throws(LogError) {
            let state = try ViewsState.read(in: log.directory)
            if let state {
                record.withLock { record in
                    record.rebuilds = state.rebuilds
                    if log.access == .reading { record.state = state }
                }
            }
            return state
        } catch {
            throw .log(error)
        }
    }

    /// Records that this process begins to use a generation, before it opens the file.
    func beginUse(of state: ViewsState, _ birth: FileBirth) throws(ViewsError) {
        var begun = state
        begun.boot = options.boot
        begun.file = birth
        begun.condition = .dirty
        begun.starts = min(state.starts, Self.startsLimit) + 1
        try record.withLock { (record) throws(ViewsError) in
            record.isUnchecked = state.condition != .clean
            do throws(ViewsError) {
                try put(begun, in: &record)
                record.usedSince = .now
            } catch {
                // On a full disk a file that is already marked dirty is opened uncounted.
                guard error.isLackOfRoom, state.condition == .dirty else { throw error }
                record.state = state
            }
        }
    }

    /// Records the present condition of a file.
    func note(
        _ file: ViewsFile,
        _ condition: ViewsState.Condition,
        starts: UInt64
    ) throws(ViewsError) {
        try note(file.generation, condition, starts: starts)
    }

    func note(
        _ generation: UInt64,
        _ condition: ViewsState.Condition,
        starts: UInt64
    ) throws(ViewsError) {
        let path = log.directory.viewsPath(generation: generation)
        guard let birth = FileBirth(path: path) else {
            throw .unavailable(reason: "their file was removed", .reopen)
        }
        try record.withLock { (record) throws(ViewsError) in
            let state = ViewsState(
                generation: generation,
                boot: options.boot,
                file: birth,
                condition: condition,
                starts: starts,
                rebuilds: record.rebuilds
            )
            try put(state, in: &record)
            record.usedSince = starts > 0 ? .now : nil
            record.doubt = nil
            record.damageLeft = nil
            record.isUnchecked = false
        }
    }

    /// Records that a file was flushed completely, and that this process ends normally.
    ///
    /// Closing does not make views sound: tables that were not compared with their sums are
    /// compared after the next opening, and damaged views are rebuilt by it.
    func noteClosed(_ file: ViewsFile) throws(ViewsError) {
        let isDamaged = leaveDamage()
        let (starts, isUnchecked) = record.withLock { record in
            let starts = record.state?.starts ?? 0
            let own: UInt64 = record.usedSince == nil || starts == 0 ? 0 : 1
            return (starts - own, record.isUnchecked)
        }
        try note(file, isDamaged || isUnchecked ? .unchecked : .clean, starts: starts)
        record.withLock { record in
            record.usedSince = nil
            record.isClosed = true
        }
    }

    /// Writes again which generation is current, after another one could not be published.
    func reaffirm() {
        let failure = record.withLock { record -> ViewsError? in
            guard let state = record.state else { return nil }
            do throws(ViewsError) {
                try put(state, in: &record)
                return nil
            } catch {
                return error
            }
        }
        if let failure {
            options.notice(
                Notice(
                    .viewsUseNotNoted,
                    "It could not be noted which views count: \(failure)",
                    ["error": "\(failure)"]
                )
            )
        }
    }

    /// Leaves a request about damage that this process did not repair; false if it knows of none.
    private func leaveDamage() -> Bool {
        guard log.access == .writing else { return false }
        let damage = record.withLock { record in
            let found = record.doubt ?? record.damageLeft
            return found?.generation == record.state?.generation ? found : nil
        }
        guard let damage else { return false }
        // If it cannot be left, the next comparison with the sums finds it again.
        _ = damage.leave(in: log.directory)
        return true
    }

    /// Records that this process was not harmed, if its death would still count.
    func endUse() {
        _ = leaveDamage()
        let mark = record.withLock { record in
            record.isClosed = true
            defer { record.mark = nil }
            guard log.access == .writing, record.usedSince != nil, var state = record.state,
                state.condition == .dirty, state.starts > 0
            else { return record.mark }
            record.usedSince = nil
            state.starts -= 1
            // If it cannot be recorded, one start too many is counted, and a later one corrects it.
            try? put(state, in: &record)
            return record.mark
        }
        mark?.end()
    }

    /// Records that a generation has been used for so long that a death no longer counts; call it
    /// now and then.
    package func settleUse() {
        let (mark, failure) = record.withLock { record -> (ReadingMark?, ViewsError?) in
            guard let since = record.usedSince, .now - since >= options.settlesAfter else {
                return (nil, nil)
            }
            // Tried once: a failing disk is reported, and not tried for ever.
            record.usedSince = nil
            defer { record.mark = nil }
            guard log.access == .writing, var state = record.state, state.starts > 0 else {
                return (record.mark, nil)
            }
            state.starts = 0
            do throws(ViewsError) {
                try put(state, in: &record)
                return (nil, nil)
            } catch {
                return (nil, error)
            }
        }
        if let failure {
            options.notice(
                Notice(
                    .viewsUseNotNoted,
                    "It could not be noted that views are sound: \(failure)",
                    ["error": "\(failure)"]
                )
            )
        }
        guard let mark else { return }
        mark.end()
        if let generation {
            ReadingMark.forgetDeaths(of: generation, in: log.directory)
        }
    }

    /// Records that a reading process uses a generation.
    func beginReading(_ generation: UInt64, under mark: ReadingMark?) {
        let last = record.withLock { record in
            defer {
                record.mark = mark
                record.usedSince = .now
            }
            return record.mark
        }
        last?.end()
    }

    private func put(_ state: ViewsState, in record: inout ViewsRecord) throws(ViewsError) {
        do throws(LogError) {
            try state.write(in: log.directory)
        } catch {
            throw .log(error)
        }
        record.state = state
    }

    /// The number of deaths after which a generation is not opened again.
    static var deathsUntilDoubt: Int { 2 }

    /// The greatest number of starts that is stored, more than matters.
    private static var startsLimit: UInt64 { 9 }
}
