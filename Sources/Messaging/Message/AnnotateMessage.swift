internal import LogSchema
internal import Wire

/// Adds a link preview or a priority to one of the user's messages.
public struct AnnotateMessage: Hashable, Sendable {
    /// The priority of a message, and its reason.
    public struct Priority: Hashable, Sendable {
        /// Whether the message has priority.
        public var isPriority: Bool
        /// Why, in a few words.
        public var reason: String?

        /// Creates a priority.
        public init(isPriority: Bool, reason: String? = nil) {
            self.isPriority = isPriority
            self.reason = reason
        }
    }

    /// The message, sent by the user.
    public var message: MessageID
    /// The preview of a link in its text; nil leaves it unchanged.
    public var linkPreview: LinkPreview?
    /// Whether the existing preview is removed; not together with a new one.
    public var removesLinkPreview: Bool
    /// The new priority; nil leaves it unchanged.
    public var priority: Priority?

    /// Names the message and the annotations.
    public init(
        message: MessageID,
        linkPreview: LinkPreview? = nil,
        removesLinkPreview: Bool = false,
        priority: Priority? = nil
    ) {
        self.message = message
        self.linkPreview = linkPreview
        self.removesLinkPreview = removesLinkPreview
        self.priority = priority
    }
}

extension AnnotateMessage: UserRule {
    var name: CommandName { .annotate }
    var number: CommandKind? { .annotate }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .annotate(
            AnnotateMessage(
                message: try intention.requiredMessage,
                priority: AnnotateMessage.Priority(isPriority: true)
            )
        )
    }

    /// Decides an annotation: only the sender annotates, and a new value replaces the old one.
    ///
    /// A preview belongs to the text: an address that the text does not contain is refused.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seen = try facts.actedOn(message, by: actor, asked)
        try seen.message.requireSender(actor)
        try seen.message.requireContent()
        try facts.requireNotSilenced(in: seen.seat)
        try requireValidContent()
        if let linkPreview, !linkPreview.belongs(to: facts.text(of: message) ?? "") {
            throw .message(.linkPreviewIsNotOfTheText)
        }
        let removes = removesLinkPreview && facts.linkPreview(of: message) != nil
        guard linkPreview != nil || priority != nil || removes else { return Decision() }
        let annotated = MessageAnnotated(
            message: message.rawValue,
            ordinal: seen.message.ordinal,
            messageNumber: seen.message.messageNumber,
            hasLinkPreview: linkPreview != nil,
            priority: priority?.isPriority,
            removesLinkPreview: removesLinkPreview
        )
        return Decision([
            NewEvent(
                .messageAnnotated(annotated, storedContent),
                in: .conversation(seen.message.conversation)
            )
        ])
    }

    /// The recorded content; nil for a flag without words.
    var storedContent: AnnotationContent? {
        let reason = priority?.reason.map { NormalisedText($0).text }
        guard linkPreview != nil || reason != nil else { return nil }
        return AnnotationContent(linkPreview: linkPreview, reason: reason)
    }

    private func requireValidContent() throws(Refusal) {
        guard linkPreview != nil || removesLinkPreview || priority != nil else {
            throw .message(.nothingToAnnotate)
        }
        guard linkPreview.map({ $0.isValid && !removesLinkPreview }) ?? true else {
            throw .message(.linkPreviewIsInvalid)
        }
        if let reason = storedContent?.reason {
            guard Limits.allow(reason, upTo: Limits.priorityReason) else {
                throw .message(.priorityReasonIsInvalid)
            }
        }
    }
}

extension AnnotateMessage: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .messageAnnotated(let event, let content) = first.event else { return false }
        return event.message == message.rawValue
            && event.hasLinkPreview == (linkPreview != nil)
            && event.removesLinkPreview == removesLinkPreview
            && event.priority == priority?.isPriority
            && first.holds(storedContent, as: content)
    }

    /// Removing a missing annotation leads to no event.
    var isNeverIdle: Bool { linkPreview != nil || priority != nil }
}
