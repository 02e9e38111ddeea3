// Generated from the schemas by `swift package generate-schemas`; not to be edited.

extension MessageDescription {
    static let conversationCreated = MessageDescription(
        "ConversationCreated",
        [
            FieldDescription(1, "kind", .enumeration(.conversationKind)),
            FieldDescription(2, "reactions", .enumeration(.reactionPolicy)),
            FieldDescription(3, "history", .enumeration(.historyPolicy)),
            FieldDescription(4, "with", .id),
            FieldDescription(5, "contextKind", .text),
            FieldDescription(6, "contextID", .text),
            FieldDescription(7, "entry", .id),
            FieldDescription(8, "members", .unsigned),
        ]
    )

    static let conversationContent = MessageDescription(
        "ConversationContent",
        [
            FieldDescription(1, "title", .text, .optional),
            FieldDescription(2, "photo", .text, .optional),
            FieldDescription(3, "custom", .text, .optional),
            FieldDescription(4, "contextKind", .text, .optional),
            FieldDescription(5, "contextID", .text, .optional),
        ]
    )

    static let detailsChanged = MessageDescription(
        "DetailsChanged",
        [
            FieldDescription(1, "entry", .id),
            FieldDescription(2, "detail", .enumeration(.detail)),
            FieldDescription(3, "cleared", .boolean),
            FieldDescription(4, "ordinal", .unsigned),
        ]
    )

    static let detailsContent = MessageDescription(
        "DetailsContent",
        [FieldDescription(1, "text", .text)]
    )

    static let contextCleared = MessageDescription("ContextCleared", [])

    static let conversationClosed = MessageDescription(
        "ConversationClosed",
        [FieldDescription(1, "reason", .enumeration(.closingReason))]
    )

    static let requestCancelled = MessageDescription("RequestCancelled", [])

    static let contentErased = MessageDescription(
        "ContentErased",
        [FieldDescription(1, "ranges", .message(.positionRange), .repeated)]
    )

    static let positionRange = MessageDescription(
        "PositionRange",
        [
            FieldDescription(1, "first", .unsigned),
            FieldDescription(2, "count", .unsigned),
        ]
    )

    static let holdPlaced = MessageDescription(
        "HoldPlaced",
        [
            FieldDescription(1, "hold", .id),
            FieldDescription(2, "conversation", .id),
            FieldDescription(3, "user", .id),
            FieldDescription(4, "from", .time, .optional),
            FieldDescription(5, "until", .time, .optional),
        ]
    )

    static let holdContent = MessageDescription(
        "HoldContent",
        [FieldDescription(1, "matter", .text)]
    )

    static let holdReleased = MessageDescription(
        "HoldReleased",
        [FieldDescription(1, "hold", .id)]
    )

    static let keyCopyBegun = MessageDescription(
        "KeyCopyBegun",
        [
            FieldDescription(1, "place", .id),
            FieldDescription(2, "label", .text),
        ]
    )

    static let keyCopyDone = MessageDescription(
        "KeyCopyDone",
        [
            FieldDescription(1, "place", .id),
            FieldDescription(2, "upTo", .unsigned),
            FieldDescription(3, "version", .unsigned),
        ]
    )

    static let keyCopyGone = MessageDescription(
        "KeyCopyGone",
        [FieldDescription(1, "place", .id)]
    )

    static let logCreated = MessageDescription(
        "LogCreated",
        [
            FieldDescription(1, "logID", .id),
            FieldDescription(2, "epoch", .bits),
            FieldDescription(3, "imported", .message(.importedLog)),
        ]
    )

    static let importedLog = MessageDescription(
        "ImportedLog",
        [
            FieldDescription(1, "logID", .id),
            FieldDescription(2, "events", .unsigned),
            FieldDescription(3, "root", .digest),
            FieldDescription(4, "epoch", .bits),
            FieldDescription(5, "withoutJournal", .boolean),
        ]
    )

    static let logRestored = MessageDescription(
        "LogRestored",
        [
            FieldDescription(1, "epoch", .bits),
            FieldDescription(2, "earlier", .message(.earlierEpoch), .repeated),
            FieldDescription(3, "erasures", .unsigned),
            FieldDescription(4, "journalLines", .unsigned),
            FieldDescription(5, "journalSum", .digest),
            FieldDescription(6, "withoutJournal", .boolean),
            FieldDescription(7, "drill", .boolean),
        ]
    )

