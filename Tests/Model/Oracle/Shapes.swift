/// The fields of every command and query, as the contract's tables give them.
///
/// A word is `name:kind`, or `name?:kind` where the field is optional. Kinds: uuid, uuids,
/// string, text (string or null), int, days (int or null), bool, object, objects, limit, mark
/// (cursor or message id), any, or the allowed words between bars.
enum Shapes {
    static let commands: [String: String] = [
        "setProfile": "username:string fullName?:string avatar?:string email?:string "
            + "custom?:string",
        "setSettings": "sendReadReceipts?:bool shareTyping?:bool "
            + "groupAdds?:everyone|contacts|nobody notifications?:bool "
            + "previews?:always|whenUnlocked|never sound?:bool badge?:bool "
            + "autoDownload?:wifi|always|never saveToPhotos?:bool "
            + "imageQuality?:high|medium|low keepMessages?:30d|90d|1y|forever "
            + "sharePresence?:bool vibration?:bool",
        "addContact": "user:uuid", "removeContact": "user:uuid",
        "block": "user:uuid", "unblock": "user:uuid",
        "startDirect": "with:uuid",
        "createGroup": "title?:string photo?:string members:uuids reactions?:tapback|open "
            + "history?:full|sinceJoin custom?:string",
        "openRequest": "context:object members:uuids title?:string reactions?:tapback|open "
            + "history?:full|sinceJoin custom?:string",
        "rename": "conversation:uuid title:text",
        "setPhoto": "conversation:uuid photo:text",
        "clearContext": "conversation:uuid", "completeRequest": "conversation:uuid",
        "cancelRequest": "conversation:uuid",
        "add": "conversation:uuid user:uuid role?:admin|member canAdd?:bool canRemove?:bool "
            + "canEdit?:bool history?:object",
        "remove": "conversation:uuid user:uuid",
        "leave": "conversation:uuid",
        "setRole": "conversation:uuid user:uuid role:admin|member",
        "setPermissions": "conversation:uuid user:uuid canAdd?:bool canRemove?:bool "
            + "canEdit?:bool",
        "passOwnership": "conversation:uuid user:uuid",
        "send": "conversation:uuid text?:string attachments?:objects location?:object "
            + "replyTo?:uuid broadcast?:bool payment?:bool forwardedFrom?:uuid claimedAt?:int "
            + "custom?:string",
        "edit": "message:uuid text:string",
        "delete": "message:uuid",
        "annotate": "message:uuid linkPreview?:any priority?:object",
        "react": "message:uuid reaction:string", "unreact": "message:uuid reaction:string",
        "toggleReaction": "message:uuid reaction:string",
        "markDelivered": "conversation:uuid upTo:uuid",
        "markRead": "conversation:uuid upTo?:uuid",
        "markUnread": "conversation:uuid from:uuid",
        "mute": "conversation:uuid until?:int",
        "setNotifications": "conversation:uuid on:bool",
        "unmute": "conversation:uuid", "pin": "conversation:uuid", "unpin": "conversation:uuid",
        "archive": "conversation:uuid", "unarchive": "conversation:uuid",
        "hide": "conversation:uuid", "unhide": "conversation:uuid",
        "clearHistory": "conversation:uuid", "clearAll": "",
        "report": "message?:uuid conversation?:uuid user?:uuid "
            + "reason:spam|harassment|inappropriate|scam|other details?:string",
        "resolveReport": "report:uuid action:dismiss|warn|suspend|ban until?:int note?:string",
        "reinstate": "user:uuid",
        "typing": "conversation:uuid on:bool",
        "presence": "state:online|offline device?:string",
        "all": "commands:objects",
        "recordCustom": "type:string conversation?:uuid data:string",
        "appointModerator": "user:uuid", "dismissModerator": "user:uuid",
        "erase": "message?:uuid user?:uuid conversation?:uuid basis:string reason:string "
            + "forwards?:bool dryRun?:bool",
        "forgetUser": "user:uuid basis:string dryRun?:bool",
        "placeHold": "matter:string conversation?:uuid user?:uuid from?:int until?:int",
        "releaseHold": "hold:uuid dryRun?:bool",
        "setRetention": "kind?:direct|group|request conversation?:uuid minimum?:days maximum?:days",
        "keyCopyGone": "place:uuid", "acknowledgeMedia": "mark:position",
        "runRetention": "dryRun?:bool",
        "configure": "textLimit?:int receipts?:optional|mandatory rateLimit?:any "
            + "emails?:everyone|related|nobody limits?:object looks?:required|given|off",
    ]

