/// Commands of moderators and operators, and reports.
extension Oracle {
    mutating func report(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        var fields = call.fields
        if let message = call["message"]?.string {
            guard let place = find(message, as: call.actor) else {
                throw Refused(codes: ["notFound"])
            }
            trial.refuse("systemEntry", "invalidRequest", if: place.entry.isSystem)
            trial.refuse("invalidRequest", if: place.entry.sender == call.actor)
            fields["sender"] = .string(place.entry.sender)
        }
        if let conversation = call["conversation"]?.string {
            guard truth(conversation)?.stays[call.actor] != nil else {
                throw Refused(codes: ["notFound"])
            }
        }
        trial.refuse("invalidRequest", if: call["user"] == .string(call.actor))
        trial.faultOfContent("invalidText", if: !isText(call.text("details"), upTo: 2_000))
        try trial.settle()
        var id = call.id ?? ""
        if call.id == nil {
            madeSoFar += 1
            id = Oracle.made(.report, madeSoFar)
        }
        fields["report"] = .string(id)
        record(.reported, by: call.actor, fields)
        return ["report": .string(id)]
    }

    func reported(_ id: String) -> Fact? {
        others.first { $0.kind == .reported && $0.fields["report"] == .string(id) }
    }

    func resolution(_ id: String) -> Fact? {
        others.first { $0.kind == .resolved && $0.fields["report"] == .string(id) }
    }

    mutating func resolve(_ call: Call) throws(Refused) -> Value {
        guard let report = reported(call.text("report")) else {
            throw Refused(codes: ["notFound"])
        }
        var trial = Trial(self)
        let action = call.text("action")
        trial.refuse("invalidRequest", if: resolution(call.text("report")) != nil)
        trial.refuse(
            "invalidRequest",
            if: action != "dismiss" && report.fields["conversation"] != nil
        )
        trial.faultOfContent("invalidText", if: !isText(call.text("note"), upTo: 2_000))
        try trial.settle()
        record(.resolved, by: call.actor, call.fields)
        if action != "dismiss" {
            let user = (report.fields["user"] ?? report.fields["sender"])?.string ?? ""
            let isBanned = punishment(user)?.fields["isBan"] == true
            if action == "warn" {
                record(.warned, by: call.actor, user: user)
            } else if action == "ban" {
                record(.punished, by: call.actor, user: user, ["isBan": true])
                disown(user, by: call.actor)
            } else if !isBanned {
                // A suspension makes no ban shorter.
                let until = call["until"].map { ["until": $0] } ?? [:]
                record(.punished, by: call.actor, user: user, until)
            }
        }
        return [:]
    }

    mutating func reinstate(_ call: Call) -> Value {
        let user = call.text("user")
        if punishment(user) != nil {
            if !isSuspended(user) { isPositionExact = false }
            record(.reinstated, by: call.actor, user: user)
        }
        return [:]
    }

    mutating func appoint(_ call: Call) -> Value {
        let user = call.text("user")
        let appoints = call.name == "appointModerator"
        if isModerator(user) != appoints {
            record(appoints ? .appointed : .dismissed, by: call.actor, user: user)
        }
        return [:]
    }

    mutating func configure(_ call: Call) throws(Refused) -> Value {
        let limit = call["rateLimit"]
        guard call["textLimit"]?.int.map({ (1...65_536).contains($0) }) ?? true,
            Self.isRate(limit)
        else { throw Refused(codes: ["invalidRequest"]) }
        let ranges = [
            "attachments": 0...10, "audioSeconds": 1...86_400, "imageBytes": 1...(1 << 53),
            "members": 2...5_000,
        ]
        var fields = call.fields
        if let limits = limits(changedBy: fields["limits"]) {
            fields["limits"] = limits
            for (name, range) in ranges where !(limits[name]?.int.map(range.contains) ?? false) {
                throw Refused(codes: ["invalidRequest"])
            }
        }
        let present = configuration
        let changes = fields.filter { name, value in
            // D-119: a list of one is that one.
            name == "rateLimit"
                ? Self.windows(present[name]) != Self.windows(value) : present[name] != value
        }
        if !changes.isEmpty { record(.configured, by: call.actor, changes) }
        // While nothing is limited, nothing is counted.
        if present["rateLimit"] == .null { hasteFrom = position }
        return [:]
    }

    /// D-119: the windows of a rate limit, which is one, a list or none.
    static func windows(_ limit: Value?) -> [Value] {
        limit?.array ?? (limit == nil || limit == .null ? [] : [limit ?? .null])
    }

