import EventLog
import LogSchema
import LogSupport
import Merkle
import Wire

extension RawLog {
    /// Makes links and tiles fit the envelopes as they stand, so that a forged envelope shows
    /// nowhere but in what it says.
    func remake(through size: UInt64, keepingLinkOf kept: UInt64? = nil) throws {
        var newest: [StreamID: Digest] = [:]
        var levels: [[Digest]] = []
        for position in 1...size {
            var row = try value(RawLog.recordKey(position))
            let (stream, previous) = try Self.link(row, position)
            if previous != newest[stream], position != kept {
                try forgeEnvelope(position) { $0.previous = newest[stream] }
                row = try value(RawLog.recordKey(position))
            }
            let leaf = TreeHash.leaf(try EncodedRecord(row.span.bytes).envelopeBytes)
            newest[stream] = leaf
            try add(leaf, level: 0, &levels, leaves: position)
        }
    }

    private func add(
        _ hash: Digest,
        level: Int,
        _ levels: inout [[Digest]],
        leaves: UInt64
    ) throws {
        if level == levels.count { levels.append([]) }
        levels[level].append(hash)
        guard levels[level].count == 256 else { return }
        let tile = levels[level]
        levels[level] = []
        let index = (leaves >> UInt64(8 * (level + 1))) - 1
        try put(
            RawLog.tileKey(level: UInt8(level), index: index),
            tile.flatMap { $0.withBytes { $0.array } }
        )
        try add(TreeHash.root(of: tile.span), level: level + 1, &levels, leaves: leaves)
    }

    private static func link(_ row: [UInt8], _ position: UInt64) throws -> (StreamID, Digest?) {
        let record = try StoredRecord(at: Position(position), row.span.bytes)
        return (record.stream, record.envelope.previous)
    }
}
