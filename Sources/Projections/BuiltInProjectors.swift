package import EventLog
package import Views

/// The projectors that every store keeps.
package struct BuiltInProjectors: ProjectorSet {
    package let streams: Streams

    package init(_ tables: inout TableList) {
        streams = tables.declare(Streams.self)
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        try streams.apply(record, to: &views)
    }
}
