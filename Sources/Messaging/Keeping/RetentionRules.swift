internal import Wire

/// How long everything is kept: the bounds of each kind of conversation, and those that single
/// conversations have of their own.
package struct RetentionRules: Hashable, Sendable {
    private var ofKinds: [ConversationKind: Retention]
    private var own: [ConversationID: Retention]

    package init(_ ofKinds: [ConversationKind: Retention], own: [OwnRetention] = []) {
        self.ofKinds = ofKinds
        self.own = Dictionary(uniqueKeysWithValues: own.map { ($0.conversation, $0.retention) })
    }

    /// For how many days a content may not be erased, if for any.
    func minimumDays(of content: ContentFacts) -> Int? { bounds(of: content)?.minimumDays }

    /// After how many days a content goes when retention is run, if ever.
    func maximumDays(of content: ContentFacts) -> Int? {
        content.role.isSaid ? bounds(of: content)?.maximumDays : nil
    }

    /// The bounds of a content whose kind is known; nil outside of conversations.
    private func bounds(of content: ContentFacts) -> Retention? {
        guard case .conversation(let id) = content.stream, let kind = content.kind else {
            return nil
        }
        let ofKind = ofKinds[kind] ?? Retention()
        return own[id]?.replacing(ofKind) ?? ofKind
    }

    /// The ages that are too old at a time.
    func ages(at time: Timestamp) -> AgeLimits {
        AgeLimits(
            ofKinds: ofKinds.compactMapValues { $0.oldest(at: time) },
            own: own.compactMapValues { $0.oldest(at: time) }
        )
    }
}

extension Retention {
    /// The time before which content is too old.
    fileprivate func oldest(at time: Timestamp) -> Timestamp? {
        maximumDays.map { time.earlier(byDays: Int64($0)) }
    }
}

/// The times before which messages of a kind of conversation, and of single conversations, are too
/// old.
package struct AgeLimits: Hashable, Sendable {
    private var ofKinds: [ConversationKind: Timestamp]
    private var own: [ConversationID: Timestamp]
    /// The newest of all kinds.
    private var ofAnyKind: Timestamp?

    init(ofKinds: [ConversationKind: Timestamp] = [:], own: [ConversationID: Timestamp] = [:]) {
        self.ofKinds = ofKinds
        self.own = own
        ofAnyKind = ofKinds.values.max()
    }

    /// Whether nothing is ever too old.
    var isEmpty: Bool { ofAnyKind == nil && own.isEmpty }

    /// The limit of a conversation; where its kind is not known yet, the newest of any kind.
    func limit(of conversation: ConversationID, _ kind: ConversationKind?) -> Timestamp? {
        if let limit = own[conversation] { return limit }
        return kind.map { ofKinds[$0] } ?? ofAnyKind
    }
}

extension Facts where Self: ~Copyable {
    /// How long everything is kept.
    var retentionRules: RetentionRules {
        var ofKinds: [ConversationKind: Retention] = [:]
        for kind in ConversationKind.known { ofKinds[kind] = retention(of: kind) }
        return RetentionRules(ofKinds, own: ownRetentions())
    }
}
