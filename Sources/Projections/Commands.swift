package import EventLog
internal import LogSchema
package import Views
package import Wire

/// Which commands were carried out: what makes trying again safe for those that create nothing.
///
///     commands   whether a user (1), actor (16), command id (16)  → first (8), last (8)
package struct Commands: Projector {
    package static let name: StaticString = "commands"
    package static let version: UInt32 = 1

    private let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("commands")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard let command = record.envelope.command else { return }
        let actor = record.envelope.actor
        let known = try positions(of: command, by: actor, in: views)
        var row = RowBytes()
        row.append((known?.first ?? record.position).rawValue)
        row.append(record.position.rawValue)
        views.put(Self.key(actor, command).bytes, row.bytes, in: table)
    }

    /// Where a command's events lie; nil for one that led to none.
    ///
    /// An actor of nil is the operator.
    package func positions(
        of command: UniqueID,
        by actor: UniqueID?,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> (first: Position, last: Position)? {
        guard let row = try views.value(of: Self.key(actor, command).bytes, in: table) else {
            return nil
        }
        guard row.byteCount == 16 else { throw .damagedRow(table: "commands") }
        return (Position(row.number(at: 0)), Position(row.number(at: 8)))
    }

    private static func key(_ actor: UniqueID?, _ command: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(UInt8(actor == nil ? 0 : 1))
        key.append(actor ?? .zero)
        key.append(command)
        return key
    }
}