    private static func isRate(_ limit: Value?) -> Bool {
        if limit == nil || limit == .null { return true }
        let windows = windows(limit)
        return (1...4).contains(windows.count)
            && windows.allSatisfy {
                (1...1_000_000).contains($0["messages"]?.int ?? 0)
                    && (1...86_400).contains($0["seconds"]?.int ?? 0)
            }
    }

    mutating func placeHold(_ call: Call) throws(Refused) -> Value {
        if let conversation = call["conversation"]?.string, truth(conversation) == nil {
            throw Refused(codes: ["notFound"])
        }
        var id = call.id ?? ""
        if call.id == nil {
            madeSoFar += 1
            id = Oracle.made(.hold, madeSoFar)
        }
        var fields = call.fields
        fields["hold"] = .string(id)
        record(.holdPlaced, by: call.actor, fields)
        return ["hold": .string(id)]
    }

    private var holds: [Fact] {
        others.filter { hold in
            hold.kind == .holdPlaced
                && !others.contains {
                    $0.kind == .holdReleased && $0.fields["hold"] == hold.fields["hold"]
                }
        }
    }

    /// What was asked to go and is still there.
    private var pending: [Int] {
        let deferred = others.filter { $0.kind == .erased }
            .flatMap { $0.fields["deferred"]?.array?.compactMap(\.int) ?? [] }
        // A message goes as a whole, with what was changed about it later.
        let sent = deferred.compactMap { fact(at: $0) }.filter { $0.kind == .sent }.map(\.message)
        let changed = words { Oracle.messageWords.contains($0.kind) && sent.contains($0.message) }
        return Set(deferred + changed).filter { !erased.contains($0) }.sorted()
    }

    /// D-61: what was deferred is tried again when a hold goes.
    mutating func releaseHold(_ call: Call) throws(Refused) -> Value {
        let id = call["hold"]
        guard others.contains(where: { $0.kind == .holdPlaced && $0.fields["hold"] == id }) else {
            throw Refused(codes: ["notFound"])
        }
        if call["dryRun"] == true {
            return [
                "erased": .unsettled, "erasedList": .unsettled, "deferred": .unsettled,
                "deferredCount": .unsettled, "pending": 0,
            ]
        }
        guard holds.contains(where: { $0.fields["hold"] == id }) else { return [:] }
        isPositionExact = false
        record(.holdReleased, by: call.actor, ["hold": id ?? .null])
        let ripe = pending.filter { reasonToKeep($0) == nil }
        if !ripe.isEmpty { eraseNow(Set(ripe), [], by: call.actor) }
        return [:]
    }

    mutating func setRetention(_ call: Call) throws(Refused) -> Value {
        let fields = call.fields.filter { ["minimum", "maximum"].contains($0.key) }
        if let conversation = call["conversation"]?.string {
            return try setRetention(ofOne: conversation, fields, call)
        }
        let kinds = call["kind"]?.string.map { [$0] } ?? ["direct", "group", "request"]
        for kind in kinds {
            let bounds = ownRules(kind).merging(fields) { _, new in new }
            // D-95: also with the bounds that a conversation of the kind has of its own.
            let all = conversations.filter { self.kind(of: $0) == kind }.map { id in
                bounds.merging(ownRules(id).filter { $0.value != .null }) { _, new in new }
            }
            guard ([bounds] + all).allSatisfy(Self.isConsistent) else {
                throw Refused(codes: ["invalidRequest"])
            }
        }
        for kind in kinds { note(fields, of: kind, by: call.actor) }
        return [:]
    }

    /// D-95: each bound replaces that of the kind; null takes its own away.
    private mutating func setRetention(
        ofOne conversation: String,
        _ fields: [String: Value],
        _ call: Call
    ) throws(Refused) -> Value {
        guard call["kind"] == nil else { throw Refused(codes: ["invalidRequest"]) }
        guard truth(conversation) != nil else { throw Refused(codes: ["notFound"]) }
        let own = ownRules(conversation).merging(fields) { _, new in new }
        let bounds = ownRules(kind(of: conversation))
            .merging(own.filter { $0.value != .null }) { _, new in new }
        guard Self.isConsistent(bounds) else { throw Refused(codes: ["invalidRequest"]) }
        note(fields, of: conversation, by: call.actor)
        return [:]
    }

