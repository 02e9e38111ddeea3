/// The tables of an exported database, with the words that explain them.
///
/// SQLite keeps the text of each statement, with its comments: `.schema` shows them.
enum Tables {
    static let names = [
        "events", "users", "conversations", "members", "sights", "messages", "reactions",
        "receipts",
    ]

    static let creation = """
        CREATE TABLE store (
            -- What the database is an export of. Times everywhere: milliseconds since 1970, UTC.
            name TEXT PRIMARY KEY, value TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE events (
            position INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,       -- when it was recorded
            type TEXT NOT NULL,
            stream TEXT NOT NULL,      -- conversation, user or store
            stream_id TEXT,            -- of the conversation or user
            version INTEGER NOT NULL,  -- the number within the stream, from 1
            actor TEXT,                -- null for the store and its operator
            command TEXT,              -- the id of the command that caused it
            erased INTEGER NOT NULL,   -- 1 if its content was erased
            fields TEXT NOT NULL       -- the structure, as JSON; never content
        );
        CREATE TABLE users (
            user TEXT PRIMARY KEY,
            username TEXT, full_name TEXT, email TEXT,  -- words
            profile INTEGER,           -- the position of the present profile
            standing TEXT NOT NULL,    -- good, suspended or banned
            warnings INTEGER NOT NULL, moderator INTEGER NOT NULL, forgotten INTEGER NOT NULL
        );
        CREATE TABLE conversations (
            conversation TEXT PRIMARY KEY,
            kind TEXT NOT NULL,        -- direct, group or request
            title TEXT,                -- words
            created_at INTEGER NOT NULL, created_by TEXT,
            closed_at INTEGER,
            position INTEGER NOT NULL, -- of the creation
            members INTEGER NOT NULL   -- active ones
        );
        CREATE TABLE members (
            conversation TEXT NOT NULL, user TEXT NOT NULL,
            role TEXT NOT NULL,
            active INTEGER NOT NULL,   -- 0 for a former member
            joined_at INTEGER, joined_position INTEGER NOT NULL,  -- of the last membership
            left_at INTEGER, left_position INTEGER,
            memberships INTEGER NOT NULL,
            PRIMARY KEY (conversation, user)
        ) WITHOUT ROWID;
        CREATE TABLE sights (
            -- What a member, present or former, may see of a conversation by its history rule and
            -- the memberships: ranges of positions, both ends included, that do not overlap. What
            -- a member cleared away or keeps no longer is not taken out.
            conversation TEXT NOT NULL, user TEXT NOT NULL,
            from_position INTEGER NOT NULL,  -- 1 for everything from the beginning
            to_position INTEGER,       -- null while the member is active
            PRIMARY KEY (conversation, user, from_position)
        ) WITHOUT ROWID;
        CREATE TABLE messages (
            message TEXT PRIMARY KEY,
            conversation TEXT NOT NULL,
            ordinal INTEGER NOT NULL,  -- the place in the conversation, from 1
            position INTEGER NOT NULL, -- of the event messageSent
            sender TEXT NOT NULL,
            kind TEXT NOT NULL,
            sent_at INTEGER NOT NULL,
            text TEXT,                 -- words; null if withheld, erased or deleted
            characters INTEGER,        -- of the present text, also if it is withheld
            attachments INTEGER NOT NULL,
            reply_to TEXT,             -- a message
            edits INTEGER NOT NULL, edited_at INTEGER,
            deleted_at INTEGER, deleted_by TEXT,
            erased INTEGER NOT NULL
        );
        CREATE TABLE reactions (
            message TEXT NOT NULL, conversation TEXT NOT NULL,
            user TEXT NOT NULL, reaction TEXT NOT NULL,
            at INTEGER, position INTEGER NOT NULL,
            PRIMARY KEY (message, user, reaction)
        ) WITHOUT ROWID;
        CREATE TABLE receipts (
            -- How far the devices of a member received, and the member read, a conversation:
            -- ordinals of messages. What a member read silently is not in read_up_to.
            conversation TEXT NOT NULL, user TEXT NOT NULL,
            delivered_up_to INTEGER NOT NULL, read_up_to INTEGER NOT NULL,
            PRIMARY KEY (conversation, user)
        ) WITHOUT ROWID;
        """

    static let indexes = """
        CREATE INDEX events_by_type ON events (type);
        CREATE INDEX events_by_stream ON events (stream_id);
        CREATE INDEX events_by_actor ON events (actor);
        CREATE INDEX members_by_user ON members (user);
        CREATE UNIQUE INDEX messages_by_place ON messages (conversation, ordinal);
        CREATE INDEX messages_by_sender ON messages (sender);
        CREATE INDEX messages_by_time ON messages (sent_at);
        CREATE INDEX reactions_by_user ON reactions (user);
        CREATE VIEW conversation_list AS
            -- Conversations with the number of messages and the newest one's time.
            SELECT c.*, count(m.message) AS messages, max(m.sent_at) AS newest_at
            FROM conversations c LEFT JOIN messages m USING (conversation) GROUP BY c.conversation;
        CREATE VIEW message_list AS
            -- Messages with readable times and names.
            SELECT m.message, m.conversation, c.title, m.ordinal,
                datetime(m.sent_at / 1000, 'unixepoch') AS sent,
                m.sender, coalesce(u.full_name, u.username) AS name, m.kind, m.text, m.edits,
                m.deleted_at IS NOT NULL AS deleted, m.erased
            FROM messages m JOIN conversations c USING (conversation)
                LEFT JOIN users u ON u.user = m.sender;
        CREATE VIEW message_receipts AS
            -- Who received and who read each message: the active members who can see it, without
            -- the sender.
            SELECT m.message, m.conversation, b.user,
                coalesce(max(r.delivered_up_to, r.read_up_to), 0) >= m.ordinal AS delivered,
                coalesce(r.read_up_to, 0) >= m.ordinal AS read
            FROM messages m JOIN members b ON b.conversation = m.conversation AND b.active = 1
                    AND b.user <> m.sender
                JOIN sights s ON s.conversation = b.conversation AND s.user = b.user
                    AND m.position >= s.from_position
                    AND (s.to_position IS NULL OR m.position <= s.to_position)
                LEFT JOIN receipts r ON r.conversation = b.conversation AND r.user = b.user;
        CREATE VIEW message_reactions AS
            -- How often each reaction stands on a message.
            SELECT message, conversation, reaction, count(*) AS count
            FROM reactions GROUP BY message, reaction;
        CREATE VIEW daily_activity AS
            -- Messages and senders of each day, in UTC.
            SELECT date(sent_at / 1000, 'unixepoch') AS day, count(*) AS messages,
                count(DISTINCT sender) AS senders, count(DISTINCT conversation) AS conversations
            FROM messages GROUP BY day;
        """
}
