internal import Wire
package import Workload

/// Writes operations into an SQLite database: the event, and what follows from it in the tables.
///
/// Each checks what our rules check: that the conversation is there, that the actor is a member,
/// that what is reacted to exists.
package final class SQLiteWriter {
    private let database: Database
    private let workload: Workload
    private let statements: SQLiteStatements
    private var position: Int64
    /// How many transactions were committed.
    package private(set) var commits = 0

    package init(_ store: SQLiteStore, _ workload: Workload) throws {
        database = try store.open()
        self.workload = workload
        statements = try SQLiteStatements(database)
        position = try database.number("SELECT max(position) FROM events")
    }

    package func close() throws {
        try database.execute("PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
    }

    /// Does a part of the workload, each batch as one transaction.
    package func carryOut(_ part: Range<Int>, batch: Int = ScrollbackStore.batch) throws {
        for start in stride(from: part.lowerBound, to: part.upperBound, by: batch) {
            try begin()
            for number in start..<min(start + batch, part.upperBound) { try add(number) }
            try commit()
        }
    }

    package func begin() throws { try statements.begin.run() }

    package func commit() throws {
        try statements.commit.run()
        commits += 1
    }

    /// Does one operation, within a transaction.
    package func add(_ number: Int) throws {
        let operation = workload.operations[number]
        let at = workload.time(of: number).microseconds
        switch operation.kind {
        case .setProfile: try setProfile(operation, at)
        case .startDirect, .createGroup: try found(operation, at)
        case .send: try send(operation, at)
        case .react: try react(operation, at)
        case .markRead: try markRead(operation, at)
        case .add: try addMember(operation, at)
        case .leave: try leave(operation, at)
        }
    }

    private func user(_ number: Int32) -> UniqueID { workload.users[Int(number)] }

    private func conversation(_ operation: Operation) -> UniqueID {
        workload.conversations[Int(operation.conversation)].id
    }

    /// Records an event in a conversation.
    private func record(
        _ type: EventType,
        _ operation: Operation,
        _ at: Int64,
        in conversation: UniqueID,
        ordinal: Int64? = nil,
        number: Int64? = nil,
        entry: UniqueID? = nil,
        subject: UniqueID? = nil,
        text: UnsafeBufferPointer<UInt8>? = nil
    ) throws {
        position += 1
        let insert = statements.insertEvent
        insert.bind(1, position)
        insert.bind(2, type.rawValue)
        insert.bind(3, at)
        insert.bind(4, user(operation.actor))
        insert.bind(5, conversation)
        if let ordinal { insert.bind(6, ordinal) } else { insert.bindNothing(6) }
        if let number { insert.bind(7, number) } else { insert.bindNothing(7) }
        if let entry { insert.bind(8, entry) } else { insert.bindNothing(8) }
        if let subject { insert.bind(9, subject) } else { insert.bindNothing(9) }
        if let text { insert.bind(10, lent: text) } else { insert.bindNothing(10) }
        try insert.run()
    }

    private func setProfile(_ operation: Operation, _ at: Int64) throws {
        position += 1
        let number = Int(operation.actor)
        let insert = statements.insertProfile
        insert.bind(1, position)
        insert.bind(2, EventType.profileSet.rawValue)
        insert.bind(3, at)
        insert.bind(4, user(operation.actor))
        insert.bind(5, copying: workload.fullName(of: number))
        insert.bind(6, copying: workload.username(of: number))
        insert.bind(7, copying: workload.avatar(of: number))
        try insert.run()
        let upsert = statements.setUser
        upsert.bind(1, user(operation.actor))
        upsert.bind(2, copying: workload.fullName(of: number))
        upsert.bind(3, copying: workload.username(of: number))
        upsert.bind(4, copying: workload.avatar(of: number))
        try upsert.run()
    }

    private func found(_ operation: Operation, _ at: Int64) throws {
        let founded = workload.conversations[Int(operation.conversation)]
        // A group's creation is an entry of its timeline.
        let entries: Int64 = founded.isDirect ? 0 : 1
        var title = founded.title
        try title.withUTF8 { title in
            try record(
                founded.isDirect ? .directCreated : .groupCreated,
                operation,
                at,
                in: founded.id,
                ordinal: founded.isDirect ? nil : entries,
                entry: founded.isDirect ? nil : operation.id,
                text: founded.isDirect ? nil : title
            )
        }
        let insert = statements.insertConversation
        insert.bind(1, founded.id)
        insert.bind(2, founded.isDirect ? 1 : 2)
        if founded.isDirect {
            insert.bindNothing(3)
        } else {
            insert.bind(3, copying: founded.title)
        }
        insert.bind(4, at)
        insert.bind(5, entries)
        insert.bind(6, founded.founders.count)
        insert.bind(7, founded.isDirect ? 0 : position)
        try insert.run()
        if !founded.isDirect {
            try insertEntry(operation, .groupCreated, in: founded.id, ordinal: entries)
        }
        for (place, member) in founded.founders.enumerated() {
            try record(.founderAdded, operation, at, in: founded.id, subject: user(member))
            try insertMember(
                member,
                in: founded.id,
                role: place == 0 ? 1 : 0,
                marker: 0,
                markerOrdinal: 0
            )
        }
    }

    private func insertMember(
        _ member: Int32,
        in conversation: UniqueID,
        role: Int,
        marker: Int64,
        markerOrdinal: Int64
    ) throws {
        let insert = statements.insertMember
        insert.bind(1, user(member))
        insert.bind(2, conversation)
        insert.bind(3, role)
        insert.bind(4, position)
        insert.bind(5, marker)
        insert.bind(6, markerOrdinal)
        try insert.run(changing: 1)
    }

    private func insertEntry(
        _ operation: Operation,
        _ type: EventType,
        in conversation: UniqueID,
        ordinal: Int64
    ) throws {
        let insert = statements.insertMessage
        insert.bind(1, conversation)
        insert.bind(2, ordinal)
        insert.bind(3, operation.id)
        insert.bind(4, type.rawValue)
        insert.bind(5, user(operation.actor))
        insert.bind(6, position)
        try insert.run()
    }

    private func send(_ operation: Operation, _ at: Int64) throws {
        let conversation = conversation(operation)
        let head = statements.addMessage
        head.bind(1, conversation)
        head.bind(2, at)
        head.bind(3, position + 1)
        try demand(try head.step(), "SQLite knows no such conversation")
        let (ordinal, number) = (head.number(0), head.number(1))
        head.reset()
        // The sender has read what came before.
        try moveMarker(of: operation, in: conversation, number, ordinal, at)
        try workload.withText(of: operation) { text in
            try record(
                .messageSent,
                operation,
                at,
                in: conversation,
                ordinal: ordinal,
                number: number,
                entry: operation.id,
                text: text
            )
        }
        try insertEntry(operation, .messageSent, in: conversation, ordinal: ordinal)
    }

    private func moveMarker(
        of operation: Operation,
        in conversation: UniqueID,
        _ number: Int64,
        _ ordinal: Int64,
        _ at: Int64
    ) throws {
        let update = statements.moveMarker
        update.bind(1, user(operation.actor))
        update.bind(2, conversation)
        update.bind(3, number)
        update.bind(4, ordinal)
        update.bind(5, at)
        // No row: no member, or nothing new.
        try update.run(changing: 1)
    }

    private func react(_ operation: Operation, _ at: Int64) throws {
        let message = workload.messages[Int(operation.subject)]
        let find = statements.findMessage
        find.bind(1, message)
        try demand(try find.step(), "SQLite knows no such message")
        let (conversation, ordinal) = (find.id(0), find.number(1))
        find.reset()
        try requireMember(operation.actor, of: conversation)
        try record(
            .reactionSet,
            operation,
            at,
            in: conversation,
            ordinal: ordinal,
            number: Int64(operation.reaction),
            subject: message
        )
        let reaction = statements.setReaction
        reaction.bind(1, conversation)
        reaction.bind(2, ordinal)
        reaction.bind(3, user(operation.actor))
        reaction.bind(4, Int64(operation.reaction))
        reaction.bind(5, position)
        try reaction.run()
    }

    private func requireMember(_ number: Int32, of conversation: UniqueID) throws {
        let find = statements.findMember
        find.bind(1, user(number))
        find.bind(2, conversation)
        try demand(try find.step(), "SQLite knows no such member")
        find.reset()
    }

    private func markRead(_ operation: Operation, _ at: Int64) throws {
        let conversation = conversation(operation)
        let head = statements.findHead
        head.bind(1, conversation)
        try demand(try head.step(), "SQLite knows no such conversation")
        let (ordinal, number) = (head.number(0), head.number(1))
        head.reset()
        try moveMarker(of: operation, in: conversation, number, ordinal, at)
        try record(.readUpTo, operation, at, in: conversation, ordinal: ordinal, number: number)
        let receipt = statements.insertReceipt
        receipt.bind(1, conversation)
        receipt.bind(2, user(operation.actor))
        receipt.bind(3, ordinal)
        receipt.bind(4, at)
        try receipt.run()
    }

    private func addMember(_ operation: Operation, _ at: Int64) throws {
        let conversation = conversation(operation)
        try requireMember(operation.actor, of: conversation)
        let (ordinal, number) = try changeMembers(of: conversation, by: 1)
        try record(
            .memberAdded,
            operation,
            at,
            in: conversation,
            ordinal: ordinal,
            number: number,
            entry: operation.id,
            subject: user(operation.subject)
        )
        try insertMember(
            operation.subject,
            in: conversation,
            role: 0,
            marker: number,
            markerOrdinal: ordinal
        )
        try insertEntry(operation, .memberAdded, in: conversation, ordinal: ordinal)
    }

    private func leave(_ operation: Operation, _ at: Int64) throws {
        let conversation = conversation(operation)
        let (ordinal, _) = try changeMembers(of: conversation, by: -1)
        try record(
            .memberLeft,
            operation,
            at,
            in: conversation,
            ordinal: ordinal,
            entry: operation.id
        )
        let update = statements.endMembership
        update.bind(1, user(operation.actor))
        update.bind(2, conversation)
        update.bind(3, position)
        try update.run(changing: 1)
        try insertEntry(operation, .memberLeft, in: conversation, ordinal: ordinal)
    }

    /// Makes room for an entry of the timeline that no one wrote.
    private func changeMembers(
        of conversation: UniqueID,
        by count: Int
    ) throws -> (ordinal: Int64, messages: Int64) {
        let update = statements.addEntry
        update.bind(1, conversation)
        update.bind(2, count)
        update.bind(3, position + 1)
        try demand(try update.step(), "SQLite knows no such conversation")
        defer { update.reset() }
        return (update.number(0), update.number(1))
    }
}
