internal import EventLog
package import LogSchema
internal import Merkle
package import Messaging
internal import Views
package import Wire

/// The scope of a cursor: it is refused for another query, viewer, conversation, filter or store.
///
///     cursor   hexadecimal of: the first 8 bytes of SHA-256(scope ‖ place), place
///
/// A cursor grants no access: a page that it leads to is filtered by the viewer's visibility. The
/// hash makes a foreign or changed cursor be refused and not misread.
package struct CursorScope: Sendable {
    private var bytes: [UInt8]
    /// The place of the epoch within them.
    private var epochBytes = 0..<0
    /// The epochs that restores ended: their cursors are recognized, and refused with `otherEpoch`.
    private let earlier: [EarlierEpoch]

    /// Joins who asks for what; the words say what else the query asks for, but its limit.
    package init(
        _ query: QueryName,
        of viewer: UserID,
        inLog log: UniqueID,
        epochs: EpochLine,
        _ words: [String]
    ) {
        bytes = []
        earlier = epochs.earlier
        bytes.reserveCapacity(Self.usualBytes)
        add(query.rawValue)
        add(viewer.description)
        add(log.description)
        let start = bytes.count
        add(String(epochs.current))
        epochBytes = start..<bytes.count
        for word in words { add(word) }
    }

    private mutating func add(_ word: String) {
        // The length keeps two words from being read as one.
        bytes.append(contentsOf: String(word.utf8.count).utf8)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(contentsOf: word.utf8)
    }

    /// Room for what most queries ask for.
    private static let usualBytes = 192
    private static let checkBytes = 8

    private func check(_ place: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes.span.bytes)
        hash.update(place.span.bytes)
        return hash.finish().withBytes { digest in
            digest.extracting(first: Self.checkBytes).withUnsafeBytes { Array($0) }
        }
    }

    /// The cursor at a place.
    package func cursor(at place: [UInt8]) -> Cursor {
        let bytes = check(place) + place
        return Cursor(Hexadecimal.encode(bytes.span.bytes))
    }

    /// The cursor at a place that is a number.
    package func cursor(at number: UInt64) -> Cursor {
        cursor(at: withUnsafeBytes(of: number.bigEndian) { Array($0) })
    }

    /// The number that a cursor names.
    ///
    /// - Throws: `cursorIsForeign` for one of another query, viewer or store, and for rubbish;
    ///   `cursorIsOfAnotherEpoch` for one from before a restore.
    package func number(of cursor: Cursor) throws(Refusal) -> UInt64 {
        let place = try place(of: cursor, byteCount: MemoryLayout<UInt64>.size)
        return place.span.bytes.number(at: 0)
    }

    /// The place that a cursor names.
    ///
    /// - Throws: `cursorIsForeign` for one of another query, viewer or store, and for rubbish;
    ///   `cursorIsOfAnotherEpoch` for one from before a restore.
    package func place(of cursor: Cursor, byteCount: Int) throws(Refusal) -> [UInt8] {
        try place(of: cursor, byteCounts: byteCount...byteCount)
    }

    /// The place that a cursor names, of one of several lengths.
    ///
    /// - Throws: `cursorIsForeign` for one of another query, viewer or store, and for rubbish;
    ///   `cursorIsOfAnotherEpoch` for one from before a restore.
    package func place(
        of cursor: Cursor,
        byteCounts: some RangeExpression<Int>
    ) throws(Refusal) -> [UInt8] {
        guard let bytes = Hexadecimal.decode(cursor.text.utf8Span.span.bytes),
            byteCounts.contains(bytes.count - Self.checkBytes)
        else { throw .request(.cursorIsForeign) }
        let place = Array(bytes.dropFirst(Self.checkBytes))
        let stated = Array(bytes.prefix(Self.checkBytes))
        if stated == check(place) { return place }
        for ended in earlier where stated == scope(in: ended.epoch).check(place) {
            throw .request(.cursorIsOfAnotherEpoch(fork: Position(ended.fork)))
        }
        throw .request(.cursorIsForeign)
    }

    /// Returns the scope of the same query's cursors in another epoch.
    private func scope(in epoch: UInt64) -> CursorScope {
        var other = self
        other.bytes = Array(bytes[..<epochBytes.lowerBound])
        other.add(String(epoch))
        other.bytes += bytes[epochBytes.upperBound...]
        return other
    }
}

extension UserQueryEvaluator {
    /// Returns the scope of the cursors of one of the viewer's queries.
    borrowing func cursors(_ query: QueryName, _ words: String...) -> CursorScope {
        let log = state.eventLog
        return CursorScope(query, of: viewer, inLog: log.id, epochs: log.epochs, words)
    }

    /// The position behind which a page begins; zero for the first one.
    borrowing func position(
        of cursor: Cursor?,
        in scope: CursorScope
    ) throws(QueryError) -> Position {
        guard let cursor else { return .zero }
        return try ask { (_) throws(Refusal) in Position(try scope.number(of: cursor)) }
    }
}
