package import Messaging
internal import Wire

/// A system entry of a timeline: an entry that no user wrote.
package enum SystemEntry: Hashable, Sendable {
    case created
    case added(UserID)
    case removed(UserID)
    case left
    /// The new title; nil if it was erased.
    case renamed(String?)
    case titleRemoved
    case photoChanged
    case photoRemoved

    /// Makes the entry of an event in its conversation's timeline; nil if it has none there.
    package init?(_ event: Event) {
        switch event {
        case .conversationCreated(let created, _):
            guard created.entry != nil else { return nil }
            self = .created
        case .participantAdded(let added):
            guard added.entry != nil, let user = added.user else { return nil }
            self = .added(UserID(user))
        case .participantRemoved(let removed):
            guard removed.entry != nil, let user = removed.user else { return nil }
            self = .removed(UserID(user))
        case .participantLeft(let left):
            guard left.entry != nil else { return nil }
            self = .left
        case .detailsChanged(let change, let content):
            guard change.entry != nil else { return nil }
            switch change.detail {
            case .title: self = change.cleared ? .titleRemoved : .renamed(content?.text)
            case .photo: self = change.cleared ? .photoRemoved : .photoChanged
            case .unspecified, .unrecognized: return nil
            }
        default:
            return nil
        }
    }

    /// The name of the entry's type in the outside form.
    package var type: String {
        switch self {
        case .created: "conversation_created"
        case .added: "user_added"
        case .removed: "user_removed"
        case .left: "user_left"
        case .renamed, .titleRemoved: "conversation_renamed"
        case .photoChanged, .photoRemoved: "photo_changed"
        }
    }

    /// The user that the entry concerns.
    package var target: UserID? {
        switch self {
        case .added(let user), .removed(let user): user
        case .created, .left, .renamed, .titleRemoved, .photoChanged, .photoRemoved: nil
        }
    }

    /// The new title.
    package var title: String? {
        switch self {
        case .renamed(let title): title
        case .created, .added, .removed, .left, .titleRemoved, .photoChanged, .photoRemoved: nil
        }
    }
}

extension English {
    /// Returns the text of an entry for a viewer; without an actor, the operator did it.
    ///
    /// The closure returns the name of a user other than the viewer; its errors are rethrown.
    package static func text<Failure: Error>(
        of entry: SystemEntry,
        by actor: UserID?,
        seenBy viewer: UserID,
        name: (UserID) throws(Failure) -> String
    ) throws(Failure) -> String {
        guard let actor else { return try text(of: entry, seenBy: viewer, name: name) }
        let isMine = actor == viewer
        let subject = isMine ? "You" : try name(actor)
        switch entry {
        case .created:
            return "\(subject) created \(isMine ? "this" : "the") group"
        case .added(let user):
            return "\(subject) added \(user == viewer ? "you" : try name(user))"
        case .removed(let user):
            return "\(subject) removed \(user == viewer ? "you" : try name(user))"
        case .left:
            return "\(subject) left the group"
        case .renamed(let title?):
            return "\(subject) changed the group name to '\(title)'"
        case .renamed(nil):
            return "\(subject) changed the group name"
        case .titleRemoved:
            return "\(subject) removed the group name"
        case .photoChanged:
            return "\(subject) changed the group photo"
        case .photoRemoved:
            return "\(subject) removed the group photo"
        }
    }

    /// Returns the text of an entry made by the operator: the event without an actor.
    private static func text<Failure: Error>(
        of entry: SystemEntry,
        seenBy viewer: UserID,
        name: (UserID) throws(Failure) -> String
    ) throws(Failure) -> String {
        func subject(_ user: UserID) throws(Failure) -> String {
            user == viewer ? "You were" : "\(try name(user)) was"
        }
        switch entry {
        case .created: return "The group was created"
        case .added(let user): return "\(try subject(user)) added"
        case .removed(let user): return "\(try subject(user)) removed"
        case .left: return "\(unknown) left the group"
        case .renamed(let title?): return "The group name was changed to '\(title)'"
        case .renamed(nil): return "The group name was changed"
        case .titleRemoved: return "The group name was removed"
        case .photoChanged: return "The group photo was changed"
        case .photoRemoved: return "The group photo was removed"
        }
    }
}
