public import Views
public import Wire

/// The tables of one of the embedder's views, as they stood after one commit; lent by
/// `Store.readView`.
///
/// Looking at a table of a view that could not fold an event, or that is not kept as it is declared,
/// throws `unavailable` and says so.
public struct CustomViewReader: ~Copyable {
    private let state: EngineSnapshot
    private let name: String

    init(_ state: consuming EngineSnapshot, of name: String) {
        self.state = state
        self.name = name
    }

    /// The position that the rows reflect.
    public var position: Position { state.position }

    /// The value of a key, good while the tables are lent; nil where there is no row.
    @_lifetime(borrow self)
    public borrowing func value(
        of key: RawSpan,
        in table: String
    ) throws(StoreError) -> RawSpan? {
        do throws(ViewsError) {
            return try state.views.value(of: key, in: table, of: name)
        } catch {
            throw StoreError(reading: .views(state.hear(error)))
        }
    }

    /// The value of a key, for whoever keeps keys and values as arrays; nil where there is no row.
    public borrowing func value(
        of key: [UInt8],
        in table: String
    ) throws(StoreError) -> [UInt8]? {
        let key = key.span.bytes
        guard let value = try value(of: key, in: table) else { return nil }
        return value.withUnsafeBytes { Array($0) }
    }

    /// Visits rows in the order of their keys, until the visitor stops; key and value are good for
    /// one visit.
    public borrowing func forEachRow(
        in table: String,
        _ range: CustomRange = .all,
        _ body: (_ key: RawSpan, _ value: RawSpan) -> Visit
    ) throws(StoreError) {
        do throws(ViewsError) {
            try state.views.forEachRow(in: table, of: name, range) { key, value in
                body(key, value)
            }
        } catch {
            throw StoreError(reading: .views(state.hear(error)))
        }
    }
}
