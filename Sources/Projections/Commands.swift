package import EventLog
internal import LogSchema
package import Views
package import Wire

/// The commands that were carried out: this makes retries safe for commands that create nothing.
///
/// A command that happened together with others is known by its own id and by theirs.
package struct Commands: Projector {
    package static let name: StaticString = "commands"
    package static let version: UInt32 = 2
    package static let events = FoldedEvents.every

    private let table: RowTable<Key, Row>

    package init(_ tables: inout TableList) {
        table = tables.rows("commands")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard let command = record.envelope.command else { return }
        try note(command, of: record, in: &views)
        if let batch = record.envelope.commandBatch { try note(batch, of: record, in: &views) }
    }

    private func note(
        _ command: UniqueID,
        of record: borrowing StoredRecord,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        let actor = record.envelope.actor
        let known = try positions(of: command, by: actor, in: views)
        let row = Row(first: known?.first ?? record.position, last: record.position)
        table.put(row, at: Key(actor, command), in: &views)
    }

    /// Returns the positions of a command's events; nil for a command without events.
    ///
    /// An actor of nil is the operator.
    package func positions(
        of command: UniqueID,
        by actor: UniqueID?,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> (first: Position, last: Position)? {
        try table.row(at: Key(actor, command), in: views).map { ($0.first, $0.last) }
    }
}

extension Commands {
    private struct Key: RowLayout {
        var isUser = false
        var actor = UniqueID.zero
        var command = UniqueID.zero

        init() {}

        init(_ actor: UniqueID?, _ command: UniqueID) {
            isUser = actor != nil
            self.actor = actor ?? .zero
            self.command = command
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.flags("is a user") { $0.flag(&isUser) }
            fields.field(&actor, "actor")
            fields.field(&command, "command")
        }
    }

    private struct Row: RowLayout {
        var first = Position.zero
        var last = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&first, "first position")
            fields.field(&last, "last position")
        }
    }
}
