internal import Measuring
internal import Workload

extension SQLiteStore {
    /// Makes the derived tables anew from the events, in a file of their own as ours does: sorted,
    /// indexed at the end, and not flushed, for what is lost is made again.
    package func rebuild(into path: String) throws {
        let database = try open()
        defer { database.close() }
        try database.execute("ATTACH '\(path)' AS made")
        try database.execute(
            """
            PRAGMA made.journal_mode = OFF;
            PRAGMA made.synchronous = OFF;
            PRAGMA made.cache_size = -\(Self.rebuildCacheKibibytes);
            """
        )
        try database.execute(SQLiteSchema.tables(in: "made"))
        try database.execute("BEGIN")
        for statement in Self.rebuilding { try database.execute(statement) }
        try database.execute(SQLiteSchema.indexes(in: "made"))
        try database.execute("COMMIT")
        try database.execute("DETACH made")
    }

    private static let rebuildCacheKibibytes = 256 << 10

    private static func number(_ type: EventType) -> Int { type.rawValue }

    /// One statement for each table.
    private static let rebuilding = [
        """
        INSERT INTO made.users (id, full_name, username, avatar)
        SELECT actor, text, username, avatar FROM main.events
        WHERE position IN (
            SELECT max(position) FROM main.events
            WHERE type = \(number(.profileSet)) GROUP BY actor
        ) ORDER BY actor
        """,
        """
        INSERT INTO made.messages (conversation, ordinal, id, type, sender, position)
        SELECT conversation, ordinal, entry, type, actor, position FROM main.events
        WHERE entry IS NOT NULL ORDER BY conversation, ordinal
        """,
        """
        INSERT INTO made.reactions (conversation, ordinal, user, reaction, position)
        SELECT conversation, ordinal, actor, number, max(position) FROM main.events
        WHERE type = \(number(.reactionSet)) GROUP BY conversation, ordinal, actor
        """,
        """
        INSERT INTO made.receipts (conversation, user, ordinal, at)
        SELECT conversation, actor, ordinal, at FROM main.events
        WHERE type = \(number(.readUpTo)) ORDER BY conversation, actor, ordinal
        """,
        """
        CREATE TEMP TABLE endings (
            user, conversation, position, PRIMARY KEY (user, conversation)
        ) WITHOUT ROWID;
        INSERT INTO endings
        SELECT actor, conversation, max(position) FROM main.events
        WHERE type = \(number(.memberLeft)) GROUP BY actor, conversation;
        CREATE TEMP TABLE readings (
            user, conversation, ordinal, number, at, PRIMARY KEY (user, conversation)
        ) WITHOUT ROWID;
        INSERT INTO readings
        SELECT actor, conversation, max(ordinal), max(number), max(at) FROM main.events
        WHERE type IN (\(number(.messageSent)), \(number(.readUpTo)))
        GROUP BY actor, conversation;
        INSERT INTO made.members (
            user, conversation, role, joined, ended, marker, marker_ordinal, read_ordinal, read_at
        )
        SELECT j.subject, j.conversation,
            j.type = \(number(.founderAdded)) AND j.subject = j.actor, j.position, e.position,
            coalesce(r.number, j.number, 0), coalesce(r.ordinal, j.ordinal, 0),
            coalesce(r.ordinal, 0), r.at
        FROM main.events j
        LEFT JOIN endings e ON e.user = j.subject AND e.conversation = j.conversation
        LEFT JOIN readings r ON r.user = j.subject AND r.conversation = j.conversation
        WHERE j.type IN (\(number(.founderAdded)), \(number(.memberAdded)))
        ORDER BY j.subject, j.conversation
        """,
        """
        CREATE TEMP TABLE heads (
            conversation PRIMARY KEY, entries, messages, joined, gone, active_at, last_position
        ) WITHOUT ROWID;
        INSERT INTO heads
        SELECT conversation,
            coalesce(max(ordinal) FILTER (WHERE entry IS NOT NULL), 0),
            count(*) FILTER (WHERE type = \(number(.messageSent))),
            count(*) FILTER (WHERE type IN (\(number(.founderAdded)), \(number(.memberAdded)))),
            count(*) FILTER (WHERE type = \(number(.memberLeft))),
            max(at) FILTER (WHERE type = \(number(.messageSent))),
            coalesce(max(position) FILTER (WHERE entry IS NOT NULL), 0)
        FROM main.events WHERE conversation IS NOT NULL GROUP BY conversation;
        INSERT INTO made.conversations (
            id, kind, title, created_at, entries, messages, members, active_at, last_position
        )
        SELECT c.conversation, CASE c.type WHEN \(number(.directCreated)) THEN 1 ELSE 2 END,
            c.text, c.at, h.entries, h.messages, h.joined - h.gone, coalesce(h.active_at, c.at),
            h.last_position
        FROM main.events c CROSS JOIN heads h ON h.conversation = c.conversation
        WHERE c.type IN (\(number(.directCreated)), \(number(.groupCreated)))
        ORDER BY c.conversation
        """,
    ]

    /// Refuses derived tables that are others than those in the store.
    package func check(rebuilt path: String) throws {
        let database = try open()
        defer { database.close() }
        try database.execute("ATTACH '\(path)' AS made")
        for table in SQLiteSchema.derived {
            for (left, right) in [("main", "made"), ("made", "main")] {
                let count = try database.number(
                    """
                    SELECT count(*) FROM (
                        SELECT * FROM \(left).\(table) EXCEPT SELECT * FROM \(right).\(table)
                    )
                    """
                )
                try demand(count == 0, "\(count) rows of \(table) are in \(left) alone")
            }
        }
    }
}