    static let queries: [String: String] = [
        "conversations": "filter?:active|archived|hidden|former|all kind?:direct|group|request "
            + "with?:uuid search?:string limit?:limit "
            + "cursor?:string previewLength?:length",
        "conversation": "conversation:uuid",
        "messages": "conversation:uuid before?:mark after?:mark around?:uuid aroundOrdinal?:int "
            + "aroundTime?:int limit?:limit "
            + "deleted?:bool",
        "message": "message:uuid", "history": "message:uuid",
        "replies": "message:uuid limit?:limit cursor?:string",
        "mentions": "unreadOnly?:bool limit?:limit cursor?:string",
        "reactions": "message:uuid reaction?:string limit?:limit cursor?:string",
        "receipts": "message:uuid limit?:limit cursor?:string",
        "unread": "conversation?:uuid limit?:limit cursor?:string",
        "members": "conversation:uuid former?:bool limit?:limit cursor?:string",
        "media": "conversation:uuid kind?:image|audio|file|location|link limit?:limit "
            + "cursor?:string",
        "findDirect": "with:uuid",
        "findByContext": "kind:string id?:string limit?:limit cursor?:string",
        "profile": "user:uuid", "profiles": "users:uuids",
        "users": "search:string exclude?:uuids limit?:limit cursor?:string",
        "contacts": "limit?:limit cursor?:string",
        "settings": "", "blocks": "limit?:limit cursor?:string",
        "rate": "",
        "mayI": "action:string conversation?:uuid user?:uuid message?:uuid",
        "changes": "since:int conversation?:uuid limit?:limit",
        "typing": "conversation:uuid",
        "presence": "users:uuids",
        "notificationPlan": "position:int limit?:limit cursor?:string",
        "reports": "status?:open|dismissed|warned|suspended|banned user?:uuid limit?:limit "
            + "cursor?:string",
        "report": "report:uuid", "standing": "user?:uuid",
        "memberships": "user:uuid limit?:limit cursor?:string",
        "explain": "message:uuid user:uuid",
        "metrics": "from?:int until?:int",
        "histogram":
            "from?:int until?:int conversation?:uuid user?:uuid type?:string buckets?:limit",
        "outcome": "id:uuid", "mediaOwed": "limit?:limit cursor?:string",
    ]

    static let operatorCommands: Set = [
        "appointModerator", "dismissModerator", "erase", "forgetUser", "placeHold", "releaseHold",
        "setRetention", "runRetention", "configure", "keyCopyGone", "acknowledgeMedia",
    ]
    /// D-106: what members and the operator may do.
    static let sharedCommands: Set = [
        "rename", "setPhoto", "clearContext", "completeRequest", "cancelRequest", "add", "remove",
        "setRole", "setPermissions", "passOwnership", "all",
    ]
    static let moderatorCommands: Set = ["resolveReport", "reinstate"]
    static let moderatorQueries: Set = ["reports", "report"]
    static let operatorQueries: Set = [
        "notificationPlan", "memberships", "explain", "metrics", "histogram", "mediaOwed",
    ]
    static let sharedQueries: Set = ["profiles"]

    /// Whether the line is well formed; D-66 and "unknown fields are refused".
    static func admits(_ line: Line) -> Bool {
        let table: String?
        switch line.verb {
        case .act(let name): table = commands[name]
        case .ask(let name): table = queries[name]
        }
        guard let table else { return false }
        guard line.actor == Line.theOperator || Words.isUUID(line.actor) else { return false }
        if let id = line.id {
            guard Words.isUUID(id), case .act = line.verb else { return false }
        }
        return admits(.object(line.fields), table) && isConsistent(line)
    }

    /// D-121: an id in upper case is the same one.
    static func withLowerCaseIDs(_ line: Line) -> Line {
        let name =
            switch line.verb {
            case .act(let name), .ask(let name): name
            }
        var line = line
        line.actor = line.actor.lowercased()
        line.id = line.id?.lowercased()
        for word in (commands[name] ?? queries[name] ?? "").split(separator: " ") {
            let parts = word.split(separator: ":")
            guard parts.count == 2, ["uuid", "uuids", "mark"].contains(parts[1]) else { continue }
            let field = String(parts[0].prefix { $0 != "?" })
            switch line.fields[field] {
            case .string(let id) where Words.isUUID(id):
                line.fields[field] = .string(id.lowercased())
            case .array(let ids) where parts[1] == "uuids":
                line.fields[field] = .array(ids.map { .string(($0.string ?? "").lowercased()) })
            default: break
            }
        }
        return line
    }

