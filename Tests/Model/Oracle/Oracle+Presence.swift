/// Who is online, and who sees it (D-82).
extension Oracle {
    /// What the devices of a person said; never a fact.
    struct Presence: Sendable {
        /// When each device said last that the person is online, unless it has said otherwise.
        var devices: [String: Int] = [:]
        /// The newest `online`, or `offline` said while online.
        var seen = 0
    }

    mutating func sayPresence(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let device = call["device"]?.string
        trial.faultOfContent(
            "invalidText",
            "invalidRequest",
            if: device.map { Words.trimmed($0).isEmpty || !isLine($0, upTo: 64) } ?? false
        )
        try trial.settle()
        guard settings(call.actor)["sharePresence"] == true else {
            presences[call.actor] = nil
            return [:]
        }
        // Of a person who was never online nothing is known after `offline` either.
        guard call["state"] == "online" || presences[call.actor] != nil else { return [:] }
        var presence = presences[call.actor] ?? Presence()
        // A name is never empty.
        let name = device.map(Words.trimmed) ?? ""
        if call["state"] == "online" {
            presence.devices[name] = now
            presence.seen = now
        } else {
            if isOnline(call.actor) { presence.seen = now }
            presence.devices[name] = nil
        }
        presences[call.actor] = presence
        return [:]
    }

    func isOnline(_ user: String) -> Bool {
        (presences[user]?.devices ?? [:]).values.contains { now < $0 + 75_000 }
    }

    /// The fields of presence as a viewer is shown them; none where they may not see them.
    func presence(of user: String, shownTo viewer: String) -> [String: Value] {
        guard !isPast, settings(user)["sharePresence"] == true, isRelated(viewer, to: user),
            !hasBlocked(user, viewer), !hasBlocked(viewer, user)
        else { return [:] }
        let own = (chatFacts + others).filter { $0.actor == user }.map(\.time)
        let other = [presences[user]?.seen, doubtfulActs[user]].compactMap { $0 }
        guard let seen = (own + other).max() else { return [:] }
        return ["online": .bool(isOnline(user) && !isSuspended(user)), "lastSeenAt": .int(seen)]
    }

    func presence(_ line: Line) throws(Refused) -> Value {
        let asked = (line.fields["users"]?.array ?? []).compactMap(\.string)
        guard asked.count <= 500 else { throw Refused(codes: ["invalidRequest"]) }
        var items: [Value] = []
        var seen: Set<String> = []
        for user in asked where seen.insert(user).inserted {
            let shown = presence(of: user, shownTo: line.actor)
            items.append(.object(shown.merging(["user": .string(user)]) { _, new in new }))
        }
        return ["items": .array(items)]
    }
}
