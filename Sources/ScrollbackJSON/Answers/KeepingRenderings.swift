internal import Messaging
internal import Wire

extension Rendering<StoreState.KindRetention> {
    /// Days, as `setRetention` takes them.
    static let retention = object {
        always("kind", .word) { $0.kind }
        optional("minimum", .count) { $0.retention.minimumDays }
        optional("maximum", .count) { $0.retention.maximumDays }
    } make: {
        StoreState.KindRetention($0, Retention(minimumDays: $1, maximumDays: $2))
    }
}

extension Rendering<OwnRetention> {
    /// As `retention`, of one conversation.
    static let ownRetention = object {
        always("conversation", .id) { $0.conversation }
        always("kind", .word) { $0.kind }
        optional("minimum", .count) { $0.retention.minimumDays }
        optional("maximum", .count) { $0.retention.maximumDays }
    } make: {
        OwnRetention($0, of: $1, Retention(minimumDays: $2, maximumDays: $3))
    }
}

extension Rendering<KeyCopyItem> {
    static let keyCopy = object {
        always("place", .id) { $0.place }
        always("label", .text) { $0.label }
        always("at", .time) { $0.begunAt }
        optional("upTo", .position) { $0.upTo }
        always("older", .boolean) { $0.isOlder }
    } make: { place, label, begunAt, upTo, isOlder in
        KeyCopyItem(place: place, label: label, begunAt: begunAt, upTo: upTo, isOlder: isOlder)
    }
}

extension Rendering<OwedMediaItem> {
    static let owedMedia = object {
        always("position", .position) { $0.position }
        always("at", .time) { $0.at }
        always("urls", .list(of: .text)) { $0.urls }
    } make: {
        OwedMediaItem(position: $0, at: $1, urls: $2)
    }
}

extension Rendering<StoreState.OwedMedia> {
    static let owed = object {
        always("count", .count) { $0.count }
        always("since", .time) { $0.since }
    } make: {
        StoreState.OwedMedia(count: $0, since: $1)
    }
}

extension Rendering<HoldItem> {
    static let hold = object {
        always("hold", .id) { $0.hold.id }
        optional("matter", .text) { $0.matter }
        optional("conversation", .id) { $0.hold.conversation }
        optional("user", .id) { $0.hold.user }
        optional("from", .time) { $0.hold.from }
        optional("until", .time) { $0.hold.until }
        always("at", .time) { $0.placedAt }
        always("position", .position) { $0.hold.position }
    } make: { id, matter, conversation, user, from, until, placedAt, position in
        let hold = HoldFacts(
            id: id,
            position: position,
            conversation: conversation,
            user: user,
            from: from,
            until: until
        )
        return HoldItem(hold, matter: matter, placedAt: placedAt)
    }
}

extension Rendering<PendingErasure> {
    static let pending = object {
        always("position", .position) { $0.request.position }
        always("at", .time) { $0.requestedAt }
        RenderedFields<Erase.Target>.target.of { $0.request.target }
        always("forgets", .boolean) { $0.request.forgetsUser }
        always("waiting", .count) { $0.waiting }
        RenderedFields<Erasure.Reason>.why.of { $0.why }
    } make: { position, requestedAt, target, forgetsUser, waiting, why in
        PendingErasure(
            ErasureFacts(position: position, target: target, forgetsUser: forgetsUser),
            requestedAt: requestedAt,
            waiting: waiting,
            why: why
        )
    }
}

extension RenderedField<Erase.Target, Erase.Target> {
    fileprivate static let target = all {
        optional("message", .id) { if case .message(let id) = $0 { id } else { nil } }
        optional("user", .id) { if case .user(let id) = $0 { id } else { nil } }
        optional("conversation", .id) { if case .conversation(let id) = $0 { id } else { nil } }
    } make: { message, user, conversation throws(FormFault) in
        if let message { return .message(message) }
        if let user { return .user(user) }
        if let conversation { return .conversation(conversation) }
        throw FormFault(.isOneOfNone(["message", "user", "conversation"]))
    }
}
