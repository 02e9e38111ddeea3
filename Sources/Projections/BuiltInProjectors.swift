package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// The projectors that every store keeps.
package struct BuiltInProjectors: ProjectorSet {
    package let streams: Streams
    package let conversations: Conversations
    package let details: Details
    package let directs: Directs
    package let contexts: Contexts
    package let membership: Membership
    package private(set) var chats: Chats
    package private(set) var timeline: Timeline
    package let messages: Messages
    package let edits: Edits
    package let senders: Senders
    package let receipts: Receipts
    package let removed: Removed
    package let users: Users
    package let relations: Relations
    package let commands: Commands
    package let reactions: Reactions
    package let forwards: Forwards
    package let replies: Replies
    package let mentions: Mentions
    package let media: Media
    package let storeSettings: StoreSettings
    package let reports: Reports
    package let holds: Holds
    package let outlines: Outlines
    package let actors: Actors
    package let mediaDebts: MediaDebts
    /// Whether some streams alone are folded; then `outlines` has no rows, for each is of successive
    /// events of the log.
    package var isOfStreams = false {
        didSet { chats.isOfStreams = isOfStreams }
    }

    /// The views, in the order of their declaration.
    package enum View: Int, CaseIterable, Sendable {
        case streams, conversations, details, directs, contexts, membership, chats, timeline
        case messages, edits, senders, receipts, removed, users, relations, commands, reactions
        case forwards, replies, mentions, media, settings, reports, holds, outlines, actors, owed

        /// The kinds of streams whose events it folds; it ignores events of other streams.
        var streams: Set<StreamID.Kind> {
            switch self {
            case .streams, .commands, .outlines, .actors: [.conversation, .user, .store]
            case .chats: [.conversation, .user]
            case .owed: [.conversation, .user, .store]
            case .users, .holds: [.user, .store]
            case .relations: [.user]
            case .settings, .reports: [.store]
            case .conversations, .details, .directs, .contexts, .membership, .timeline, .messages,
                .edits, .senders, .receipts, .removed, .reactions, .forwards, .replies, .mentions,
                .media:
                [.conversation]
            }
        }
    }

    package init(_ tables: inout TableList) {
        streams = tables.declare(Streams.self)
        conversations = tables.declare(Conversations.self)
        details = tables.declare(Details.self)
        directs = tables.declare(Directs.self)
        contexts = tables.declare(Contexts.self)
        membership = tables.declare(Membership.self)
        chats = tables.declare(Chats.self)
        timeline = tables.declare(Timeline.self)
        messages = tables.declare(Messages.self)
        edits = tables.declare(Edits.self)
        senders = tables.declare(Senders.self)
        receipts = tables.declare(Receipts.self)
        removed = tables.declare(Removed.self)
        timeline.removed = removed
        users = tables.declare(Users.self)
        relations = tables.declare(Relations.self)
        commands = tables.declare(Commands.self)
        reactions = tables.declare(Reactions.self)
        forwards = tables.declare(Forwards.self)
        replies = tables.declare(Replies.self)
        mentions = tables.declare(Mentions.self)
        media = tables.declare(Media.self)
        storeSettings = tables.declare(StoreSettings.self)
        reports = tables.declare(Reports.self)
        holds = tables.declare(Holds.self)
        outlines = tables.declare(Outlines.self)
        actors = tables.declare(Actors.self)
        mediaDebts = tables.declare(MediaDebts.self)
    }

    /// The views that fold an event, as they declare it: a table by the event's number.
    ///
    /// Static, because queries copy a projector set.
    private static let routes: EventRoutes = {
        var tables = TableList()
        _ = BuiltInProjectors(&tables)
        let declared = tables.events
        precondition(
            View.allCases.map { "\($0)" } == declared.map(\.view),
            "The views are declared in their order."
        )
        return EventRoutes(zip(View.allCases, declared).map { ($1.events, $0.streams) })
    }()

    /// Folds an event into the views that declare it.
    ///
    /// Two kinds of events are treated differently. A message is parsed once for all views. An
    /// erasure is folded by several views together, because only the timeline knows which messages
    /// lost their newest text.
    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.messageSent: try applyMessage(record, to: &views)
        case EnvelopeEvent.contentErased: try erase(record, in: &views)
        case let number:
            var route = Self.routes[number, in: record.stream.kind]
            while let place = route.next() {
                guard let view = View(rawValue: place) else { continue }
                try fold(record, into: view, of: &views)
            }
        }
    }

    /// Folds an event into one view that declares it.
    package func fold(
        _ record: borrowing StoredRecord,
        into view: View,
        of views: inout ViewsWriter
    ) throws(ViewsError) {
        switch view {
        case .streams: try streams.apply(record, to: &views)
        case .conversations: try conversations.apply(record, to: &views)
        case .details: try details.apply(record, to: &views)
        case .directs: try directs.apply(record, to: &views)
        case .contexts: try contexts.apply(record, to: &views)
        case .membership: try membership.apply(record, to: &views)
        case .chats: try chats.apply(record, to: &views)
        case .timeline: try timeline.apply(record, to: &views)
        case .messages: try messages.apply(record, to: &views)
        case .edits: try edits.apply(record, to: &views)
        case .senders: try senders.apply(record, to: &views)
        case .receipts: try receipts.apply(record, to: &views)
        case .removed: try removed.apply(record, to: &views)
        case .users: try users.apply(record, to: &views)
        case .relations: try relations.apply(record, to: &views)
        case .commands: try commands.apply(record, to: &views)
        case .reactions: try reactions.apply(record, to: &views)
        case .forwards: try forwards.apply(record, to: &views)
        case .replies: try replies.apply(record, to: &views)
        case .mentions: try mention(record, in: &views)
        case .media: try media.apply(record, to: &views)
        case .settings: try storeSettings.apply(record, to: &views)
        case .reports: try reports.apply(record, to: &views)
        case .holds: try holds.apply(record, to: &views)
        case .outlines: try outline(record, in: &views)
        case .actors: try actors.apply(record, to: &views)
        case .owed: if !isOfStreams { try mediaDebts.apply(record, to: &views) }
        }
    }

    private func outline(
        _ record: borrowing StoredRecord,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        if !isOfStreams { try outlines.apply(record, to: &views) }
    }

    private func applyMessage(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        try streams.apply(record, to: &views)
        try commands.apply(record, to: &views)
        try outline(record, in: &views)
        try actors.apply(record, to: &views)
        guard record.stream.kind == .conversation else { return }
        let message = try record.structure(EncodedMessageSent.self, for: Messages.name)
        try timeline.apply(message, of: record, to: &views)
        try messages.apply(message, of: record, to: &views)
        try senders.apply(message, of: record, to: &views)
        // Most messages have nothing but their text.
        guard message.refersToMore else { return }
        try forwards.apply(message, of: record, to: &views)
        try replies.apply(message, of: record, to: &views)
        try mentions.apply(message, of: record, to: &views)
        try media.apply(message, of: record, to: &views)
        if message.attachments.count > 0, !isOfStreams {
            try mediaDebts.note(record, in: &views)
        }
    }

    /// Folds the mentions of an edit; the edit's event does not contain the message's place.
    private func mention(
        _ record: borrowing StoredRecord,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        guard record.envelope.eventNumber == EnvelopeEvent.messageEdited else {
            return try mentions.apply(record, to: &views)
        }
        let event = try record.structure(EncodedMessageEdited.self, for: Mentions.name)
        guard event.mentions.count > 0 else { return }
        let conversation = try record.conversation(for: Mentions.name)
        let entry = try record.need(
            try timeline.entry(at: event.ordinal, of: conversation, in: views),
            for: Mentions.name
        )
        try mentions.edit(record, messageAt: entry.position, in: &views)
    }

    /// Folds an event into views of some streams; an erasure removes only folded content.
    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter,
        where isFolded: (Position) -> Bool
    ) throws(ViewsError) {
        if record.envelope.eventNumber == EnvelopeEvent.contentErased {
            try erase(record, in: &views, where: isFolded)
        } else {
            try apply(record, to: &views)
        }
    }

    /// Removes erased messages from the timeline and from the unread counts.
    private func erase(
        _ record: borrowing StoredRecord,
        in views: inout ViewsWriter,
        where isFolded: (Position) -> Bool = { _ in true }
    ) throws(ViewsError) {
        try streams.apply(record, to: &views)
        try commands.apply(record, to: &views)
        try outline(record, in: &views)
        try actors.apply(record, to: &views)
        guard record.stream.kind == .store else { return }
        let words = try ErasedWords.named(by: record, in: views, where: isFolded)
        try take(words, erasedBy: record, in: &views)
    }

    /// Removes content erased later from views of the past: an erasure applies to the past too.
    ///
    /// The erasure itself is not folded.
    ///
    /// - Returns: Whether it removed any folded content.
    package func forget(
        erasedBy record: borrowing StoredRecord,
        in views: inout ViewsWriter,
        where isFolded: (Position) -> Bool
    ) throws(ViewsError) -> Bool {
        var isAnyFolded = false
        let words = try ErasedWords.named(by: record, in: views) { position in
            guard isFolded(position) else { return false }
            isAnyFolded = true
            return true
        }
        if isAnyFolded { try take(words, erasedBy: record, in: &views) }
        return isAnyFolded
    }

    private func take(
        _ words: [ErasedWords],
        erasedBy record: borrowing StoredRecord,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        for message in try timeline.erase(words, in: &views) {
            try media.forget(message.ordinal, of: message.conversation, in: &views)
        }
        try media.erase(words, in: &views)
        try contexts.erase(record, in: &views)
        try mediaDebts.erase(record, in: &views)
    }
}

extension EncodedMessageSent {
    /// Whether a message has more than its text, so that other views than those of every message
    /// may need it.
    fileprivate var refersToMore: Bool {
        replyTo != nil || forwardedFrom != nil || mentions.count > 0 || attachments.count > 0
            || location || links > 0
    }
}
