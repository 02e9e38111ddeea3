public import Messaging
public import Wire

extension Session {
    /// Keeps a conversation from making itself heard, for ever or until a time.
    @discardableResult
    public func mute(
        _ conversation: ConversationID,
        until: Timestamp? = nil,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.mute(conversation, until: until), id: id).position
    }

    /// Lets a conversation make itself heard again.
    @discardableResult
    public func unmute(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.unmute(conversation), id: id).position
    }

    /// Puts a conversation above the others in one's list.
    @discardableResult
    public func pin(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.pin(conversation), id: id).position
    }

    /// Puts a pinned conversation among the others again.
    @discardableResult
    public func unpin(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.unpin(conversation), id: id).position
    }

    /// Puts a conversation out of the way.
    @discardableResult
    public func archive(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.archive(conversation), id: id).position
    }

    /// Puts an archived conversation back into one's list.
    @discardableResult
    public func unarchive(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.unarchive(conversation), id: id).position
    }

    /// Takes a conversation out of sight until somebody writes in it.
    @discardableResult
    public func hide(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.hide(conversation), id: id).position
    }

    /// Brings a hidden conversation back into sight.
    @discardableResult
    public func unhide(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.unhide(conversation), id: id).position
    }

    /// Takes everything that was said so far out of one's own sight; others keep it.
    @discardableResult
    public func clearHistory(
        of conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.clearHistory(of: conversation), id: id).position
    }

    /// Clears and hides every conversation one has.
    @discardableResult
    public func clearAll(
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.clearAll(), id: id).position
    }

    /// Replaces one's whole profile; what is left out is taken away.
    @discardableResult
    public func setProfile(
        _ profile: SetProfile,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.setProfile(profile), id: id).position
    }

    /// Changes some of one's settings; what is nil in them stays as it is.
    @discardableResult
    public func setSettings(
        _ changes: SettingsChanged,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.setSettings(changes), id: id).position
    }

    /// Counts somebody among one's contacts.
    @discardableResult
    public func addContact(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.addContact(user), id: id).position
    }

    /// Counts somebody among one's contacts no longer.
    @discardableResult
    public func removeContact(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.removeContact(user), id: id).position
    }

    /// Wants nothing from somebody any more: no direct messages, and no sight of one's profile.
    @discardableResult
    public func block(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.block(user), id: id).position
    }

    /// Ends a block.
    @discardableResult
    public func unblock(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.unblock(user), id: id).position
    }
}
