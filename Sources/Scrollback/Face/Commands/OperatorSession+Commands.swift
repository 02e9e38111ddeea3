public import Messaging
public import Wire

extension OperatorSession {
    /// Makes a user a moderator.
    ///
    /// - Throws: what `carryOut` throws.
    @discardableResult
    public func appointModerator(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.appointModerator(AppointModerator(user: user)), id: id).position
    }

    /// Ends a user's role as a moderator.
    ///
    /// - Throws: what `carryOut` throws.
    @discardableResult
    public func dismissModerator(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.dismissModerator(DismissModerator(user: user)), id: id).position
    }

    /// Erases the content of a message, of a user's messages, or of a conversation.
    ///
    /// A dry run erases nothing and returns the plan.
    ///
    /// When this returns, the first 1,000 messages are unreadable, in the log and in every backup
    /// of it, unless the keys were copied too. The store erases the rest in slices, and continues
    /// after a restart. `pending` counts the rest; queries return it until its slice is erased.
    /// Content under a hold or a minimum retention is deferred and erased later; the result lists
    /// the first hundred.
    ///
    /// - Throws: `notFound` for an unknown message or conversation, `systemEntry`, `invalidText`
    ///   for a basis or reason outside `Limits.note`; otherwise what `carryOut` throws.
    /// - Complexity: O(contents of the target). The first erasure of a process reads the envelopes
    ///   of the whole log.
    @discardableResult
    public func erase(
        _ target: Erase.Target,
        basis: String,
        reason: String,
        includingForwards: Bool = false,
        dryRun: Bool = false,
        id: CommandID? = nil
    ) async throws(StoreError) -> Erasure {
        let command = Erase(
            target: target,
            basis: basis,
            reason: reason,
            includesForwards: includingForwards,
            isDryRun: dryRun
        )
        return try await erasure(.erase(command), id: id)
    }

    /// Erases a user's profile and everything that the user wrote, as `erase` does.
    ///
    /// Copies that other users forwarded stay; `erase` with `includingForwards` erases them. A dry
    /// run erases nothing and returns the plan.
    ///
    /// - Throws: `invalidText` for a basis outside `Limits.note`; otherwise what `carryOut` throws.
    /// - Complexity: as `erase`.
    @discardableResult
    public func forgetUser(
        _ user: UserID,
        basis: String,
        dryRun: Bool = false,
        id: CommandID? = nil
    ) async throws(StoreError) -> Erasure {
        let command = ForgetUser(user: user, basis: basis, isDryRun: dryRun)
        return try await erasure(.forgetUser(command), id: id)
    }

    /// Places a legal hold, which prevents erasure, and returns its id.
    ///
    /// Without arguments the hold covers all conversations and users. Each argument narrows it:
    /// `from` is the first time covered, `until` the first time no longer covered. To retry, call
    /// again with the same id.
    ///
    /// - Throws: `notFound` for an unknown conversation, `invalidRequest` if it ends before it
    ///   begins, `invalidText` for a matter outside `Limits.note`; otherwise what `carryOut`
    ///   throws.
    @discardableResult
    public func placeHold(
        for matter: String,
        in conversation: ConversationID? = nil,
        on user: UserID? = nil,
        from: Timestamp? = nil,
        until: Timestamp? = nil,
        id: HoldID? = nil
    ) async throws(StoreError) -> HoldID {
        let hold = PlaceHold(
            hold: id ?? HoldID(store.nextID()),
            matter: matter,
            conversation: conversation,
            user: user,
            from: from,
            until: until
        )
        try await carryOut(.placeHold(hold))
        return hold.hold
    }

    /// Releases a hold, and carries out the erasures that it deferred.
    ///
    /// As with `erase`, only the first 1,000 messages are erased when this returns.
    ///
    /// - Throws: `notFound` for an unknown hold; otherwise what `carryOut` throws.
    /// - Complexity: as `erase`.
    @discardableResult
    public func releaseHold(
        _ hold: HoldID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.releaseHold(ReleaseHold(hold: hold)), id: id).position
    }

    /// Returns what releasing a hold would erase, and what would still wait, and for what; changes
    /// nothing.
    ///
    /// - Throws: `notFound` for an unknown hold; otherwise what `carryOut` throws.
    /// - Complexity: as `erase`.
    public func releasePlan(of hold: HoldID) async throws(StoreError) -> Erasure {
        try await erasure(.releaseHold(ReleaseHold(hold: hold, isDryRun: true)), id: nil)
    }

    /// Notes that a copy of the keys was destroyed: it no longer counts as older than an erasure.
    ///
    /// - Throws: `notFound` for an unknown copy; otherwise what `carryOut` throws.
    @discardableResult
    public func keyCopyGone(
        _ place: KeyCopyID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.keyCopyGone(EndKeyCopy(place: place)), id: id).position
    }

    /// Sets how many days content is kept, for one kind of conversation or for all.
    ///
    /// Content younger than the minimum is not erased. The store erases nothing by itself: call
    /// `runRetention` to erase content older than the maximum.
    ///
    /// - Throws: `invalidRequest` for days outside 1 to `Limits.retentionDays`, or a minimum above
    ///   the maximum; otherwise what `carryOut` throws.
    @discardableResult
    public func setRetention(
        of kind: ConversationKind? = nil,
        minimum: SetRetention.Bound = .unchanged,
        maximum: SetRetention.Bound = .unchanged,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        let bounds = SetRetention(kind: kind, minimum: minimum, maximum: maximum)
        return try await carryOut(.setRetention(bounds), id: id).position
    }

    /// Sets how many days the content of one conversation is kept.
    ///
    /// Each bound replaces that of its kind; `.none` takes away its own, so that its kind's counts
    /// again.
    ///
    /// - Throws: `notFound` for an unknown conversation, otherwise what `setRetention(of:)` throws.
    @discardableResult
    public func setRetention(
        in conversation: ConversationID,
        minimum: SetRetention.Bound = .unchanged,
        maximum: SetRetention.Bound = .unchanged,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        let bounds = SetRetention(conversation: conversation, minimum: minimum, maximum: maximum)
        return try await carryOut(.setRetention(bounds), id: id).position
    }

    /// Changes the store's configuration; a nil field leaves one unchanged.
    ///
    /// - Throws: `invalidRequest` for a value outside its limits; otherwise what `carryOut` throws.
    @discardableResult
    public func configure(
        _ changes: Configure,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.configure(changes), id: id).position
    }

    /// Erases content older than its maximum retention, and content whose erasure was deferred.
    ///
    /// A dry run erases nothing and returns the plan, and what will be erased in the next 30 days
    /// (`upcoming`). As with `erase`, only the first 1,000 messages are erased when this returns.
    ///
    /// - Throws: what `carryOut` throws.
    /// - Complexity: O(events).
    @discardableResult
    public func runRetention(
        dryRun: Bool = false,
        id: CommandID? = nil
    ) async throws(StoreError) -> Erasure {
        try await erasure(.runRetention(RunRetention(isDryRun: dryRun)), id: id)
    }

    /// Acknowledges that owed media are deleted: those of an item and of all items before it.
    ///
    /// Their URLs are erased.
    ///
    /// - Throws: `invalidRequest` for a position that the log does not have; otherwise what
    ///   `carryOut` throws.
    @discardableResult
    public func acknowledgeMedia(
        through mark: Position,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.acknowledgeMedia(AcknowledgeMedia(through: mark)), id: id).position
    }

    private func erasure(_ command: Command, id: CommandID?) async throws(StoreError) -> Erasure {
        let outcome = try await carryOut(command, id: id)
        guard case .erasure(let erasure) = outcome.answer else {
            throw StoreError(unexpected: outcome)
        }
        return erasure
    }
}
