/// The tables that a good engineer would write for the same promises.
///
/// The truth is a table of events with typed columns; a text stands there once and nowhere else.
/// Everything else is derived from it and serves a question of an application: what lies together
/// is asked together. Rows that are found by an id have no rowid, so that there is one tree less.
enum SQLiteSchema {
    static let events = """
        CREATE TABLE events (
            position INTEGER PRIMARY KEY,
            type INTEGER NOT NULL,
            at INTEGER NOT NULL,
            actor BLOB NOT NULL,
            conversation BLOB,
            ordinal INTEGER,
            number INTEGER,
            entry BLOB,
            subject BLOB,
            text TEXT,
            username TEXT,
            avatar TEXT
        ) STRICT;
        """

    /// The derived tables, in the main database or in an attached one.
    static func tables(in place: String) -> String {
        """
        CREATE TABLE \(place).users (
            id BLOB PRIMARY KEY,
            full_name TEXT NOT NULL,
            username TEXT NOT NULL,
            avatar TEXT
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE \(place).conversations (
            id BLOB PRIMARY KEY,
            kind INTEGER NOT NULL,
            title TEXT,
            created_at INTEGER NOT NULL,
            entries INTEGER NOT NULL,
            messages INTEGER NOT NULL,
            members INTEGER NOT NULL,
            active_at INTEGER NOT NULL,
            last_position INTEGER NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE \(place).members (
            user BLOB NOT NULL,
            conversation BLOB NOT NULL,
            role INTEGER NOT NULL,
            joined INTEGER NOT NULL,
            ended INTEGER,
            marker INTEGER NOT NULL,
            marker_ordinal INTEGER NOT NULL,
            read_ordinal INTEGER NOT NULL,
            read_at INTEGER,
            PRIMARY KEY (user, conversation)
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE \(place).messages (
            conversation BLOB NOT NULL,
            ordinal INTEGER NOT NULL,
            id BLOB NOT NULL,
            type INTEGER NOT NULL,
            sender BLOB NOT NULL,
            position INTEGER NOT NULL,
            PRIMARY KEY (conversation, ordinal)
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE \(place).reactions (
            conversation BLOB NOT NULL,
            ordinal INTEGER NOT NULL,
            user BLOB NOT NULL,
            reaction INTEGER NOT NULL,
            position INTEGER NOT NULL,
            PRIMARY KEY (conversation, ordinal, user)
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE \(place).receipts (
            conversation BLOB NOT NULL,
            user BLOB NOT NULL,
            ordinal INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (conversation, user, ordinal)
        ) WITHOUT ROWID, STRICT;
        """
    }

    static func indexes(in place: String) -> String {
        """
        CREATE UNIQUE INDEX \(place).members_of ON members(conversation, joined)
            WHERE ended IS NULL;
        CREATE UNIQUE INDEX \(place).messages_by_id ON messages(id);
        """
    }

    /// The derived tables, by name.
    static let derived = [
        "users", "conversations", "members", "messages", "reactions", "receipts",
    ]
}

/// What an event is, as the column says.
enum EventType: Int, CaseIterable {
    case profileSet = 1, directCreated, groupCreated, founderAdded, memberAdded, memberLeft
    case messageSent, reactionSet, readUpTo
}
