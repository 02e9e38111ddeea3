internal import Wire
package import Workload

/// Asks an SQLite database for what an application shows, each question in one transaction.
package final class SQLiteReader: ChatReader {
    struct Person {
        let name: String
        let avatar: String?
    }

    struct Entry {
        var id: UniqueID
        var ordinal: Int64
        var type: EventType
        var sender: UniqueID
        var senderName = ""
        var senderAvatar: String?
        var at: Int64
        var text: String?
        /// The name of the added user, in an entry that no one wrote.
        var subjectName: String?
        var reactions: [(reaction: String, count: Int, isMine: Bool)] = []
        var receipt: (count: Int, of: Int)?
    }

    struct Row {
        var conversation: UniqueID
        var title: String?
        var faces: [Person] = []
        var last: Entry?
        var isReadByAll: Bool?
        var activity: Int64
        var lastRead: Int64?
        var unread: Int64
        var lastPosition: Int64
    }

    package struct Answer {
        let found: Found
    }

    enum Found {
        case page([Entry])
        case list([Row])
        case unread(count: Int64, first: UniqueID?)
        case totals(Int64, [(conversation: UniqueID, count: Int64)])
    }

    private let database: Database
    private let names: QuestionNames
    private let statements: ReadingStatements
    /// The people of the answer that is being made.
    private var people: [UniqueID: Person] = [:]

    /// How many people stand for a conversation in a list.
    private static let faces = 4

    package convenience init(_ store: SQLiteStore, _ workload: Workload) throws {
        try self.init(store, QuestionNames(workload))
    }

    package init(_ store: SQLiteStore, _ names: QuestionNames) throws {
        database = try store.open(isReading: true)
        self.names = names
        statements = try ReadingStatements(database)
    }

    package func close() { database.close() }

    package func answer(_ question: Question) throws -> Answer {
        try statements.begin.run()
        defer { try? statements.commit.run() }
        people.removeAll(keepingCapacity: true)
        return Answer(found: try find(question))
    }

    private func find(_ question: Question) throws -> Found {
        switch question {
        case .page(let number, let viewer, let limit):
            return .page(try page(conversation(number), names.users[viewer], limit))
        case .list(let viewer, let limit):
            return .list(try list(names.users[viewer], limit))
        case .unread(let number, let viewer):
            return try unread(conversation(number), names.users[viewer])
        case .totals(let viewer):
            return try totals(names.users[viewer])
        }
    }

    private func conversation(_ number: Int) -> UniqueID { names.conversations[number] }

    private func person(_ id: UniqueID) throws -> Person {
        if let known = people[id] { return known }
        let find = statements.findUser
        find.bind(1, id)
        defer { find.reset() }
        let isThere = try find.step()
        let person = Person(
            name: isThere ? find.text(0) ?? "" : "",
            avatar: isThere ? find.text(1) : nil
        )
        people[id] = person
        return person
    }
}

// A conversation.
extension SQLiteReader {
    private func page(
        _ conversation: UniqueID,
        _ viewer: UniqueID,
        _ limit: Int
    ) throws -> [Entry] {
        let member = statements.findMember
        member.bind(1, viewer)
        member.bind(2, conversation)
        try demand(try member.step(), "the viewer is no member")
        member.reset()
        var entries = try newestEntries(of: conversation, limit)
        guard let first = entries.first?.ordinal, let last = entries.last?.ordinal else {
            return []
        }
        try addReactions(to: &entries, of: conversation, first, last, viewer)
        if entries.contains(where: { $0.sender == viewer && $0.type == .messageSent }) {
            let marks = try marks(of: conversation, besides: viewer)
            for index in entries.indices
            where entries[index].sender == viewer && entries[index].type == .messageSent {
                entries[index].receipt = (
                    marks.count { $0 >= entries[index].ordinal }, marks.count
                )
            }
        }
        return entries
    }

    /// Oldest first.
    private func newestEntries(of conversation: UniqueID, _ limit: Int) throws -> [Entry] {
        let select = statements.newestEntries
        select.bind(1, conversation)
        select.bind(2, limit)
        var entries: [Entry] = []
        entries.reserveCapacity(limit)
        while try select.step() { entries.append(try entry(select)) }
        select.reset()
        entries.reverse()
        return entries
    }

