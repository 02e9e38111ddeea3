internal import EventLog
internal import LMDB
package import Messaging
internal import Scrollback
package import Workload

/// Sends the workload's messages as a backend does: through sessions, each when its user asks.
package struct SessionSender: Sendable {
    private let store: Store
    private let workload: Workload
    /// Before everything that is sent.
    private let beginning: Position

    /// Opens a store that has done the founding, and lets everybody send as fast as they can.
    package init(_ store: ScrollbackStore, _ workload: Workload) async throws {
        var options = Store.Options()
        options.creation = .never
        self.store = try Store.open(store.path, options: options)
        self.workload = workload
        try await self.store.operator.carryOut(.configure(Configure(rateLimit: .unlimited)))
        beginning = try self.store.position
    }

    package func close() { store.close() }

    /// Sends one message, and returns when it is durable.
    package func send(_ number: Int) async throws {
        let operation = workload.operations[number]
        let session = store.session(for: workload.userID(operation.actor))
        try await session.send(
            workload.text(of: operation),
            to: workload.conversationID(operation.conversation),
            id: MessageID(operation.id)
        )
    }

    /// Follows as a user until the store is closed, and calls `told` with each message that the
    /// user receives.
    package func follow(as user: Int, _ told: (MessageID) -> Void) async throws {
        let session = store.session(for: UserID(workload.users[user]))
        for try await page in session.follow(since: beginning) {
            for item in page.items {
                guard case .message(let message, _) = item.change else { continue }
                try demand(message.text != nil, "a message without words")
                told(message.message)
            }
        }
    }

    /// Erases a message as the operator does, and returns when it is gone.
    package func erase(_ message: Int) async throws {
        try await store.operator.carryOut(
            .erase(
                Erase(
                    target: .message(MessageID(workload.messages[message])),
                    basis: "request",
                    reason: "asked for by the sender"
                )
            )
        )
    }

    /// Whether nothing is left of a message's content, as its sender is told.
    package func isErased(_ message: Int) throws -> Bool {
        let id = workload.messages[message]
        let sender = workload.operations.first { $0.kind == .send && $0.id == id }?.actor ?? 0
        return try store.session(for: workload.userID(sender)).message(MessageID(id)).isErased
    }
}

extension ScrollbackStore {
    /// How many commits the closed store's log has seen in its life.
    package func lifetimeCommits() throws -> Int {
        let environment = try Environment(
            path: directory.logPath,
            options: Environment.Options(access: .readOnly)
        )
        defer { environment.close() }
        return Int(try environment.status().lastTransactionID)
    }
}