    static let journalBegun = MessageDescription(
        "JournalBegun",
        [FieldDescription(1, "setAside", .boolean)]
    )

    static let earlierEpoch = MessageDescription(
        "EarlierEpoch",
        [
            FieldDescription(1, "epoch", .bits),
            FieldDescription(2, "fork", .unsigned),
            FieldDescription(3, "committed", .unsigned),
        ]
    )

    static let participantAdded = MessageDescription(
        "ParticipantAdded",
        [
            FieldDescription(1, "user", .id),
            FieldDescription(2, "role", .enumeration(.role)),
            FieldDescription(3, "canAdd", .boolean),
            FieldDescription(4, "canRemove", .boolean),
            FieldDescription(5, "canEdit", .boolean),
            FieldDescription(6, "founder", .boolean),
            FieldDescription(7, "entry", .id),
            FieldDescription(8, "messageNumber", .unsigned),
            FieldDescription(9, "ordinal", .unsigned),
            FieldDescription(10, "historyFrom", .unsigned),
        ]
    )

    static let participantLeft = MessageDescription(
        "ParticipantLeft",
        [
            FieldDescription(1, "user", .id),
            FieldDescription(2, "entry", .id),
            FieldDescription(3, "ordinal", .unsigned),
        ]
    )

    static let participantRemoved = MessageDescription(
        "ParticipantRemoved",
        [
            FieldDescription(1, "user", .id),
            FieldDescription(2, "entry", .id),
            FieldDescription(3, "ordinal", .unsigned),
        ]
    )

    static let roleChanged = MessageDescription(
        "RoleChanged",
        [
            FieldDescription(1, "user", .id),
            FieldDescription(2, "role", .enumeration(.role)),
        ]
    )

    static let permissionsChanged = MessageDescription(
        "PermissionsChanged",
        [
            FieldDescription(1, "user", .id),
            FieldDescription(2, "canAdd", .boolean),
            FieldDescription(3, "canRemove", .boolean),
            FieldDescription(4, "canEdit", .boolean),
        ]
    )

    static let ownershipPassed = MessageDescription(
        "OwnershipPassed",
        [
            FieldDescription(1, "user", .id),
            FieldDescription(2, "from", .id),
            FieldDescription(3, "formerRole", .enumeration(.role)),
        ]
    )

    static let messageSent = MessageDescription(
        "MessageSent",
        [
            FieldDescription(1, "message", .id),
            FieldDescription(2, "kind", .enumeration(.messageKind)),
            FieldDescription(3, "replyTo", .id),
            FieldDescription(4, "replyToOrdinal", .unsigned),
            FieldDescription(5, "forwardedFrom", .id),
            FieldDescription(6, "broadcast", .boolean),
            FieldDescription(7, "payment", .boolean),
            FieldDescription(8, "claimedAt", .time, .optional),
            FieldDescription(9, "mentions", .id, .repeated),
            FieldDescription(10, "attachments", .enumeration(.attachmentKind), .repeated),
            FieldDescription(11, "location", .boolean),
            FieldDescription(12, "links", .unsigned),
            FieldDescription(13, "characters", .unsigned),
            FieldDescription(14, "silent", .boolean),
            FieldDescription(15, "ordinal", .unsigned),
            FieldDescription(16, "messageNumber", .unsigned),
        ]
    )

    static let messageContent = MessageDescription(
        "MessageContent",
        [
            FieldDescription(1, "text", .text),
            FieldDescription(2, "attachments", .message(.attachment), .repeated),
            FieldDescription(3, "location", .message(.location)),
            FieldDescription(4, "custom", .text, .optional),
        ]
    )

    static let attachment = MessageDescription(
        "Attachment",
        [
            FieldDescription(1, "kind", .enumeration(.attachmentKind)),
            FieldDescription(2, "url", .text),
            FieldDescription(3, "thumbnail", .text, .optional),
            FieldDescription(4, "width", .unsigned, .optional),
            FieldDescription(5, "height", .unsigned, .optional),
            FieldDescription(6, "sizeInBytes", .unsigned, .optional),
            FieldDescription(7, "seconds", .real, .optional),
            FieldDescription(8, "name", .text, .optional),
            FieldDescription(9, "sha256", .digest),
            FieldDescription(10, "waveform", .bytes),
        ]
    )

