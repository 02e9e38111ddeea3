internal import Wire

extension Rename: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try facts.requireMayEdit(conversation, actor, now: asked.now)
        return Detail.title.change(
            from: facts.details(of: conversation).title,
            to: try Detail.normalized(title: title),
            in: conversation,
            asked
        )
    }
}

extension SetPhoto: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try facts.requireMayEdit(conversation, actor, now: asked.now)
        return Detail.photo.change(
            from: facts.details(of: conversation).photo,
            to: try Detail.normalized(photo: photo),
            in: conversation,
            asked
        )
    }
}

extension Facts where Self: ~Copyable {
    fileprivate func requireMayEdit(
        _ conversation: ConversationID,
        _ actor: UserID,
        now: Timestamp
    ) throws(Refusal) {
        let seat = try seat(of: actor, in: conversation, now: now)
        try seat.requireNotDirect()
        try seat.requireOpen()
        guard seat.member.effective.canEdit else { throw .conversation(.actorMayNotEditDetails) }
    }
}

extension Detail {
    /// A title as it is kept; there can be none.
    ///
    /// - Throws: `titleIsInvalid` for a title that cannot be kept.
    static func normalized(title: String?) throws(Refusal) -> String? {
        guard let title else { return nil }
        guard let line = Line.normalized(title, upTo: Limits.title) else {
            throw .conversation(.titleIsInvalid)
        }
        return line
    }

    /// A photo as it is kept; there can be none.
    ///
    /// - Throws: `photoIsInvalid` for one that cannot be kept.
    static func normalized(photo: String?) throws(Refusal) -> String? {
        guard let photo else { return nil }
        guard Limits.allow(url: photo) else { throw .conversation(.photoIsInvalid) }
        return photo
    }

    /// What follows when a detail is to be another one, or none: nothing if it is that already.
    fileprivate func change(
        from old: String?,
        to new: String?,
        in conversation: ConversationID,
        _ asked: Asked
    ) -> Decision {
        guard !old.isSpelled(as: new) else { return Decision() }
        var fresh = asked.fresh
        let change = DetailsChanged(entry: fresh.next(), detail: self, cleared: new == nil)
        let content = new.map { DetailsContent(text: $0) }
        return Decision([
            NewEvent(.detailsChanged(change, content), in: .conversation(conversation))
        ])
    }
}
