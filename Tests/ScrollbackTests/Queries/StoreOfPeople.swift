import DomainSupport
import EventLog
import LMDB
import Locking
import Messaging
import Scrollback
import ScrollbackTesting
import TestSupport
import Testing
import Views
import Wire

let ann = UserID.named("ann")
let ben = UserID.named("ben")
let cem = UserID.named("cem")
let dua = UserID.named("dua")
let outsider = UserID.named("stranger")
let team = ConversationID.named("team")

/// A store in a folder of its own, in which people do one thing after the other.
final class StoreOfPeople: Sendable {
    private let folder = TemporaryFolder("queries")
    private let opened: Lock<Engine>
    private let clock = TestClock()
    private let asked = Lock<UInt64>(0)

    init() throws {
        let options = Self.options(clock)
        try Engine.create(at: folder.path("chat.scrollback"), options: options)
        opened = Lock(try Engine(opening: folder.path("chat.scrollback"), options: options))
    }

    deinit { engine.close() }

    private var engine: Engine { opened.withLock { $0 } }

    /// The operator's session, as an embedder gets it.
    var owner: OperatorSession { Store(engine, Store.Options()).operator }

    func close() { engine.close() }

    private static func options(_ clock: TestClock) -> Engine.Options {
        var options = Engine.Options()
        options.log = EventLog.Options(flushing: .never)
        options.clock = { clock.now }
        return options
    }

    /// Changes rows of the views behind the store's back, and opens it again.
    func changeViews(
        table: String,
        _ change: (inout [(key: [UInt8], value: [UInt8])]) -> Void
    ) throws {
        engine.close()
        let path = folder.path("chat.scrollback")
        try ScrollbackTests.changeViews(in: path, table: table, change)
        let reopened = try Engine(opening: path, options: Self.options(clock))
        opened.withLock { $0 = reopened }
    }

    /// Says that the views are wrong, as the thread that compares them with their sums does.
    func doubtViews(because cause: ViewsDoubt.Cause) throws {
        let state = try #require(try ViewsState.read(in: StoreDirectory(path: path)))
        #expect(engine.views.doubt(state.generation, because: cause))
    }

    /// Makes the views anew beside the present ones.
    func rebuildViews() async throws { _ = try await engine.rebuildViews() }

    /// The names that are kept for the search of people.
    var names: KnownNames { engine.names }
    /// What is kept opened.
    var kept: OpenedContents { engine.log.opened }
    /// Where the store is.
    var path: String { folder.path("chat.scrollback") }

    /// Closes the store and opens it again.
    func reopen(_ change: (inout Engine.Options) -> Void = { _ in }) throws {
        engine.close()
        var options = Self.options(clock)
        change(&options)
        let reopened = try Engine(opening: path, options: options)
        opened.withLock { $0 = reopened }
    }

    /// The time of the newest deed.
    var now: Timestamp { clock.now }

    /// Lets time pass; every deed takes a second anyway.
    func wait(seconds: Int) { clock.advance(by: .seconds(seconds)) }

    @discardableResult
    func does(_ user: UserID, _ command: Messaging.Command) async throws -> SubmissionOutcome {
        try await perform(.user(user), command)
    }

    @discardableResult
    func operates(_ command: Messaging.Command) async throws -> SubmissionOutcome {
        try await perform(.operator, command)
    }

    private func perform(
        _ actor: Actor,
        _ command: Messaging.Command
    ) async throws -> SubmissionOutcome {
        wait(seconds: 1)
        return try await engine.submit(Submission(as: actor, command, fresh: fresh()))
    }

    private func fresh() -> FreshIDs {
        let number = asked.withLock { asked in
            asked += 1
            return asked
        }
        return FreshIDs(first: UniqueID(high: 0x7000 &+ number << 16, low: 1 << 63))
    }

