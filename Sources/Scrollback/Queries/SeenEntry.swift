internal import Messaging
package import Projections
internal import ScrollbackText
internal import Views
package import Wire

/// An entry of a timeline as its viewer may know it: a former member as of leaving.
package struct SeenEntry: Hashable, Sendable {
    package let ordinal: UInt64
    package let entry: TimelineEntry
    /// The position of the newest text that the viewer may read.
    package let content: Position
    /// How often it was edited, as far as the viewer may know.
    package let editCount: Int
    /// The position where it was deleted, as far as the viewer may know.
    package let deleted: Position?

    /// Whether only its place is shown: erased content is erased for all users.
    package var isGone: Bool { deleted != nil || entry.isErased }
}

extension UserQueryEvaluator {
    /// Returns an entry as the viewer may know it; nil if the viewer cannot see it.
    borrowing func see(
        _ entry: TimelineEntry,
        at ordinal: UInt64,
        from seat: Seat
    ) throws(QueryError) -> SeenEntry? {
        try see(entry, at: ordinal, in: seat.conversation.id, as: seat.visibility)
    }

    /// Returns an entry as a viewer may know it; nil if the viewer cannot see it.
    borrowing func see(
        _ entry: TimelineEntry,
        at ordinal: UInt64,
        in conversation: ConversationID,
        as viewer: Visibility
    ) throws(QueryError) -> SeenEntry? {
        guard viewer.showsEntry(at: entry.position, sentAt: entry.sentAt) else { return nil }
        let deleted = entry.deletion(knownTo: viewer)
        var content = entry.content
        var editCount = Int(entry.edits)
        // A viewer who sees the end sees all of it: only a former member needs a look-up.
        if entry.edits > 0, viewer.seesLess {
            let seen = try edits(of: entry, at: ordinal, in: conversation)
                .filter { viewer.shows($0, about: entry.position) }
            content = seen.last ?? entry.position
            editCount = seen.count
        }
        return SeenEntry(
            ordinal: ordinal,
            entry: entry,
            content: content,
            editCount: editCount,
            deleted: deleted
        )
    }

    /// Returns the positions of a message's edits, oldest first.
    borrowing func edits(
        of entry: TimelineEntry,
        at ordinal: UInt64,
        in conversation: ConversationID
    ) throws(QueryError) -> [Position] {
        try read { (state) throws(ViewsError) in
            var edits: [Position] = []
            try state.projectors.edits.forEach(
                of: conversation.rawValue,
                ordinal,
                descending: false,
                in: state.views
            ) { kind, position in
                if kind == .edit { edits.append(position) }
                return .goOn
            }
            return edits
        }
    }

    /// Returns a system entry as the viewer sees it; nil for a message.
    mutating func systemEntry(
        of event: RecordedEvent
    ) -> (entry: ScrollbackText.SystemEntry, actor: UserID?, text: String)? {
        guard let entry = ScrollbackText.SystemEntry(event.event) else { return nil }
        let actor = event.actor.user
        // A closure may not change its own receiver.
        var names: [UserID: String] = [:]
        for user in [actor, entry.target].compactMap({ $0 }) { names[user] = name(of: user) }
        let text = English.text(of: entry, by: actor, seenBy: viewer) { names[$0] ?? "" }
        return (entry, actor, text)
    }

    /// Returns the preview of an entry that is not gone, for a list or a reply.
    mutating func preview(
        of seen: SeenEntry,
        length: Int = English.previewLength
    ) -> String {
        guard let kind = seen.entry.kind else {
            let entry = state.event(at: seen.entry.position).flatMap { systemEntry(of: $0) }
            return English.preview(of: entry?.text ?? "", length: length)
        }
        return English.preview(of: kind, text: text(at: seen.content), length: length)
    }

    /// The text that was written at a position.
    borrowing func text(at position: Position) -> String? { state.words(at: position)?.text }

    /// The same, and when it was written.
    borrowing func words(at position: Position) throws(QueryError) -> SentWords {
        try found { (state) in state.words(at: position) }
    }
}

extension TimelineEntry {
    /// Returns the position where it was deleted, as far as a viewer may know.
    func deletion(knownTo viewer: Visibility) -> Position? {
        deleted.flatMap { viewer.shows($0, about: position) ? $0 : nil }
    }

    /// Whether only its place is shown: erased content is erased for all users.
    func isGone(for viewer: Visibility) -> Bool {
        isErased || deletion(knownTo: viewer) != nil
    }
}

extension Visibility {
    /// Whether this conversation may have events that the viewer cannot see, apart from those that
    /// the viewer has cleared.
    var seesLess: Bool { ranges != [.zero...Position(.max)] }
}
