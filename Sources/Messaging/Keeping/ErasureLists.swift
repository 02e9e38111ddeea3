internal import LogSchema
package import Wire

// The deferred contents of an erasure, and the forwarded copies, read from the log page by page,
// because an erasure may cover millions.

/// Some results of a walk over the log, and the event after which it continues.
package struct ErasureFindings<Item> {
    package var items: [Item] = []
    package var next: Position?
}

extension Facts where Self: ~Copyable {
    /// Returns the contents that an erasure has not erased and that are not erased automatically.
    ///
    /// A message with very many copies may make the page longer than its limit.
    ///
    /// - Returns: nil if no erasure began.
    package func deferred(
        ofErasureAt request: Position,
        after start: Position,
        upTo limit: Int
    ) -> ErasureFindings<Erasure.Deferred>? {
        guard let scope = scope(ofErasureAt: request) else { return nil }
        let isGoingOn = (progress(ofErasureAt: request)?.pending ?? 0) > 0
        var empty = ErasurePlan(of: scope, on: self)
        empty.listedDeferred = .max
        empty.isList = true
        return findings(in: scope, before: request, after: start, upTo: limit) { content, items in
            var plan = empty
            plan.addTogether(content, scope, on: self)
            for id in copies(of: content, in: scope, onlyAsked: true) {
                plan.add(contents(of: id), on: self)
            }
            let parts = Set(contents(of: content).map(\.position))
            items += plan.left(isGoingOn: isGoingOn).deferred.filter { deferred in
                guard parts.contains(deferred.position) else { return true }
                // Each part is listed where it stands; one that came behind the request, which
                // the walk does not reach, with the sending.
                return deferred.position == content.position
                    || content.role == .sending && deferred.position > request
            }
        }
    }

    /// Returns the forwarded copies of the contents that an erasure covers.
    ///
    /// - Returns: nil if no erasure began.
    package func forwards(
        ofErasureAt request: Position,
        after start: Position,
        upTo limit: Int
    ) -> ErasureFindings<MessageID>? {
        guard let scope = scope(ofErasureAt: request) else { return nil }
        return findings(in: scope, before: request, after: start, upTo: limit) { content, items in
            items += copies(of: content, in: scope, onlyAsked: false)
        }
    }

    /// Every part of the message that content belongs to.
    private func contents(of content: ContentFacts) -> [ContentFacts] {
        content.message.map { contents(of: $0) } ?? [content]
    }

    /// Returns the copies of the message sent with a content, except copies that are named
    /// themselves.
    private func copies(
        of content: ContentFacts,
        in scope: ErasureScope,
        onlyAsked: Bool
    ) -> [MessageID] {
        guard content.role == .sending, let message = content.message else { return [] }
        let requests = scope.requests.naming(content)
            .filter { $0.includesForwards || !onlyAsked }
        guard let newest = requests.map(\.position).max() else { return [] }
        var found: [MessageID] = []
        var originals = [message]
        while let original = originals.popLast() {
            for id in forwards(of: original) {
                guard let copy = self.message(id), copy.position < newest, !found.contains(id)
                else { continue }
                found.append(id)
                // The copies of one that is named itself are found with that.
                let isNamed = contents(of: id).first.map { scope.names($0) } ?? false
                if !isNamed { originals.append(id) }
            }
        }
        return found
    }

    private func findings<Item>(
        in scope: ErasureScope,
        before request: Position,
        after start: Position,
        upTo limit: Int,
        _ add: (_ content: ContentFacts, _ items: inout [Item]) -> Void
    ) -> ErasureFindings<Item> {
        var findings = ErasureFindings<Item>()
        let newest = Position(request.rawValue - 1)
        guard start < newest else { return findings }
        let last = min(newest, start.advanced(by: UInt64(Limits.eventsInWindow)))
        var end: Position?
        forEachContent(after: start, through: last, where: { scope.names($0) }) { content in
            if scope.names(content) { add(content, &findings.items) }
            if findings.items.count < limit { return true }
            end = content.position
            return false
        }
        let done = end ?? last
        findings.next = done < newest ? done : nil
        return findings
    }
}

extension ErasureScope {
    /// Whether content is meant; where its kind is not known yet, whether it may be.
    fileprivate func names(_ content: ContentFacts) -> Bool {
        !requests.naming(content).isEmpty || content.isOld(by: tooOld)
    }
}

extension ErasurePlan {
    /// Adds content, and the message with it where that is erased as a whole.
    fileprivate mutating func addTogether(
        _ content: ContentFacts,
        _ scope: ErasureScope,
        on facts: borrowing some Facts & ~Copyable
    ) {
        guard let message = content.message else { return add([content], on: facts) }
        let parts = facts.contents(of: message)
        let isWhole = parts.first { $0.role == .sending }.map { scope.names($0) } ?? false
        add(isWhole ? parts : [content], on: facts)
    }
}
