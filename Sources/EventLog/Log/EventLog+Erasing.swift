internal import LMDB
internal import LogSchema
package import Wire

extension EventLog {
    /// How many records lose their content in one transaction, which must not dirty too many pages.
    private static let erasedPerCommit = 1_024

    /// Carries out every erasure that is logged and pending; on the writer's thread, between
    /// batches.
    ///
    /// Unreadable records stop neither the rest of the erasures nor writing. A damaged record that
    /// is named keeps its bytes, which cannot be opened without its slot. An erasure that is
    /// damaged itself stays pending, because the positions that it names are unknown. `verify`
    /// finds both.
    ///
    /// `erased` receives the positions that can no longer be opened, as soon as that is so.
    ///
    /// - Returns: the number of records whose content was removed.
    func carryOutErasures(
        _ erased: ([ClosedRange<UInt64>]) -> Void = { _ in }
    ) throws(LogError) -> UInt64 {
        let pending = try snapshot().pendingErasures()
        if pending.isEmpty { return 0 }
        let ranges = pending.flatMap { $0.erasure.ranges }
        try keys.erase(pending.flatMap { $0.erasure.slots })
        opened.forget(in: ranges)
        erased(ranges)
        var count: UInt64 = 0
        var batch = ErasingBatch(self)
        for (position, erasure) in pending {
            var part: [Position] = []
            for range in erasure.ranges {
                for number in range {
                    part.append(Position(number))
                    guard part.count == Self.erasedPerCommit else { continue }
                    count += try batch.dropContent(at: part)
                    part.removeAll(keepingCapacity: true)
                }
            }
            count += try batch.dropContent(at: part, finishing: position)
        }
        return count
    }

    /// Whether the content of an event can no longer be opened.
    package func isErased(at position: Position) throws(LogError) -> Bool {
        try keys.slot(at: position.index).isErased
    }
}

extension Erasure {
    /// Reads a body that must be a valid erasure.
    init(valid body: RawSpan, at position: Position) throws(LogError) {
        do throws(ErasureFault) {
            self = try Erasure(body, at: position)
        } catch {
            throw .invalidErasure(error)
        }
    }

    /// The slots of the named positions.
    var slots: [Range<UInt64>] {
        ranges.map { $0.lowerBound - 1..<$0.upperBound }
    }
}

extension LogSnapshot {
    /// Whether a logged erasure has not been carried out.
    package borrowing func hasPendingErasures() throws(LogError) -> Bool {
        try !pendingErasurePositions().isEmpty
    }

    /// Returns the positions of the logged erasures that are not carried out, in order.
    package borrowing func pendingErasurePositions() throws(LogError) -> [Position] {
        try numbers(of: .pendingErasure).map { Position($0) }
    }

    /// Returns the pending erasures that can be read.
    borrowing func pendingErasures() throws(LogError) -> [(
        position: Position, erasure: Erasure
    )] {
        var pending: [(position: Position, erasure: Erasure)] = []
        for position in try pendingErasurePositions() {
            do throws(LogError) {
                pending.append((position, try erasure(at: position)))
            } catch {
                switch error {
                case .damagedRecord, .damagedPage, .invalidErasure, .noSuchPosition: continue
                default: throw error
                }
            }
        }
        return pending
    }

    private borrowing func erasure(at position: Position) throws(LogError) -> Erasure {
        let record = try record(at: position)
        guard record.envelope.eventNumber == EnvelopeEvent.contentErased else {
            throw .damagedRecord(position, .field("event"))
        }
        return try Erasure(valid: record.envelope.event, at: position)
    }
}

/// Rewrites records without their content, some in each durable transaction.
private struct ErasingBatch: ~Copyable {
    private let log: EventLog
    private var record = WireWriter()

    init(_ log: EventLog) {
        self.log = log
    }

    /// Removes the content from records, and in the same transaction marks an erasure as carried
    /// out, if one is named.
    mutating func dropContent(
        at positions: [Position],
        finishing erasure: Position? = nil
    ) throws(LogError) -> UInt64 {
        var transaction = try log.beginWriting()
        var count: UInt64 = 0
        for position in positions {
            guard try frame(position, in: transaction) else { continue }
            try transaction.put(record.bytes, at: .record(position), in: log.table, .replace)
            count += 1
        }
        if let erasure {
            try log.pages.check(at: .pendingErasure(erasure))
            try transaction.remove(.pendingErasure(erasure), in: log.table)
        }
        if count > 0 || erasure != nil { try commit(transaction) }
        return count
    }

    /// Writes a record without its content into the buffer; false if it has none, or cannot be
    /// read.
    private mutating func frame(
        _ position: Position,
        in transaction: borrowing WriteTransaction
    ) throws(LogError) -> Bool {
        do throws(LogError) {
            try log.pages.check(at: position)
        } catch .damagedPage {
            return false
        }
        guard let bytes = try transaction.row(.record(position), in: log.table) else {
            return false
        }
        let stored: StoredRecord
        do throws(LogError) {
            stored = try StoredRecord(at: position, bytes)
        } catch {
            // Only damage makes the bytes of a record unreadable.
            return false
        }
        guard stored.sealed.byteCount > 0 else { return false }
        stored.frame(withoutContentInto: &record)
        return true
    }

    private func commit(_ transaction: consuming WriteTransaction) throws(LogError) {
        do throws(LMDBError) {
            try transaction.commit()
        } catch {
            if log.isFull(error) { throw .storageFull }
            throw LogError(error)
        }
    }
}
