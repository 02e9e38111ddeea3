/// A slow, obvious Scrollback: what happened, in order, and every answer worked out from it anew.
///
/// Written from the documents alone, so that it can contradict the store. Time comes from the
/// lines (`--clock given`), and the genesis event has time 0.
package struct Oracle: Sendable {
    /// What was answered to an id that is used up.
    struct Deed {
        var actor: String
        var name: String
        var fields: [String: Value]
        var first: Int
        var position: Int
        var ok: Value
        /// False where only the store knows where its last event lies.
        var isPositionExact = true
    }

    /// How many events there are; the genesis event is the first.
    package internal(set) var position = 1
    /// The greatest time seen.
    package internal(set) var now = 0
    /// By conversation, in the order of their creation; and of users and the store.
    var chats: [String: [Fact]] = [:]
    var conversations: [String] = []
    var others: [Fact] = []
    var erased: Set<Int> = []
    /// The media that are to be deleted elsewhere (D-94).
    var debts: [MediaDebt] = []
    var deeds: [String: Deed] = [:]
    /// Who was heard typing when; never a fact.
    var typing: [String: [(user: String, at: Int)]] = [:]
    /// What people's devices said of them; never a fact.
    var presences: [String: Presence] = [:]
    /// What the real store called what it made itself; matters for the order of equal rows.
    var aliases: [String: String] = [:]
    /// What was sent up to here counts for no limit of messages: the window is in memory.
    var hasteFrom = 0
    var isPositionExact = true
    /// Whether it is asked about the past, where nothing is known of who is online.
    var isPast = false
    /// Who gave the command that was answered last.
    var commander = ""
    /// The number of facts that were ever recorded, and of those before the command.
    var serial = 0
    var serialBefore = 0
    /// When users did something last of which the documents do not say whether it is logged.
    var doubtfulActs: [String: Int] = [:]
    /// The command that was carried out last, unless that was a repetition.
    var carriedOut: (space: String?, deed: Deed)?
    /// While asking "may I?": faults of content do not count.
    var isTrying = false
    var madeSoFar = 0
    /// There between commands alone, and one task asks.
    nonisolated(unsafe) var folds: Folds?

    package init() {}

    package static var commandNames: [String] { Shapes.commands.keys.sorted() }
    package static var queryNames: [String] { Shapes.queries.keys.sorted() }

    /// Every refusal that a domain can answer; the rest are the machine's.
    package static let codes = [
        "invalidRequest", "notFound", "notAMember", "permissionDenied", "emptyMessage",
        "messageTooLong", "invalidText", "invalidTitle", "invalidAttachment", "invalidReaction",
        "invalidParticipants", "invalidReply", "invalidContext", "invalidCursor",
        "conversationClosed", "notTheSender", "messageDeleted", "systemEntry",
        "creatorCannotBeRemoved", "alreadyAMember", "blocked", "privacy", "suspended",
        "rateLimited", "idempotencyConflict", "receiptsMandatory",
    ]

    /// Says what the real store called something that the oracle has a made id for.
    package mutating func learn(_ made: String, is real: String) { aliases[made] = real }

    /// Forgets what is of the moment: who types, who is online, how many messages were sent lately, and times at
    /// which nothing was recorded.
    package mutating func restart() {
        typing.removeAll()
        presences.removeAll()
        hasteFrom = position
        now = (chatFacts + others).map(\.time).max() ?? 0
    }

    /// Goes on from the real store's position after an answer whose position was inexact; so what
    /// led to nothing there has not used its id up, and what led to something has.
    package mutating func adopt(position: Int) {
        guard let carriedOut else { return }
        folds = nil
        self.position = position
        if position >= carriedOut.deed.first {
            doubtfulActs[commander] = now
        } else {
            others.removeAll { $0.serial > serialBefore }
            for id in chats.keys { chats[id]?.removeAll { $0.serial > serialBefore } }
        }
        for (space, deed) in deeds where deed.first > carriedOut.deed.first - 1 {
            deeds[space]?.isPositionExact = false
        }
        if let space = carriedOut.space {
            var deed = carriedOut.deed
            deed.position = position
            deeds[space] = position >= deed.first ? deed : nil
        }
    }

    enum MadeKind: Int { case entry = 1, conversation, message, report, hold }

    /// An id in the place of one that the store makes; `isMade` knows them.
    static func made(_ kind: MadeKind, _ number: Int) -> String {
        let digits = String(number)
        return "ffffffff-ffff-4000-800\(kind.rawValue)-"
            + String(repeating: "0", count: 12 - digits.count) + digits
    }

    package static func isMade(_ id: String) -> Bool { id.hasPrefix("ffffffff-ffff-4000-800") }

    /// Whether a line names something that only the oracle knows the id of.
    package static func namesWhatIsMade(_ value: Value) -> Bool {
        switch value {
        case .string(let text): isMade(text)
        case .array(let elements), .anyOrder(let elements), .oneOf(let elements):
            elements.contains(where: namesWhatIsMade)
        case .object(let members): members.values.contains(where: namesWhatIsMade)
        case .null, .bool, .int, .double, .unsettled: false
        }
    }

    /// The answer to one line.
    package mutating func answer(_ line: Line) -> Answer {
        guard Shapes.admits(line) else { return refusal(Refused(codes: ["invalidRequest"])) }
        let line = Shapes.withLowerCaseIDs(line)
        now = max(now, line.at ?? now)
        isPositionExact = true
        carriedOut = nil
        switch line.verb {
        case .act:
            folds = nil
            commander = line.actor
            serialBefore = serial
            do {
                let done = try act(Call(line))
                return Answer(
                    value: done.ok == .unsettled
                        ? .unsettled
                        : ["ok": done.ok, "position": .int(done.position)],
                    isPositionExact: isPositionExact
                )
            } catch { return refusal(error) }
        case .ask(let name):
            folds = folds ?? Folds()
            do {
                var cursors: [String: Cursor] = [:]
                let ok = try ask(name, line, &cursors)
                return Answer(
                    value: ["ok": ok, "position": .int(position)],
                    cursors: cursors
                )
            } catch { return refusal(error) }
        }
    }

    private func refusal(_ refused: Refused) -> Answer {
        var error: [String: Value] = ["code": .string(refused.codes.first ?? "")]
        if let wait = refused.retryAfter { error["retryAfter"] = wait }
        if let index = refused.index { error["index"] = .int(index) }
        return Answer(
            value: ["error": .object(error)],
            acceptableCodes: Set(refused.codes),
            isPositionExact: true
        )
    }

    mutating func record(
        _ kind: Fact.Kind,
        by actor: String,
        in conversation: String = "",
        message: String = "",
        user: String = "",
        _ fields: [String: Value] = [:]
    ) {
        position += 1
        serial += 1
        var fact = Fact(
            serial: serial,
            position: position,
            time: now,
            actor: actor,
            kind: kind,
            conversation: conversation,
            message: message,
            user: user,
            fields: fields
        )
        if fact.isEntry, kind != .sent { fact.message = Oracle.made(.entry, position) }
        if conversation.isEmpty {
            others.append(fact)
        } else {
            if kind == .created { conversations.append(conversation) }
            chats[conversation, default: []].append(fact)
        }
    }
}

