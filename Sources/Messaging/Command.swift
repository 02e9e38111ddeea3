/// A command to a store, named as the outside form names it.
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
    case passOwnership(PassOwnership)

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
    case setNotifications(SetNotifications)
    case arrange(Arrange)
    case clearAll(ClearAll)

    case setProfile(SetProfile)
    case setSettings(SetSettings)
    case relate(Relate)
    case presence(SignalPresence)

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
    case acknowledgeMedia(AcknowledgeMedia)
    case configure(Configure)
    case recordCustom(RecordCustom)
    case keyCopyGone(EndKeyCopy)
}

/// The names of the commands in the outside form.
public enum CommandName: String, Hashable, Sendable, CaseIterable {
    case setProfile, setSettings, addContact, removeContact, block, unblock
    case startDirect, createGroup, openRequest, rename, setPhoto
    case clearContext, completeRequest, cancelRequest
    case add, remove, leave, setRole, setPermissions, passOwnership
    case send, edit, delete, annotate, react, unreact, toggleReaction
    case markDelivered, markRead, markUnread
    case mute, unmute, setNotifications
    case pin, unpin, archive, unarchive, hide, unhide, clearHistory, clearAll
    case report, resolveReport, reinstate
    case typing, presence, all, recordCustom
    case appointModerator, dismissModerator
    case erase, forgetUser, placeHold, releaseHold, setRetention, runRetention
    case acknowledgeMedia, configure, keyCopyGone
}

/// The actors who may request a command.
package enum Audience: Hashable, Sendable {
    case users
    /// Members, and the operator from outside of the conversation.
    case usersAndOperator
    case moderators
    case `operator`

    /// Refuses an actor of the wrong kind: users are never the operator, nor the other way.
    package func requireKind(of actor: Actor) throws(Refusal) {
        switch (self, actor) {
        case (.operator, .operator), (.users, .user), (.moderators, .user),
            (.usersAndOperator, _):
            break
        case (.operator, .user): throw .request(.isForTheOperator)
        case (.users, .operator): throw .request(.isForUsers)
        case (.moderators, .operator): throw .request(.isForModerators)
        }
    }
}

/// A use of a command that is the same for all commands.
protocol CommandUse {
    /// The values that the use needs beside the command, such as the facts.
    associatedtype Context: ~Copyable
    associatedtype Result
    associatedtype Failure: Error

    func use(_ command: some CommandRule, on context: borrowing Context) throws(Failure) -> Result
}

extension Command {
    /// Uses the command by its own type: the only switch over all commands.
    ///
    /// Inlined, because a call through the protocol costs a send a hundredth of its instructions.
    @inline(__always)
    func open<Use: CommandUse>(
        _ use: Use,
        on context: borrowing Use.Context
    ) throws(Use.Failure) -> Use.Result {
        switch self {
        case .startDirect(let command): return try use.use(command, on: context)
        case .createGroup(let command): return try use.use(command, on: context)
        case .openRequest(let command): return try use.use(command, on: context)
        case .rename(let command): return try use.use(command, on: context)
        case .setPhoto(let command): return try use.use(command, on: context)
        case .clearContext(let command): return try use.use(command, on: context)
        case .completeRequest(let command): return try use.use(command, on: context)
        case .cancelRequest(let command): return try use.use(command, on: context)
        case .add(let command): return try use.use(command, on: context)
        case .remove(let command): return try use.use(command, on: context)
        case .leave(let command): return try use.use(command, on: context)
        case .setRole(let command): return try use.use(command, on: context)
        case .setPermissions(let command): return try use.use(command, on: context)
        case .passOwnership(let command): return try use.use(command, on: context)
        case .send(let command): return try use.use(command, on: context)
        case .edit(let command): return try use.use(command, on: context)
        case .delete(let command): return try use.use(command, on: context)
        case .annotate(let command): return try use.use(command, on: context)
        case .typing(let command): return try use.use(command, on: context)
        case .react(let command): return try use.use(command, on: context)
        case .unreact(let command): return try use.use(command, on: context)
        case .toggleReaction(let command): return try use.use(command, on: context)
        case .markDelivered(let command): return try use.use(command, on: context)
        case .markRead(let command): return try use.use(command, on: context)
        case .markUnread(let command): return try use.use(command, on: context)
        case .mute(let command): return try use.use(command, on: context)
        case .setNotifications(let command): return try use.use(command, on: context)
        case .arrange(let command): return try use.use(command, on: context)
        case .clearAll(let command): return try use.use(command, on: context)
        case .setProfile(let command): return try use.use(command, on: context)
        case .setSettings(let command): return try use.use(command, on: context)
        case .relate(let command): return try use.use(command, on: context)
        case .presence(let command): return try use.use(command, on: context)
        case .report(let command): return try use.use(command, on: context)
        case .resolveReport(let command): return try use.use(command, on: context)
        case .reinstate(let command): return try use.use(command, on: context)
        case .appointModerator(let command): return try use.use(command, on: context)
        case .dismissModerator(let command): return try use.use(command, on: context)
        case .erase(let command): return try use.use(command, on: context)
        case .forgetUser(let command): return try use.use(command, on: context)
        case .placeHold(let command): return try use.use(command, on: context)
        case .releaseHold(let command): return try use.use(command, on: context)
        case .setRetention(let command): return try use.use(command, on: context)
        case .runRetention(let command): return try use.use(command, on: context)
        case .acknowledgeMedia(let command): return try use.use(command, on: context)
        case .configure(let command): return try use.use(command, on: context)
        case .recordCustom(let command): return try use.use(command, on: context)
        case .keyCopyGone(let command): return try use.use(command, on: context)
        }
    }
}

