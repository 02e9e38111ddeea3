internal import EventLog
internal import Glibc
internal import Locking
package import Wire

// Another generation that is folded while the present one is read and written, and then replaces
// it. Until it is published no file names it, so that a crash leaves the present one; from then on
// it is the current one.

extension Views {
    /// Begins another generation beside the present one, which stays the current one.
    ///
    /// - Precondition: no other replacement is being folded.
    package func beginReplacement() throws(ViewsError) -> ViewsWriter {
        let generation = try replacement.withLock { (replacement) throws(ViewsError) in
            precondition(replacement == nil, "One replacement is folded at a time.")
            let generation = nextGeneration()
            try makeFile(generation: generation)
            replacement = generation
            return generation
        }
        do throws(ViewsError) {
            return try emptyWriter(generation: generation)
        } catch {
            discard(generation)
            throw error
        }
    }

    /// Whether more than a number of bytes are free for another generation's next run.
    package func hasRoom(beyond reservedBytes: UInt64) -> Bool {
        (log.freeBytes ?? .max) >= reservedBytes + UInt64(Replay.runBytes)
    }

    /// The position of the log's newest event.
    package func sizeOfLog() throws(ViewsError) -> Position {
        try log.snapshotToFold().size
    }

    /// Folds the events that a replacement lacks: one run, and more as long as it is to continue.
    package func continueReplacement(
        _ writer: inout ViewsWriter,
        through goal: Position,
        progress: Replay.Progress?,
        goesOn: () -> Bool
    ) throws(ViewsError) {
        try Replay.catchUp(
            &writer,
            with: projectors,
            from: log,
            through: goal,
            progress: progress,
            goesOn: goesOn
        )
    }

    /// Puts a replacement in the place of the present generation, after folding the remaining
    /// events.
    ///
    /// Call it as the writer of the present one, between two batches. If it fails, the present one
    /// continues, and the replacement is removed.
    ///
    /// - Returns: false if the present one was discarded meanwhile and a newer one begun.
    package func replace(
        _ present: inout ViewsWriter,
        with next: consuming ViewsWriter
    ) throws(ViewsError) -> Bool {
        let generation = next.file.generation
        guard replacement.withLock({ $0 == generation }) else { return false }
        do throws(ViewsError) {
            try catchUp(&next)
        } catch {
            discard(generation)
            throw error
        }
        do throws(ViewsError) {
            try publish(next)
        } catch {
            reaffirm()
            discard(generation)
            throw error
        }
        replacement.withLock { $0 = nil }
        present = next
        return true
    }

    /// Discards a replacement.
    package func discard(_ writer: consuming ViewsWriter) {
        discard(writer.file.generation)
    }

    private func discard(_ generation: UInt64) {
        replacement.withLock { replacement in
            let path = log.directory.viewsPath(generation: generation)
            unlink(path)
            unlink("\(path)-lock")
            if replacement == generation { replacement = nil }
        }
    }
}
