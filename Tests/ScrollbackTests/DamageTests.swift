import DomainSupport
import EventLog
import LMDB
import LogSchema
import Messaging
import Scrollback
import TestSupport
import Testing
import Views
import Wire

@Suite struct `A damaged log is named, not believed` {
    @Test func `a record that cannot be folded stops writing and is named`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        for number in 0..<600 { try await engine.append("\(number)", to: stream(1)) }
        engine.close()
        try flipByte(ofRecordAt: 50, in: store.path)
        for name in names(in: store.path) where name.hasPrefix("views.") {
            removeTree("\(store.path)/\(name)")
        }

        #expect(throws: StoreFault.log(.damagedRecord(Position(50), .checksum))) {
            try store.open()
        }

        // What is whole can still be read.
        let reader = try store.open(.reading)
        let snapshot = try reader.log.snapshot()
        #expect(try snapshot.record(at: Position(49)).position == Position(49))
        #expect(throws: LogError.damagedRecord(Position(50), .checksum)) {
            _ = try snapshot.record(at: Position(50)).position
        }
    }

    @Test func `a query that cannot look a name up fails, and gives no other name`() async throws {
        let store = try StoreInFolder()
        var options = Engine.Options()
        options.clock = { Timestamp(microseconds: 1_000_000) }
        let engine = try store.open(.writing, options)
        func ask(_ user: UserID, _ command: Messaging.Command, _ number: UInt64) async throws {
            let fresh = FreshIDs(first: UniqueID(high: number << 16, low: 1 << 63))
            _ = try await engine.submit(Submission(as: .user(user), command, fresh: fresh))
        }
        let (reader, sender) = (UserID.named("reader"), UserID.named("sender"))
        let (chat, hello) = (ConversationID.named("chat"), MessageID.named("hello"))
        // Position 2, far from what an opening looks at.
        try await ask(reader, .setProfile(SetProfile(username: "reader")), 1)
        let group = CreateGroup(conversation: chat, members: [reader, .named("third")])
        try await ask(sender, .createGroup(group), 2)
        let message = SendMessage(conversation: chat, message: hello, text: "@[\(reader)]")
        try await ask(sender, .send(message), 3)
        try await ask(reader, .react(React(message: hello, reaction: "love")), 4)
        try await ask(reader, .markRead(MarkRead(conversation: chat)), 5)
        for number in 0..<600 { try await engine.append("\(number)", to: stream(1)) }
        engine.close()
        try flipByte(ofRecordAt: 2, in: store.path)

        let damage = QueryError.failed(.views(.log(.damagedRecord(Position(2), .checksum))))
        let reopened = try store.open(.writing, options)
        let queries: [any UserQuery] = [
            MessageQuery(hello), MessagesQuery(in: chat), ReactionsQuery(on: hello),
            ReceiptsQuery(of: hello), MembersQuery(of: chat), ConversationQuery(chat),
        ]
        for query in queries {
            var evaluator = UserQueryEvaluator(
                try reopened.snapshot(),
                by: sender,
                now: Timestamp(microseconds: 1_000_000)
            )
            #expect(throws: damage, "\(query)") { _ = try evaluator.answer(query) }
        }
        // What asks for no name is answered.
        var evaluator = UserQueryEvaluator(
            try reopened.snapshot(),
            by: sender,
            now: Timestamp(microseconds: 1_000_000)
        )
        #expect(try evaluator.answer(HistoryQuery(of: hello)).count == 0)
        reopened.close()
    }

    @Test func `a damaged record at the end of the log is found at open`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        for number in 0..<10 { try await engine.append("\(number)", to: stream(1)) }
        engine.close()
        try flipByte(ofRecordAt: 11, in: store.path)

        #expect(throws: StoreFault.log(.damagedRecord(Position(11), .checksum))) {
            try store.open()
        }
    }
}

/// Changes one bit of a record of a store that is closed.
func flipByte(ofRecordAt position: UInt8, in path: String) throws {
    let environment = try Environment(
        path: "\(path)/log.mdb",
        options: Environment.Options()
    )
    let table = try environment.openOnlyTable()
    let key: [UInt8] = [0xF0, 0, 0, 0, 0, 0, 0, 0, position]
    var transaction = try environment.beginWriting()
    var record: [UInt8]
    do {
        let span = try transaction.value(of: key.span.bytes, in: table)
        record = span?.withUnsafeBytes { Array($0) } ?? []
    }
    try #require(record.count > 20)
    record[20] ^= 1
    try transaction.put(key.span.bytes, record.span.bytes, in: table)
    try transaction.commit()
    environment.close()
}
