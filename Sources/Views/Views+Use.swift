internal import EventLog
internal import Glibc
internal import Locking
package import Wire

// What views.state says of the generation in use: every change of the file goes through here, in
// whatever thread, so that none undoes another.

/// What views.state says, and what this process knows beside it.
struct ViewsRecord {
    /// What this process wrote last, or read last where another one writes.
    var state: ViewsState?
    var rebuilds = RebuildHistory()
    /// Since when this process has used the generation; nil once a death is none of its doing.
    var usedSince: ContinuousClock.Instant?
    /// Why the generation in use is to be made anew.
    var doubt: ViewsDoubt?
    /// The mark of a process that reads.
    var mark: ReadingMark?
    /// Damage of the generation in use that is left for now, because views were made anew too often.
    var damageLeft: ViewsDoubt?
    /// Whether the tables are still to be compared with their sums, because a user of the
    /// generation did not close it.
    var isUnchecked = false
    /// Why this process makes no views any more.
    var end: String?
    var isClosed = false
}

/// The machine's idea of the time.
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

    /// Notes that this process begins to use a generation, before it opens the file.
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
                // On a full disk what is called dirty already is opened uncounted.
                guard error.isLackOfRoom, state.condition == .dirty else { throw error }
                record.state = state
            }
        }
    }

    /// Notes what a file is now.
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

    /// Notes that a file was flushed whole, and that this process ends well.
    ///
    /// Closing makes no views sound: what was not compared with its sums is compared after the next
    /// opening, and what is damaged is made anew by it.
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

    /// Says again which generation counts, after another one could not be published.
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
        if let failure { options.notice("It could not be noted which views count: \(failure)") }
    }

    /// Leaves word of the damage that this process did not mend; false if it knows of none.
    private func leaveDamage() -> Bool {
        guard log.access == .writing else { return false }
        let damage = record.withLock { record in
            let found = record.doubt ?? record.damageLeft
            return found?.generation == record.state?.generation ? found : nil
        }
        guard let damage else { return false }
        // Where it cannot be left, the next comparison with the sums finds it again.
        _ = damage.leave(in: log.directory)
        return true
    }

    /// Notes that this process came to no harm, if it may still be counted as a death.
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
            // Where it cannot be noted, one start too many is counted, and another one forgives it.
            try? put(state, in: &record)
            return record.mark
        }
        mark?.end()
    }

    /// Notes that a generation has been used for so long that no death is its doing; to be called
    /// now and then.
    package func settleUse() {
        let (mark, failure) = record.withLock { record -> (ReadingMark?, ViewsError?) in
            guard let since = record.usedSince, .now - since >= options.settlesAfter else {
                return (nil, nil)
            }
            // Tried once: a disk that refuses is told of, and not asked for ever.
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
        if let failure { options.notice("It could not be noted that views are sound: \(failure)") }
        guard let mark else { return }
        mark.end()
        if let generation {
            ReadingMark.forgetDeaths(of: generation, in: log.directory)
        }
    }

    /// Notes that a process which reads uses a generation.
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

    /// After how many deaths a generation is not opened again.
    static var deathsUntilDoubt: Int { 2 }

    /// More than matter, so that the number stays one.
    private static var startsLimit: UInt64 { 9 }
}
