import LogSchema
import Merkle
import Messaging
import Wire

extension Event {
    /// One of every kind, with every field; content says "secret" wherever it says something.
    static let samples: [Event] = [
        .logCreated(
            LogCreated(
                logID: .numbered(1),
                epoch: 74,
                imported: ImportedLog(
                    logID: .numbered(2),
                    events: 73,
                    root: .sample,
                    epoch: 72,
                    withoutJournal: true
                )
            )
        ),
        .logRestored(
            LogRestored(
                epoch: 75,
                earlier: [EarlierEpoch(epoch: 74, fork: 300, committed: 321)],
                erasures: 2,
                journalLines: 4711,
                journalSum: .sample,
                withoutJournal: true,
                drill: true
            )
        ),
        .journalBegun(JournalBegun(setAside: true)),
        .configurationChanged(
            ConfigurationChanged(
                textLimit: 111,
                receipts: .mandatory,
                rateLimit: RateLimit(messages: 148, seconds: 185),
                removesRateLimit: true,
                emails: .nobody,
                limits: LimitChanges(
                    attachments: 7,
                    audioSeconds: 222,
                    imageBytes: 259,
                    members: 296
                ),
                furtherRateLimits: [RateLimit(messages: 149, seconds: 186)],
                looks: .required
            )
        ),
        .moderatorAppointed(ModeratorAppointed(user: .numbered(6))),
        .moderatorDismissed(ModeratorDismissed(user: .numbered(7))),
        .retentionSet(
            RetentionSet(
                kind: .request,
                minimumDays: 296,
                maximumDays: 333,
                conversation: .numbered(81)
            )
        ),
        .erasureRequested(
            ErasureRequested(
                message: .numbered(10),
                user: .numbered(11),
                conversation: .numbered(12),
                forwards: true
            ),
            ErasureContent(basis: "secret basis", reason: "secret reason")
        ),
        .contentErased(
            ContentErased(ranges: [
                PositionRange(first: 481, count: 518), PositionRange(first: 555, count: 592),
            ])
        ),
        .holdPlaced(
            HoldPlaced(
                hold: .numbered(17),
                conversation: .numbered(18),
                user: .numbered(19),
                from: 740,
                until: 777
            ),
            HoldContent(matter: "secret matter")
        ),
        .holdReleased(HoldReleased(hold: .numbered(22))),
        .keyCopyBegun(KeyCopyBegun(place: .numbered(84), label: "label")),
        .keyCopyDone(KeyCopyDone(place: .numbered(85), upTo: 78, version: 13)),
        .keyCopyGone(KeyCopyGone(place: .numbered(86))),
        .customRecorded(CustomRecorded(type: "type"), CustomContent(data: "secret data")),
        .retentionRun(RetentionRun()),
        .erasureProgress(ErasureProgress(request: 12, erased: 1_000, pending: 70_000)),
        .contentOpened(
            ContentOpened(
                looker: "looker",
                query: "query",
                asUser: .numbered(80),
                conversation: .numbered(81),
                message: .numbered(82),
                user: .numbered(83),
                past: true
            ),
            LookContent(reason: "secret reason of a look")
        ),
        .exportMade(
            ExportMade(
                conversation: .numbered(24),
                user: .numbered(25),
                from: 741,
                until: 778,
                deleted: true,
                upTo: 77,
                root: .sample,
                manifest: .sample,
                who: "uid:7"
            ),
            ExportContent(reason: "secret purpose")
        ),
        .mediaOwed(MediaOwed(count: 2), OwedContent(urls: ["secret one.jpg", "secret two"])),
        .conversationCreated(
            ConversationCreated(
                kind: .request,
                reactions: .open,
                history: .sinceJoin,
                with: .numbered(23),
                contextKind: "context kind",
                contextID: "context id",
                entry: .numbered(24),
                members: 925
            ),
            ConversationContent(
                title: "secret title",
                photo: "secret photo",
                custom: "secret custom",
                contextKind: "secret context kind",
                contextID: "secret context id"
            )
        ),
        .detailsChanged(
            DetailsChanged(entry: .numbered(26), detail: .photo, cleared: true, ordinal: 4021),
            DetailsContent(text: "secret text")
        ),
        .contextCleared(ContextCleared()),
        .conversationClosed(ConversationClosed(reason: .lastMemberLeft)),
        .requestCancelled(RequestCancelled()),
        .participantAdded(
            ParticipantAdded(
                user: .numbered(27),
                role: .creator,
                canAdd: true,
                canRemove: true,
                canEdit: true,
                founder: true,
                entry: .numbered(28),
                messageNumber: 4022,
                ordinal: 4023,
                historyFrom: 4019
            )
        ),
        .participantLeft(
            ParticipantLeft(user: .numbered(29), entry: .numbered(30), ordinal: 4024)
        ),
        .participantRemoved(
            ParticipantRemoved(user: .numbered(31), entry: .numbered(32), ordinal: 4025)
        ),
        .roleChanged(RoleChanged(user: .numbered(33), role: .creator)),
        .permissionsChanged(
            PermissionsChanged(user: .numbered(34), canAdd: true, canRemove: true, canEdit: true)
        ),
        .ownershipPassed(
            OwnershipPassed(user: .numbered(35), from: .numbered(135), formerRole: .admin)
        ),
        .messageSent(
            MessageSent(
                message: .numbered(36),
                kind: .mixed,
                replyTo: .numbered(37),
                replyToOrdinal: 1406,
                forwardedFrom: .numbered(39),
                broadcast: true,
                payment: true,
                claimedAt: 1480,
                mentions: [.numbered(41), .numbered(42)],
                attachments: [.file, .audio],
                location: true,
                links: 1591,
                characters: 1628,
                silent: true,
                ordinal: 4026,
                messageNumber: 4027
            ),
            MessageContent(
                text: "secret text",
                attachments: [
                    Attachment(
                        kind: .file,
                        url: "secret url",
                        thumbnail: "secret thumbnail",
                        width: 1665,
                        height: 1702,
                        sizeInBytes: 1739,
                        seconds: 12.345,
                        name: "secret name",
                        sha256: .sample,
                        waveform: [1, 128, 255]
                    ),
                    Attachment(
                        kind: .file,
                        url: "secret url",
                        thumbnail: "secret thumbnail",
                        width: 1776,
                        height: 1813,
                        sizeInBytes: 1850,
                        seconds: 12.345,
                        name: "secret name",
                        sha256: .sample,
                        waveform: [1, 128, 255]
                    ),
                ],
                location: Location(
                    latitude: 12.345,
                    longitude: 12.345,
                    name: "secret name",
                    address: "secret address"
                ),
                custom: "secret custom"
            )
        ),
        .messageEdited(
            MessageEdited(
                message: .numbered(51),
                ordinal: 1924,
                messageNumber: 1961,
                mentions: [.numbered(54), .numbered(55)],
                links: 2072,
                characters: 2109,
                removesLinkPreview: true
            ),
            EditContent(text: "secret text")
        ),
        .messageDeleted(
            MessageDeleted(
                message: .numbered(58),
                ordinal: 2183,
                messageNumber: 2220,
                sender: .numbered(61)
            )
        ),
        .messageAnnotated(
            MessageAnnotated(
                message: .numbered(62),
                ordinal: 2331,
                messageNumber: 2368,
                hasLinkPreview: true,
                priority: true,
                removesLinkPreview: true
            ),
            AnnotationContent(
                linkPreview: LinkPreview(
                    url: "secret url",
                    title: "secret title",
                    description: "secret description",
                    image: "secret image"
                ),
                reason: "secret reason"
            )
        ),
        .reactionSet(
            ReactionSet(
                message: .numbered(65),
                ordinal: 2442,
                reaction: "reaction",
                replaced: "replaced"
            )
        ),
        .reactionRemoved(
            ReactionRemoved(message: .numbered(67), ordinal: 2516, reaction: "reaction")
        ),
        .deliveredUpTo(DeliveredUpTo(upTo: .numbered(69), ordinal: 2590, messageNumber: 2627)),
        .readUpTo(ReadUpTo(upTo: .numbered(72), ordinal: 2701, messageNumber: 2738, silent: true)),
        .markedUnread(
            MarkedUnread(
                conversation: .numbered(75),
                from: .numbered(76),
                ordinal: 2849,
                messageNumber: 2886
            )
        ),
        .muted(Muted(conversation: .numbered(79), until: 2960)),
        .unmuted(Unmuted(conversation: .numbered(81))),
        .pinned(Pinned(conversation: .numbered(82))),
        .unpinned(Unpinned(conversation: .numbered(83))),
        .archived(Archived(conversation: .numbered(84))),
        .unarchived(Unarchived(conversation: .numbered(85))),
        .hidden(Hidden(conversation: .numbered(86))),
        .unhidden(Unhidden(conversation: .numbered(87))),
        .historyCleared(HistoryCleared(conversation: .numbered(88))),
        .notificationsSet(NotificationsSet(conversation: .numbered(89), on: true)),
        .profileSet(
            ProfileSet(),
            ProfileContent(
                username: "secret username",
                fullName: "secret full name",
                avatar: "secret avatar",
                email: "secret email",
                custom: "secret custom"
            )
        ),
        .settingsChanged(
            SettingsChanged(
                sendReadReceipts: true,
                shareTyping: true,
                groupAdds: .nobody,
                notifications: true,
                previews: .never,
                sound: true,
                badge: true,
                autoDownload: .never,
                saveToPhotos: true,
                imageQuality: .low,
                keepMessages: .forever,
                sharePresence: true,
                vibration: true
            )
        ),
        .contactAdded(ContactAdded(user: .numbered(89))),
        .contactRemoved(ContactRemoved(user: .numbered(90))),
        .blocked(Blocked(user: .numbered(91))),
        .unblocked(Unblocked(user: .numbered(92))),
        .userForgotten(UserForgotten(), ForgettingContent(basis: "secret basis")),
        .reported(
            Reported(
                report: .numbered(93),
                message: .numbered(94),
                conversation: .numbered(95),
                user: .numbered(96),
                reason: .other
            ),
            ReportContent(details: "secret details")
        ),
        .reportResolved(
            ReportResolved(report: .numbered(97), action: .ban),
            ResolutionContent(note: "secret note")
        ),
        .warned(Warned(report: .numbered(98))),
        .suspended(Suspended(report: .numbered(99), until: 3700)),
        .banned(Banned(report: .numbered(101))),
        .reinstated(Reinstated()),
    ]

