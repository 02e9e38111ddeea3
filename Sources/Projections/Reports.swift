package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// The reports to the moderators, and their resolutions.
///
/// The order lists every report under 0 for all and under its status, and both once more under the
/// user that it concerns.
package struct Reports: Projector {
    package static let name: StaticString = "reports"
    package static let version: UInt32 = 3
    package static let events: FoldedEvents = [
        EnvelopeEvent.reported, EnvelopeEvent.reportResolved,
    ]

    /// The present state of a report.
    package struct Row: Hashable, Sendable {
        package var position = Position.zero
        /// The user that it concerns.
        package var user: UniqueID?
        package var resolved: Position?
        package var action = ModerationAction.unspecified

        package var status: ReportStatus {
            resolved == nil ? .open : ReportStatus(resolvedBy: action)
        }
    }

    private let reports: RowTable<ReportKey, Row>
    private let order: RowTable<OrderKey, ReportKey>

    package init(_ tables: inout TableList) {
        reports = tables.rows("reports")
        order = tables.rows("reports.order")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.reported:
            let event = try record.structure(EncodedReported.self, for: Self.name)
            let report = ReportKey(report: try record.need(event.report, for: Self.name))
            let row = Row(position: record.position, user: event.user)
            reports.put(row, at: report, in: &views)
            for user in Set([nil, row.user]) {
                for status in [nil, row.status] {
                    order.put(report, at: OrderKey(user, status, row.position), in: &views)
                }
            }
        case EnvelopeEvent.reportResolved:
            let event = try record.structure(EncodedReportResolved.self, for: Self.name)
            let report = ReportKey(report: try record.need(event.report, for: Self.name))
            var row = try record.need(try reports.row(at: report, in: views), for: Self.name)
            let before = row.status
            row.resolved = record.position
            row.action = event.action
            reports.put(row, at: report, in: &views)
            for user in Set([nil, row.user]) {
                order.remove(OrderKey(user, before, row.position), in: &views)
                order.put(report, at: OrderKey(user, row.status, row.position), in: &views)
            }
        default:
            throw record.undeclared(by: Self.name)
        }
    }

    /// Returns the present state of a report; nil for an unknown id.
    package func row(
        of report: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Row? {
        try reports.row(at: ReportKey(report: report), in: views)
    }

    /// Visits the reports with a status, about a user, or all, that were filed before a position,
    /// newest first.
    package func forEach(
        _ status: ReportStatus?,
        about user: UniqueID? = nil,
        before position: Position = Position(.max),
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ report: UniqueID) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        guard position > .zero else { return }
        try order.forEach(
            from: OrderKey(user, status, .zero),
            through: OrderKey(user, status, Position(position.rawValue - 1)),
            descending: true,
            in: views
        ) { (_, row) throws(ViewsError) in
            try body(row.report)
        }
    }

    private struct ReportKey: RowLayout {
        var report = UniqueID.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&report, "report")
        }
    }

    private struct OrderKey: RowLayout {
        private var user: UniqueID?
        private var status: UInt8 = 0
        private var position = Position.zero

        init() {}

        init(_ user: UniqueID?, _ status: ReportStatus?, _ position: Position) {
            self.user = user
            self.status = status?.byte ?? 0
            self.position = position
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&user, "user, 0 for all")
            fields.byte(&status, "status, 0 for all")
            fields.field(&position, "position")
        }
    }
}

extension Reports.Row: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&position, "position")
        fields.field(&user, "user")
        fields.field(&resolved, "resolved at")
        fields.field(&action, "action")
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
