internal import Messaging
internal import Wire

extension Rendering<Erasure> {
    static let erasure = object {
        RenderedFields<Erasure>.now
    } make: {
        $0
    }

    static let erasureWithForwards = object {
        always("erased", .count) { $0.erased }
        always("erasedList", .list(of: .position)) { $0.erasedList }
        always("forwards", .list(of: .id)) { $0.forwards }
        always("forwardsCount", .count) { $0.forwardsCount }
        RenderedFields<Erasure>.remaining
    } make: { erased, erasedList, forwards, forwardsCount, rest in
        var erasure = rest
        erasure.erased = erased
        erasure.erasedList = erasedList
        erasure.forwards = forwards
        erasure.forwardsCount = forwardsCount
        return erasure
    }
}

extension Rendering<Erasure> {
    /// What a dry run of retention lists, too.
    static let erasureWithUpcoming = object {
        RenderedFields<Erasure>.now
        optional("upcoming", .list(of: .upcoming)) { $0.upcoming }
        optional("upcomingCount", .count) { $0.upcomingCount }
    } make: { now, upcoming, upcomingCount in
        var erasure = now
        erasure.upcoming = upcoming
        erasure.upcomingCount = upcomingCount
        return erasure
    }
}

extension Rendering<Erasure.Upcoming> {
    static let upcoming = object {
        always("position", .position) { $0.position }
        optional("conversation", .id) { $0.conversation }
        optional("message", .id) { $0.message }
        always("at", .time) { $0.at }
    } make: {
        Erasure.Upcoming(position: $0, conversation: $1, message: $2, at: $3)
    }
}

extension RenderedField<Erasure, Erasure> {
    /// All but the copies and what goes later.
    fileprivate static let now = all {
        always("erased", .count) { $0.erased }
        always("erasedList", .list(of: .position)) { $0.erasedList }
        RenderedFields<Erasure>.remaining
    } make: { erased, erasedList, rest in
        var erasure = rest
        erasure.erased = erased
        erasure.erasedList = erasedList
        return erasure
    }

    /// The content that waits, and the request that it waits for.
    fileprivate static let remaining = all {
        always("deferred", .list(of: .deferred)) { $0.deferred }
        always("deferredCount", .count) { $0.deferredCount }
        always("pending", .count) { $0.pending }
        optional("request", .position) { $0.request }
        optional("exports", .list(of: .position)) { $0.exports.isEmpty ? nil : $0.exports }
    } make: {
        Erasure(
            deferred: $0,
            deferredCount: $1,
            pending: $2,
            request: $3,
            exports: $4 ?? []
        )
    }
}

extension Rendering<Erasure.Deferred> {
    static let deferred = object {
        always("position", .position) { $0.position }
        RenderedFields<Erasure.Reason>.why.of { $0.why }
    } make: {
        Erasure.Deferred(position: $0, why: $1)
    }
}

extension RenderedField<Erasure.Reason, Erasure.Reason> {
    static let why = all {
        always("why", .word) { $0.word }
        optional("hold", .id) { $0.hold }
    } make: { word, hold throws(FormFault) in
        switch word {
        case .minimumRetention: return .minimumRetention
        case .nextRun: return .nextRun
        case .hold:
            guard let hold else { throw FormFault(.isMissing, at: [.field("hold")]) }
            return .hold(hold)
        }
    }
}

/// A reason without the hold that it is.
private enum ReasonWord: Named {
    case hold, minimumRetention, nextRun

    static var names: [(name: String, value: ReasonWord)] {
        [("hold", .hold), ("minimumRetention", .minimumRetention), ("nextRun", .nextRun)]
    }
}

extension Erasure.Reason {
    fileprivate var word: ReasonWord {
        switch self {
        case .hold: .hold
        case .minimumRetention: .minimumRetention
        case .nextRun: .nextRun
        }
    }
}

/// The answers to commands, apart from those that several commands share.
enum CommandAnswers {
    typealias Direct = (conversation: ConversationID, created: Bool)
    typealias Message = (message: MessageID, ordinal: UInt64, sentAt: Timestamp)