    private func entry(_ select: Statement) throws -> Entry {
        let type = EventType(rawValue: Int(select.number(2))) ?? .messageSent
        var entry = Entry(
            id: select.id(0),
            ordinal: select.number(1),
            type: type,
            sender: select.id(3),
            at: select.number(4),
            text: type == .messageSent ? select.text(5) : nil
        )
        let person = try person(entry.sender)
        entry.senderName = person.name
        entry.senderAvatar = person.avatar
        if type == .memberAdded { entry.subjectName = try self.person(select.id(6)).name }
        return entry
    }

    private func addReactions(
        to entries: inout [Entry],
        of conversation: UniqueID,
        _ first: Int64,
        _ last: Int64,
        _ viewer: UniqueID
    ) throws {
        let select = statements.reactions
        select.bind(1, conversation)
        select.bind(2, first)
        select.bind(3, last)
        select.bind(4, viewer)
        while try select.step() {
            let index = Int(select.number(0) - first)
            entries[index].reactions.append(
                (
                    Workload.reactions[Int(select.number(1))],
                    count: Int(select.number(2)),
                    isMine: select.number(3) != 0
                )
            )
        }
        select.reset()
    }

    /// How far each of the others has come.
    private func marks(of conversation: UniqueID, besides viewer: UniqueID) throws -> [Int64] {
        let select = statements.marks
        select.bind(1, conversation)
        select.bind(2, viewer)
        var marks: [Int64] = []
        while try select.step() { marks.append(select.number(0)) }
        select.reset()
        return marks
    }

    private func unread(_ conversation: UniqueID, _ viewer: UniqueID) throws -> Found {
        let select = statements.unread
        select.bind(1, viewer)
        select.bind(2, conversation)
        try demand(try select.step(), "the viewer is no member")
        let (count, ordinal) = (select.number(0), select.number(1))
        select.reset()
        guard count > 0 else { return .unread(count: 0, first: nil) }
        let find = statements.firstUnread
        find.bind(1, conversation)
        find.bind(2, ordinal)
        defer { find.reset() }
        return .unread(count: count, first: try find.step() ? find.id(0) : nil)
    }
}

// A list.
extension SQLiteReader {
    private func list(_ viewer: UniqueID, _ limit: Int) throws -> [Row] {
        let select = statements.list
        select.bind(1, viewer)
        select.bind(2, limit)
        var rows: [Row] = []
        rows.reserveCapacity(limit)
        while try select.step() {
            rows.append(
                Row(
                    conversation: select.id(0),
                    title: select.text(1),
                    activity: select.number(2),
                    lastRead: select.isNothing(3) ? nil : select.number(3),
                    unread: select.number(4),
                    lastPosition: select.number(5)
                )
            )
        }
        select.reset()
        for index in rows.indices { try fill(&rows[index], viewer) }
        return rows
    }

    private func fill(_ row: inout Row, _ viewer: UniqueID) throws {
        let faces = statements.faces
        faces.bind(1, row.conversation)
        faces.bind(2, Self.faces + 1)
        while row.faces.count < Self.faces, try faces.step() {
            let member = faces.id(0)
            if member != viewer { row.faces.append(try person(member)) }
        }
        faces.reset()
        guard row.lastPosition > 0 else { return }
        let find = statements.findEntry
        find.bind(1, row.lastPosition)
        if try find.step() { row.last = try entry(find) }
        find.reset()
        if let last = row.last, last.sender == viewer, last.type == .messageSent {
            let marks = try marks(of: row.conversation, besides: viewer)
            row.isReadByAll = !marks.isEmpty && marks.allSatisfy { $0 >= last.ordinal }
        }
    }

    private func totals(_ viewer: UniqueID) throws -> Found {
        let select = statements.totals
        select.bind(1, viewer)
        var parts: [(conversation: UniqueID, count: Int64)] = []
        var total: Int64 = 0
        while try select.step() {
            parts.append((select.id(0), select.number(1)))
            total += select.number(1)
        }
        select.reset()
        return .totals(total, parts)
    }
}

extension SQLiteReader {
    package func lines(of answer: Answer) -> [String] {
        switch answer.found {
        case .page(let entries): entries.map(line)
        case .list(let rows): rows.map(line)
        case .unread(let count, let first): [Lines.unread(UInt64(count), first: first)]
        case .totals(let total, let parts):
            Lines.totals(UInt64(total), parts.map { ($0.conversation, UInt64($0.count)) })
        }
    }

