import Contestants
import Measuring
import Scrollback

/// Asks what an older page costs, by the first message of the page before.
func olderPages(_ messages: Int) -> RowPlan {
    let name = "an older page of 50 of \(Text.number(Double(messages))) messages"
    return RowPlan(name: name) { fixtures in
        let chat = LongChat(messages: messages, in: try fixtures.place("scrolled-\(messages)"))
        try await chat.fill()
        return Row(
            name,
            compared: .p50,
            // The page and what comes from outside of the store in a second.
            targets: [Target(Names.scrollback, .atMost(.p50, 200))],
            bounds: "As for the newest page; where the page begins is found by the message's row.",
            contestants: [ScrolledChat(chat: chat)]
        )
    }
}

/// Asks how long it takes to send what was written without a network.
func queuedSends(_ count: Int) -> RowPlan {
    let name = "send \(count) queued messages one by one"
    return RowPlan(name: name) { _ in
        Row(
            name,
            compared: .duration,
            targets: [Target(Names.scrollback, .atMost(.duration, 5_000))],
            bounds:
                "Each waits for its flush. Sent again after a lost answer, none is there twice.",
            contestants: [QueuedSending(count: count)]
        )
    }
}

/// Two people who have written a lot.
private struct LongChat: Sendable {
    let path: String
    let messages: Int
    let viewer = UserID.fresh()
    let other = UserID.fresh()

    init(messages: Int, in folder: String) {
        path = "\(folder)/chat.scrollback"
        self.messages = messages
    }

    func fill() async throws {
        let store = try Store.open(path)
        defer { store.close() }
        try await store.operator.carryOut(.configure(Configure(rateLimit: .unlimited)))
        let chat = try await store.session(for: viewer).startDirect(with: other)
        try await store.asCallers { caller, callers in
            for number in stride(from: caller, to: messages, by: callers) {
                let session = store.session(for: number % 2 == 0 ? viewer : other)
                try await session.send("a message with number \(number) and some words", to: chat)
            }
        }
    }
}

/// Page after page, from the newest to the first.
private struct ScrolledChat: Contestant {
    let name = Names.scrollback
    let chat: LongChat

    func run(in _: String) async throws -> Sample {
        let store = try Store.open(chat.path)
        defer { store.close() }
        let session = store.session(for: chat.viewer)
        guard let id = try session.findDirect(with: chat.other) else {
            throw WrongResult(description: "the conversation is not there")
        }
        var window = MessagesQuery.Window.newest
        var latencies: [Double] = []
        var next: UInt64?
        var found = 0
        while true {
            let start = ContinuousClock.now
            let page = try session.messages(in: id, window, limit: 50)
            latencies.append((ContinuousClock.now - start).microseconds)
            guard let oldest = page.items.first, let newest = page.items.last else { break }
            if let next {
                try demand(newest.ordinal + 1 == next, "between two pages a message is missing")
            }
            try demand(page.items.allSatisfy { $0.text != nil }, "a message without words")
            found += page.items.count
            next = oldest.ordinal
            window = .before(.message(oldest.message))
        }
        try demand(found == chat.messages, "\(found) of \(chat.messages) messages are found")
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }
}

/// A client that comes back and sends what it kept.
private struct QueuedSending: Contestant {
    let name = Names.scrollback
    let count: Int

    func run(in folder: String) async throws -> Sample {
        let store = try Store.open("\(folder)/chat.scrollback")
        defer { store.close() }
        let sender = store.session(for: .fresh())
        let chat = try await sender.startDirect(with: .fresh())
        let queue = (0..<count).map { (id: MessageID.fresh(), text: "written offline, \($0)") }
        let start = ContinuousClock.now
        for message in queue { try await sender.send(message.text, to: chat, id: message.id) }
        let duration = ContinuousClock.now - start
        for message in queue { try await sender.send(message.text, to: chat, id: message.id) }
        let page = try sender.messages(in: chat, limit: count + 1)
        try demand(
            page.items.map(\.message) == queue.map(\.id)
                && page.items.map(\.text) == queue.map(\.text),
            "what was sent is not what is there"
        )
        var sample = Sample()
        sample[.duration] = duration.microseconds / 1e3
        return sample
    }
}
