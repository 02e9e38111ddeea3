internal import EventLog
internal import LogSchema
package import Merkle
package import Wire

extension Prover {
    /// Returns the position of the first erasure that names the content of an event.
    ///
    /// - Throws: `noContent` if the event never had any, `isErasure` for the position of an erasure
    ///   itself, `notErased` if no erasure names it.
    /// - Complexity: O(events behind the position).
    package func erasure(of position: Position) throws(ProvingError) -> Position {
        let size = try sizeOfLog(withContentAt: position)
        var last = position
        while last < size {
            let end = Position(min(size.rawValue, last.rawValue + Self.recordsPerSnapshot))
            if let found = try erasure(of: position, after: last, through: end) { return found }
            last = end
        }
        throw .notErased(position)
    }

    /// The number of records to read before the snapshot is renewed.
    private static let recordsPerSnapshot: UInt64 = 8_192

    private func sizeOfLog(withContentAt position: Position) throws(ProvingError) -> Position {
        let size: Position
        let hasSeal: Bool
        let keeping: Keeping?
        do throws(LogError) {
            let snapshot = try log.snapshot()
            let record = try snapshot.record(at: position)
            size = snapshot.size
            hasSeal = record.envelope.seal != nil
            keeping = Keeping(record)
        } catch {
            throw .log(error)
        }
        if case .erased(let erasure)? = keeping, let first = erasure.ranges.first {
            throw .isErasure(position, of: Position(first.lowerBound))
        }
        guard hasSeal else { throw .noContent(position) }
        return size
    }

    private func erasure(
        of position: Position,
        after last: Position,
        through end: Position
    ) throws(ProvingError) -> Position? {
        var found: Position?
        do throws(LogError) {
            let snapshot = try log.snapshot()
            try snapshot.forEachRecord(after: last, through: end) { record in
                if case .erased(let erasure)? = Keeping(record),
                    erasure.ranges.contains(where: { $0.contains(position.rawValue) })
                {
                    found = record.position
                }
                return found == nil
            }
        } catch {
            throw .log(error)
        }
        return found
    }

    /// Proves that an erasure names the content of an event, and names the copies of keys that are
    /// older than the erasure.
    package mutating func receipt(
        of position: Position,
        namedAt erasure: Position,
        under note: SignedNote
    ) throws(ProvingError) -> ErasureReceipt {
        let erased = try event(position, under: note)
        let naming = try event(erasure, under: note)
        var copies: [ErasureReceipt.Event] = []
        for position in try keyCopies(olderThan: erasure) {
            copies.append(try event(position, under: note))
        }
        do throws(ErasureReceiptError) {
            return try ErasureReceipt(
                erased: erased,
                erasure: naming,
                copies: copies,
                checkpoint: note
            )
        } catch {
            throw .receipt(error)
        }
    }

    /// Returns the positions of the events that began copies of the keys which an erasure has not
    /// reached, ascending.
    ///
    /// This version logs no copies of keys, so a log has none.
    private func keyCopies(olderThan erasure: Position) throws(ProvingError) -> [Position] { [] }

    private mutating func event(
        _ position: Position,
        under note: SignedNote
    ) throws(ProvingError) -> ErasureReceipt.Event {
        let envelope = try envelope(at: position)
        let hashes = try path(of: position, envelope, under: note)
        return ErasureReceipt.Event(envelope: envelope, index: position.index, hashes: hashes)
    }
}
