internal import EventLog
internal import Glibc
internal import LMDB
package import Wire

extension Views {
    /// Folds the log again beside the views, and returns the first row that differs; nil if none.
    ///
    /// The views are read and written meanwhile. A recount takes as much room as the views, in the
    /// store's folder, until it ends.
    ///
    /// - Throws: `unavailable` if this process may not trust the views, or could not compare every
    ///   table with its sum; `damagedRow` and `wrongSum`, as `checkSums` does; the log's errors.
    package func differenceFromRecount(
        runBytes: Int = Replay.runBytes,
        progress: Replay.Progress? = nil
    ) throws(ViewsError) -> ViewsDifference? {
        // A damaged branch page misleads a search, but a walk does not notice it.
        let tablesLeft = try checkSums().tablesLeft
        guard tablesLeft.isEmpty else {
            let names = tablesLeft.joined(separator: ", ")
            throw .unavailable(reason: "these tables changed while they were read: \(names)", .wait)
        }
        return try compareWithRecount(runBytes: runBytes, progress: progress).difference
    }

    /// Returns the first rows in which the views differ from a recount of the log, and the position
    /// of the last state compared.
    ///
    /// A snapshot of the views is held for a slice at most.
    package func compareWithRecount(
        runBytes: Int = Replay.runBytes,
        slice: Duration = EventLog.longestSlice,
        limit: Int = 1,
        progress: Replay.Progress? = nil
    ) throws(ViewsError) -> ComparedViews {
        let path = Self.recountPath(in: log.directory)
        defer { Self.removeFile(path) }
        var writer = try recountWriter(at: path)
        let file = writer.file
        defer { file.environment.close() }
        do throws(ComparingFailure<ViewsError>) {
            return try compare(with: &writer, slice: slice, limit: limit) {
                (writer, goal) throws(ViewsError) in
                try Replay.catchUp(
                    &writer,
                    with: projectors,
                    from: log,
                    through: goal,
                    runBytes: runBytes,
                    progress: progress
                )
            }
        } catch {
            switch error {
            case .views(let error), .folding(let error): throw error
            }
        }
    }

    /// Compares the present generation with another one, which is folded up to the same position.
    ///
    /// No snapshot of the present one is held while much is folded. `fold` folds the other one up
    /// to a position.
    package func compare<Failure: Error>(
        with other: inout ViewsWriter,
        slice: Duration = EventLog.longestSlice,
        limit: Int = 1,
        fold: (inout ViewsWriter, _ goal: Position) throws(Failure) -> Void
    ) throws(ComparingFailure<Failure>) -> ComparedViews {
        var comparing = ViewsComparing(limit: limit)
        let first = try presentState(Failure.self).generation
        while true {
            for _ in 0..<Self.passes {
                let goal = try presentState(Failure.self).position
                if goal.rawValue < other.position.rawValue + Self.eventsInSnapshot { break }
                try foldOn(&other, goal, fold)
            }
            let live = try presentState(Failure.self)
            guard live.generation == first, live.position >= other.position else {
                throw .views(
                    .unavailable(reason: "they were replaced while they were compared", .wait)
                )
            }
            let deadline = ContinuousClock.now + slice
            try foldOn(&other, live.position, fold)
            let outcome: ViewsComparing.Outcome
            do throws(ViewsError) {
                outcome = try comparing.compare(
                    live,
                    with: ViewsSnapshot(other.file),
                    until: deadline
                )
            } catch {
                throw .views(error)
            }
            switch outcome {
            case .unfinished: continue
            case .ended: return ComparedViews(position: live.position, rows: comparing.rows)
            }
        }
    }

    private func foldOn<Failure: Error>(
        _ other: inout ViewsWriter,
        _ goal: Position,
        _ fold: (inout ViewsWriter, _ goal: Position) throws(Failure) -> Void
    ) throws(ComparingFailure<Failure>) {
        guard other.position < goal else { return }
        do throws(Failure) {
            try fold(&other, goal)
        } catch {
            throw .folding(error)
        }
    }

    private func presentState<Failure: Error>(
        _ failure: Failure.Type
    ) throws(ComparingFailure<Failure>) -> ViewsSnapshot {
        do throws(ViewsError) {
            return try snapshot()
        } catch {
            throw .views(error)
        }
    }

    /// The most events that are folded while a snapshot is held.
    private static var eventsInSnapshot: UInt64 { 1_024 }
    private static var passes: Int { 8 }

    /// Folds the log up to a position into a file of its own, and lends the resulting snapshot.
    package func withRecount<Result>(
        through position: Position,
        runBytes: Int = Replay.runBytes,
        progress: Replay.Progress? = nil,
        _ body: (borrowing ViewsSnapshot) throws(ViewsError) -> Result
    ) throws(ViewsError) -> Result {
        let path = Self.recountPath(in: log.directory)
        defer { Self.removeFile(path) }
        var writer = try recountWriter(at: path)
        let file = writer.file
        defer { file.environment.close() }
        try Replay.catchUp(
            &writer,
            with: projectors,
            from: log,
            through: position,
            runBytes: runBytes,
            progress: progress
        )
        return try body(ViewsSnapshot(file))
    }

    private func recountWriter(at path: String) throws(ViewsError) -> ViewsWriter {
        do throws(LMDBError) {
            return try openRecount(path)
        } catch {
            throw .storage(error)
        }
    }

    private static func recountPath(in directory: StoreDirectory) -> String {
        let number = UInt64.random(in: 0 ... .max)
        return "\(directory.path)/\(recountPrefix)\(getpid()).\(String(number, radix: 36)).mdb"
    }

    private static var recountPrefix: String { "recount." }

    private static func removeFile(_ path: String) {
        unlink(path)
        unlink("\(path)-lock")
    }

    /// Removes the files of recounts whose process has ended.
    func removeAbandonedRecounts() {
        for name in OpenFile.names(in: log.directory.path) where name.hasPrefix(Self.recountPrefix)
        {
            let process = name.dropFirst(Self.recountPrefix.count).prefix { $0 != "." }
            guard let number = pid_t(process), kill(number, 0) != 0, errno == ESRCH else {
                continue
            }
            unlink("\(log.directory.path)/\(name)")
        }
    }
}

/// The reason why two generations could not be compared.
package enum ComparingFailure<Folding: Error>: Error {
    /// The views could not be read.
    case views(ViewsError)
    /// The other generation could not be folded further.
    case folding(Folding)
}
