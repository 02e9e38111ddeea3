import DomainSupport
import EventLog
import LogSchema
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire
import WriterSupport

private let ride = Context(kind: "the old harbour ride", id: "the old harbour 17")
private let request = ConversationID.named("request")

@Suite struct `What a request is about` {
    private func open(_ chat: Chat, title: String? = nil, about context: Context) async throws {
        try await chat.act(
            anna,
            .openRequest(
                OpenRequest(
                    conversation: request,
                    context: context,
                    members: [ben],
                    title: title
                )
            )
        )
    }

    private func found(_ chat: Chat, by user: UserID) throws -> [ConversationID] {
        var view = try chat.view(user)
        let page = try view.findByContext(ride)
        return page.items
    }

    private func context(_ chat: Chat, of user: UserID) throws -> Context? {
        var view = try chat.view(user)
        return try view.conversation(request).context
    }

    private func erased(_ outcome: SubmissionOutcome) -> Int? {
        if case .erasure(let erased) = outcome.answer { erased.erased } else { nil }
    }

    // Q05
    @Test func `stands in no file, is found all the same, and goes with its content`() async throws
    {  // D-84
        let store = try StoreInFolder()
        let engine = try store.open()
        func ask(_ actor: Actor, _ command: Messaging.Command) async throws -> SubmissionOutcome {
            let fresh = FreshIDs(first: UniqueID(high: 4, low: 1 << 63))
            return try await engine.submit(Submission(as: actor, command, fresh: fresh))
        }
        let open = OpenRequest(conversation: request, context: ride, members: [ben])
        _ = try await ask(.user(anna), .openRequest(open))
        func found() throws -> [ConversationID] {
            var view = UserQueryEvaluator(try engine.snapshot(), by: ben, now: Engine.wallClock())
            let page = try view.findByContext(ride)
            return page.items
        }
        #expect(try found() == [request])
        #expect(names(ofFilesIn: store.path, containing: "the old harbour ") == [])
        let erase = Erase(target: .conversation(request), basis: "asked", reason: "asked")
        #expect(erased(try await ask(.operator, .erase(erase))) == 1)
        #expect(try found() == [])
        #expect(try engine.views.differenceFromRecount() == nil)
        engine.close()
        #expect(names(ofFilesIn: store.path, containing: "the old harbour ") == [])
    }

    @Test func `is shown to no member once the conversation is erased`() async throws {  // D-84
        let chat = try Chat()
        try await open(chat, about: ride)
        #expect(try context(chat, of: ben) == ride)
        #expect(try found(chat, by: ben) == [request])
        try await chat.ask(
            .operator,
            .erase(Erase(target: .conversation(request), basis: "asked", reason: "asked"))
        )
        for user in [anna, ben] {
            #expect(try context(chat, of: user) == nil)
            #expect(try found(chat, by: user) == [])
        }
        #expect(try chat.engine.views.differenceFromRecount() == nil)
        // A retry compares what is left.
        try await open(chat, about: Context(kind: "trip", id: "another"))
        #expect(try context(chat, of: ben) == nil)
    }

    @Test func `goes with the user who wrote it, also after it was cleared`() async throws {
        // D-84
        let chat = try Chat()
        try await open(chat, title: "To Rome", about: ride)
        try await chat.act(ben, .leave(Leave(conversation: request)))
        try await chat.act(anna, .clearContext(ClearContext(conversation: request)))
        #expect(try found(chat, by: ben) == [request] && found(chat, by: anna) == [])
        try await chat.ask(.operator, .forgetUser(ForgetUser(user: anna, basis: "asked")))
        #expect(try found(chat, by: ben) == [])
        #expect(try context(chat, of: ben) == nil)
        #expect(try chat.engine.views.differenceFromRecount() == nil)
    }

    @Test func `is compared by a retry while it is there`() async throws {  // D-05
        let chat = try Chat()
        try await open(chat, about: ride)
        try await open(chat, about: ride)
        await #expect(throws: WriteError<BatchRefusal>.self) {
            try await open(chat, about: Context(kind: "ride", id: "another"))
        }
    }

    @Test func `is read where an earlier version wrote it, in the clear`() async throws {  // D-84
        let chat = try Chat()
        var created = WireWriter()
        ConversationCreated(
            kind: .request,
            reactions: .tapback,
            history: .full,
            contextKind: ride.kind,
            contextID: ride.id,
            entry: UniqueID(high: 1, low: 1),
            members: 2
        )
        .encode(into: &created)
        var content = WireWriter()
        ConversationContent(title: "To Rome").encode(into: &content)
        let stream = StreamID.conversation(request.rawValue)
        let founders = [anna, ben].map { user in
            var added = WireWriter()
            ParticipantAdded(
                user: user.rawValue,
                role: user == anna ? .creator : .member,
                founder: true
            )
            .encode(into: &added)
            return Append.Event(
                to: stream,
                type: EnvelopeEvent.participantAdded,
                actor: anna.rawValue,
                body: added.bytes.withUnsafeBytes { Array($0) }
            )
        }
        let creation = Append.Event(
            to: stream,
            type: EnvelopeEvent.conversationCreated,
            actor: anna.rawValue,
            body: created.bytes.withUnsafeBytes { Array($0) },
            content: content.bytes.withUnsafeBytes { Array($0) }
        )
        _ = try await chat.engine.submit(Append([creation] + founders))
        #expect(try context(chat, of: ben) == ride)
        #expect(try found(chat, by: ben) == [request])
        // The first answer again.
        try await open(chat, title: "To Rome", about: ride)
        await #expect(throws: WriteError<BatchRefusal>.self) {
            try await open(chat, title: "To Rome", about: Context(kind: "ride", id: "1"))
        }
        // Its words stay in the log, and no answer shows them.
        try await chat.ask(
            .operator,
            .erase(Erase(target: .conversation(request), basis: "asked", reason: "asked"))
        )
        #expect(try context(chat, of: ben) == nil)
        #expect(try found(chat, by: ben) == [])
        #expect(try chat.engine.views.differenceFromRecount() == nil)
    }
}
