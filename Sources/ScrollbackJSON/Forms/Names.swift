package import Messaging

/// A value that the outside form calls by a word.
///
/// The one table of the words, from which they are read and written and the schema lists them.
package protocol Named: Hashable, Sendable {
    static var names: [(name: String, value: Self)] { get }
}

extension Named {
    /// The value's name; nil if the outside form does not have it.
    package var name: String? { Self.names.first { $0.value == self }?.name }
}

extension ConversationKind: Named {
    package static var names: [(name: String, value: ConversationKind)] {
        [("direct", .direct), ("group", .group), ("request", .request)]
    }
}

extension ReactionPolicy: Named {
    package static var names: [(name: String, value: ReactionPolicy)] {
        [("tapback", .tapback), ("open", .open)]
    }
}

extension HistoryPolicy: Named {
    package static var names: [(name: String, value: HistoryPolicy)] {
        [("full", .full), ("sinceJoin", .sinceJoin)]
    }
}

extension Role: Named {
    package static var names: [(name: String, value: Role)] {
        [("admin", .admin), ("member", .member), ("creator", .creator)]
    }
}

extension AttachmentKind: Named {
    package static var names: [(name: String, value: AttachmentKind)] {
        [("image", .image), ("audio", .audio), ("file", .file)]
    }
}

extension MediaKind: Named {
    package static var names: [(name: String, value: MediaKind)] {
        [
            ("image", .image), ("audio", .audio), ("file", .file), ("location", .location),
            ("link", .link),
        ]
    }
}

extension PresenceState: Named {
    package static var names: [(name: String, value: PresenceState)] {
        [("online", .online), ("offline", .offline)]
    }
}

extension GroupAdds: Named {
    package static var names: [(name: String, value: GroupAdds)] {
        [("everyone", .everyone), ("contacts", .contacts), ("nobody", .nobody)]
    }
}

extension Previews: Named {
    package static var names: [(name: String, value: Previews)] {
        [("always", .always), ("whenUnlocked", .whenUnlocked), ("never", .never)]
    }
}

extension AutoDownload: Named {
    package static var names: [(name: String, value: AutoDownload)] {
        [("wifi", .wifi), ("always", .always), ("never", .never)]
    }
}

extension ImageQuality: Named {
    package static var names: [(name: String, value: ImageQuality)] {
        [("high", .high), ("medium", .medium), ("low", .low)]
    }
}

extension KeepMessages: Named {
    package static var names: [(name: String, value: KeepMessages)] {
        [("30d", .thirtyDays), ("90d", .ninetyDays), ("1y", .oneYear), ("forever", .forever)]
    }
}

extension ReportReason: Named {
    package static var names: [(name: String, value: ReportReason)] {
        [
            ("spam", .spam), ("harassment", .harassment), ("inappropriate", .inappropriate),
            ("scam", .scam), ("other", .other),
        ]
    }
}

extension ModerationAction: Named {
    package static var names: [(name: String, value: ModerationAction)] {
        [("dismiss", .dismiss), ("warn", .warn), ("suspend", .suspend), ("ban", .ban)]
    }
}

extension ReportStatus: Named {
    package static var names: [(name: String, value: ReportStatus)] {
        [
            ("open", .open), ("dismissed", .dismissed), ("warned", .warned),
            ("suspended", .suspended), ("banned", .banned),
        ]
    }
}

extension ReceiptPolicy: Named {
    package static var names: [(name: String, value: ReceiptPolicy)] {
        [("optional", .optional), ("mandatory", .mandatory)]
    }
}

extension EmailPolicy: Named {
    package static var names: [(name: String, value: EmailPolicy)] {
        [("everyone", .everyone), ("related", .related), ("nobody", .nobody)]
    }
}

extension LookPolicy: Named {
    package static var names: [(name: String, value: LookPolicy)] {
        [("required", .required), ("given", .given), ("off", .off)]
    }
}