    /// One of every kind, with nothing in it; content is there, and empty, where it can be.
    static let emptySamples: [Event] = [
        .logCreated(LogCreated()),
        .logRestored(LogRestored()),
        .journalBegun(JournalBegun()),
        .configurationChanged(ConfigurationChanged()),
        .moderatorAppointed(ModeratorAppointed()),
        .moderatorDismissed(ModeratorDismissed()),
        .retentionSet(RetentionSet()),
        .erasureRequested(ErasureRequested(), ErasureContent()),
        .contentErased(ContentErased()),
        .holdPlaced(HoldPlaced(), HoldContent()),
        .holdReleased(HoldReleased()),
        .keyCopyBegun(KeyCopyBegun()),
        .keyCopyDone(KeyCopyDone()),
        .keyCopyGone(KeyCopyGone()),
        .customRecorded(CustomRecorded(), CustomContent()),
        .retentionRun(RetentionRun()),
        .erasureProgress(ErasureProgress()),
        .contentOpened(ContentOpened(), LookContent()),
        .exportMade(ExportMade(), ExportContent()),
        .mediaOwed(MediaOwed(), OwedContent()),
        .conversationCreated(ConversationCreated(), ConversationContent()),
        .detailsChanged(DetailsChanged(), DetailsContent()),
        .contextCleared(ContextCleared()),
        .conversationClosed(ConversationClosed()),
        .requestCancelled(RequestCancelled()),
        .participantAdded(ParticipantAdded()),
        .participantLeft(ParticipantLeft()),
        .participantRemoved(ParticipantRemoved()),
        .roleChanged(RoleChanged()),
        .permissionsChanged(PermissionsChanged()),
        .ownershipPassed(OwnershipPassed()),
        .messageSent(MessageSent(), MessageContent()),
        .messageEdited(MessageEdited(), EditContent()),
        .messageDeleted(MessageDeleted()),
        .messageAnnotated(MessageAnnotated(), AnnotationContent()),
        .reactionSet(ReactionSet()),
        .reactionRemoved(ReactionRemoved()),
        .deliveredUpTo(DeliveredUpTo()),
        .readUpTo(ReadUpTo()),
        .markedUnread(MarkedUnread()),
        .muted(Muted()),
        .unmuted(Unmuted()),
        .pinned(Pinned()),
        .unpinned(Unpinned()),
        .archived(Archived()),
        .unarchived(Unarchived()),
        .hidden(Hidden()),
        .unhidden(Unhidden()),
        .historyCleared(HistoryCleared()),
        .notificationsSet(NotificationsSet()),
        .profileSet(ProfileSet(), ProfileContent()),
        .settingsChanged(SettingsChanged()),
        .contactAdded(ContactAdded()),
        .contactRemoved(ContactRemoved()),
        .blocked(Blocked()),
        .unblocked(Unblocked()),
        .userForgotten(UserForgotten(), ForgettingContent()),
        .reported(Reported(), ReportContent()),
        .reportResolved(ReportResolved(), ResolutionContent()),
        .warned(Warned()),
        .suspended(Suspended()),
        .banned(Banned()),
        .reinstated(Reinstated()),
    ]
}

extension UniqueID {
    static func numbered(_ number: UInt64) -> UniqueID {
        UniqueID(high: 0x5A5A_0000_0000_4000, low: 0b10 << 62 | number)
    }
}

extension Digest {
    static let sample: Digest = {
        let bytes = (0..<32).map { UInt8(0xD0 ^ $0) }
        return Digest(bytes.span.bytes)
    }()
}
