internal import EventLog
internal import Glibc
internal import LogSchema
package import Scrollback
package import Wire

/// An export without a name, as long as it is kept: its folder is removed with it, and after a kill
/// by the next process that opens the store for writing.
package struct KeptExport: Sendable {
    package let report: ExportReport
    let site: ExportSite
    /// The positions whose content is in the files, ascending.
    private let opened: [UInt64]
    /// Whether the files hold people's names, from profiles.
    private let hasNames: Bool

    init(_ site: ExportSite, _ report: ExportReport, _ written: WrittenExport) {
        self.site = site
        self.report = report
        opened = written.opened
        hasNames = written.hasNames
    }

    /// The files as one.
    package func archive(named name: String) throws(ExportError) -> ExportArchive {
        try translating { () throws(LogError) in
            try ExportArchive(of: report.files, in: site.folder, named: name)
        }
    }

    /// Whether something in the files was erased after it was noted.
    package func isTouched(by erasures: LoggedErasures) -> Bool {
        erasures.all.contains { erasure in
            guard erasure.loggedAt > report.position else { return false }
            if hasNames, erasure.holdsNames { return true }
            // The first position at or behind the beginning of the erased run.
            var (low, high) = (0, opened.count)
            while low < high {
                let middle = (low + high) / 2
                if opened[middle] < erasure.positions.lowerBound {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low < opened.count && opened[low] <= erasure.positions.upperBound
        }
    }
}

/// The erasures that a log names in a part of it.
package struct LoggedErasures: Sendable {
    struct Run {
        let loggedAt: Position
        let positions: ClosedRange<UInt64>
        /// Whether the erased content includes a profile.
        let holdsNames: Bool
    }

    /// In a longer run a profile is taken to be, and not looked for.
    private static let longestSearch = 10_000 as UInt64

    /// The position behind which they were looked for.
    package let after: Position
    /// The newest position that was looked at.
    package let through: Position
    let all: [Run]

    /// Looks for erasures behind a position.
    ///
    /// - Complexity: O(events behind it).
    package init(in store: Store, after position: Position) throws(ExportError) {
        let log = store.engine.log
        after = position
        (through, all) = try translating { () throws(LogError) -> (Position, [Run]) in
            let size = try log.snapshot().size
            guard size > position else { return (position, []) }
            var runs: [Run] = []
            try log.forEachRecord(from: position.next, through: size) {
                (record) throws(LogError) in
                let place = record.position
                for range in try record.envelope.erasedPositions(at: place) {
                    let holdsNames = try Self.holdsProfile(range, of: log)
                    runs.append(Run(loggedAt: place, positions: range, holdsNames: holdsNames))
                }
            }
            return (size, runs)
        }
    }

    private static func holdsProfile(
        _ range: ClosedRange<UInt64>,
        of log: EventLog
    ) throws(LogError) -> Bool {
        guard range.upperBound - range.lowerBound < longestSearch else { return true }
        var holds = false
        try log.forEachRecord(from: Position(range.lowerBound), through: Position(range.upperBound))
        { (record) throws(LogError) in
            if record.envelope.eventNumber == EnvelopeEvent.profileSet { holds = true }
        }
        return holds
    }
}
