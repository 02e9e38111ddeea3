package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// What was reported to the moderators, and what they did about it.
///
///     reports         report (16) → position (8), user (16), resolved at (8), action (1)
///     reports.order   status (1), position (8) → report (16)
///
/// The order has every report twice: under 0 among all of them, and under its status.
package struct Reports: Projector {
    package static let name: StaticString = "reports"
    package static let version: UInt32 = 2

    /// A report as it stands.
    package struct Row: Hashable, Sendable {
        package var position: Position
        /// Whom it is about.
        package var user: UniqueID?
        package var resolved: Position?
        package var action = ModerationAction.unspecified

        package var status: ReportStatus {
            resolved == nil ? .open : ReportStatus(resolvedBy: action)
        }
    }

    private let reports: ViewTable
    private let order: ViewTable

    package init(_ tables: inout TableList) {
        reports = tables.table("reports")
        order = tables.table("reports.order")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.reported:
            let event = try record.structure(ReportedView.self, for: Self.name)
            let report = try record.need(event.report, for: Self.name)
            let row = Row(position: record.position, user: event.user)
            put(row, of: report, in: &views)
            for status in [nil, row.status] {
                let key = Self.orderKey(status, row.position)
                views.put(key.bytes, Self.key(report).bytes, in: order)
            }
        case EnvelopeEvent.reportResolved:
            let event = try record.structure(ReportResolvedView.self, for: Self.name)
            let report = try record.need(event.report, for: Self.name)
            var row = try record.need(try self.row(of: report, in: views), for: Self.name)
            views.remove(Self.orderKey(row.status, row.position).bytes, in: order)
            row.resolved = record.position
            row.action = event.action
            put(row, of: report, in: &views)
            let key = Self.orderKey(row.status, row.position)
            views.put(key.bytes, Self.key(report).bytes, in: order)
        default:
            break
        }
    }

    private func put(_ row: Row, of report: UniqueID, in views: inout ViewsWriter) {
        var bytes = RowBytes()
        bytes.append(row.position.rawValue)
        bytes.append(row.user ?? .zero)
        bytes.append(row.resolved?.rawValue ?? 0)
        bytes.append(UInt8(truncatingIfNeeded: row.action.rawValue))
        views.put(Self.key(report).bytes, bytes.bytes, in: reports)
    }

    /// A report as it stands; nil for an id that none has.
    package func row(
        of report: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Row? {
        guard let row = try views.value(of: Self.key(report).bytes, in: reports) else { return nil }
        guard row.byteCount == 33 else { throw .damagedRow(table: "reports") }
        let (user, resolved) = (UniqueID(row, at: 8), row.number(at: 24))
        return Row(
            position: Position(row.number(at: 0)),
            user: user == .zero ? nil : user,
            resolved: resolved == 0 ? nil : Position(resolved),
            action: ModerationAction(rawValue: Int32(row.byte(at: 32)))
        )
    }

    /// Visits the reports with a status, or all, that were filed before a position, newest first.
    package func forEach(
        _ status: ReportStatus?,
        before position: Position = Position(.max),
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ report: UniqueID) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        guard position > .zero else { return }
        let range = KeyRange(
            from: Self.orderKey(status, .zero),
            through: Self.orderKey(status, Position(position.rawValue - 1)),
            descending: true
        )
        try views.forEachRow(in: order, range) { (_, row) throws(ViewsError) in
            guard row.byteCount == UniqueID.byteCount else {
                throw .damagedRow(table: "reports.order")
            }
            return try body(UniqueID(row))
        }
    }

    private static func key(_ report: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(report)
        return key
    }

    private static func orderKey(_ status: ReportStatus?, _ position: Position) -> RowBytes {
        var key = RowBytes()
        key.append(status?.byte ?? 0)
        key.append(position.rawValue)
        return key
    }
}

extension ReportStatus {
    fileprivate var byte: UInt8 {
        switch self {
        case .open: 1
        case .dismissed: 2
        case .warned: 3
        case .suspended: 4
        case .banned: 5
        }
    }
}
