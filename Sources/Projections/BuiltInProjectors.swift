package import EventLog
internal import LogSchema
internal import Messaging
package import Views
internal import Wire

/// The projectors that every store keeps.
package struct BuiltInProjectors: ProjectorSet {
    package let streams: Streams
    package let conversations: Conversations
    package let details: Details
    package let directs: Directs
    package let contexts: Contexts
    package let membership: Membership
    package let chats: Chats
    package let timeline: Timeline
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
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        try streams.apply(record, to: &views)
        try commands.apply(record, to: &views)
        switch record.stream.kind {
        case .conversation:
            if record.envelope.eventNumber == EnvelopeEvent.messageSent {
                try applyMessage(record, to: &views)
            } else {
                try applyToConversation(record, to: &views)
            }
        case .user:
            try chats.apply(record, to: &views)
            try users.apply(record, to: &views)
            try relations.apply(record, to: &views)
            try holds.apply(record, to: &views)
        case .store:
            try erase(record, in: &views)
            try users.apply(record, to: &views)
            try storeSettings.apply(record, to: &views)
            try reports.apply(record, to: &views)
            try holds.apply(record, to: &views)
        }
    }

    private func applyMessage(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        let message = try record.structure(MessageSentView.self, for: Messages.name)
        try timeline.apply(message, of: record, to: &views)
        try messages.apply(message, of: record, to: &views)
        try senders.apply(message, of: record, to: &views)
        // Most have nothing to them but their words.
        guard message.refersToMore else { return }
        try forwards.apply(message, of: record, to: &views)
        try replies.apply(message, of: record, to: &views)
        try mentions.apply(message, of: record, to: &views)
        try media.apply(message, of: record, to: &views)
    }

    private func applyToConversation(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        try timeline.apply(record, to: &views)
        try messages.apply(record, to: &views)
        try receipts.apply(record, to: &views)
        try conversations.apply(record, to: &views)
        try membership.apply(record, to: &views)
        try chats.apply(record, to: &views)
        try details.apply(record, to: &views)
        try directs.apply(record, to: &views)
        try contexts.apply(record, to: &views)
        try edits.apply(record, to: &views)
        try removed.apply(record, to: &views)
        try reactions.apply(record, to: &views)
        try mention(record, in: &views)
        try media.apply(record, to: &views)
    }

    /// Whom an edit names; where the message lies, it does not say.
    private func mention(
        _ record: borrowing StoredRecord,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        guard record.envelope.eventNumber == EnvelopeEvent.messageEdited else { return }
        let event = try record.structure(MessageEditedView.self, for: Mentions.name)
        guard event.mentions.count > 0 else { return }
        let conversation = try record.conversation(for: Mentions.name)
        let entry = try record.need(
            try timeline.entry(at: event.ordinal, of: conversation, in: views),
            for: Mentions.name
        )
        try mentions.edit(record, messageAt: entry.position, in: &views)
    }

    /// What an erasure took from messages: gone from the timeline, and not unread any more.
    private func erase(
        _ record: borrowing StoredRecord,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        guard record.envelope.eventNumber == EnvelopeEvent.contentErased else { return }
        let words = try ErasedWords.named(by: record, in: views)
        for message in try timeline.erase(words, in: &views) {
            try removed.remove(
                message.messageNumber,
                of: message.sender,
                in: message.conversation,
                views: &views
            )
            try media.forget(message.ordinal, of: message.conversation, in: &views)
        }
        try media.erase(words, in: &views)
        try contexts.erase(record, in: &views)
    }
}

extension MessageSentView {
    /// Whether a message has more to it than its words, so that other views than those of every
    /// message can be about it.
    fileprivate var refersToMore: Bool {
        replyTo != nil || forwardedFrom != nil || mentions.count > 0 || attachments.count > 0
            || location || links > 0
    }
}
