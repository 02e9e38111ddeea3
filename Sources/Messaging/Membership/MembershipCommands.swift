/// Adds somebody to a conversation, or adds them again.
package struct AddParticipant: Hashable, Sendable {
    package var conversation: ConversationID
    package var user: UserID
    /// `admin` or `member`.
    package var role: Role

    package init(conversation: ConversationID, user: UserID, role: Role = .member) {
        self.conversation = conversation
        self.user = user
        self.role = role
    }
}

/// Takes somebody out of a conversation; of oneself, it is leaving.
package struct RemoveParticipant: Hashable, Sendable {
    package var conversation: ConversationID
    package var user: UserID

    package init(conversation: ConversationID, user: UserID) {
        self.conversation = conversation
        self.user = user
    }
}

/// Leaves a conversation.
package struct Leave: Hashable, Sendable {
    package var conversation: ConversationID

    package init(conversation: ConversationID) { self.conversation = conversation }
}

/// Makes a member an admin, or an admin a member.
package struct SetRole: Hashable, Sendable {
    package var conversation: ConversationID
    package var user: UserID
    /// `admin` or `member`.
    package var role: Role

    package init(conversation: ConversationID, user: UserID, role: Role) {
        self.conversation = conversation
        self.user = user
        self.role = role
    }
}

/// Changes what a member may do; what is nil stays as it is.
package struct SetPermissions: Hashable, Sendable {
    package var conversation: ConversationID
    package var user: UserID
    package var canAdd: Bool?
    package var canRemove: Bool?
    package var canEdit: Bool?

    package init(
        conversation: ConversationID,
        user: UserID,
        canAdd: Bool? = nil,
        canRemove: Bool? = nil,
        canEdit: Bool? = nil
    ) {
        self.conversation = conversation
        self.user = user
        self.canAdd = canAdd
        self.canRemove = canRemove
        self.canEdit = canEdit
    }
}