    private static func admits(_ value: Value, as kind: String) -> Bool {
        switch kind {
        case "uuid": value.string.map(Words.isUUID) ?? false
        case "uuids": value.array?.allSatisfy { $0.string.map(Words.isUUID) ?? false } ?? false
        case "string", "mark": value.string != nil
        case "text": value.string != nil || value == .null
        case "int": value.int != nil
        case "position": value.int.map { $0 >= 0 } ?? false
        case "days": value == .null || value.int.map { $0 >= 0 } ?? false
        case "bool": value.bool != nil
        case "object": value.object != nil
        case "objects": value.array?.allSatisfy { $0.object != nil } ?? false
        case "limit": value.int.map { (1...500).contains($0) } ?? false
        case "length": value.int.map { (1...1_000).contains($0) } ?? false
        case "any": true
        default: kind.split(separator: "|").contains { value.string == String($0) }
        }
    }

    /// What a table cannot say about fields together and inside.
    private static func isConsistent(_ line: Line) -> Bool {
        let fields = line.fields
        switch line.verb {
        case .act("add"):
            return fields["history"] == nil || admits(fields["history"], "since:int")
        case .act("openRequest"):
            return admits(fields["context"], "kind:string id:string")
        case .act("send"):
            return (fields["attachments"]?.array ?? []).allSatisfy {
                admits(
                    $0,
                    "kind:image|audio|file url:string thumbnail?:string width?:int height?:int "
                        + "bytes?:int seconds?:any name?:string sha256?:string "
                        + "waveform?:any"
                )
            }
                && (fields["location"] == nil
                    || admits(
                        fields["location"],
                        "latitude:any longitude:any name?:string address?:string"
                    ))
        case .act("annotate"):
            return (fields["linkPreview"] != nil || fields["priority"] != nil)
                && (fields["linkPreview"] == nil || fields["linkPreview"] == .null
                    || admits(
                        fields["linkPreview"],
                        "url:string title?:string description?:string image?:string"
                    ))
                && (fields["priority"] == nil
                    || admits(fields["priority"], "isPriority:bool reason?:string"))
        case .act("toggleReaction"):
            return line.id != nil
        case .act("configure"):
            // D-119: one window or a list of them.
            return
                (fields["rateLimit"] == nil || fields["rateLimit"] == .null
                || (fields["rateLimit"]?.array ?? [fields["rateLimit"] ?? .null]).allSatisfy {
                    admits($0, "messages:int seconds:int")
                })
                && (fields["limits"] == nil
                    || admits(
                        fields["limits"],
                        "attachments?:days audioSeconds?:days imageBytes?:days members?:days"
                    ))
        case .act("all"):
            return (fields["commands"]?.array ?? []).allSatisfy { command in
                guard let part = part(command, of: line), part.verb != .act("all") else {
                    return false
                }
                return admits(part)
            }
        case .act("report"), .act("erase"):
            return ["message", "conversation", "user"].filter { fields[$0] != nil }.count == 1
        case .ask("unread"):
            // D-80.
            return fields["conversation"] == nil
                || (fields["limit"] == nil && fields["cursor"] == nil && line.cursor == nil)
        case .ask("profiles"):
            return (fields["users"]?.array?.count ?? 0) <= 500
        case .ask("messages"):
            let places = ["before", "after", "around", "aroundOrdinal", "aroundTime"]
            let marks = places.filter { fields[$0] != nil }.count
            if let ordinal = fields["aroundOrdinal"]?.int, ordinal < 1 { return false }
            return marks + (line.cursor == nil ? 0 : 1) <= 1
        default:
            return true
        }
    }

    private static func admits(_ value: Value?, _ table: String) -> Bool {
        guard var fields = value?.object else { return false }
        for word in table.split(separator: " ") {
            let parts = word.split(separator: ":")
            let isOptional = parts[0].hasSuffix("?")
            let name = String(isOptional ? parts[0].dropLast() : parts[0])
            guard let value = fields.removeValue(forKey: name) else {
                if isOptional { continue } else { return false }
            }
            guard admits(value, as: String(parts[1])) else { return false }
        }
        return fields.isEmpty
    }

    /// A command of `all`, as the line that it would be alone.
    static func part(_ command: Value, of line: Line) -> Line? {
        guard var fields = command.object, let name = fields.removeValue(forKey: "do")?.string
        else { return nil }
        var id: String?
        if let given = fields.removeValue(forKey: "id") {
            guard let text = given.string else { return nil }
            id = text
        }
        return Line(line.actor, .act(name), fields, id: id)
    }
}