    static let done = Rendering<Void>.object {
    } make: {
    }
    static let direct = Rendering<Direct>.object {
        always("conversation", .id) { $0.conversation }
        always("created", .boolean) { $0.created }
    } make: {
        ($0, $1)
    }
    static let conversation = Rendering<ConversationID>.object {
        always("conversation", .id) { $0 }
    } make: {
        $0
    }
    static let message = Rendering<Message>.object {
        always("message", .id) { $0.message }
        always("ordinal", .count) { $0.ordinal }
        always("sentAt", .time) { $0.sentAt }
    } make: {
        ($0, $1, $2)
    }
    static let reactions = Rendering<[ReactionGroup]>.object {
        always("reactions", .list(of: .reactionGroup)) { $0 }
    } make: {
        $0
    }
    static let unread = Rendering<UInt64>.object {
        always("unread", .count) { $0 }
    } make: {
        $0
    }
    static let report = Rendering<ReportID>.object {
        always("report", .id) { $0 }
    } make: {
        $0
    }
    static let hold = Rendering<HoldID>.object {
        always("hold", .id) { $0 }
    } make: {
        $0
    }
    /// Each as it would be answered alone.
    static let results: Rendering<[AnswerForm]> = .object {
        always("results", .list(of: any)) { $0 }
    } make: {
        $0
    }

    /// The answer to any command, which the schema describes with the commands.
    private static let any: Rendering<AnswerForm> = Rendering(
        Shape(.anything) { json throws(FormFault) in
            try Rendering<AnswerForm>.answer.shape.read(json)
        }
    ) { $1.write($0) }
}

extension Rendering<AnswerForm> {
    /// Read as the first answer whose fields are all there: one with more of them comes before one
    /// with fewer.
    static let answer: Rendering<AnswerForm> = either(
        CommandAnswers.direct.shape.map { .direct($0.conversation, created: $0.created) },
        CommandAnswers.conversation.shape.map { .conversation($0) },
        CommandAnswers.message.shape.map {
            .message($0.message, ordinal: $0.ordinal, sentAt: $0.sentAt)
        },
        CommandAnswers.reactions.shape.map { .reactions($0) },
        CommandAnswers.unread.shape.map { .unread($0) },
        CommandAnswers.report.shape.map { .report($0) },
        CommandAnswers.hold.shape.map { .hold($0) },
        Rendering<Erasure>.erasureWithForwards.shape.map { .erasure($0, listsForwards: true) },
        Rendering<Erasure>.erasureWithUpcoming.shape.map { .erasure($0, listsForwards: false) },
        CommandAnswers.results.shape.map { .results($0) },
        CommandAnswers.done.shape.map { .done }
    ) { answer, writer in
        switch answer {
        case .done: CommandAnswers.done.write((), &writer)
        case .direct(let id, let created): CommandAnswers.direct.write((id, created), &writer)
        case .conversation(let id): CommandAnswers.conversation.write(id, &writer)
        case .message(let id, let ordinal, let sentAt):
            CommandAnswers.message.write((id, ordinal, sentAt), &writer)
        case .reactions(let groups): CommandAnswers.reactions.write(groups, &writer)
        case .unread(let count): CommandAnswers.unread.write(count, &writer)
        case .report(let id): CommandAnswers.report.write(id, &writer)
        case .hold(let id): CommandAnswers.hold.write(id, &writer)
        case .erasure(let erasure, let listsForwards):
            let rendering: Rendering<Erasure> =
                listsForwards ? .erasureWithForwards : .erasureWithUpcoming
            rendering.write(erasure, &writer)
        case .results(let answers): CommandAnswers.results.write(answers, &writer)
        }
    }
}

extension JSONWriter {
    /// Writes a command's answer, as one object.
    package mutating func write(_ answer: AnswerForm) {
        Rendering<AnswerForm>.answer.write(answer, &self)
    }
}

extension CommandName {
    /// The schema of the command's answer.
    var answer: Schema {
        switch answerShape {
        case .done?: CommandAnswers.done.schema
        case .direct?: CommandAnswers.direct.schema
        case .conversation?: CommandAnswers.conversation.schema
        case .message?: CommandAnswers.message.schema
        case .reactions?: CommandAnswers.reactions.schema
        case .unread?: CommandAnswers.unread.schema
        case .report?: CommandAnswers.report.schema
        case .hold?: CommandAnswers.hold.schema
        case .erasure?: Rendering.erasure.schema
        case .erasureWithForwards?: Rendering.erasureWithForwards.schema
        case .erasureWithUpcoming?: Rendering.erasureWithUpcoming.schema
        case .release?: .either([CommandAnswers.done.schema, Rendering.erasure.schema])
        case nil: CommandAnswers.results.schema
        }
    }
}
