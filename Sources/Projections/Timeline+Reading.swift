internal import EventLog
package import Views
package import Wire

extension Timeline {
    /// How far a conversation's timeline has come; nil where there is no conversation.
    package func head(
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> TimelineHead? {
        guard let row = try views.value(of: headKey(conversation).bytes, in: heads) else {
            return nil
        }
        return try TimelineHead(row)
    }

    /// One entry; nil where there is none.
    package func entry(
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> TimelineEntry? {
        guard let bytes = try bytes(at: ordinal, of: conversation, in: views) else { return nil }
        return try entry(bytes, at: ordinal, of: conversation, in: views)
    }

    /// The same without what came to it later.
    private func original(
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> TimelineEntry? {
        guard let bytes = try bytes(at: ordinal, of: conversation, in: views) else { return nil }
        return TimelineEntry(bytes)
    }

    @_lifetime(borrow views)
    private func bytes(
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> RawSpan? {
        guard ordinal > 0 else { return nil }
        let place = TimelinePlace(ordinal, of: conversation)
        guard let row = try views.value(of: place.row.bytes, in: table) else { return nil }
        _ = try Self.entryCount(of: row)
        guard place.offset < row.byteCount else { return nil }
        return row.extracting(place.offset..<place.offset + TimelineEntry.byteCount)
    }

    /// The entry that its bytes stand for, with what came to it later.
    private func entry(
        _ bytes: RawSpan,
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> TimelineEntry {
        var entry = TimelineEntry(bytes)
        guard TimelineEntry.hasChanged(bytes) else { return entry }
        let key = Self.key(conversation, ordinal)
        guard let row = try views.value(of: key.bytes, in: later) else { throw Self.damagedLater }
        try entry.add(row)
        return entry
    }

    /// How many entries a row holds.
    private static func entryCount(of row: RawSpan) throws(ViewsError) -> UInt64 {
        let (count, rest) = row.byteCount.quotientAndRemainder(dividingBy: TimelineEntry.byteCount)
        guard rest == 0, count > 0, count <= TimelinePlace.rowLength else { throw damaged }
        return UInt64(count)
    }

    /// The last entry that was there at a position; 0 where there was none.
    ///
    /// - Complexity: a look-up for each halving of the timeline, and one for its end.
    package func lastOrdinal(
        of conversation: UniqueID,
        asOf position: Position,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        try lastOrdinal(of: conversation, in: views) { $0.position <= position }
    }

    /// The last entry for which a condition holds that holds for every entry before it as well; 0
    /// where it holds for none.
    ///
    /// The condition is asked about what entries were from the beginning on.
    ///
    /// - Complexity: a look-up for each halving of the timeline, and one for its end.
    package func lastOrdinal(
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        where isStillTrue: (TimelineEntry) -> Bool
    ) throws(ViewsError) -> UInt64 {
        guard let head = try head(of: conversation, in: views) else { return 0 }
        if let last = try original(at: head.entries, of: conversation, in: views),
            isStillTrue(last)
        {
            return head.entries
        }
        var (there, beyond) = (UInt64(0), head.entries)
        while there + 1 < beyond {
            let middle = there + (beyond - there) / 2
            guard let entry = try original(at: middle, of: conversation, in: views) else {
                throw Self.damaged
            }
            if isStillTrue(entry) { there = middle } else { beyond = middle }
        }
        return there
    }

    /// How many messages there are among the entries for which a condition holds that holds for
    /// every entry before them as well.
    ///
    /// - Complexity: as of `lastOrdinal`.
    package func messageCount(
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        where isStillTrue: (TimelineEntry) -> Bool
    ) throws(ViewsError) -> UInt64 {
        let last = try lastOrdinal(of: conversation, in: views, where: isStillTrue)
        return try original(at: last, of: conversation, in: views)?.messageNumber ?? 0
    }

    /// The place of a message that is known by its number, in a timeline with a head.
    ///
    /// - Complexity: a look-up where all system entries stand before it or none does, else one for
    ///   each halving of their number.
    package func ordinal(
        ofMessage number: UInt64,
        below head: TimelineHead,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        var (low, high) = (number, number + (head.entries - head.messages))
        // Most often what is no message stands at the beginning.
        var middle = high - 1
        while low < high {
            guard let entry = try original(at: middle, of: conversation, in: views) else {
                throw Self.damaged
            }
            if entry.messageNumber < number { low = middle + 1 } else { high = middle }
            middle = low + (high - low) / 2
        }
        return low
    }

    /// Visits entries between two ordinals, both included, forwards or backwards.
    ///
    /// - Complexity: a row for ten entries, and one more for each to which something came later.
    package func forEachEntry(
        of conversation: UniqueID,
        from first: UInt64,
        through last: UInt64,
        descending: Bool,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64, _ entry: TimelineEntry) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let first = max(first, 1)
        guard first <= last else { return }
        let range = KeyRange(
            from: TimelinePlace(first, of: conversation).row,
            through: TimelinePlace(last, of: conversation).row,
            descending: descending
        )
        // With what the next row has to begin, for none may be missing between two.
        var next: UInt64?
        try views.forEachRow(in: table, range) { (key, row) throws(ViewsError) in
            guard key.byteCount == 24, key.number(at: 16) <= TimelinePlace.row(of: last) else {
                throw Self.damaged
            }
            let beginning = key.number(at: 16) * UInt64(TimelinePlace.rowLength) + 1
            let count = try Self.entryCount(of: row)
            let low = max(first, beginning)
            let high = beginning + min(last - beginning, count - 1)
            var ordinal = descending ? high : low
            guard next == nil || next == ordinal else { throw Self.damaged }
            next = descending ? beginning - 1 : beginning &+ count
            while low <= ordinal, ordinal <= high {
                let offset = TimelinePlace.offset(of: ordinal)
                let bytes = row.extracting(offset..<offset + TimelineEntry.byteCount)
                let entry = try entry(bytes, at: ordinal, of: conversation, in: views)
                if case .stop = try body(ordinal, entry) { return .stop }
                ordinal = descending ? ordinal - 1 : ordinal &+ 1
            }
            return .goOn
        }
    }
}