    /// Submits commands that wait side by side, and so share a commit; tells which were accepted.
    func attempt(_ commands: [(actor: Actor, command: Messaging.Command)]) async -> [Bool] {
        wait(seconds: 1)
        let submissions = commands.map { Submission(as: $0.actor, $0.command, fresh: fresh()) }
        return await engine.submit(submissions).map { result in
            if case .success = result { true } else { false }
        }
    }

    /// Submits commands that happen together or not at all; tells whether they were accepted.
    func attempt(_ actor: Actor, together commands: [Messaging.Command]) async -> Bool {
        wait(seconds: 1)
        let members = commands.map { Batch.Member($0) }
        let submission = Submission(as: actor, together: members, fresh: fresh())
        return (try? await engine.submit(submission)) != nil
    }

    /// What somebody sees now.
    func seen(by user: UserID) throws -> UserQueryEvaluator {
        UserQueryEvaluator(try engine.snapshot(), by: user, now: now)
    }

    /// What the operator sees now.
    func operated() throws -> OperatorQueryEvaluator {
        OperatorQueryEvaluator(try engine.snapshot(), now: now)
    }

    // MARK: - What people do often

    func send(_ user: UserID, _ name: String, in chat: ConversationID = team) async throws {
        try await does(
            user,
            .send(SendMessage(conversation: chat, message: .named(name), text: name))
        )
    }

    func edit(_ user: UserID, _ name: String) async throws {
        try await does(user, .edit(EditMessage(message: .named(name), text: "\(name), edited")))
    }

    func delete(_ user: UserID, _ name: String) async throws {
        try await does(user, .delete(DeleteMessage(message: .named(name))))
    }

    func createTeam(
        title: String? = nil,
        history: HistoryPolicy = .full,
        of members: [UserID] = [ben, cem],
        as chat: ConversationID = team
    ) async throws {
        let group = CreateGroup(
            conversation: chat,
            title: title,
            members: members,
            history: history
        )
        try await does(ann, .createGroup(group))
    }

    func startDirect(_ user: UserID, with other: UserID) async throws -> ConversationID {
        try await does(user, .startDirect(StartDirect(with: other)))
        var evaluator = try seen(by: user)
        guard let direct = try evaluator.findDirect(with: other) else { throw NoDirect() }
        return direct
    }

    func arrange(
        _ user: UserID,
        _ action: Arrange.Action,
        _ chat: ConversationID = team
    ) async throws { try await does(user, .arrange(Arrange(action, conversation: chat))) }

    func leave(_ user: UserID, _ chat: ConversationID = team) async throws {
        try await does(user, .leave(Leave(conversation: chat)))
    }

    func add(_ actor: UserID, _ user: UserID, _ chat: ConversationID = team) async throws {
        try await does(actor, .add(AddParticipant(conversation: chat, user: user)))
    }

    func name(_ user: UserID, _ fullName: String?, username: String) async throws {
        try await does(user, .setProfile(SetProfile(username: username, fullName: fullName)))
    }

    /// The whole list of somebody.
    func list(
        _ user: UserID,
        _ filter: ListFilter = .active,
        search: String? = nil
    ) throws -> [ConversationItem] {
        var evaluator = try seen(by: user)
        return try evaluator.conversations(.init(filter: filter, search: search)).items
    }

    func row(_ user: UserID, _ chat: ConversationID = team) throws -> ConversationItem {
        var evaluator = try seen(by: user)
        return try evaluator.conversation(chat).item
    }

    private struct NoDirect: Error {}
}

/// The refusal that a query meets; nil where it answers.
func refusal(_ query: () throws(QueryError) -> Void) -> Refusal? {
    do throws(QueryError) {
        try query()
        return nil
    } catch {
        guard case .refused(let refusal) = error else { return nil }
        return refusal
    }
}

/// Cursors that no query gave.
let rubbishCursors = ["", "x", "00", "ff ", String(repeating: "0", count: 66), "ÿ"].map(Cursor.init)