    /// Says what changes of a kind's bounds, or of a conversation's own.
    private mutating func note(_ fields: [String: Value], of owner: String, by actor: String) {
        let present = ownRules(owner)
        let isChanged = fields.contains { name, days in (present[name] ?? .null) != days }
        if isChanged { record(.retentionSet, by: actor, user: owner, fields) }
    }

    private static func isConsistent(_ bounds: [String: Value]) -> Bool {
        (bounds["minimum"]?.int ?? 0) <= bounds["maximum"]?.int ?? .max
    }

    private func kind(of conversation: String) -> String {
        chats[conversation]?.first?.fields["kind"]?.string ?? ""
    }

    /// What was said of a kind of conversation, or of one conversation alone.
    private func ownRules(_ owner: String) -> [String: Value] {
        var rules: [String: Value] = [:]
        for fact in others where fact.kind == .retentionSet && fact.user == owner {
            rules.merge(fact.fields) { _, new in new }
        }
        return rules
    }

    /// Days, for what a conversation holds.
    private func retention(in conversation: String) -> (minimum: Int?, maximum: Int?) {
        let own = ownRules(conversation).filter { $0.value != .null }
        let rules = ownRules(kind(of: conversation)).merging(own) { _, new in new }
        return (rules["minimum"]?.int, rules["maximum"]?.int)
    }

    /// The fact with words at a position; one without may have been given its position by guess.
    private func fact(at position: Int) -> Fact? {
        (chatFacts + others).first {
            $0.position == position && Oracle.wordsOfAnyKind.contains($0.kind)
        }
    }

    /// Of a message, what keeps one part of it keeps all: it is erased as a whole.
    private func reasonToKeep(_ position: Int) -> Value? {
        guard let fact = fact(at: position) else { return nil }
        if let reason = ownReasonToKeep(fact) { return reason }
        guard Oracle.messageWords.contains(fact.kind) else { return nil }
        for part in words({
            Oracle.messageWords.contains($0.kind) && $0.message == fact.message
        }) where !erased.contains(part) {
            guard let other = self.fact(at: part), let reason = ownReasonToKeep(other)?.object
            else { continue }
            return .object(reason.merging(["position": .int(position)]) { $1 })
        }
        return nil
    }

    /// Holds before the minimum of retention; D-61's words.
    private func ownReasonToKeep(_ fact: Fact) -> Value? {
        let position = fact.position
        // D-83: no hold covers the store's own stream, where reports are.
        for hold in fact.kind == .reported ? [] : holds {
            let scope = hold.fields
            if scope["conversation"].map({ $0 == .string(fact.conversation) }) ?? true,
                scope["user"].map({ $0 == .string(fact.actor) }) ?? true,
                scope["from"]?.int.map({ $0 <= fact.time }) ?? true,
                scope["until"]?.int.map({ fact.time <= $0 }) ?? true
            {
                return ["position": .int(position), "why": "hold", "hold": .unsettled]
            }
        }
        // A message is as old as its sending, however lately it was edited.
        let isPart = Oracle.messageWords.contains(fact.kind)
        let age =
            isPart
            ? self.fact(fact.message, in: fact.conversation)?.time ?? fact.time : fact.time
        guard let days = retention(in: fact.conversation).minimum,
            now - age < days * 86_400_000
        else { return nil }
        return ["position": .int(position), "why": "minimumRetention"]
    }

    /// The facts that hold a person's words: of messages, titles and photos.
    private func words(_ condition: (Fact) -> Bool) -> [Int] {
        chatFacts.filter(condition).map(\.position)
    }

    private static let messageWords: Set<Fact.Kind> = [.sent, .edited, .annotated]
    private static let chatWords = messageWords.union([.created, .titled, .pictured])
    private static let wordsOfAnyKind = chatWords.union([.reported, .profileSet])

