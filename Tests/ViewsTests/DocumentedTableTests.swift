import Messaging
import Projections
import TestSupport
import Testing
import Views

/// `docs/views.md` shows what the code says of tables.
///
/// One test after the other, because each may write the page.
@Suite(.serialized) struct `The documented tables` {
    private let tables: TableList

    init() {
        var tables = TableList()
        _ = BuiltInProjectors(&tables)
        self.tables = tables
    }

    @Test func `have the rows of the code`() throws {
        try compare("rows", tables.layouts.map { "\($0.table): \($0.layout.text)" })
    }

    @Test func `have the events that they are folded from`() throws {
        let lines = EventDescription.all.map { event in
            let views = tables.events
                .filter { !$0.events.isEvery && $0.events.contains(event.number) }
                .map(\.view)
            let reason = UnfoldedEvents.reasons[event.number]
            #expect(views.isEmpty == (reason != nil), "\(event.name) is folded, or it says why not")
            let names = reason.map { "none; \($0)" } ?? views.joined(separator: ", ")
            return "\(event.name): \(names)"
        }
        try compare("events", lines)
        #expect(Set(UnfoldedEvents.reasons.keys).isSubset(of: EventDescription.all.map(\.number)))
    }

    @Test func `of each view say something, which a comparison shows`() {
        #expect(Set(tables.events.map(\.view)) == Set(ViewMeanings.text.keys))
        #expect(tables.names.allSatisfy { tables.view(of: $0) != nil })
    }

    @Test func `are all described`() {
        #expect(Set(tables.layouts.map(\.table)).count == tables.names.count)
    }

    private func compare(_ block: String, _ lines: [String]) throws {
        let block = DocumentedBlock(block, of: "docs/views.md")
        #expect(try block.holds(lines), "WRITE_DOCS=1 writes them")
    }
}
