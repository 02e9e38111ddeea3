import EventLog
import Messaging
import Scrollback
import ScrollbackPipe
import Wire

/// The decision whether a command may show people's words, and the log of it.
///
/// To read words is a look: as a person (`--as`), or as the operator (`--words`).
enum Looks {
    static func isWanted(_ arguments: Arguments) -> Bool {
        arguments.value("as") != nil || arguments.has("words")
    }

    /// Decides whether a reading command may show words of a moment, and logs the look.
    static func permit(
        _ arguments: Arguments,
        _ moment: PastMoment?,
        of command: any ReadingCommand.Type
    ) async throws(CommandFailure) {
        guard isWanted(arguments) else {
            guard !arguments.has("unlogged"), arguments.value("reason") == nil else {
                throw arguments.wrong("takes --unlogged and --reason with --as or --words only")
            }
            return
        }
        func operand<ID: Identifier>(
            _ name: String,
            _ thing: String
        ) throws(CommandFailure) -> ID? {
            guard let number = command.operands.firstIndex(of: name) else { return nil }
            return try arguments.id(operand: number, thing)
        }
        let inConversation: ConversationID? = try operand("CONVERSATION", "a conversation")
        let ofConversation: ConversationID? = try arguments.id("conversation", "a conversation")
        let inMessage: MessageID? = try operand("MESSAGE", "a message")
        let ofMessage: MessageID? = try arguments.id("message", "a message")
        let ofUser: UserID? = try arguments.id("user", "a user")
        let byUser: UserID? = try arguments.id("actor", "a user")
        let opening = Opening(
            conversation: inConversation ?? ofConversation,
            message: inMessage ?? ofMessage,
            user: ofUser ?? byUser
        )
        let viewer: UserID? = try arguments.id("as", "a user")
        if let moment { try require(moment, arguments) }
        try await admit(
            LookSubject(command.name, as: viewer, opening, isPast: moment != nil),
            arguments
        )
    }

    /// Refuses a moment that the log does not have, before a look at it is logged.
    private static func require(
        _ moment: PastMoment,
        _ arguments: Arguments
    ) throws(CommandFailure) {
        let store = try Reading.open(arguments)
        defer { store.close() }
        do throws(StoreError) {
            _ = try store.asOf(moment)
        } catch {
            // A store that cannot be read now is no mistake in the arguments: reading it says so.
            guard error.refusal == nil else { throw CommandFailure(reading: error) }
        }
    }

    /// Decides whether a command may show words, and logs the look: call it once a run, before the
    /// command opens the store and before any words leave it.
    ///
    /// `--reason` says why. A store at rest is opened for writing for a moment; where another
    /// process writes, it is asked through its control socket. `--unlogged` allows what cannot be
    /// logged.
    static func admit(
        _ subject: LookSubject,
        _ arguments: Arguments
    ) async throws(CommandFailure) {
        let reason = arguments.value("reason")
        let look = Look(by: .thisProcess, subject, because: reason)
        let store: Store
        var options = try Store.Options(writing: arguments)
        if reason == nil { options.access = .reading }
        do throws(StoreError) {
            store = try Store.open(arguments.operands[0], options: options)
        } catch {
            try await admit(look, unwritable: error, arguments)
            return
        }
        defer { store.close() }
        do throws(StoreError) {
            try await store.admit(look)
        } catch {
            guard error.refusal == nil, arguments.has("unlogged") else { throw failure(error) }
            complain("This look was not logged: \(TerminalText.line(error.message))")
        }
    }

    /// The same where the store cannot be opened for writing.
    private static func admit(
        _ look: Look,
        unwritable error: StoreError,
        _ arguments: Arguments
    ) async throws(CommandFailure) {
        guard look.reason != nil else { throw CommandFailure(reading: error) }
        switch try WritingHindrance(error, arguments) {
        case .writer(let client): try log(look, through: client, arguments)
        case .other(let why): try await allowUnlogged(look, arguments, because: why)
        }
    }

    /// Asks the process that writes to log a look.
    private static func log(
        _ look: Look,
        through client: consuming ControlClient,
        _ arguments: Arguments
    ) throws(CommandFailure) {
        _ = client.send(look.line)
        let answer = client.readLine(withinMilliseconds: patienceMilliseconds)
        switch answer.flatMap(AnswerLine.init) {
        case .done?: return
        case .refused(let code, let message)?:
            throw .ofWriter(code, message)
        case .progress?, nil:
            guard arguments.has("unlogged") else {
                throw notLogged("the process that writes does not answer")
            }
            complain("This look was not logged: the process that writes does not answer.")
        }
    }

    /// Goes on without the log if the person accepts that, and no reason is wrong or wanting.
    private static func allowUnlogged(
        _ look: Look,
        _ arguments: Arguments,
        because why: String
    ) async throws(CommandFailure) {
        let store = try Reading.open(arguments)
        defer { store.close() }
        do throws(StoreError) {
            // Where the log takes no looks, nothing is wanting.
            try await store.admit(look)
        } catch {
            guard error.code == .lookNotLogged else { throw failure(error) }
            guard arguments.has("unlogged") else { throw notLogged(why) }
            complain("This look was not logged: \(TerminalText.line(why))")
        }
    }

    private static func notLogged(_ why: String) -> CommandFailure {
        .failure(
            "lookNotLogged",
            "the log cannot note that you read people's words (\(TerminalText.line(why))); add "
                + "--unlogged to read them all the same"
        )
    }

    private static func failure(_ error: StoreError) -> CommandFailure {
        guard error.code == .reasonNeeded else { return CommandFailure(reading: error) }
        return .failure(
            error.code.rawValue,
            "this store wants to know why you read people's words: add --reason TEXT"
        )
    }

    /// How long the process that writes may take.
    private static let patienceMilliseconds: Int32 = 30_000
}
