/// Everything that can be asked of a store, named as the outside form names it.
public enum Command: Hashable, Sendable {
    case startDirect(StartDirect)
    case createGroup(CreateGroup)
    case openRequest(OpenRequest)
    case rename(Rename)
    case setPhoto(SetPhoto)
    case clearContext(ClearContext)
    case completeRequest(CompleteRequest)
    case cancelRequest(CancelRequest)

    case add(AddParticipant)
    case remove(RemoveParticipant)
    case leave(Leave)
    case setRole(SetRole)
    case setPermissions(SetPermissions)

    case send(SendMessage)
    case edit(EditMessage)
    case delete(DeleteMessage)
    case annotate(AnnotateMessage)
    case typing(SignalTyping)

    case react(React)
    case unreact(Unreact)
    case toggleReaction(ToggleReaction)

    case markDelivered(MarkDelivered)
    case markRead(MarkRead)
    case markUnread(MarkUnread)

    case mute(Mute)
    case arrange(Arrange)
    case clearAll(ClearAll)

    case setProfile(SetProfile)
    case setSettings(SetSettings)
    case relate(Relate)

    case report(FileReport)
    case resolveReport(ResolveReport)
    case reinstate(Reinstate)
    case appointModerator(AppointModerator)
    case dismissModerator(DismissModerator)

    case erase(Erase)
    case forgetUser(ForgetUser)
    case placeHold(PlaceHold)
    case releaseHold(ReleaseHold)
    case setRetention(SetRetention)
    case runRetention(RunRetention)
    case configure(Configure)
    case recordCustom(RecordCustom)
}

/// The names of the commands in the outside form.
public enum CommandName: String, Hashable, Sendable, CaseIterable {
    case setProfile, setSettings, addContact, removeContact, block, unblock
    case startDirect, createGroup, openRequest, rename, setPhoto
    case clearContext, completeRequest, cancelRequest
    case add, remove, leave, setRole, setPermissions
    case send, edit, delete, annotate, react, unreact, toggleReaction
    case markDelivered, markRead, markUnread
    case mute, unmute, pin, unpin, archive, unarchive, hide, unhide, clearHistory, clearAll
    case report, resolveReport, reinstate
    case typing, all, recordCustom
    case appointModerator, dismissModerator
    case erase, forgetUser, placeHold, releaseHold, setRetention, runRetention, configure
}

/// Who may ask for a command at all.
package enum Audience: Hashable, Sendable {
    case users
    case moderators
    case `operator`

    /// Refuses whoever cannot be among them: users are never the operator, nor the other way.
    package func requireKind(of actor: Actor) throws(Refusal) {
        switch (self, actor) {
        case (.operator, .operator), (.users, .user), (.moderators, .user): break
        case (.operator, .user): throw .request(.isForTheOperator)
        case (.users, .operator): throw .request(.isForUsers)
        case (.moderators, .operator): throw .request(.isForModerators)
        }
    }
}

extension Command {
    /// What the outside form calls it.
    public var name: CommandName {
        switch self {
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
        case .typing: .typing
        case .react: .react
        case .unreact: .unreact
        case .toggleReaction: .toggleReaction
        case .markDelivered: .markDelivered
        case .markRead: .markRead
        case .markUnread: .markUnread
        case .mute: .mute
        case .arrange(let command): command.action.name
        case .clearAll: .clearAll
        case .setProfile: .setProfile
        case .setSettings: .setSettings
        case .relate(let command): command.action.name
        case .report: .report
        case .resolveReport: .resolveReport
        case .reinstate: .reinstate
        case .appointModerator: .appointModerator
        case .dismissModerator: .dismissModerator
        case .erase: .erase
        case .forgetUser: .forgetUser
        case .placeHold: .placeHold
        case .releaseHold: .releaseHold
        case .setRetention: .setRetention
        case .runRetention: .runRetention
        case .configure: .configure
        case .recordCustom: .recordCustom
        }
    }
}

extension CommandName {
    package var audience: Audience {
        switch self {
        case .appointModerator, .dismissModerator, .erase, .forgetUser, .placeHold, .releaseHold,
            .setRetention, .runRetention, .configure:
            .operator
        case .resolveReport, .reinstate:
            .moderators
        case .setProfile, .setSettings, .addContact, .removeContact, .block, .unblock,
            .startDirect, .createGroup, .openRequest, .rename, .setPhoto, .clearContext,
            .completeRequest, .cancelRequest, .add, .remove, .leave, .setRole, .setPermissions,
            .send, .edit, .delete, .annotate, .react, .unreact, .toggleReaction, .markDelivered,
            .markRead, .markUnread, .mute, .unmute, .pin, .unpin, .archive, .unarchive, .hide,
            .unhide, .clearHistory, .clearAll, .report, .typing, .all, .recordCustom:
            .users
        }
    }
}

extension Arrange.Action {
    var name: CommandName {
        switch self {
        case .unmute: .unmute
        case .pin: .pin
        case .unpin: .unpin
        case .archive: .archive
        case .unarchive: .unarchive
        case .hide: .hide
        case .unhide: .unhide
        case .clearHistory: .clearHistory
        }
    }
}

extension Relate.Action {
    var name: CommandName {
        switch self {
        case .addContact: .addContact
        case .removeContact: .removeContact
        case .block: .block
        case .unblock: .unblock
        }
    }
}
