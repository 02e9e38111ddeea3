internal import Wire

/// What is opened of people's words; without a conversation, message or user, all that is asked.
package struct Opening: Hashable, Sendable {
    package var conversation: ConversationID?
    package var message: MessageID?
    package var user: UserID?

    package init(
        conversation: ConversationID? = nil,
        message: MessageID? = nil,
        user: UserID? = nil
    ) {
        self.conversation = conversation
        self.message = message
        self.user = user
    }
}

// The queries that say more of it than that they show words, and those that show none.

extension EventsQuery {
    package var opening: Opening? {
        guard showsContent else { return nil }
        var opening = Opening(message: message, user: user ?? actor)
        switch stream {
        case .conversation(let conversation)?: opening.conversation = conversation
        case .user(let user)?: opening.user = opening.user ?? user
        case .store?, nil: break
        }
        // It is a conversation or a user; either way the log says which one.
        if let streamID, opening.conversation == nil {
            opening.conversation = ConversationID(streamID)
        }
        return opening
    }
}

extension StateQuery { package var opening: Opening? { nil } }
extension ViewsQuery { package var opening: Opening? { nil } }
extension MembershipsQuery { package var opening: Opening? { nil } }
extension ErasureQuery { package var opening: Opening? { nil } }
extension MetricsQuery { package var opening: Opening? { nil } }
extension GaugesQuery { package var opening: Opening? { nil } }
extension ExplainQuery { package var opening: Opening? { nil } }
// The reasons of exports, and none of the words in them.
extension ExportsQuery { package var opening: Opening? { nil } }
// Where media are, of which no content is left.
extension MediaOwedQuery { package var opening: Opening? { nil } }

extension AnyUnreadQuery { package var opening: Opening? { nil } }
extension FindDirectQuery { package var opening: Opening? { nil } }
extension SettingsQuery { package var opening: Opening? { nil } }
extension RateQuery { package var opening: Opening? { nil } }
extension MayIQuery { package var opening: Opening? { nil } }
extension OutcomeQuery { package var opening: Opening? { nil } }
extension PresenceQuery { package var opening: Opening? { nil } }
// Names of people who are writing, and none of what they write.
extension TypingQuery { package var opening: Opening? { nil } }

extension ConversationQuery {
    package var opening: Opening? { Opening(conversation: conversation) }
}
extension MembersQuery {
    package var opening: Opening? { Opening(conversation: conversation) }
}
extension MediaQuery {
    package var opening: Opening? { Opening(conversation: conversation) }
}
extension MessagesQuery {
    package var opening: Opening? { Opening(conversation: conversation) }
}
extension ChangesQuery {
    package var opening: Opening? { Opening(conversation: conversation) }
}

extension MessageQuery { package var opening: Opening? { Opening(message: message) } }
extension HistoryQuery { package var opening: Opening? { Opening(message: message) } }
extension RepliesQuery { package var opening: Opening? { Opening(message: message) } }
extension ReactionsQuery { package var opening: Opening? { Opening(message: message) } }
extension ReceiptsQuery { package var opening: Opening? { Opening(message: message) } }

extension ProfileQuery { package var opening: Opening? { Opening(user: user) } }
extension StandingQuery { package var opening: Opening? { Opening(user: user) } }