    static let location = MessageDescription(
        "Location",
        [
            FieldDescription(1, "latitude", .real),
            FieldDescription(2, "longitude", .real),
            FieldDescription(3, "name", .text, .optional),
            FieldDescription(4, "address", .text, .optional),
        ]
    )

    static let messageEdited = MessageDescription(
        "MessageEdited",
        [
            FieldDescription(1, "message", .id),
            FieldDescription(2, "ordinal", .unsigned),
            FieldDescription(3, "messageNumber", .unsigned),
            FieldDescription(4, "mentions", .id, .repeated),
            FieldDescription(5, "links", .unsigned),
            FieldDescription(6, "characters", .unsigned),
            FieldDescription(7, "removesLinkPreview", .boolean),
        ]
    )

    static let editContent = MessageDescription(
        "EditContent",
        [FieldDescription(1, "text", .text)]
    )

    static let messageDeleted = MessageDescription(
        "MessageDeleted",
        [
            FieldDescription(1, "message", .id),
            FieldDescription(2, "ordinal", .unsigned),
            FieldDescription(3, "messageNumber", .unsigned),
            FieldDescription(4, "sender", .id),
        ]
    )

    static let messageAnnotated = MessageDescription(
        "MessageAnnotated",
        [
            FieldDescription(1, "message", .id),
            FieldDescription(2, "ordinal", .unsigned),
            FieldDescription(3, "messageNumber", .unsigned),
            FieldDescription(4, "hasLinkPreview", .boolean),
            FieldDescription(5, "priority", .boolean, .optional),
            FieldDescription(6, "removesLinkPreview", .boolean),
        ]
    )

    static let annotationContent = MessageDescription(
        "AnnotationContent",
        [
            FieldDescription(1, "linkPreview", .message(.linkPreview)),
            FieldDescription(2, "reason", .text, .optional),
        ]
    )

    static let linkPreview = MessageDescription(
        "LinkPreview",
        [
            FieldDescription(1, "url", .text),
            FieldDescription(2, "title", .text, .optional),
            FieldDescription(3, "description", .text, .optional),
            FieldDescription(4, "image", .text, .optional),
        ]
    )

    static let reported = MessageDescription(
        "Reported",
        [
            FieldDescription(1, "report", .id),
            FieldDescription(2, "message", .id),
            FieldDescription(3, "conversation", .id),
            FieldDescription(4, "user", .id),
            FieldDescription(5, "reason", .enumeration(.reportReason)),
        ]
    )

    static let reportContent = MessageDescription(
        "ReportContent",
        [FieldDescription(1, "details", .text)]
    )

    static let reportResolved = MessageDescription(
        "ReportResolved",
        [
            FieldDescription(1, "report", .id),
            FieldDescription(2, "action", .enumeration(.moderationAction)),
        ]
    )

    static let resolutionContent = MessageDescription(
        "ResolutionContent",
        [FieldDescription(1, "note", .text)]
    )

    static let warned = MessageDescription(
        "Warned",
        [FieldDescription(1, "report", .id)]
    )

    static let suspended = MessageDescription(
        "Suspended",
        [
            FieldDescription(1, "report", .id),
            FieldDescription(2, "until", .time, .optional),
        ]
    )

    static let banned = MessageDescription(
        "Banned",
        [FieldDescription(1, "report", .id)]
    )

    static let reinstated = MessageDescription("Reinstated", [])

    static let moderatorAppointed = MessageDescription(
        "ModeratorAppointed",
        [FieldDescription(1, "user", .id)]
    )

    static let moderatorDismissed = MessageDescription(
        "ModeratorDismissed",
        [FieldDescription(1, "user", .id)]
    )

    static let markedUnread = MessageDescription(
        "MarkedUnread",
        [
            FieldDescription(1, "conversation", .id),
            FieldDescription(2, "from", .id),
            FieldDescription(3, "ordinal", .unsigned),
            FieldDescription(4, "messageNumber", .unsigned),
        ]
    )

    static let muted = MessageDescription(
        "Muted",
        [
            FieldDescription(1, "conversation", .id),
            FieldDescription(2, "until", .time, .optional),
        ]
    )

    static let unmuted = MessageDescription(
        "Unmuted",
        [FieldDescription(1, "conversation", .id)]
    )

    static let notificationsSet = MessageDescription(
        "NotificationsSet",
        [
            FieldDescription(1, "conversation", .id),
            FieldDescription(2, "on", .boolean),
        ]
    )

