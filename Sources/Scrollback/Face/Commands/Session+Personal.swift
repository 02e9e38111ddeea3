public import Messaging
public import Wire

extension Session {
    /// Mutes a conversation until a time, or without end.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member; otherwise what `carryOut`
    ///   throws.
    @discardableResult
    public func mute(
        _ conversation: ConversationID,
        until: Timestamp? = nil,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.mute(conversation, until: until), id: id).position
    }

    /// Unmutes a conversation.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member; otherwise what `carryOut`
    ///   throws.
    @discardableResult
    public func unmute(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.unmute(conversation), id: id).position
    }

    /// Switches a conversation's notifications off or on, apart from muting.
    ///
    /// Off: no notification plan names the user, not for mentions and not when they are added
    /// again. Unread counts and the badge stay. The choice outlasts leaving.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member; otherwise what `carryOut`
    ///   throws.
    @discardableResult
    public func setNotifications(
        of conversation: ConversationID,
        isOn: Bool,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.setNotifications(of: conversation, isOn: isOn), id: id).position
    }

    /// Pins a conversation to the top of the user's list.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member; otherwise what `carryOut`
    ///   throws.
    @discardableResult
    public func pin(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.pin(conversation), id: id).position
    }

    /// Unpins a conversation.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member; otherwise what `carryOut`
    ///   throws.
    @discardableResult
    public func unpin(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.unpin(conversation), id: id).position
    }

    /// Moves a conversation to the user's archive.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member; otherwise what `carryOut`
    ///   throws.
    @discardableResult
    public func archive(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.archive(conversation), id: id).position
    }

    /// Moves a conversation from the archive back to the user's list.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member; otherwise what `carryOut`
    ///   throws.
    @discardableResult
    public func unarchive(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.unarchive(conversation), id: id).position
    }

    /// Hides a conversation from the user's list until the next message, or until the user is
    /// added again.
    ///
    /// - Throws: `notFound` if the user was never a member; otherwise what `carryOut` throws.
    @discardableResult
    public func hide(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.hide(conversation), id: id).position
    }

    /// Shows a hidden conversation in the user's list again.
    ///
    /// - Throws: `notFound` if the user was never a member; otherwise what `carryOut` throws.
    @discardableResult
    public func unhide(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.unhide(conversation), id: id).position
    }

    /// Hides all earlier entries of a conversation from the user; other members keep them.
    ///
    /// - Throws: `notFound` if the user was never a member; otherwise what `carryOut` throws.
    @discardableResult
    public func clearHistory(
        of conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.clearHistory(of: conversation), id: id).position
    }

    /// Clears and hides the user's conversations, at most 10,000 in one call.
    ///
    /// - Throws: what `carryOut` throws.
    /// - Complexity: O(conversations).
    @discardableResult
    public func clearAll(
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.clearAll(), id: id).position
    }

    /// Replaces the user's whole profile; omitted fields are removed.
    ///
    /// - Throws: `invalidText` for a name or address outside the limits, `invalidRequest` for an
    ///   invalid avatar or too much custom data; otherwise what `carryOut` throws.
    @discardableResult
    public func setProfile(
        _ profile: SetProfile,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.setProfile(profile), id: id).position
    }

    /// Changes the user's settings; a nil field leaves one unchanged.
    ///
    /// - Throws: `receiptsMandatory` if the store permits no switching off of receipts; otherwise
    ///   what `carryOut` throws.
    @discardableResult
    public func setSettings(
        _ changes: SettingsChanged,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.setSettings(changes), id: id).position
    }

    /// Signals whether a device of the user is in use.
    ///
    /// `online` lasts 75 seconds; repeat it at least every 60 seconds while the device is in use.
    /// The user is online while any of their devices is. People related to the user see it unless
    /// the user's settings hide it. It is kept in the memory of this process and never logged.
    ///
    /// - Parameters:
    ///   - state: Whether the device is in use.
    ///   - device: A name for the device, at most `Limits.device` characters; nil for one device
    ///     that all share which have no name.
    /// - Throws: `invalidText` for a malformed name of a device; otherwise what `carryOut` throws.
    public func signalPresence(
        _ state: PresenceState,
        device: String? = nil
    ) async throws(StoreError) {
        try await carryOut(.presence(SignalPresence(state, device: device)))
    }

    /// Adds a user to the contacts.
    ///
    /// - Throws: `invalidRequest` for the user themselves; otherwise what `carryOut` throws.
    @discardableResult
    public func addContact(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.addContact(user), id: id).position
    }

    /// Removes a user from the contacts.
    ///
    /// - Throws: `invalidRequest` for the user themselves; otherwise what `carryOut` throws.
    @discardableResult
    public func removeContact(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.removeContact(user), id: id).position
    }

    /// Blocks a user.
    ///
    /// The two can no longer write to each other in their direct conversation. The blocked user
    /// cannot add this user to a conversation or see their profile, and is not notified of it.
    ///
    /// - Throws: `invalidRequest` for the user themselves; otherwise what `carryOut` throws.
    @discardableResult
    public func block(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.block(user), id: id).position
    }

    /// Unblocks a user.
    ///
    /// - Throws: `invalidRequest` for the user themselves; otherwise what `carryOut` throws.
    @discardableResult
    public func unblock(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.unblock(user), id: id).position
    }
}
