internal import LogSchema

extension CommandName {
    /// The number under which events remember the command; nil for what leads to no event of its
    /// own.
    var kind: CommandKind? {
        switch self {
        case .setProfile: .setProfile
        case .setSettings: .setSettings
        case .addContact: .addContact
        case .removeContact: .removeContact
        case .block: .block
        case .unblock: .unblock
        case .startDirect: .startDirect
        case .createGroup: .createGroup
        case .openRequest: .openRequest
        case .rename: .rename
        case .setPhoto: .setPhoto
        case .clearContext: .clearContext
        case .completeRequest: .completeRequest
        case .cancelRequest: .cancelRequest
        case .add: .add
        case .remove: .remove
        case .leave: .leave
        case .setRole: .setRole
        case .setPermissions: .setPermissions
        case .send: .send
        case .edit: .edit
        case .delete: .delete
        case .annotate: .annotate
        case .react: .react
        case .unreact: .unreact
        case .toggleReaction: .toggleReaction
        case .markDelivered: .markDelivered
        case .markRead: .markRead
        case .markUnread: .markUnread
        case .mute: .mute
        case .unmute: .unmute
        case .pin: .pin
        case .unpin: .unpin
        case .archive: .archive
        case .unarchive: .unarchive
        case .hide: .hide
        case .unhide: .unhide
        case .clearHistory: .clearHistory
        case .clearAll: .clearAll
        case .report: .report
        case .resolveReport: .resolveReport
        case .reinstate: .reinstate
        case .recordCustom: .recordCustom
        case .appointModerator: .appointModerator
        case .dismissModerator: .dismissModerator
        case .erase: .erase
        case .forgetUser: .forgetUser
        case .placeHold: .placeHold
        case .releaseHold: .releaseHold
        case .setRetention: .setRetention
        case .runRetention: .runRetention
        case .configure: .configure
        case .typing, .all: nil
        }
    }
}