    static let pinned = MessageDescription(
        "Pinned",
        [FieldDescription(1, "conversation", .id)]
    )

    static let unpinned = MessageDescription(
        "Unpinned",
        [FieldDescription(1, "conversation", .id)]
    )

    static let archived = MessageDescription(
        "Archived",
        [FieldDescription(1, "conversation", .id)]
    )

    static let unarchived = MessageDescription(
        "Unarchived",
        [FieldDescription(1, "conversation", .id)]
    )

    static let hidden = MessageDescription(
        "Hidden",
        [FieldDescription(1, "conversation", .id)]
    )

    static let unhidden = MessageDescription(
        "Unhidden",
        [FieldDescription(1, "conversation", .id)]
    )

    static let historyCleared = MessageDescription(
        "HistoryCleared",
        [FieldDescription(1, "conversation", .id)]
    )

    static let reactionSet = MessageDescription(
        "ReactionSet",
        [
            FieldDescription(1, "message", .id),
            FieldDescription(2, "ordinal", .unsigned),
            FieldDescription(3, "reaction", .text),
            FieldDescription(4, "replaced", .text),
        ]
    )

    static let reactionRemoved = MessageDescription(
        "ReactionRemoved",
        [
            FieldDescription(1, "message", .id),
            FieldDescription(2, "ordinal", .unsigned),
            FieldDescription(3, "reaction", .text),
        ]
    )

    static let deliveredUpTo = MessageDescription(
        "DeliveredUpTo",
        [
            FieldDescription(1, "upTo", .id),
            FieldDescription(2, "ordinal", .unsigned),
            FieldDescription(3, "messageNumber", .unsigned),
        ]
    )

    static let readUpTo = MessageDescription(
        "ReadUpTo",
        [
            FieldDescription(1, "upTo", .id),
            FieldDescription(2, "ordinal", .unsigned),
            FieldDescription(3, "messageNumber", .unsigned),
            FieldDescription(4, "silent", .boolean),
        ]
    )

    static let configurationChanged = MessageDescription(
        "ConfigurationChanged",
        [
            FieldDescription(1, "textLimit", .unsigned, .optional),
            FieldDescription(2, "receipts", .enumeration(.receiptPolicy), .optional),
            FieldDescription(3, "rateLimit", .message(.rateLimit)),
            FieldDescription(4, "removesRateLimit", .boolean),
            FieldDescription(5, "emails", .enumeration(.emailPolicy), .optional),
            FieldDescription(6, "limits", .message(.limitChanges)),
            FieldDescription(7, "furtherRateLimits", .message(.rateLimit), .repeated),
            FieldDescription(8, "looks", .enumeration(.lookPolicy), .optional),
        ]
    )

    static let limitChanges = MessageDescription(
        "LimitChanges",
        [
            FieldDescription(1, "attachments", .unsigned, .optional),
            FieldDescription(2, "audioSeconds", .unsigned, .optional),
            FieldDescription(3, "imageBytes", .unsigned, .optional),
            FieldDescription(4, "members", .unsigned, .optional),
        ]
    )

    static let rateLimit = MessageDescription(
        "RateLimit",
        [
            FieldDescription(1, "messages", .unsigned),
            FieldDescription(2, "seconds", .unsigned),
        ]
    )

    static let retentionSet = MessageDescription(
        "RetentionSet",
        [
            FieldDescription(1, "kind", .enumeration(.conversationKind)),
            FieldDescription(2, "minimumDays", .unsigned, .optional),
            FieldDescription(3, "maximumDays", .unsigned, .optional),
            FieldDescription(4, "conversation", .id),
        ]
    )

    static let erasureRequested = MessageDescription(
        "ErasureRequested",
        [
            FieldDescription(1, "message", .id),
            FieldDescription(2, "user", .id),
            FieldDescription(3, "conversation", .id),
            FieldDescription(4, "forwards", .boolean),
        ]
    )

    static let erasureContent = MessageDescription(
        "ErasureContent",
        [
            FieldDescription(1, "basis", .text),
            FieldDescription(2, "reason", .text),
        ]
    )

    static let retentionRun = MessageDescription("RetentionRun", [])

    static let erasureProgress = MessageDescription(
        "ErasureProgress",
        [
            FieldDescription(1, "request", .unsigned),
            FieldDescription(2, "erased", .unsigned),
            FieldDescription(3, "pending", .unsigned),
        ]
    )

