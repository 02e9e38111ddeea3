public import Views
public import Wire

/// The tables of a custom view on one snapshot, valid in the closure of `Store.readView`.
///
/// Its functions throw `unavailable` if the view's projector has failed, if the writing process
/// does not keep the view in this version, or if the view has no such table. They throw
/// `viewsUnavailable` if a row is damaged; retry after `retryAfter`.
public struct CustomViewReader: ~Copyable {
    private let state: EngineSnapshot
    private let name: String

    init(_ state: consuming EngineSnapshot, of name: String) {
        self.state = state
        self.name = name
    }

    /// The position that the rows reflect.
    public var position: Position { state.position }

    /// Returns the value of a key; nil if there is no row.
    ///
    /// The bytes are valid until the closure of `readView` ends.
    ///
    /// - Throws: `viewsUnavailable` if the rows cannot be read now; retry later.
    /// - Complexity: O(log n) in the rows of the table.
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

    /// Returns a copy of the value of a key; nil if there is no row.
    ///
    /// - Throws: `viewsUnavailable` if the rows cannot be read now; retry later.
    /// - Complexity: O(log n) in the rows of the table.
    public borrowing func value(
        of key: [UInt8],
        in table: String
    ) throws(StoreError) -> [UInt8]? {
        let key = key.span.bytes
        guard let value = try value(of: key, in: table) else { return nil }
        return value.withUnsafeBytes { Array($0) }
    }

    /// Visits rows in the order of their keys, until the closure returns `stop`.
    ///
    /// A key and a value are valid during one call of the closure.
    ///
    /// - Throws: `viewsUnavailable` if the rows cannot be read now; retry later.
    /// - Complexity: O(log n) in the rows of the table, and the visited rows.
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
