internal import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
internal import Projections
internal import Wire

/// The media that erasures owe which are repeated before there are views.
///
/// Which contents name a medium is read from the log itself. That is done once, and only where
/// content that goes names any.
struct RepeatedMedia {
    private let log: EventLog
    /// The positions of the contents that are there and name a medium, by its name.
    private var naming: [UniqueID: Set<UInt64>] = [:]

    /// Looks for the media that the contents name which some lines erase, and for all contents that
    /// name these.
    ///
    /// - Complexity: opens every content of the log that may name a medium, if one of those does.
    init(namedIn lines: [JournalEvent], of log: EventLog) throws(StoreFault) {
        self.log = log
        try StoreFault.log { () throws(LogError) in
            for line in lines where line.type == EnvelopeEvent.contentErased {
                for (number, leaf) in try line.erasedPositions()
                where try log.hasContent(at: Position(number), leaf: leaf) {
                    for url in try media(at: number) {
                        naming[try MediaDebts.name(of: url, log)] = []
                    }
                }
            }
            if naming.isEmpty { return }
            let size = try log.snapshot().size
            try log.forEachRecord(from: Position(1), through: size) { (record) throws(LogError) in
                let position = record.position
                for url in try Self.media(in: record, log) {
                    naming[try MediaDebts.name(of: url, log)]?.insert(position.rawValue)
                }
            }
        }
    }

    /// Returns the media that no content names any more once those at some positions are erased too.
    mutating func owed(byErasing ranges: [PositionRange]) throws(LogError) -> [String] {
        var owed: [String] = []
        for range in ranges {
            for number in range.first..<range.first + range.count {
                for url in try media(at: number) {
                    let name = try MediaDebts.name(of: url, log)
                    guard naming[name]?.remove(number) != nil, naming[name]?.isEmpty == true else {
                        continue
                    }
                    owed.append(url)
                }
            }
        }
        return owed
    }

    // Inlined, the snapshot makes the optimizer of Swift 6.3 fail.
    @inline(never)
    private func media(at number: UInt64) throws(LogError) -> [String] {
        try Self.media(in: log.snapshot().record(at: Position(number)), log)
    }

    /// The media that a content names; none where it cannot be opened, which `verify` reports.
    private static func media(
        in record: borrowing StoredRecord,
        _ log: EventLog
    ) throws(LogError) -> [String] {
        do throws(LogError) {
            return try MediaDebts.media(in: record, log)
        } catch .damagedRecord {
            return []
        }
    }
}

/// The media that lost erasures of lost contents owe, as far as the journal tells: how many.
struct LostMedia {
    /// The lost events that say what is owed, by their leaf hashes, with the number of media.
    private var owed: [Digest: UInt64] = [:]
    /// Those of them whose erasure names content that this log does not have.
    private var unknown: Set<Digest> = []
    /// Those that the erasure behind them belongs to.
    private var latest: [Digest] = []

    var count: UInt64 { unknown.reduce(0) { $0 + (owed[$1] ?? 0) } }

    /// Takes the next line of a journal.
    mutating func take(_ line: JournalEvent, of log: EventLog, isLost: Bool) throws(LogError) {
        switch line.type {
        case EnvelopeEvent.mediaOwed where isLost:
            owed[line.leaf] = line.owedCount
            latest.append(line.leaf)
        case EnvelopeEvent.contentErased:
            for (number, leaf) in try line.erasedPositions() {
                if owed.removeValue(forKey: leaf) != nil { continue }
                if try !log.has(leaf, at: Position(number)) { unknown.formUnion(latest) }
            }
        default: latest = []
        }
    }
}

extension JournalEvent {
    /// How many media it says are owed.
    fileprivate var owedCount: UInt64 { UInt64(decoded(as: MediaOwed.self)?.count ?? 0) }
}