    static let mediaOwed = MessageDescription(
        "MediaOwed",
        [FieldDescription(1, "count", .unsigned)]
    )

    static let owedContent = MessageDescription(
        "OwedContent",
        [FieldDescription(1, "urls", .text, .repeated)]
    )

    static let contentOpened = MessageDescription(
        "ContentOpened",
        [
            FieldDescription(1, "looker", .text),
            FieldDescription(2, "query", .text),
            FieldDescription(3, "asUser", .id),
            FieldDescription(4, "conversation", .id),
            FieldDescription(5, "message", .id),
            FieldDescription(6, "user", .id),
            FieldDescription(7, "past", .boolean),
        ]
    )

    static let lookContent = MessageDescription(
        "LookContent",
        [FieldDescription(1, "reason", .text)]
    )

    static let exportMade = MessageDescription(
        "ExportMade",
        [
            FieldDescription(1, "conversation", .id),
            FieldDescription(2, "user", .id),
            FieldDescription(3, "from", .time, .optional),
            FieldDescription(4, "until", .time, .optional),
            FieldDescription(5, "deleted", .boolean),
            FieldDescription(6, "upTo", .unsigned),
            FieldDescription(7, "root", .digest),
            FieldDescription(8, "manifest", .digest),
            FieldDescription(9, "who", .text),
        ]
    )

    static let exportContent = MessageDescription(
        "ExportContent",
        [FieldDescription(1, "reason", .text)]
    )

    static let customRecorded = MessageDescription(
        "CustomRecorded",
        [FieldDescription(1, "type", .text)]
    )

    static let customContent = MessageDescription(
        "CustomContent",
        [FieldDescription(1, "data", .text)]
    )

    static let profileSet = MessageDescription("ProfileSet", [])

    static let profileContent = MessageDescription(
        "ProfileContent",
        [
            FieldDescription(1, "username", .text),
            FieldDescription(2, "fullName", .text, .optional),
            FieldDescription(3, "avatar", .text, .optional),
            FieldDescription(4, "email", .text, .optional),
            FieldDescription(5, "custom", .text, .optional),
        ]
    )

    static let settingsChanged = MessageDescription(
        "SettingsChanged",
        [
            FieldDescription(1, "sendReadReceipts", .boolean, .optional),
            FieldDescription(2, "shareTyping", .boolean, .optional),
            FieldDescription(3, "groupAdds", .enumeration(.groupAdds), .optional),
            FieldDescription(4, "notifications", .boolean, .optional),
            FieldDescription(5, "previews", .enumeration(.previews), .optional),
            FieldDescription(6, "sound", .boolean, .optional),
            FieldDescription(7, "badge", .boolean, .optional),
            FieldDescription(8, "autoDownload", .enumeration(.autoDownload), .optional),
            FieldDescription(9, "saveToPhotos", .boolean, .optional),
            FieldDescription(10, "imageQuality", .enumeration(.imageQuality), .optional),
            FieldDescription(11, "keepMessages", .enumeration(.keepMessages), .optional),
            FieldDescription(12, "sharePresence", .boolean, .optional),
            FieldDescription(13, "vibration", .boolean, .optional),
        ]
    )

    static let contactAdded = MessageDescription(
        "ContactAdded",
        [FieldDescription(1, "user", .id)]
    )

    static let contactRemoved = MessageDescription(
        "ContactRemoved",
        [FieldDescription(1, "user", .id)]
    )

    static let blocked = MessageDescription(
        "Blocked",
        [FieldDescription(1, "user", .id)]
    )

    static let unblocked = MessageDescription(
        "Unblocked",
        [FieldDescription(1, "user", .id)]
    )

    static let userForgotten = MessageDescription("UserForgotten", [])

    static let forgettingContent = MessageDescription(
        "ForgettingContent",
        [FieldDescription(1, "basis", .text)]
    )
}

extension EnumerationDescription {
    package static let conversationKind = EnumerationDescription(
        "ConversationKind",
        [
            1: "direct",
            2: "group",
            3: "request",
        ]
    )

    package static let reactionPolicy = EnumerationDescription(
        "ReactionPolicy",
        [
            1: "tapback",
            2: "open",
        ]
    )

    package static let historyPolicy = EnumerationDescription(
        "HistoryPolicy",
        [
            1: "full",
            2: "sinceJoin",
        ]
    )

