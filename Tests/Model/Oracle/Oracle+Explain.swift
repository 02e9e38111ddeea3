/// Why a person is shown an entry or not, gathered from the facts.
extension Oracle {
    func explain(_ fields: [String: Value]) throws(Refused) -> Value {
        let (message, user) = (fields["message"]?.string ?? "", fields["user"]?.string ?? "")
        guard let id = conversation(ofMessage: message), let chat = truth(id),
            let entry = chat.entry(message)
        else { throw Refused(codes: ["notFound"]) }
        let position = entry.fact.position
        let seen = find(message, as: user)?.entry
        func answer(_ because: [Value]) -> Value {
            [
                "conversation": .string(id), "position": .int(position),
                "visible": .bool(seen != nil), "content": .bool(seen.map { !$0.isGone } ?? false),
                "because": .array(because),
            ]
        }
        guard let stays = chat.stays[user] else { return answer([["reason": "never a member"]]) }
        func reason(_ word: String, _ fact: Fact?, by user: String? = nil) -> Value {
            optional([
                "reason": .string(word), "position": fact.map { .int($0.position) },
                "at": fact.map { .int($0.time) }, "user": user.map(Value.string),
            ])
        }
        func fact(at position: Int) -> Fact? { chats[id]?.first { $0.position == position } }
        func since(_ stay: Chat.Stay) -> Value {
            reason("member since", fact(at: stay.from))
        }
        func left(_ stay: Chat.Stay) -> [Value] {
            stay.to == .max ? [] : [reason("left at", fact(at: stay.to))]
        }
        // Of a membership with a beginning of its own, the words are the store's.
        if stays.contains(where: { $0.since != nil }) {
            var answer = answer([]).object ?? [:]
            answer["because"] = .unsettled
            return .object(answer)
        }
        var because: [Value] = []
        if chat.seesOnlyStays {
            because.append(reason("history since joining", chat.creation))
            if let stay = stays.first(where: { $0.from <= position && position <= $0.to }) {
                because += [since(stay)] + left(stay)
            } else {
                if let earlier = stays.last(where: { $0.to < position }) {
                    because += left(earlier)
                }
                if let later = stays.first(where: { $0.from > position }) {
                    because.append(since(later))
                }
            }
        } else {
            because.append(reason("full history", chat.creation))
            if let last = stays.last { because += [since(last)] + left(last) }
        }
        if let cleared = own(.cleared, user, id), position <= cleared.position {
            // One command clears many conversations; in which order is the store's to say.
            because.append(["reason": "cleared", "position": .unsettled, "at": .int(cleared.time)])
        }
        let days = ["30d": 30, "90d": 90, "1y": 365][settings(user)["keepMessages"]?.string ?? ""]
        if let days, entry.fact.time < now - days * 86_400_000 {
            because.append(["reason": "expired", "at": .int(now - days * 86_400_000)])
        }
        if entry.deletedBy != nil {
            let isUnseen = seen != nil && seen?.deletedBy == nil
            let deletion = chats[id]?.first { $0.kind == .deleted && $0.message == message }
            because.append(reason(isUnseen ? "deletion unseen" : "deleted", deletion))
        }
        // By which event is the store's to say.
        if entry.isErased {
            because.append(["reason": "erased", "position": .unsettled, "at": .unsettled])
        }
        if isHiddenByOwner(user, id), let hidden = own(.hidden, user, id) {
            because.append(["reason": "hidden", "position": .unsettled, "at": .int(hidden.time)])
        }
        guard chat.isDirect, let other = chat.members.first(where: { $0.user != user })?.user
        else { return answer(because) }
        for (owner, blocked) in [(user, other), (other, user)] where hasBlocked(owner, blocked) {
            let block = others.last {
                $0.kind == .blocked && $0.actor == owner && $0.user == blocked
            }
            because.append(reason("blocked", block, by: owner))
        }
        return answer(because)
    }
}
