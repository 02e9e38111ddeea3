import DomainSupport
import EventLog
import LMDB
import Messaging
import Scrollback
import Testing
import Wire

let anna = UserID.named("anna")
let cleo = UserID.named("cleo")
let dora = UserID.named("dora")
let group = ConversationID.named("group")

/// A real store in which people chat, two seconds after each other.
final class Chat {
    private let store: StoreInFolder
    let engine: Engine
    private var steps: Int64 = 0

    init() throws {
        var options = Engine.Options()
        options.log = EventLog.Options(flushing: .never)
        options.clock = { Chat.begin }
        store = try StoreInFolder(options)
        engine = try store.open(.writing, options)
    }

    deinit { engine.close() }

    static let begin = Timestamp(microseconds: 1_767_225_600_000_000)

    /// When the newest command was asked for.
    var now: Timestamp { Timestamp(microseconds: Chat.begin.microseconds + steps * 2_000_000) }

    /// Lets time pass.
    func wait(days: Int64) { steps += days * 43_200 }

    /// Has somebody do something; says when.
    @discardableResult
    func act(_ user: UserID, _ command: Messaging.Command) async throws -> Timestamp {
        try await ask(.user(user), command)
    }

    @discardableResult
    func ask(_ actor: Actor, _ command: Messaging.Command) async throws -> Timestamp {
        steps += 1
        let fresh = FreshIDs(first: UniqueID(high: 0x7000 &+ UInt64(steps) << 16, low: 1 << 63))
        _ = try await engine.submit(Submission(as: actor, command, fresh: fresh, at: now))
        return now
    }

    @discardableResult
    func send(
        _ user: UserID,
        _ name: String,
        to conversation: ConversationID = group,
        _ change: (inout SendMessage) -> Void = { _ in }
    ) async throws -> Timestamp {
        var message = SendMessage(conversation: conversation, message: .named(name), text: name)
        change(&message)
        return try await act(user, .send(message))
    }

    /// Begins the group, which is entry 1.
    func found(
        _ creator: UserID = anna,
        with members: [UserID] = [ben, cleo],
        reactions: ReactionPolicy = .tapback,
        history: HistoryPolicy = .full
    ) async throws {
        let create = CreateGroup(
            conversation: group,
            members: members,
            reactions: reactions,
            history: history
        )
        try await act(creator, .createGroup(create))
    }

    func view(_ viewer: UserID) throws -> UserQueryEvaluator {
        UserQueryEvaluator(try engine.snapshot(), by: viewer, now: now)
    }
}

// What somebody is answered.
extension Chat {
    func page(
        _ viewer: UserID,
        _ window: MessagesQuery.Window = .newest,
        of conversation: ConversationID = group,
        limit: Int? = nil,
        showsDeleted: Bool = true
    ) throws -> MessagePage {
        var view = try view(viewer)
        return try view.messages(
            MessagesQuery(
                in: conversation,
                window,
                limit: limit,
                showsDeleted: showsDeleted
            )
        )
    }

    func item(_ viewer: UserID, _ name: String) throws -> MessageItem {
        var view = try view(viewer)
        return try view.message(.named(name))
    }

    func history(_ viewer: UserID, _ name: String) throws -> MessageHistory {
        var view = try view(viewer)
        return try view.history(of: .named(name))
    }

    func reactions(_ viewer: UserID, _ name: String) throws -> [ReactionGroup] {
        var view = try view(viewer)
        return try view.reactions(ReactionsQuery(on: .named(name))).items
    }

    func receipts(_ viewer: UserID, _ name: String) throws -> ReceiptItem {
        var view = try view(viewer)
        return try view.receipts(of: .named(name))
    }
}

extension MessagePage {
    /// What was written, or how the store calls what happened.
    var words: [String] { items.map { $0.text ?? $0.system?.type ?? "" } }
}