extension MessageKind: Named {
    package static var names: [(name: String, value: MessageKind)] {
        [
            ("text", .text), ("image", .image), ("audio", .audio), ("file", .file),
            ("location", .location), ("mixed", .mixed),
        ]
    }
}

extension MembershipState: Named {
    package static var names: [(name: String, value: MembershipState)] {
        [("active", .active), ("left", .left), ("removed", .removed)]
    }
}

extension ReceiptSummary.Status: Named {
    package static var names: [(name: String, value: ReceiptSummary.Status)] {
        [("sent", .sent), ("delivered", .delivered), ("read", .read)]
    }
}

extension ChangeItem.Receipt.Reach: Named {
    package static var names: [(name: String, value: ChangeItem.Receipt.Reach)] {
        [("delivered", .delivered), ("read", .read)]
    }
}

extension ChangeItem.RowMatter: Named {
    package static var names: [(name: String, value: ChangeItem.RowMatter)] {
        [
            ("delivered", .delivered), ("read", .read), ("unread", .unread), ("muted", .muted),
            ("notifications", .notifications), ("pinned", .pinned), ("archived", .archived),
            ("hidden", .hidden), ("cleared", .cleared),
        ]
    }
}

extension ChangeItem.RelationMatter: Named {
    package static var names: [(name: String, value: ChangeItem.RelationMatter)] {
        [("contact", .contact), ("block", .block)]
    }
}

extension ConversationItem.Match: Named {
    package static var names: [(name: String, value: ConversationItem.Match)] {
        [("title", .title), ("people", .people), ("last", .last)]
    }
}

extension ListFilter: Named {
    package static var names: [(name: String, value: ListFilter)] {
        [
            ("active", .active), ("archived", .archived), ("hidden", .hidden),
            ("former", .former), ("all", .all),
        ]
    }
}

extension NotificationItem.Category: Named {
    /// As the categories of a push are written.
    package static var names: [(name: String, value: NotificationItem.Category)] {
        [
            ("MESSAGE", .message), ("REACTION", .reaction), ("ADDED", .added),
            ("REPORT", .report), ("STANDING", .standing),
        ]
    }
}

extension Explanation.Kind: Named {
    package static var names: [(name: String, value: Explanation.Kind)] {
        [
            ("never a member", .neverAMember), ("full history", .fullHistory),
            ("history since joining", .historySinceJoining), ("member since", .memberSince),
            ("history since", .historySince),
            ("left at", .leftAt), ("cleared", .cleared), ("expired", .expired),
            ("deleted", .deleted), ("deletion unseen", .deletionUnseen), ("erased", .erased),
            ("hidden", .hidden), ("blocked", .blocked),
        ]
    }
}

extension ProofItem.Kind: Named {
    package static var names: [(name: String, value: ProofItem.Kind)] {
        [("inclusion", .inclusion), ("consistency", .consistency), ("erasure", .erasure)]
    }
}

extension ErasureQuery.List: Named {
    package static var names: [(name: String, value: ErasureQuery.List)] {
        [("erased", .erased), ("deferred", .deferred), ("forwards", .forwards)]
    }
}

extension QueryName: Named {
    package static var names: [(name: String, value: QueryName)] {
        allCases.map { ($0.rawValue, $0) }
    }
}

extension CommandName: Named {
    package static var names: [(name: String, value: CommandName)] {
        allCases.map { ($0.rawValue, $0) }
    }
}

extension ExportJobItem.State: Named {
    package static var names: [(name: String, value: ExportJobItem.State)] {
        [("running", .running), ("ready", .ready), ("failed", .failed), ("ended", .ended)]
    }
}

extension ConsumerItem.Webhook.State: Named {
    package static var names: [(name: String, value: ConsumerItem.Webhook.State)] {
        [("served", .served), ("failing", .failing), ("parked", .parked)]
    }
}
