package import EventLog
internal import Projections
package import Views
package import Wire

// Work on the views of a store by commands that do not serve it.

extension Engine {
    /// Makes the views of a store anew, without opening the old ones.
    ///
    /// - Throws: `openElsewhere` where another process writes; leave it a `RebuildRequest`.
    @discardableResult
    package static func rebuildViews(
        at directory: StoreDirectory,
        progress: Replay.Progress? = nil
    ) throws(StoreFault) -> Position {
        let log = try open(directory, .writing)
        defer { log.close() }
        var options = Views<BuiltInProjectors>.Options()
        options.progress = progress
        let views = Views<BuiltInProjectors>(of: log, options: options)
        do throws(ViewsError) {
            let writer = try views.rebuild()
            let position = writer.position
            try views.close(writer)
            views.forgetRequest()
            return position
        } catch {
            throw .views(error)
        }
    }

    /// Compares the views of a store with what its log gives; a process may write to it meanwhile.
    package static func compareViews(
        at directory: StoreDirectory,
        progress: Replay.Progress? = nil
    ) throws(StoreFault) -> ViewsComparison {
        let log = try open(directory, .reading)
        let views = Views<BuiltInProjectors>(of: log)
        defer {
            views.close()
            log.close()
        }
        do throws(ViewsError) {
            let position = try views.snapshot().position
            do throws(ViewsError) {
                // A damaged branch page misleads a search, but a walk does not notice it.
                let check = try views.checkSums(progress: { _, _ in views.settleUse() })
                let found = try views.compareWithRecount(limit: mostRowsCompared) { done, total in
                    views.settleUse()
                    progress?(done, total)
                }
                return ViewsComparison(
                    position: found.position,
                    differences: found.rows.map(DescribedDifference.init),
                    notCompared: check.tablesLeft
                )
            } catch {
                guard error.refutesViews else { throw error }
                return ViewsComparison(position: position, damage: "\(error)")
            }
        } catch {
            throw .views(error)
        }
    }

    /// How many rows that differ are shown.
    private static var mostRowsCompared: Int { 10 }

    private static func open(
        _ directory: StoreDirectory,
        _ access: EventLog.Access
    ) throws(StoreFault) -> EventLog {
        do throws(LogError) {
            return try EventLog(opening: directory, access: access)
        } catch {
            throw .log(error)
        }
    }
}

/// The result of comparing the views with the log.
package struct ViewsComparison: Equatable, Sendable {
    /// The position of the states compared.
    package let position: Position
    /// The first rows that differ.
    package var differences: [DescribedDifference] = []
    /// Damage that kept the comparison from its end.
    package var damage: String?
    /// The tables that were not compared with their sums, because another process wrote to them.
    package var notCompared: [String] = []
}

/// A row in which the views and the log differ, with what it says.
package struct DescribedDifference: Equatable, Sendable {
    /// A field of the row.
    package struct Field: Equatable, Sendable {
        package let name: String
        package let value: String
        /// Whether the value may be a person's words.
        package let isText: Bool

        init(_ field: RowField) {
            (name, value, isText) = (field.name, field.value, field.isText)
        }
    }

    package let place: ViewsDifference
    /// The view that the table belongs to, and what its rows say; nil for an embedder's.
    package let view: String?
    package let meaning: String?
    /// The fields of the key; nil if it is no key of the table.
    package let row: [Field]?
    /// The fields in the views and in the recount; nil if the row is missing or unreadable.
    package let stored: [Field]?, recounted: [Field]?

    /// Describes a row by the layouts of its table.
    init(_ found: DifferentRow) {
        var tables = TableList()
        _ = BuiltInProjectors(&tables)
        place = found.place
        view = tables.view(of: place.table)
        meaning = view.flatMap { ViewMeanings.text[$0] }
        let key = place.key
        let layouts = tables.layouts.filter { $0.table == found.place.table }.map(\.layout)
        let layout = layouts.first { layout in
            guard layout.fields(ofKey: key.span.bytes) != nil else { return false }
            return [found.stored, found.recounted].contains { value in
                value.map { layout.fields(ofValue: $0.span.bytes) != nil } ?? false
            }
        }
        row = layout?.fields(ofKey: key.span.bytes)?.map(Field.init)
        stored = found.stored.flatMap { layout?.fields(ofValue: $0.span.bytes)?.map(Field.init) }
        recounted = found.recounted.flatMap {
            layout?.fields(ofValue: $0.span.bytes)?.map(Field.init)
        }
    }
}

/// A request to the process that writes to make the views anew, and how it goes.
package struct RebuildRequest: Sendable {
    private let directory: StoreDirectory
    private let generation: UInt64

    package enum State: Sendable {
        /// The other process has not ended it yet.
        case waiting
        case done
        /// The other process gave it up.
        case dropped
    }

    /// Leaves a request in a store's folder.
    package init(leftIn directory: StoreDirectory) throws(StoreFault) {
        self.directory = directory
        let found: ViewsState?
        do throws(LogError) {
            found = try ViewsState.read(in: directory)
        } catch {
            throw .log(error)
        }
        guard let found, found.condition != .building else {
            throw .views(.unavailable(reason: "another process is rebuilding them", .wait))
        }
        generation = found.generation
        guard ViewsDoubt(generation: generation, cause: .asked).leave(in: directory) else {
            throw .views(
                .unavailable(reason: "no request can be left in the store's folder", .tellWriter)
            )
        }
    }

    package var state: State {
        // The request first: the writer takes it away after the views have changed.
        let isWaiting = ViewsDoubt.read(in: directory)?.generation == generation
        guard let now = try? ViewsState.read(in: directory) else { return .waiting }
        if now.generation != generation { return now.condition == .building ? .waiting : .done }
        return isWaiting ? .waiting : .dropped
    }
}