extension CommandName {
    /// The type of the command; nil for `all`, which consists of other commands.
    var rule: (any CommandRule.Type)? {
        switch self {
        case .setProfile: SetProfile.self
        case .setSettings: SetSettings.self
        case .startDirect: StartDirect.self
        case .createGroup: CreateGroup.self
        case .openRequest: OpenRequest.self
        case .rename: Rename.self
        case .setPhoto: SetPhoto.self
        case .clearContext: ClearContext.self
        case .completeRequest: CompleteRequest.self
        case .cancelRequest: CancelRequest.self
        case .add: AddParticipant.self
        case .remove: RemoveParticipant.self
        case .leave: Leave.self
        case .setRole: SetRole.self
        case .setPermissions: SetPermissions.self
        case .passOwnership: PassOwnership.self
        case .send: SendMessage.self
        case .edit: EditMessage.self
        case .delete: DeleteMessage.self
        case .annotate: AnnotateMessage.self
        case .react: React.self
        case .unreact: Unreact.self
        case .toggleReaction: ToggleReaction.self
        case .markDelivered: MarkDelivered.self
        case .markRead: MarkRead.self
        case .markUnread: MarkUnread.self
        case .mute: Mute.self
        case .setNotifications: SetNotifications.self
        case .clearAll: ClearAll.self
        case .report: FileReport.self
        case .resolveReport: ResolveReport.self
        case .reinstate: Reinstate.self
        case .typing: SignalTyping.self
        case .presence: SignalPresence.self
        case .recordCustom: RecordCustom.self
        case .appointModerator: AppointModerator.self
        case .dismissModerator: DismissModerator.self
        case .erase: Erase.self
        case .forgetUser: ForgetUser.self
        case .placeHold: PlaceHold.self
        case .releaseHold: ReleaseHold.self
        case .setRetention: SetRetention.self
        case .runRetention: RunRetention.self
        case .acknowledgeMedia: AcknowledgeMedia.self
        case .configure: Configure.self
        case .keyCopyGone: EndKeyCopy.self
        case .unmute, .pin, .unpin, .archive, .unarchive, .hide,
            .unhide, .clearHistory:
            Arrange.self
        case .addContact, .removeContact, .block, .unblock: Relate.self
        case .all: nil
        }
    }

    package var audience: Audience { rule?.audience ?? .usersAndOperator }

    /// The content of the answer; nil for `all`, whose answer is a list of answers.
    package var answerShape: AnswerShape? { rule?.answer }
}
