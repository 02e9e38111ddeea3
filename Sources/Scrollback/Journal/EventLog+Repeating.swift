package import EventLog
package import Merkle
package import Wire

extension EventLog {
    /// Appends to a log that is being built from an export what journals say about keeping and
    /// erasing, each event once.
    ///
    /// The lines of several journals follow each other, each journal from its first line on; an
    /// erasure's line has the leaf hashes that the positions have in this log. `order` are the
    /// indices of the lines, in the order in which they are repeated. `places` are the
    /// positions of events that the export had, by the leaf hash of their origin there.
    ///
    /// - Returns: the number of events.
    package func appendRepeats(
        of lines: [JournalEvent],
        in order: [Int],
        knowing places: [Digest: Position],
        at time: Timestamp
    ) throws(LogError) -> Int {
        do throws(StoreFault) {
            var writer = try KeepingWriter(self, nil, at: time, for: lines, knowing: places)
            return try writer.repeat(lines, at: order)
        } catch {
            guard case .log(let error) = error else {
                preconditionFailure("Appending to a log reads no views and no proofs.")
            }
            throw error
        }
    }
}
