import EventLog
import LMDB
import Messaging
import ScrollbackTesting
import TestSupport
import Testing
import Wire

@testable import Scrollback

/// Queries about the past that the index of the present answers.
@Suite final class `The index of the log as it was` {
    private let folder = TemporaryFolder("index")
    private let clock = TestClock()

    /// Opens a store that cannot fold anything unless it is given a folder: no file can be made.
    private func open(scratch: String = "/nowhere") throws -> Store {
        var options = Store.Options()
        let clock = clock
        options.clock = { clock.now }
        var engineOptions = Engine.Options()
        engineOptions.clock = options.clock
        engineOptions.log = EventLog.Options(flushing: .never)
        engineOptions.scratchFolder = scratch
        try Engine.create(at: folder.path("store"), options: engineOptions)
        return Store(try Engine(opening: folder.path("store"), options: engineOptions), options)
    }

    /// The answers of one state: pages of events, counts, and what could be signed.
    private struct Answers: Equatable {
        var events: [EventPage?] = []
        var counts: [[HistogramSpan]?] = []
        var checkpoint: CheckpointState?
    }

    private static let chat = ConversationID.fresh()
    private static let message = MessageID.fresh()

    /// What a session of the operator answers, of now or then; nil where it refuses.
    private func answers(_ session: some OperatorQueries, from begin: Timestamp) -> Answers {
        let middle = Timestamp(microseconds: begin.microseconds + 40_000_000)
        let type = EventDescription.all.first { $0.name == "messageSent" }?.number
        let sent = Set([type].compactMap { $0 })
        let chat = Self.chat
        var answers = Answers()
        answers.events = [
            EventsQuery(limit: 500), EventsQuery(stream: .conversation(chat), limit: 500),
            EventsQuery(stream: .user(cleo)), EventsQuery(stream: .store),
            EventsQuery(actor: anna, limit: 500), EventsQuery(concerning: dora, limit: 500),
            EventsQuery(message: Self.message, limit: 500),
            EventsQuery(untilTime: middle, types: sent, limit: 500),
            EventsQuery(fromTime: middle, stream: .conversation(chat), showsContent: true),
        ].map { try? session.ask($0) }
        answers.counts = [
            HistogramQuery(), HistogramQuery(conversation: chat, buckets: 3),
            HistogramQuery(type: type, buckets: 4), HistogramQuery(user: dora, buckets: 2),
            HistogramQuery(from: begin, until: middle, conversation: chat, type: type),
        ].map { try? session.ask($0) }
        answers.checkpoint = try? session.ask(CheckpointQuery())
        return answers
    }

    @Test func `answers at every position what the present answered there, and folds nothing`()
        async throws
    {
        let store = try open()
        defer { store.close() }
        let (session, begin) = (store.session(for: anna), clock.now)
        var known: [Position: Answers] = [:]
        func note() throws {
            known[try store.operator.state().size] = answers(store.operator, from: begin)
            clock.advance(by: .seconds(1))
        }
        try note()
        try await session.createGroup(Self.chat, members: [cleo, dora])
        try note()
        // More than the index keeps together in a row.
        for number in 1...40 {
            let id = number == 7 ? Self.message : nil
            try await session.send("\(number)", to: Self.chat, id: id)
            try note()
        }
        try await store.session(for: cleo).react(.love, to: Self.message)
        try note()
        try await store.session(for: dora).leave(Self.chat)
        try note()
        try await store.session(for: cleo).addContact(dora)
        try note()
        #expect(known.count > 40)
        for (position, answers) in known {
            let past = try store.asOf(.position(position)).operator
            #expect(self.answers(past, from: begin) == answers, "\(position)")
        }
        // What needs other rows of that time is folded, which cannot be done here.
        let past = try store.asOf(.position(Position(9))).operator
        #expect(throws: StoreError.self) { try past.state() }
    }
    @Test func `does not answer what another view knows of later events`() async throws {
        let store = try open(scratch: folder.path(""))
        defer { store.close() }
        let session = store.session(for: anna)
        let chat = try await session.createGroup(title: "before", members: [cleo, dora])
        let position = try store.operator.state().size
        try await session.rename(chat, to: "after")
        let past = try store.asOf(.position(position))
        let titles = try past.asking(.index, as: nil) { (state, _) throws(QueryError) in
            try state.titles(of: [chat])
        }
        #expect(titles[chat] == "before")
    }
}