/// A command: who, what, with which fields and id.
struct Call {
    var actor: String
    var name: String
    var fields: [String: Value]
    var id: String?

    init(_ line: Line) {
        actor = line.actor
        if case .act(let name) = line.verb { self.name = name } else { name = "" }
        fields = line.fields
        id = line.id
    }

    subscript(field: String) -> Value? { fields[field] }
    func text(_ field: String) -> String { fields[field]?.string ?? "" }
}

/// A no, with every code whose condition holds, the first in the order of D-07 first.
struct Refused: Error {
    var codes: [String]
    var retryAfter: Value?
    var index: Int?
}

/// Gathers the conditions that stand against a command.
struct Trial {
    var codes: [String] = []
    var retryAfter: Value?
    let ignoresContent: Bool

    init(_ oracle: Oracle) { ignoresContent = oracle.isTrying }

    mutating func refuse(_ codes: String..., if condition: Bool) {
        if condition { self.codes += codes }
    }

    mutating func faultOfContent(_ codes: String..., if condition: Bool) {
        if condition, !ignoresContent { self.codes += codes }
    }

    func settle() throws(Refused) {
        if !codes.isEmpty { throw Refused(codes: codes, retryAfter: retryAfter) }
    }
}

extension Oracle {
    /// One command, alone or in `all`: D-07's order up to the rules of the command itself.
    mutating func act(_ call: Call) throws(Refused) -> (ok: Value, position: Int) {
        let isOperators = Shapes.operatorCommands.contains(call.name)
        guard
            Shapes.sharedCommands.contains(call.name)
                || (call.actor == Line.theOperator) == isOperators
        else { throw Refused(codes: ["permissionDenied"]) }
        if Shapes.moderatorCommands.contains(call.name), !isModerator(call.actor) {
            throw Refused(codes: ["permissionDenied"])
        }
        let space = space(of: call)
        let fields = compared(call)
        if let space, let deed = deeds[space] { return try repeated(deed, call, fields) }
        // The commands of `all` are known by their own ids first (D-07).
        if !isOperators, call.name != "all", isSuspended(call.actor) {
            throw Refused(codes: ["suspended"])
        }
        let before = position
        let ok = try carryOut(call)
        let deed = Deed(
            actor: call.actor,
            name: call.name,
            fields: fields,
            first: before + 1,
            position: position,
            ok: ok
        )
        if let space, position > before { deeds[space] = deed }
        carriedOut = (space, deed)
        return (ok, position)
    }