    package static let detail = EnumerationDescription(
        "Detail",
        [
            1: "title",
            2: "photo",
        ]
    )

    package static let closingReason = EnumerationDescription(
        "ClosingReason",
        [
            1: "completed",
            2: "lastMemberLeft",
        ]
    )

    package static let role = EnumerationDescription(
        "Role",
        [
            1: "member",
            2: "admin",
            3: "creator",
        ]
    )

    package static let messageKind = EnumerationDescription(
        "MessageKind",
        [
            1: "text",
            2: "image",
            3: "audio",
            4: "file",
            5: "location",
            6: "mixed",
        ]
    )

    package static let attachmentKind = EnumerationDescription(
        "AttachmentKind",
        [
            1: "image",
            2: "audio",
            3: "file",
        ]
    )

    package static let reportReason = EnumerationDescription(
        "ReportReason",
        [
            1: "spam",
            2: "harassment",
            3: "inappropriate",
            4: "scam",
            5: "other",
        ]
    )

    package static let moderationAction = EnumerationDescription(
        "ModerationAction",
        [
            1: "dismiss",
            2: "warn",
            3: "suspend",
            4: "ban",
        ]
    )

    package static let receiptPolicy = EnumerationDescription(
        "ReceiptPolicy",
        [
            1: "optional",
            2: "mandatory",
        ]
    )

    package static let emailPolicy = EnumerationDescription(
        "EmailPolicy",
        [
            1: "everyone",
            2: "related",
            3: "nobody",
        ]
    )

    package static let lookPolicy = EnumerationDescription(
        "LookPolicy",
        [
            1: "required",
            2: "given",
            3: "off",
        ]
    )

    package static let groupAdds = EnumerationDescription(
        "GroupAdds",
        [
            1: "everyone",
            2: "contacts",
            3: "nobody",
        ]
    )

    package static let previews = EnumerationDescription(
        "Previews",
        [
            1: "always",
            2: "whenUnlocked",
            3: "never",
        ]
    )

    package static let autoDownload = EnumerationDescription(
        "AutoDownload",
        [
            1: "wifi",
            2: "always",
            3: "never",
        ]
    )

    package static let imageQuality = EnumerationDescription(
        "ImageQuality",
        [
            1: "high",
            2: "medium",
            3: "low",
        ]
    )

    package static let keepMessages = EnumerationDescription(
        "KeepMessages",
        [
            1: "thirtyDays",
            2: "ninetyDays",
            3: "oneYear",
            4: "forever",
        ]
    )

    package static let streamKind = EnumerationDescription(
        "StreamKind",
        [
            1: "store",
            2: "conversation",
            3: "user",
        ]
    )

    package static let commandKind = EnumerationDescription(
        "CommandKind",
        [
            1: "setProfile",
            2: "setSettings",
            3: "addContact",
            4: "removeContact",
            5: "block",
            6: "unblock",
            7: "startDirect",
            8: "createGroup",
            9: "openRequest",
            10: "rename",
            11: "setPhoto",
            12: "clearContext",
            13: "completeRequest",
            14: "cancelRequest",
            15: "add",
            16: "remove",
            17: "leave",
            18: "setRole",
            19: "setPermissions",
            20: "send",
            21: "edit",
            22: "delete",
            23: "annotate",
            24: "react",
            25: "unreact",
            26: "toggleReaction",
            27: "markDelivered",
            28: "markRead",
            29: "markUnread",
            30: "mute",
            31: "unmute",
            32: "pin",
            33: "unpin",
            34: "archive",
            35: "unarchive",
            36: "hide",
            37: "unhide",
            38: "clearHistory",
            39: "clearAll",
            40: "report",
            41: "resolveReport",
            42: "reinstate",
            43: "recordCustom",
            44: "appointModerator",
            45: "dismissModerator",
            46: "erase",
            47: "forgetUser",
            48: "placeHold",
            49: "releaseHold",
            50: "setRetention",
            51: "runRetention",
            52: "configure",
            53: "setNotifications",
            54: "passOwnership",
            55: "acknowledgeMedia",
            56: "keyCopyGone",
        ]
    )
}

