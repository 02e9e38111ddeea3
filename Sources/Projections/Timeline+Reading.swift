internal import EventLog
package import Views
package import Wire

extension Timeline {
    /// Returns the head of a conversation's timeline; nil if there is no conversation.
    package func head(
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> TimelineHead? {
        try heads.row(at: ConversationKey(conversation: conversation), in: views)
    }

    /// Returns one entry; nil if there is none.
    package func entry(
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> TimelineEntry? {
        guard let entry = try original(at: ordinal, of: conversation, in: views) else { return nil }
        return try changed(entry, at: ordinal, of: conversation, in: views)
    }

    /// Returns the same entry without later changes.
    private func original(
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> TimelineEntry? {
        guard ordinal > 0 else { return nil }
        let place = TimelinePlace(ordinal, of: conversation)
        guard let row = try table.elements(at: place.row, in: views), place.number < row.count
        else {
            return nil
        }
        return row[place.number]
    }

    /// Returns an entry with its later changes.
    private func changed(
        _ entry: TimelineEntry,
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> TimelineEntry {
        guard entry.later != nil else { return entry }
        let key = EntryKey(conversation: conversation, ordinal: ordinal)
        guard let changes = try later.row(at: key, in: views) else {
            throw views.damage(in: later.table)
        }
        var entry = entry
        entry.later = changes
        return entry
    }

    /// Returns the last entry that existed at a position; 0 if there was none.
    ///
    /// - Complexity: a look-up for each halving of the timeline, and one for its end.
    package func lastOrdinal(
        of conversation: UniqueID,
        asOf position: Position,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        try lastOrdinal(of: conversation, in: views) { $0.position <= position }
    }

    /// Returns the last entry for which a condition holds that also holds for every entry before
    /// it; 0 if it holds for none.
    ///
    /// The condition gets the entries as they were made, without later changes.
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
                throw views.damage(in: table.table)
            }
            if isStillTrue(entry) { there = middle } else { beyond = middle }
        }
        return there
    }

    /// Returns the number of messages among the entries for which a condition holds that also holds
    /// for every entry before them.
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

    /// Returns the ordinal of a message with a given number, in a timeline with a head.
    ///
    /// - Complexity: a look-up if all system entries stand before it or none does, else one for
    ///   each halving of their number.
    package func ordinal(
        ofMessage number: UInt64,
        below head: TimelineHead,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        var (low, high) = (number, number + (head.entries - head.messages))
        // Usually the system entries stand at the beginning.
        var middle = high - 1
        while low < high {
            guard let entry = try original(at: middle, of: conversation, in: views) else {
                throw views.damage(in: table.table)
            }
            if entry.messageNumber < number { low = middle + 1 } else { high = middle }
            middle = low + (high - low) / 2
        }
        return low
    }

    /// Returns the ordinal of the newest entry that the store made of another event; 0 for none.
    ///
    /// - Complexity: a look-up for each halving of the timeline.
    package func newestSystemOrdinal(
        below head: TimelineHead,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        guard head.entries > head.messages else { return 0 }
        var (low, high) = (UInt64(1), head.entries)
        while low < high {
            let middle = low + (high - low) / 2
            guard let entry = try original(at: middle, of: conversation, in: views) else {
                throw views.damage(in: table.table)
            }
            let areMessages = head.messages - entry.messageNumber == head.entries - middle
            if areMessages { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Visits entries between two ordinals, both included, forwards or backwards.
    ///
    /// - Complexity: a row for ten entries, and one more for each entry with later changes.
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
            from: TimelinePlace(first, of: conversation).row.rowBytes,
            through: TimelinePlace(last, of: conversation).row.rowBytes,
            descending: descending
        )
        // The expected number of the next row: none may be missing in between.
        var next: UInt64?
        // Read here, so that the layouts are specialized: see `RowTable.read`.
        try views.forEachRow(in: table.table, range) { (key, row) throws(ViewsError) in
            guard let key = TimelineRowKey(reading: key), let row = RowElements<TimelineRow>(row),
                key.number <= TimelinePlace.row(of: last)
            else { throw views.damage(in: table.table) }
            let beginning = TimelinePlace.beginning(of: key.number)
            let count = UInt64(row.count)
            let low = max(first, beginning)
            let high = beginning + min(last - beginning, count - 1)
            var ordinal = descending ? high : low
            guard next == nil || next == ordinal else { throw views.damage(in: table.table) }
            next = descending ? beginning - 1 : beginning &+ count
            while low <= ordinal, ordinal <= high {
                let entry = try changed(
                    row[Int(ordinal - beginning)],
                    at: ordinal,
                    of: conversation,
                    in: views
                )
                if case .stop = try body(ordinal, entry) { return .stop }
                ordinal = descending ? ordinal - 1 : ordinal &+ 1
            }
            return .goOn
        }
    }
}