    /// Where the id of a command is looked up: ids of what is created are one space each (D-05).
    func space(of call: Call) -> String? {
        guard let id = call.id else { return nil }
        switch call.name {
        case "send": return "message \(id)"
        case "createGroup", "openRequest": return "conversation \(id)"
        case "report": return "report \(id)"
        case "placeHold": return "hold \(id)"
        default: return "command \(call.actor) \(id)"
        }
    }

    private mutating func repeated(
        _ deed: Deed,
        _ call: Call,
        _ fields: [String: Value]
    ) throws(Refused) -> (ok: Value, position: Int) {
        let content = [
            "text", "attachments", "location", "custom", "title", "photo", "details", "context",
        ]
        func structure(_ fields: [String: Value]) -> [String: Value] {
            // Where nothing was written, nothing was erased.
            let isGone =
                erased.contains(deed.first)
                && content.contains { deed.fields[$0] != nil && deed.fields[$0] != .null }
            return isGone ? fields.filter { !content.contains($0.key) } : fields
        }
        guard deed.actor == call.actor, deed.name == call.name,
            structure(deed.fields) == structure(fields)
        else { throw Refused(codes: ["idempotencyConflict"]) }
        // Whatever is gone, nothing invalid was there.
        if let context = call["context"], !Self.isContext(context) {
            throw Refused(codes: ["idempotencyConflict"])
        }
        isPositionExact = isPositionExact && deed.isPositionExact
        switch call.name {
        case "markRead", "markUnread":
            let chat = chat(call.text("conversation"), as: call.actor)
            let count = chat.map { unread($0, call.actor).count } ?? 0
            return (["unread": .int(count)], deed.position)
        case "react", "unreact", "toggleReaction":
            guard let entry = find(call.text("message"), as: call.actor)?.entry, !entry.isGone
            else {
                return (["reactions": .unsettled], deed.position)
            }
            return (["reactions": groups(entry, call.actor, withUsers: true)], deed.position)
        case "erase", "forgetUser", "runRetention":
            let open = (deed.ok.object ?? [:]).mapValues { _ in Value.unsettled }
            return (.object(open), deed.position)
        default:
            return (deed.ok, deed.position)
        }
    }