extension EventDescription {
    /// Every event that these schemas know, by number.
    package static let all: [EventDescription] = [
        EventDescription(16, "logCreated", .logCreated, nil),
        EventDescription(17, "configurationChanged", .configurationChanged, nil),
        EventDescription(18, "moderatorAppointed", .moderatorAppointed, nil),
        EventDescription(19, "moderatorDismissed", .moderatorDismissed, nil),
        EventDescription(20, "retentionSet", .retentionSet, nil),
        EventDescription(21, "erasureRequested", .erasureRequested, .erasureContent),
        EventDescription(22, "contentErased", .contentErased, nil),
        EventDescription(23, "holdPlaced", .holdPlaced, .holdContent),
        EventDescription(24, "holdReleased", .holdReleased, nil),
        EventDescription(25, "customRecorded", .customRecorded, .customContent),
        EventDescription(26, "logRestored", .logRestored, nil),
        EventDescription(27, "retentionRun", .retentionRun, nil),
        EventDescription(28, "erasureProgress", .erasureProgress, nil),
        EventDescription(29, "contentOpened", .contentOpened, .lookContent),
        EventDescription(30, "exportMade", .exportMade, .exportContent),
        EventDescription(31, "mediaOwed", .mediaOwed, .owedContent),
        EventDescription(32, "conversationCreated", .conversationCreated, .conversationContent),
        EventDescription(33, "detailsChanged", .detailsChanged, .detailsContent),
        EventDescription(34, "contextCleared", .contextCleared, nil),
        EventDescription(35, "conversationClosed", .conversationClosed, nil),
        EventDescription(36, "requestCancelled", .requestCancelled, nil),
        EventDescription(40, "participantAdded", .participantAdded, nil),
        EventDescription(41, "participantLeft", .participantLeft, nil),
        EventDescription(42, "participantRemoved", .participantRemoved, nil),
        EventDescription(43, "roleChanged", .roleChanged, nil),
        EventDescription(44, "permissionsChanged", .permissionsChanged, nil),
        EventDescription(45, "ownershipPassed", .ownershipPassed, nil),
        EventDescription(48, "messageSent", .messageSent, .messageContent),
        EventDescription(49, "messageEdited", .messageEdited, .editContent),
        EventDescription(50, "messageDeleted", .messageDeleted, nil),
        EventDescription(51, "messageAnnotated", .messageAnnotated, .annotationContent),
        EventDescription(56, "reactionSet", .reactionSet, nil),
        EventDescription(57, "reactionRemoved", .reactionRemoved, nil),
        EventDescription(58, "deliveredUpTo", .deliveredUpTo, nil),
        EventDescription(59, "readUpTo", .readUpTo, nil),
        EventDescription(64, "markedUnread", .markedUnread, nil),
        EventDescription(65, "muted", .muted, nil),
        EventDescription(66, "unmuted", .unmuted, nil),
        EventDescription(67, "pinned", .pinned, nil),
        EventDescription(68, "unpinned", .unpinned, nil),
        EventDescription(69, "archived", .archived, nil),
        EventDescription(70, "unarchived", .unarchived, nil),
        EventDescription(71, "hidden", .hidden, nil),
        EventDescription(72, "unhidden", .unhidden, nil),
        EventDescription(73, "historyCleared", .historyCleared, nil),
        EventDescription(74, "notificationsSet", .notificationsSet, nil),
        EventDescription(80, "profileSet", .profileSet, .profileContent),
        EventDescription(81, "settingsChanged", .settingsChanged, nil),
        EventDescription(82, "contactAdded", .contactAdded, nil),
        EventDescription(83, "contactRemoved", .contactRemoved, nil),
        EventDescription(84, "blocked", .blocked, nil),
        EventDescription(85, "unblocked", .unblocked, nil),
        EventDescription(86, "userForgotten", .userForgotten, .forgettingContent),
        EventDescription(96, "reported", .reported, .reportContent),
        EventDescription(97, "reportResolved", .reportResolved, .resolutionContent),
        EventDescription(98, "warned", .warned, nil),
        EventDescription(99, "suspended", .suspended, nil),
        EventDescription(100, "banned", .banned, nil),
        EventDescription(101, "reinstated", .reinstated, nil),
        EventDescription(112, "journalBegun", .journalBegun, nil),
        EventDescription(113, "keyCopyBegun", .keyCopyBegun, nil),
        EventDescription(114, "keyCopyDone", .keyCopyDone, nil),
        EventDescription(115, "keyCopyGone", .keyCopyGone, nil),
    ]
}
