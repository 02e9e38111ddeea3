public import Messaging
public import Wire

extension OperatorSession {
    /// Makes a user a moderator.
    @discardableResult
    public func appointModerator(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.appointModerator(AppointModerator(user: user)), id: id).position
    }

    /// Makes a moderator a user like others.
    @discardableResult
    public func dismissModerator(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.dismissModerator(DismissModerator(user: user)), id: id).position
    }

    /// Erases the content of a message, of what a user wrote, or of a conversation; a dry run only
    /// says what would happen.
    ///
    /// When this returns, the words of the first 1,000 messages can be read neither in the log nor
    /// in a backup of it, unless the keys were copied too. The rest is erased in slices, also after a
    /// kill: `pending` counts it, and queries answer it until its slice is erased. What a hold or
    /// minimum retention keeps is deferred; the answer names the first hundred.
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

    /// Erases a user's profile and all that they wrote.
    @discardableResult
    public func forgetUser(
        _ user: UserID,
        basis: String,
        id: CommandID? = nil
    ) async throws(StoreError) -> Erasure {
        try await erasure(.forgetUser(ForgetUser(user: user, basis: basis)), id: id)
    }

    /// Keeps what it covers from being erased, and names the hold; each thing that is named narrows
    /// what it covers.
    ///
    /// The id is the hold's; with the same one, trying again is safe.
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

    /// Ends a hold; erasures that waited for it are carried out.
    @discardableResult
    public func releaseHold(
        _ hold: HoldID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.releaseHold(ReleaseHold(hold: hold)), id: id).position
    }

    /// Bounds how long content is kept, in one kind of conversation or in all.
    ///
    /// Nothing goes by itself: `runRetention` erases what is older than the maximum.
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

    /// Changes the store's configuration; what is nil stays as it is.
    @discardableResult
    public func configure(
        _ changes: Configure,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.configure(changes), id: id).position
    }

    /// Erases what is older than its maximum, and what waited; a dry run only says what would
    /// happen.
    @discardableResult
    public func runRetention(
        dryRun: Bool = false,
        id: CommandID? = nil
    ) async throws(StoreError) -> Erasure {
        try await erasure(.runRetention(RunRetention(isDryRun: dryRun)), id: id)
    }

    private func erasure(_ command: Command, id: CommandID?) async throws(StoreError) -> Erasure {
        let outcome = try await carryOut(command, id: id)
        guard case .erasure(let erasure) = outcome.answer else {
            throw StoreError(unexpected: outcome)
        }
        return erasure
    }
}