    /// The fields by which two commands are the same (D-05).
    func compared(_ call: Call) -> [String: Value] {
        var fields = call.fields
        fields["claimedAt"] = nil
        for flag in ["broadcast", "payment", "forwards", "dryRun"] where fields[flag] == false {
            fields[flag] = nil
        }
        if fields["attachments"] == [] { fields["attachments"] = nil }
        if ["send", "edit"].contains(call.name), let text = fields["text"]?.string {
            let normalised = Words.normalised(text)
            fields["text"] = normalised.isEmpty ? nil : .string(normalised)
        }
        if let title = fields["title"]?.string { fields["title"] = .string(Words.trimmed(title)) }
        switch call.name {
        case "createGroup", "openRequest":
            // A client that retries may have kept them in a set.
            fields["members"] = .array(founders(call).sorted().map(Value.string))
            fields["reactions"] = fields["reactions"] ?? "tapback"
            fields["history"] = fields["history"] ?? "full"
        case "add":
            fields["role"] = fields["role"] ?? "member"
            for flag in ["canAdd", "canRemove", "canEdit"] where fields[flag] == false {
                fields[flag] = nil
            }
        default: break
        }
        return fields
    }

    /// The members that a creation names, once each and without its creator (D-45).
    func founders(_ call: Call) -> [String] {
        var members: [String] = []
        for user in (call["members"]?.array ?? []).compactMap(\.string)
        where user != call.actor && !members.contains(user) { members.append(user) }
        return members
    }

    private mutating func carryOut(_ call: Call) throws(Refused) -> Value {
        switch call.name {
        case "setProfile": return try setProfile(call)
        case "setSettings": return try setSettings(call)
        case "addContact", "removeContact", "block", "unblock": return try relate(call)
        case "startDirect": return try startDirect(call)
        case "createGroup", "openRequest": return try create(call)
        case "rename", "setPhoto": return try decorate(call)
        case "clearContext", "completeRequest", "cancelRequest": return try followContext(call)
        case "add": return try add(call)
        case "remove", "leave": return try depart(call)
        case "setRole", "setPermissions": return try entrust(call)
        case "passOwnership": return try passOwnership(call)
        case "send": return try send(call)
        case "edit": return try edit(call)
        case "delete": return try delete(call)
        case "annotate": return try annotate(call)
        case "react", "unreact", "toggleReaction": return try react(call)
        case "markDelivered", "markRead", "markUnread": return try mark(call)
        case "mute", "unmute", "setNotifications", "pin", "unpin", "archive", "unarchive", "hide",
            "unhide",
            "clearHistory":
            return try arrange(call)
        case "clearAll": return clearAll(call)
        case "report": return try report(call)
        case "resolveReport": return try resolve(call)
        case "reinstate": return reinstate(call)
        case "typing": return try hear(call)
        case "presence": return try sayPresence(call)
        case "all": return try all(call)
        case "recordCustom": return try recordCustom(call)
        case "appointModerator", "dismissModerator": return appoint(call)
        case "erase", "forgetUser": return try erase(call)
        case "placeHold": return try placeHold(call)
        case "releaseHold": return try releaseHold(call)
        case "keyCopyGone": throw Refused(codes: ["notFound"])
        case "acknowledgeMedia": return try acknowledgeMedia(call)
        case "setRetention": return try setRetention(call)
        case "runRetention": return runRetention(call)
        case "configure": return try configure(call)
        default: throw Refused(codes: ["invalidRequest"])
        }
    }

    /// What commands together are answered: counted on the state after all of them or after each,
    /// which the documents leave open.
    private static func withoutCounts(_ ok: Value) -> Value {
        var members = ok.object ?? [:]
        if members["unread"] != nil { members["unread"] = .unsettled }
        // D-80.
        members["reactions"] = nil
        return ok == .unsettled ? ok : .object(members)
    }

    /// One atomic append: the first refusal refuses everything.
    private mutating func all(_ call: Call) throws(Refused) -> Value {
        let before = self
        var results: [Value] = []
        let line = Line(call.actor, .act("all"))
        for (index, command) in (call["commands"]?.array ?? []).enumerated() {
            guard let part = Shapes.part(command, of: line) else { continue }
            do throws(Refused) {
                // D-106: the operator's own commands stand alone.
                if call.actor == Line.theOperator,
                    Shapes.operatorCommands.contains(Call(part).name)
                {
                    throw Refused(codes: ["permissionDenied"])
                }
                results.append(Self.withoutCounts(try act(Call(part)).ok))
            } catch {
                var refused = error
                refused.index = index
                self = before
                throw refused
            }
        }
        return ["results": .array(results)]
    }
}