    private func line(_ entry: Entry) -> String {
        Lines.entry(
            entry.id,
            ordinal: UInt64(entry.ordinal),
            sender: entry.senderName,
            avatar: entry.senderAvatar,
            at: entry.at,
            text: entry.text,
            isSystem: entry.type != .messageSent,
            reactions: entry.reactions.map { ($0.reaction, $0.count, $0.isMine) },
            receipt: entry.receipt
        )
    }

    private func line(_ row: Row) -> String {
        Lines.row(
            Lines.Row(
                conversation: row.conversation,
                title: row.title ?? "",
                faces: row.faces.map(\.name),
                last: row.last.flatMap { $0.type == .messageSent ? $0.id : nil },
                lastSender: row.last?.senderName,
                isReadByAll: row.isReadByAll,
                activity: row.activity,
                lastRead: row.lastRead,
                unread: UInt64(row.unread)
            )
        )
    }
}

/// What is prepared once for reading.
private struct ReadingStatements {
    let begin: Statement
    let commit: Statement
    let findMember: Statement
    let findUser: Statement
    let newestEntries: Statement
    let findEntry: Statement
    let reactions: Statement
    let marks: Statement
    let unread: Statement
    let firstUnread: Statement
    let list: Statement
    let faces: Statement
    let totals: Statement

    init(_ database: Database) throws {
        begin = try database.prepare("BEGIN")
        commit = try database.prepare("COMMIT")
        findMember = try database.prepare(
            "SELECT joined, ended FROM members WHERE user = ?1 AND conversation = ?2"
        )
        findUser = try database.prepare("SELECT full_name, avatar FROM users WHERE id = ?1")
        // CROSS JOIN fixes the order: the newest rows of one range, then an event for each.
        newestEntries = try database.prepare(
            """
            SELECT m.id, m.ordinal, m.type, m.sender, e.at, e.text, e.subject
            FROM messages m CROSS JOIN events e ON e.position = m.position
            WHERE m.conversation = ?1 ORDER BY m.ordinal DESC LIMIT ?2
            """
        )
        findEntry = try database.prepare(
            "SELECT entry, ordinal, type, actor, at, text, subject FROM events WHERE position = ?1"
        )
        reactions = try database.prepare(
            """
            SELECT ordinal, reaction, count(*), max(user = ?4) FROM reactions
            WHERE conversation = ?1 AND ordinal BETWEEN ?2 AND ?3
            GROUP BY ordinal, reaction ORDER BY ordinal, count(*) DESC, min(position)
            """
        )
        marks = try database.prepare(
            """
            SELECT read_ordinal FROM members
            WHERE conversation = ?1 AND ended IS NULL AND user <> ?2
            """
        )
        unread = try database.prepare(
            """
            SELECT c.messages - m.marker, m.marker_ordinal
            FROM members m CROSS JOIN conversations c ON c.id = m.conversation
            WHERE m.user = ?1 AND m.conversation = ?2
            """
        )
        firstUnread = try database.prepare(
            """
            SELECT id FROM messages WHERE conversation = ?1 AND ordinal > ?2
            AND type = \(EventType.messageSent.rawValue) ORDER BY ordinal LIMIT 1
            """
        )
        list = try database.prepare(
            """
            SELECT c.id, c.title, c.active_at, m.read_at, c.messages - m.marker, c.last_position
            FROM members m CROSS JOIN conversations c ON c.id = m.conversation
            WHERE m.user = ?1 AND m.ended IS NULL
            ORDER BY c.active_at DESC, c.id LIMIT ?2
            """
        )
        faces = try database.prepare(
            """
            SELECT user FROM members INDEXED BY members_of
            WHERE conversation = ?1 AND ended IS NULL ORDER BY joined LIMIT ?2
            """
        )
        totals = try database.prepare(
            """
            SELECT c.id, c.messages - m.marker
            FROM members m CROSS JOIN conversations c ON c.id = m.conversation
            WHERE m.user = ?1 AND m.ended IS NULL AND c.messages > m.marker
            ORDER BY c.active_at DESC, c.id
            """
        )
    }
}
