internal import Wire

// The contents that a request for erasure covers: those that existed when it was made, so what a
// user writes afterwards stays. But a message is erased as a whole, with its later changes.

/// A walk over the contents that an erasure is about, in windows: between two of them others can
/// be served.
struct ErasureWalk: Hashable, Sendable {
    /// When a window ends.
    enum Extent {
        /// After some thousands of events, or some hundreds of contents.
        case window
        /// When a plan has all that one append erases, or after some thousands of events.
        case slice
    }

    /// How many requests are done with that have ground of their own: a message or a conversation.
    private var requestsDone = 0
    /// Up to where the conversation, or behind all those requests the log, is done with.
    private var done = Position.zero

    /// Adds the next contents to a plan.
    ///
    /// - Returns: whether nothing is left.
    /// - Complexity: reads as many envelopes as a window has, for a message all of its copies.
    mutating func readOn(
        _ scope: ErasureScope,
        _ extent: Extent,
        into plan: inout ErasurePlan,
        on facts: borrowing some Facts & ~Copyable
    ) -> Bool {
        let requests = scope.requests.inOrder
        var messagesDone = 0
        while requestsDone < requests.count {
            let request = requests[requestsDone]
            switch request.target {
            case .user: break
            case .message(let message):
                plan.add(facts.contents(of: message), on: facts)
                plan.addCopies(of: message, for: request, scope, on: facts)
                if extent == .slice, plan.pending > 0 { return false }
                messagesDone += 1
            case .conversation(let conversation):
                var window = Window(extent, after: done)
                let looked = facts.forEachContent(
                    of: conversation,
                    after: done,
                    atMost: Limits.eventsInWindow
                ) { content in
                    if content.position < request.position {
                        plan.addMessage(content, for: request, scope, on: facts)
                    }
                    return window.goesOn(behind: content, in: plan)
                }
                guard isDone(through: window.end ?? looked) else { return false }
            }
            requestsDone += 1
            done = .zero
            if extent == .slice, plan.isFull { return false }
            if messagesDone >= Limits.contentsInWindow { return false }
        }
        return readOnInLog(scope, extent, into: &plan, on: facts)
    }

    /// Adds the next contents in the log written by users, and those that are too old.
    private mutating func readOnInLog(
        _ scope: ErasureScope,
        _ extent: Extent,
        into plan: inout ErasurePlan,
        on facts: borrowing some Facts & ~Copyable
    ) -> Bool {
        let requests = scope.requests
        var newest = requests.newestOfUsers.map { Position($0.position.rawValue - 1) } ?? .zero
        let soon = scope.foresight?.tooOld ?? scope.tooOld
        newest = soon.isEmpty ? min(newest, facts.size) : facts.size
        guard done < newest else { return true }
        let last = min(newest, done.advanced(by: UInt64(Limits.eventsInWindow)))
        var window = Window(extent, after: done)
        facts.forEachContent(
            after: done,
            through: last,
            where: { content in
                !requests.namingUser(of: content).isEmpty || content.isOld(by: soon)
            }
        ) { content in
            for request in requests.namingUser(of: content) {
                plan.addMessage(content, for: request, scope, on: facts)
            }
            if !content.isErased, content.isOld(by: soon) {
                if content.isOld(by: scope.tooOld) {
                    plan.addWhole(content, on: facts)
                } else {
                    plan.foresee(facts.whole(content))
                }
            }
            return window.goesOn(behind: content, in: plan)
        }
        _ = isDone(through: window.end ?? last)
        return window.end == nil && last == newest
    }

    /// Sets the position up to which the present part is read; true if nothing is left of it.
    private mutating func isDone(through end: Position?) -> Bool {
        guard let end else { return true }
        done = end
        return false
    }
}

/// The part of the log that an erasure reads before other commands are served.
private struct Window {
    private let extent: ErasureWalk.Extent
    private var count = 0
    /// The last content that was read, or the beginning.
    private var last: Position
    /// The position up to which it has read; nil while it continues.
    private(set) var end: Position?

    init(_ extent: ErasureWalk.Extent, after start: Position) {
        self.extent = extent
        last = start
    }

    mutating func goesOn(behind content: ContentFacts, in plan: borrowing ErasurePlan) -> Bool {
        count += 1
        switch extent {
        case .window:
            if count < Limits.contentsInWindow { return true }
            end = content.position
        case .slice:
            guard plan.isFull else {
                last = content.position
                return true
            }
            // Of a message with very many copies some may be left; what stands between two contents
            // of a conversation is of other streams, which a walk over this one does not know.
            end = plan.pending == 0 ? content.position : last
        }
        return false
    }
}

extension ErasurePlan {
    /// Adds content with everything else of its message, whichever part of it comes first.
    ///
    /// A change alone would be judged by itself in a later slice than its sending, and go although
    /// a hold keeps the message.
    mutating func addWhole(
        _ content: ContentFacts,
        on facts: borrowing some Facts & ~Copyable
    ) {
        if has(content.position) { return }
        add(content.isErased ? [content] : facts.whole(content), on: facts)
    }

    /// Adds content that a request names, and the copies of the message.
    fileprivate mutating func addMessage(
        _ content: ContentFacts,
        for request: ErasureFacts,
        _ scope: ErasureScope,
        on facts: borrowing some Facts & ~Copyable
    ) {
        addWhole(content, on: facts)
        guard content.role == .sending, let message = content.message else { return }
        addCopies(of: message, for: request, scope, on: facts)
    }

    /// Adds the copies of a message where they are to go too, or are to be listed.
    fileprivate mutating func addCopies(
        of message: MessageID,
        for request: ErasureFacts,
        _ scope: ErasureScope,
        on facts: borrowing some Facts & ~Copyable
    ) {
        guard scope.listsForwards || request.includesForwards else { return }
        var originals = [message]
        while let original = originals.popLast() {
            for id in facts.forwards(of: original) {
                guard let copy = facts.message(id), copy.position < request.position,
                    noteCopy(copy)
                else { continue }
                originals.append(id)
                if request.includesForwards { add(facts.contents(of: id), on: facts) }
            }
        }
    }
}

extension Facts where Self: ~Copyable {
    /// Everything of the message that a content is of; the content alone where it is of none.
    fileprivate func whole(_ content: ContentFacts) -> [ContentFacts] {
        guard let message = content.message else { return [content] }
        let parts = contents(of: message)
        return parts.contains { $0.position == content.position } ? parts : parts + [content]
    }
}