    mutating func erase(_ call: Call) throws(Refused) -> Value {
        let user = call.text("user")
        var positions: [Int]
        var isSimple = false
        if let message = call["message"]?.string {
            guard let conversation = conversation(ofMessage: message) else {
                throw Refused(codes: ["notFound"])
            }
            guard !Oracle.isMade(message) || fact(message, in: conversation)?.kind == .sent else {
                throw Refused(codes: ["systemEntry"])
            }
            var reach = [message]
            if call["forwards"] == true { reach += forwards(of: message) }
            positions = words { fact in
                Oracle.messageWords.contains(fact.kind) && reach.contains(fact.message)
            }
            isSimple = positions.count == 1
        } else if let conversation = call["conversation"]?.string {
            guard truth(conversation) != nil else { throw Refused(codes: ["notFound"]) }
            positions = words {
                $0.conversation == conversation && Oracle.chatWords.contains($0.kind)
            }
        } else {
            positions = words { $0.actor == user && Oracle.chatWords.contains($0.kind) }
            positions += others.filter { $0.actor == user && $0.kind == .reported }.map(\.position)
        }
        if call.name == "forgetUser" {
            positions += others.filter { $0.actor == user && $0.kind == .profileSet }
                .map(\.position)
        }
        isPositionExact = false
        let open = positions.filter { !erased.contains($0) }
        let deferred = open.compactMap(reasonToKeep)
        let now = open.filter { reasonToKeep($0) == nil }
        if call["dryRun"] != true {
            eraseNow(Set(now), deferred.compactMap { $0["position"] }, by: call.actor)
            // Out of sight at once, also where a hold keeps what there was (D-61).
            let isNew =
                !isForgotten(user)
                && conversations.compactMap(truth).contains { $0.member(user) != nil }
            if call.name == "forgetUser", !open.isEmpty || hasHeirs(user) || isNew {
                record(.forgotten, by: call.actor, user: user)
                disown(user, by: call.actor)
            }
        }
        var ok: [String: Value] = [
            "erased": isSimple ? .int(now.count) : .unsettled,
            "erasedList": isSimple ? .array(now.map(Value.int)) : .unsettled,
            "deferred": isSimple ? .anyOrder(deferred) : .unsettled,
            "deferredCount": isSimple ? .int(deferred.count) : .unsettled,
            // D-83: what fits one slice is gone before the answer.
            "pending": 0,
            "request": .unsettled,
        ]
        if call.name == "erase" {
            ok["forwardsCount"] =
                call["message"]?.string.map { .int(forwards(of: $0).count) } ?? .unsettled
            ok["forwards"] =
                call["message"]?.string.map {
                    .anyOrder(forwards(of: $0).map(Value.string))
                } ?? .unsettled
        }
        return .object(ok)
    }

    private func fact(_ message: String, in conversation: String) -> Fact? {
        chats[conversation]?.first { $0.isEntry && $0.message == message }
    }

    /// The copies of a message; a copy of a copy says the same and is one too.
    private func forwards(of message: String) -> [String] {
        var said = [message]
        // In the order of the log: a copy of a copy may be in another chat.
        let sent = chatFacts.filter { $0.kind == .sent }.sorted { $0.position < $1.position }
        for fact in sent {
            guard let original = fact.fields["forwardedFrom"]?.string, said.contains(original)
            else { continue }
            said.append(fact.message)
        }
        return Array(said.dropFirst())
    }

    private mutating func eraseNow(_ positions: Set<Int>, _ deferred: [Value], by actor: String) {
        guard !positions.isEmpty || !deferred.isEmpty else { return }
        let gone = media { positions.contains($0.position) && !erased.contains($0.position) }
        erased.formUnion(positions)
        let owed = gone.subtracting(media { !erased.contains($0.position) })
        if !owed.isEmpty { debts.append(MediaDebt(first: position + 1, time: now, urls: owed)) }
        record(.erased, by: actor, ["deferred": .array(deferred)])
    }

    mutating func runRetention(_ call: Call) -> Value {
        var positions: Set<Int> = []
        for id in conversations {
            guard let days = retention(in: id).maximum else { continue }
            let old = (chats[id] ?? []).filter {
                $0.kind == .sent && now - $0.time > days * 86_400_000
            }.map(\.message)
            positions.formUnion(
                words { Oracle.messageWords.contains($0.kind) && old.contains($0.message) }
            )
        }
        isPositionExact = false
        if call["dryRun"] != true {
            // What had to wait until it is old enough goes with the next run.
            let ripe = positions.union(pending)
                .filter { !erased.contains($0) && reasonToKeep($0) == nil }
            if !ripe.isEmpty { eraseNow(ripe, [], by: call.actor) }
        }
        var ok: [String: Value] = [
            "erased": .unsettled, "erasedList": .unsettled, "deferred": .unsettled,
            "deferredCount": .unsettled, "pending": 0, "request": .unsettled,
        ]
        if call["dryRun"] == true {
            ok["upcoming"] = .unsettled
            ok["upcomingCount"] = .unsettled
        }
        return .object(ok)
    }
}
