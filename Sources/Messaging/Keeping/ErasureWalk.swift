internal import Wire

// What a request for erasure is about: what was there when it was asked for, so that who writes
// again afterwards keeps that. But a message goes as a whole, with what was changed about it later.

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

    /// Adds what lies next to a plan.
    ///
    /// - Returns: whether nothing is left.
    /// - Complexity: reads as many envelopes as a window has, for a message all of its copies.
    mutating func readOn(
        _ scope: ErasureScope,
        _ extent: Extent,
        into plan: inout ErasurePlan,
        on facts: borrowing some Facts & ~Copyable
    ) -> Bool {
        while requestsDone < scope.requests.count {
            let request = scope.requests[requestsDone]
            switch request.target {
            case .user: break
            case .message(let message):
                plan.add(facts.contents(of: message))
                plan.addCopies(of: message, for: request, scope, on: facts)
                if extent == .slice, plan.pending > 0 { return false }
            case .conversation(let conversation):
                var window = Window(extent)
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
        }
        return readOnInLog(scope, extent, into: &plan, on: facts)
    }

    /// Adds what lies next in the log of what users wrote, and of what is too old.
    private mutating func readOnInLog(
        _ scope: ErasureScope,
        _ extent: Extent,
        into plan: inout ErasurePlan,
        on facts: borrowing some Facts & ~Copyable
    ) -> Bool {
        let ofUsers = scope.requests.filter(\.isAboutUser)
        var newest = ofUsers.map { Position($0.position.rawValue - 1) }.max() ?? .zero
        newest = scope.tooOld.isEmpty ? min(newest, facts.size) : facts.size
        guard done < newest else { return true }
        let last = min(newest, done.advanced(by: UInt64(Limits.eventsInWindow)))
        var window = Window(extent)
        facts.forEachContent(
            after: done,
            through: last,
            where: { content in
                ofUsers.contains { $0.names(content) } || content.isOld(by: scope.tooOld)
            }
        ) { content in
            for request in ofUsers where request.names(content) {
                plan.addMessage(content, for: request, scope, on: facts)
            }
            if content.isOld(by: scope.tooOld), !content.isErased {
                plan.addWhole(content, on: facts)
            }
            return window.goesOn(behind: content, in: plan)
        }
        _ = isDone(through: window.end ?? last)
        return window.end == nil && last == newest
    }

    /// Notes up to where the ground is done with; true where nothing is left of it.
    private mutating func isDone(through end: Position?) -> Bool {
        guard let end else { return true }
        done = end
        return false
    }
}

/// What is looked at of an erasure before others are served.
private struct Window {
    private let extent: ErasureWalk.Extent
    private var count = 0
    /// Up to where it is done with; nil while it goes on.
    private(set) var end: Position?

    init(_ extent: ErasureWalk.Extent) { self.extent = extent }

    mutating func goesOn(behind content: ContentFacts, in plan: borrowing ErasurePlan) -> Bool {
        count += 1
        switch extent {
        case .window:
            if count < Limits.contentsInWindow { return true }
            end = content.position
        case .slice:
            if !plan.isFull { return true }
            // Of a message with very many copies some may be left.
            end = plan.pending == 0 ? content.position : Position(content.position.rawValue - 1)
        }
        return false
    }
}

extension ErasureFacts {
    fileprivate var isAboutUser: Bool { if case .user = target { true } else { false } }
}

extension ErasurePlan {
    /// Adds content with everything else of the message that is sent by it.
    mutating func addWhole(
        _ content: ContentFacts,
        on facts: borrowing some Facts & ~Copyable
    ) {
        if has(content.position) { return }
        var parts = [content]
        if content.role == .sending, !content.isErased, let message = content.message {
            parts += facts.contents(of: message).filter { $0.position != content.position }
        }
        add(parts)
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
                if request.includesForwards { add(facts.contents(of: id)) }
            }
        }
    }
}
