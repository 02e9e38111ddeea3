internal import EventLog
internal import Merkle
internal import Wire

// Reads the log, with the views' errors.

extension EventLog {
    /// Reads the log's epochs again; the writing process may have changed them by a restore.
    func readEpochsToFold() throws(ViewsError) {
        do throws(LogError) {
            try readEpochs()
        } catch {
            throw .log(error)
        }
    }

    func snapshotToFold() throws(ViewsError) -> LogSnapshot {
        do throws(LogError) {
            return try snapshot()
        } catch {
            throw .log(error)
        }
    }
}

extension LogSnapshot {
    @_lifetime(borrow self)
    borrowing func recordsToFold(from first: Position) throws(ViewsError) -> RecordCursor {
        do throws(LogError) {
            return try records(from: first)
        } catch {
            throw .log(error)
        }
    }

    @_lifetime(borrow self)
    borrowing func recordToFold(at position: Position) throws(ViewsError) -> StoredRecord {
        do throws(LogError) {
            return try record(at: position)
        } catch {
            throw .log(error)
        }
    }

    borrowing func rootToBind(at position: Position) throws(ViewsError) -> Digest {
        do throws(LogError) {
            return try root(at: position)
        } catch {
            throw .log(error)
        }
    }
}

extension RecordCursor {
    @_lifetime(&self)
    mutating func nextToFold() throws(ViewsError) -> StoredRecord? {
        do throws(LogError) {
            return try next()
        } catch {
            throw .log(error)
        }
    }
}
