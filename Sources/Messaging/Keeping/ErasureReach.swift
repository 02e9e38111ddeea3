internal import Wire

/// What a request for erasure is about.
///
/// It is about what was there when it was asked for, so that whoever writes again afterwards keeps
/// that. But a message goes as a whole, with what was changed about it later.
struct ErasureReach {
    /// Everything that is to go, erased already or not.
    fileprivate(set) var contents: [ContentFacts]
    /// The copies that were forwarded of it, and the copies of these, as they were sent.
    fileprivate(set) var forwards: [MessageID] = []
}

extension Facts where Self: ~Copyable {
    /// What a request is about, which may be one that is not recorded yet.
    ///
    /// Copies are looked for where they are to go too, or are to be listed. What the request names
    /// is looked up unless it is given.
    func reach(
        of request: ErasureFacts,
        naming named: [ContentFacts]? = nil,
        listsForwards: Bool = false
    ) -> ErasureReach {
        let earlier = (named ?? self.named(by: request)).filter { $0.position < request.position }
        var (contents, messages) = wholeMessages(earlier)
        if case .message(let id) = request.target { messages = [id] }
        var reach = ErasureReach(contents: contents)
        guard request.includesForwards || listsForwards else { return reach }
        let copies = forwards(of: messages).filter { $0.position < request.position }
        reach.forwards = copies.map(\.id)
        guard request.includesForwards else { return reach }
        for copy in copies { contents += parts(of: copy.id) }
        reach.contents = contents
        return reach
    }

    /// These contents with everything else of the messages that are sent by them, and the
    /// messages.
    func wholeMessages(
        _ some: [ContentFacts]
    ) -> (contents: [ContentFacts], messages: [MessageID]) {
        var parts: [ContentFacts] = []
        var messages: [MessageID] = []
        for content in some {
            guard case .messageSent(let sent, _)? = event(at: content.position)?.event,
                let message = sent.message.map(MessageID.init)
            else { continue }
            messages.append(message)
            parts += self.parts(of: message)
        }
        let known = Set(parts.map(\.position))
        return (some.filter { !known.contains($0.position) } + parts, messages)
    }

    /// All contents of a message, which know that they belong together.
    private func parts(of message: MessageID) -> [ContentFacts] {
        contents(of: message).map { content in
            var part = content
            part.message = message
            return part
        }
    }

    private func named(by request: ErasureFacts) -> [ContentFacts] {
        var contents: [ContentFacts] = []
        switch request.target {
        case .message(let message): contents = self.contents(of: message)
        case .user(let user):
            contents = self.contents(writtenBy: user)
            if request.forgetsUser { contents += profileContents(of: user) }
        case .conversation(let conversation): contents = self.contents(of: conversation)
        }
        return contents
    }

    private func forwards(of messages: [MessageID]) -> [MessageFacts] {
        var copies: [MessageFacts] = []
        var listed: Set<MessageID> = []
        var rest = messages
        while let original = rest.popLast() {
            for id in forwards(of: original) where listed.insert(id).inserted {
                guard let copy = message(id) else { continue }
                copies.append(copy)
                rest.append(id)
            }
        }
        return copies.sorted { $0.position < $1.position }
    }
}
