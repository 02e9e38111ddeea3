internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

// Which lines are looks at other people's words, and how they are logged.

extension PipeServer {
    /// The looker of a line that is a look.
    var looker: Looker { peer.looker }

    /// The look that a query is; nil for none.
    ///
    /// The embedder who holds the store, and a backend with a key, act for its users: what they ask
    /// as them, and their plans of notifications, are looks only if they give a reason.
    func look<Asked: JSONQuery>(_ query: Asked, isPast: Bool, of line: PipeLine) -> Look? {
        // A user who shows a token sees their own words, as no process of the operator's.
        if case .user = peer { return nil }
        let isForUsers = line.actor.user != nil || Asked.name == .notificationPlan
        let isOwn = peer.actsForUsers && store.isWriting && isForUsers && !line.isOperators
        if isOwn, line.reason == nil { return nil }
        guard let subject = LookSubject(query, as: line.actor.user, isPast: isPast) else {
            return nil
        }
        return Look(by: looker, subject, because: line.reason)
    }

    /// Decides whether a look may be, and has it logged, before words are answered.
    mutating func admit(_ look: Look) async throws(ErrorForm) {
        do throws(StoreError) {
            try await store.admit(look)
            return
        } catch {
            guard error.code == .lookNotLogged else {
                if let notice = error.noticeOfCommand { store.notice(notice) }
                throw error.refusal == nil ? ErrorForm(error) : ErrorForm(reading: error)
            }
        }
        guard let answer = writer?.answer(to: look.line).flatMap(AnswerLine.init) else {
            if allowsUnlogged { return }
            throw .lookNotLogged
        }
        switch answer {
        case .done(let position): store.heard(Position(UInt64(clamping: position)))
        case .refused(let code, let message):
            throw ErrorForm(RefusalCode(rawValue: code) ?? .internal, message)
        case .progress: throw .lookNotLogged
        }
    }

    /// Logs a look that another process answers; returns the position of its event.
    func log(_ look: Look) async throws(StoreError) -> Position {
        if let position = try await store.admit(look) { return position }
        return try store.position
    }
}

extension Look {
    /// The line that has the process that writes log it.
    package var line: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("as", "operator")
            writer.field("do", StoreTaskName.logLook.rawValue)
            writer.field("query", subject.query)
            writer.field("reason", reason ?? "")
            if let user = subject.opening.user { writer.field("user", "\(user)") }
            if let id = subject.opening.conversation { writer.field("conversation", "\(id)") }
            if let message = subject.opening.message { writer.field("message", "\(message)") }
            if let viewer = subject.viewer { writer.field("asUser", "\(viewer)") }
            if subject.isPast { writer.field("past", true) }
        }
        return writer.bytes
    }
}
