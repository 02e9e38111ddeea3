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
    ///
    /// `eventsOfCopies` are the positions at which an index found the events about copies, ascending,
    /// and perhaps others; without it the whole log is read for them.
    package mutating func receipt(
        of position: Position,
        namedAt erasure: Position,
        eventsOfCopies: [Position]? = nil,
        under note: SignedNote
    ) throws(ProvingError) -> ErasureReceipt {
        let erased = try event(position, under: note)
        let naming = try event(erasure, under: note)
        var copies: [ErasureReceipt.Event] = []
        for position in try keyCopies(olderThan: erasure, among: eventsOfCopies) {
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
    /// reached, ascending; without those that are gone, or have carried it out since.
    ///
    /// - Complexity: O(events of the log), or O(positions) where they are given.
    private func keyCopies(
        olderThan erasure: Position,
        among positions: [Position]?
    ) throws(ProvingError) -> [Position] {
        var copies = CopiesOfKeys()
        do throws(LogError) {
            if let positions {
                try take(positions, into: &copies)
            } else {
                try takeAll(into: &copies)
            }
        } catch {
            throw .log(error)
        }
        return copies.begun(butNotBeyond: erasure)
    }

    private func take(
        _ positions: [Position],
        into copies: inout CopiesOfKeys
    ) throws(LogError) {
        for position in positions {
            let snapshot = try log.snapshot()
            try copies.take(snapshot.record(at: position))
        }
    }

    private func takeAll(into copies: inout CopiesOfKeys) throws(LogError) {
        let size = try log.snapshot().size
        // Copies that an imported log tells of are of other keys.
        var last = try log.snapshot().importedSize()
        while last < size {
            let end = Position(min(size.rawValue, last.rawValue + Self.recordsPerSnapshot))
            try log.snapshot().forEachRecord(after: last, through: end) {
                (record) throws(LogError) in
                try copies.take(record)
                return true
            }
            last = end
        }
    }

    private mutating func event(
        _ position: Position,
        under note: SignedNote
    ) throws(ProvingError) -> ErasureReceipt.Event {
        let envelope = try envelope(at: position)
        let hashes = try path(of: position, envelope, under: note)
        return ErasureReceipt.Event(envelope: envelope, index: position.index, hashes: hashes)
    }
}

/// The copies of the keys that the log tells of, and how far each has carried out erasures.
private struct CopiesOfKeys {
    private var copies: [(place: UniqueID, begun: Position, upTo: UInt64)] = []

    mutating func take(_ record: borrowing StoredRecord) throws(LogError) {
        let position = record.position
        do throws(WireError) {
            switch record.envelope.eventNumber {
            case EnvelopeEvent.keyCopyBegun:
                guard let place = try KeyCopyBegun(decoding: record.envelope.event).place,
                    index(of: place) == nil
                else { return }
                copies.append((place, position, 0))
            case EnvelopeEvent.keyCopyDone:
                let done = try KeyCopyDone(decoding: record.envelope.event)
                guard let at = index(of: done.place) else { return }
                // A repeat after a restore names a position of the lost events.
                copies[at].upTo = max(copies[at].upTo, min(done.upTo, position.rawValue - 1))
            case EnvelopeEvent.keyCopyGone:
                let gone = try KeyCopyGone(decoding: record.envelope.event)
                guard let at = index(of: gone.place) else { return }
                copies.remove(at: at)
            default: break
            }
        } catch {
            throw .damagedRecord(position, .frame(error))
        }
    }

    private func index(of place: UniqueID?) -> Int? { copies.firstIndex { $0.place == place } }

    func begun(butNotBeyond erasure: Position) -> [Position] {
        copies.filter { $0.begun < erasure && $0.upTo < erasure.rawValue }.map(\.begun)
    }
}
