package import EventLog

/// Folds events into the tables of one view.
///
/// It is a value that holds its tables and nothing else: it reads all its state from them, and has
/// no effect outside of them. So the same events always give the same rows, live, at catch-up and
/// in a rebuild.
package protocol Projector: Sendable {
    /// The view's name, which begins the names of its tables.
    static var name: StaticString { get }

    /// The version, raised whenever the same events would give other rows; the view is then
    /// rebuilt.
    static var version: UInt32 { get }

    /// The events that it folds; it gets no other.
    static var events: FoldedEvents { get }

    /// Declares the tables.
    init(_ tables: inout TableList)

    /// Folds one event.
    ///
    /// - Throws: `undeclaredEvent` for one that it does not declare.
    func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError)
}

/// The projectors that a store keeps, folded in their order.
///
/// A set is a concrete type with its projectors as properties, so that folding an event costs
/// direct calls.
package protocol ProjectorSet: Sendable {
    init(_ tables: inout TableList)

    func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError)
}

/// One table of one view.
package struct ViewTable: Hashable, Sendable, BitwiseCopyable {
    /// Its place among the tables.
    package let number: Int
}

/// The layout of a table's rows.
package protocol TableLayout: Sendable {
    var table: ViewTable { get }

    /// The fields of keys and values with their lengths, as the documentation shows them.
    var text: String { get }

    /// The fields of a key; nil if the bytes are no key of this layout.
    func fields(ofKey key: RawSpan) -> [RowField]?

    /// The fields of a value; nil if the bytes are no value of this layout.
    func fields(ofValue value: RawSpan) -> [RowField]?
}

/// A field of a stored row, for people.
package struct RowField: Hashable, Sendable {
    package let name: String
    package let value: String
    /// Whether the value may be a person's words.
    package let isText: Bool

    package init(_ name: String, _ value: String, isText: Bool = false) {
        self.name = name
        self.value = value
        self.isText = isText
    }
}

/// The tables that projectors declare, in the order in which they do.
package struct TableList: Sendable {
    package private(set) var names: [String] = []
    private(set) var views: [BuiltInView] = []
    private(set) var custom: [CustomView] = []
    /// The layouts of the built-in tables; a table may hold rows of several layouts.
    private var describing: [@Sendable () -> any TableLayout] = []

    package init() {}

    /// Declares a projector and its tables.
    package mutating func declare<P: Projector>(_ projector: P.Type) -> P {
        let first = names.count
        let made = P(&self)
        views.append(
            BuiltInView(
                name: "\(P.name)",
                version: P.version,
                events: P.events,
                tables: first..<names.count
            )
        )
        return made
    }

    /// The projectors and their versions, as stored in a file.
    var projectors: [String] { views.map { "\($0.name) \($0.version)" } }

    /// The events that each view folds, with the view's name, in the order of their declaration.
    package var events: [(view: String, events: FoldedEvents)] {
        views.map { ($0.name, $0.events) }
    }

    /// The view that a built-in table belongs to.
    package func view(of table: String) -> String? {
        names.firstIndex(of: table).flatMap { number in
            views.first { $0.tables.contains(number) }?.name
        }
    }

    /// Declares a table.
    ///
    /// - Precondition: no other table has the name.
    package mutating func table(_ name: String) -> ViewTable {
        precondition(!names.contains(name), "A table is declared once.")
        precondition(!name.hasPrefix(CustomView.prefix), "These names are the embedder's.")
        names.append(name)
        return ViewTable(number: names.count - 1)
    }

    /// Declares a layout of the rows of a table.
    package mutating func describe(_ layout: @escaping @Sendable () -> any TableLayout) {
        describing.append(layout)
    }

    /// The layouts of all tables, with the table's name.
    package var layouts: [(table: String, layout: any TableLayout)] {
        describing.map { describe in
            let layout = describe()
            return (names[layout.table.number], layout)
        }
    }

    /// Declares an embedder's views, after the built-in ones.
    mutating func declare(_ views: CustomViews) {
        for projector in views.projectors {
            let view = CustomView(projector, first: names.count)
            custom.append(view)
            names += view.tableNames
        }
    }

    /// The names of the built-in tables.
    var builtInNames: ArraySlice<String> { names.prefix(custom.first?.first ?? names.count) }
}

/// A built-in view, as it was declared.
struct BuiltInView: Sendable {
    let name: String
    let version: UInt32
    let events: FoldedEvents
    /// The numbers of its tables.
    let tables: Range<Int>
}

/// A source of rows: a batch of the writer, or a snapshot of a reader.
package protocol ViewReading: ~Copyable {
    /// Returns the value of a key, valid until the next change.
    @_lifetime(borrow self)
    borrowing func value(of key: RawSpan, in table: ViewTable) throws(ViewsError) -> RawSpan?

    /// Returns the error for a row of a table that cannot be interpreted.
    borrowing func damage(in table: ViewTable) -> ViewsError

    /// Visits rows in the order of their keys, until the visitor stops; key and value are good
    /// for one visit.
    borrowing func forEachRow(
        in table: ViewTable,
        _ range: KeyRange,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws(ViewsError) -> Visit
    ) throws(ViewsError)
}
