/// What is prepared once for writing.
struct SQLiteStatements {
    let begin: Statement
    let commit: Statement
    let insertProfile: Statement
    let insertEvent: Statement
    let setUser: Statement
    let insertConversation: Statement
    let insertMember: Statement
    let insertMessage: Statement
    let addMessage: Statement
    let addEntry: Statement
    let moveMarker: Statement
    let findMessage: Statement
    let findMember: Statement
    let findHead: Statement
    let setReaction: Statement
    let insertReceipt: Statement
    let endMembership: Statement

    init(_ database: Database) throws {
        begin = try database.prepare("BEGIN IMMEDIATE")
        commit = try database.prepare("COMMIT")
        insertProfile = try database.prepare(
            """
            INSERT INTO events (position, type, at, actor, text, username, avatar)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        )
        insertEvent = try database.prepare(
            """
            INSERT INTO events
                (position, type, at, actor, conversation, ordinal, number, entry, subject, text)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """
        )
        setUser = try database.prepare(
            """
            INSERT INTO users (id, full_name, username, avatar) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET
                full_name = excluded.full_name, username = excluded.username,
                avatar = excluded.avatar
            """
        )
        insertConversation = try database.prepare(
            """
            INSERT INTO conversations
                (id, kind, title, created_at, entries, messages, members, active_at, last_position)
            VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?4, ?7)
            """
        )
        insertMember = try database.prepare(
            """
            INSERT INTO members (
                user, conversation, role, joined, ended, marker, marker_ordinal, read_ordinal,
                read_at
            ) VALUES (?1, ?2, ?3, ?4, NULL, ?5, ?6, 0, NULL)
            """
        )
        insertMessage = try database.prepare(
            """
            INSERT INTO messages (conversation, ordinal, id, type, sender, position)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        )
        addMessage = try database.prepare(
            """
            UPDATE conversations SET
                entries = entries + 1, messages = messages + 1, active_at = ?2, last_position = ?3
            WHERE id = ?1 RETURNING entries, messages
            """
        )
        addEntry = try database.prepare(
            """
            UPDATE conversations SET
                entries = entries + 1, members = members + ?2, last_position = ?3
            WHERE id = ?1 RETURNING entries, messages
            """
        )
        moveMarker = try database.prepare(
            """
            UPDATE members SET marker = ?3, marker_ordinal = ?4, read_ordinal = ?4, read_at = ?5
            WHERE user = ?1 AND conversation = ?2 AND ended IS NULL AND read_ordinal < ?4
            """
        )
        findMessage = try database.prepare(
            "SELECT conversation, ordinal FROM messages WHERE id = ?1"
        )
        findMember = try database.prepare(
            "SELECT role FROM members WHERE user = ?1 AND conversation = ?2 AND ended IS NULL"
        )
        findHead = try database.prepare(
            "SELECT entries, messages FROM conversations WHERE id = ?1"
        )
        setReaction = try database.prepare(
            """
            INSERT INTO reactions (conversation, ordinal, user, reaction, position)
            VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET reaction = excluded.reaction, position = excluded.position
            """
        )
        insertReceipt = try database.prepare(
            "INSERT INTO receipts (conversation, user, ordinal, at) VALUES (?1, ?2, ?3, ?4)"
        )
        endMembership = try database.prepare(
            """
            UPDATE members SET ended = ?3
            WHERE user = ?1 AND conversation = ?2 AND ended IS NULL
            """
        )
    }
}
