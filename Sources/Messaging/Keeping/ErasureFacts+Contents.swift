internal import Wire

extension Facts where Self: ~Copyable {
    /// Everything that a request for erasure is about, erased or not.
    ///
    /// It is about what was there when it was asked for, so that whoever writes again afterwards
    /// keeps that. But a message goes as a whole, with what was changed about it later.
    func contents(of request: ErasureFacts) -> [ContentFacts] {
        var contents = asked(by: request)
        if request.includesForwards {
            for copy in forwards(of: request) { contents += self.contents(of: copy) }
        }
        return contents
    }

    /// The copies that were forwarded of what a request is about, and the copies of these.
    func forwards(of request: ErasureFacts) -> [MessageID] {
        var known = Set(messages(asked(by: request)))
        if case .message(let id) = request.target { known.insert(id) }
        var rest = known.sorted()
        var copies: [MessageFacts] = []
        var listed: Set<MessageID> = []
        while let original = rest.popLast() {
            for id in forwards(of: original) where listed.insert(id).inserted {
                guard let copy = message(id) else { continue }
                copies.append(copy)
                if known.insert(id).inserted { rest.append(id) }
            }
        }
        return copies.sorted { $0.position < $1.position }.map(\.id)
    }

    /// These contents, and everything else of the messages that are sent by them.
    func withWholeMessages(_ contents: [ContentFacts]) -> [ContentFacts] {
        var all = contents
        for message in messages(contents) { all += self.contents(of: message) }
        return all
    }

    private func asked(by request: ErasureFacts) -> [ContentFacts] {
        var contents: [ContentFacts] = []
        switch request.target {
        case .message(let message): return self.contents(of: message)
        case .user(let user):
            contents = self.contents(writtenBy: user)
            if request.forgetsUser { contents += profileContents(of: user) }
        case .conversation(let conversation): contents = self.contents(of: conversation)
        }
        return withWholeMessages(contents.filter { $0.position < request.position })
    }

    private func messages(_ contents: [ContentFacts]) -> [MessageID] {
        var messages: [MessageID] = []
        for content in contents {
            guard case .messageSent(let sent, _)? = event(at: content.position)?.event,
                let message = sent.message
            else { continue }
            messages.append(MessageID(message))
        }
        return messages
    }
}
