internal import LogSchema
package import Merkle
package import Wire

/// That an export was written, which the log notes if nothing was erased meanwhile.
package struct ExportNote: Hashable, Sendable {
    package var scope: ExportScope
    /// The position whose state the export shows.
    package var upTo: Position
    /// The root of the log of that size.
    package var root: Digest
    /// SHA-256 of the manifest.
    package var manifest: Digest
    /// The log's size when the keys of all exported words were there: nothing that was erased later
    /// is taken into account.
    package var looked: Position
    /// Why it was made.
    package var reason: String?

    package init(
        _ scope: ExportScope,
        upTo: Position,
        root: Digest,
        manifest: Digest,
        looked: Position,
        reason: String?
    ) {
        self.scope = scope
        self.upTo = upTo
        self.root = root
        self.manifest = manifest
        self.looked = looked
        self.reason = reason
    }

    /// A reason as the log keeps it.
    ///
    /// - Throws: a refusal of one that is too long or says nothing.
    package static func kept(_ reason: String) throws(Refusal) -> String {
        guard let kept = Note.required(reason) else { throw .keeping(.reasonIsInvalid) }
        return kept
    }

    /// The event that notes it.
    ///
    /// - Throws: a refusal of a reason that is too long or says nothing, and of a looker whose name
    ///   the log does not take.
    package func event(by looker: Looker) throws(Refusal) -> NewEvent {
        guard let who = looker.name else { throw .keeping(.lookerIsMalformed) }
        var content: ExportContent?
        if let reason { content = ExportContent(reason: try Self.kept(reason)) }
        let made = ExportMade(
            conversation: scope.conversation?.rawValue,
            user: scope.user?.rawValue,
            from: scope.from?.microseconds,
            until: scope.until?.microseconds,
            deleted: scope.includesDeleted,
            upTo: upTo.rawValue,
            root: root,
            manifest: manifest,
            who: who
        )
        return NewEvent(.exportMade(made, content), in: .store)
    }
}

extension ExportItem {
    /// Reads the event that notes an export; nil for another one.
    package init?(_ recorded: RecordedEvent) {
        guard case .exportMade(let made, let content) = recorded.event else { return nil }
        self.init(
            position: recorded.position,
            at: recorded.recorded,
            scope: ExportScope(
                conversation: made.conversation.map { ConversationID($0) },
                user: made.user.map { UserID($0) },
                from: made.from.map { Timestamp(microseconds: $0) },
                until: made.until.map { Timestamp(microseconds: $0) },
                includingDeleted: made.deleted
            ),
            upTo: Position(made.upTo),
            root: made.root ?? .zero,
            manifest: made.manifest ?? .zero,
            who: made.who,
            reason: content?.reason
        )
    }
}
