internal import Merkle

/// The lines of a journal, as they were read.
package struct JournalContents: Sendable {
    package private(set) var lines: [JournalLine] = []
    /// The number of bytes of these lines.
    package private(set) var byteCount = 0
    /// Whether the file has an append behind them that a crash tore.
    package private(set) var isTorn = false
    /// The last line that the newest line about added ones announced; zero without one.
    package private(set) var announced: UInt64 = 0
    /// The numbers of the lines that others made void.
    private var voided: Set<UInt64> = []

    /// Reads a journal's bytes.
    ///
    /// What follows the last whole line is torn if it can be one append, whose pages did not all
    /// reach the disk, or lines that were being added; anything more is damage. A file without a
    /// whole line is a journal only if it can be a torn first line: a file that was named by mistake
    /// must not be cut.
    package init(_ bytes: [UInt8]) throws(JournalFault) {
        var pieces = bytes.split(separator: JournalLine.end, omittingEmptySubsequences: false)
        // What is behind the last end of a line: empty in a whole file.
        let rest = pieces.popLast() ?? []
        for (index, piece) in pieces.enumerated() {
            do throws(JournalLineFault) {
                append(
                    try JournalLine(
                        piece,
                        number: UInt64(lines.count) + 1,
                        after: lines.last?.sum ?? .zero
                    )
                )
                byteCount = piece.endIndex + 1
            } catch {
                let claims = (pieces[index...] + [rest]).compactMap(JournalLine.claim)
                guard
                    claims.count <= 1 || Set(claims).count == 1 && claims[0] != .void
                        || mayBeAdded(claims)
                else {
                    throw .damaged(line: UInt64(lines.count) + 1, error)
                }
                isTorn = true
                try requireBeginning(of: bytes)
                return
            }
        }
        isTorn = !rest.isEmpty
        try requireBeginning(of: bytes)
    }

    /// Refuses a file that has no line and cannot be what a crash left of the first one.
    private func requireBeginning(of bytes: [UInt8]) throws(JournalFault) {
        guard lines.isEmpty, !JournalLine.mayBeginFile(bytes) else { return }
        throw .noJournal
    }

    /// Whether lines are among those that were announced: the log has their events, so they can be
    /// added again.
    private func mayBeAdded(_ claims: [JournalLine.Claim]) -> Bool {
        !claims.contains(.void) && UInt64(claims.count) <= announced
            && newest <= announced - UInt64(claims.count)
    }

    /// Adds a line that follows.
    mutating func append(_ line: JournalLine) {
        lines.append(line)
        switch line.content {
        case .event: break
        case .void(let range): voided.formUnion(range)
        case .adds(let range): announced = range.upperBound
        }
    }

    /// The events of the lines that are not void, with the numbers of these lines.
    package var events: [(number: UInt64, event: JournalEvent)] {
        lines.compactMap { line in
            guard let event = line.event, !voided.contains(line.number) else { return nil }
            return (line.number, event)
        }
    }

    /// The newest number; zero in an empty file.
    package var newest: UInt64 { UInt64(lines.count) }
}
