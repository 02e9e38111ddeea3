internal import Messaging
internal import Wire

extension Rendering<Erasure> {
    private static let erased = RenderedField<Erasure>.always("erased", .count) { $0.erased }
    private static let deferred = RenderedField<Erasure>.always("deferred", .list(of: .deferred)) {
        $0.deferred
    }

    private static let deferredCount = RenderedField<Erasure>.always("deferredCount", .count) {
        $0.deferredCount
    }
    private static let list = RenderedField<Erasure>.always("erasedList", .list(of: .position)) {
        $0.erasedList
    }
    private static let pending = RenderedField<Erasure>.always("pending", .count) { $0.pending }
    private static let request = RenderedField<Erasure>.optional("request", .position) {
        $0.request
    }

    static let erasure = object(erased, list, deferred, deferredCount, pending, request)
    static let erasureWithForwards = object(
        erased,
        list,
        .always("forwards", .list(of: .id)) { $0.forwards },
        .always("forwardsCount", .count) { $0.forwardsCount },
        deferred,
        deferredCount,
        pending,
        request
    )
}

extension Rendering<Erasure.Deferred> {
    static let deferred = object(
        .always("position", .position) { $0.position },
        .always("why", .reason) { $0.why },
        .optional("hold", .id) { $0.why.hold }
    )
}

extension Rendering<Erasure.Reason> {
    static let reason = Rendering(
        .choice(["hold", "minimumRetention", "nextRun"])
    ) { reason, writer in
        switch reason {
        case .hold: writer.write("hold")
        case .minimumRetention: writer.write("minimumRetention")
        case .nextRun: writer.write("nextRun")
        }
    }
}

/// The forms of the answers to commands, each defined once for the commands that share it.
enum CommandAnswers {
    typealias Direct = (conversation: ConversationID, created: Bool)
    typealias Message = (message: MessageID, ordinal: UInt64, sentAt: Timestamp)

    static let done = Rendering<Void>.object()
    static let direct = Rendering<Direct>.object(
        .always("conversation", .id) { $0.conversation },
        .always("created", .boolean) { $0.created }
    )
    static let conversation = Rendering<ConversationID>.object(.always("conversation", .id) { $0 })
    static let message = Rendering<Message>.object(
        .always("message", .id) { $0.message },
        .always("ordinal", .count) { $0.ordinal },
        .always("sentAt", .time) { $0.sentAt }
    )
    static let reactions = Rendering<[ReactionGroup]>.object(
        .always("reactions", .list(of: .reactionGroup)) { $0 }
    )
    static let unread = Rendering<UInt64>.object(.always("unread", .count) { $0 })
    static let report = Rendering<ReportID>.object(.always("report", .id) { $0 })
    static let hold = Rendering<HoldID>.object(.always("hold", .id) { $0 })
    /// Each as it would be answered alone.
    static let results = Rendering<[AnswerForm]>.object(
        .always("results", .list(of: Rendering(.anything) { $1.write($0) })) { $0 }
    )
}

extension JSONWriter {
    /// Writes a command's answer, as one object.
    package mutating func write(_ answer: AnswerForm) {
        switch answer {
        case .done: CommandAnswers.done.write((), &self)
        case .direct(let id, let created): CommandAnswers.direct.write((id, created), &self)
        case .conversation(let id): CommandAnswers.conversation.write(id, &self)
        case .message(let id, let ordinal, let sentAt):
            CommandAnswers.message.write((id, ordinal, sentAt), &self)
        case .reactions(let groups): CommandAnswers.reactions.write(groups, &self)
        case .unread(let count): CommandAnswers.unread.write(count, &self)
        case .report(let id): CommandAnswers.report.write(id, &self)
        case .hold(let id): CommandAnswers.hold.write(id, &self)
        case .erasure(let erasure, let listsForwards):
            let rendering: Rendering<Erasure> = listsForwards ? .erasureWithForwards : .erasure
            rendering.write(erasure, &self)
        case .results(let answers): CommandAnswers.results.write(answers, &self)
        }
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
        case nil: CommandAnswers.results.schema
        }
    }
}
