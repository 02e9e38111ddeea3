import Messaging

/// The contract's table of commands, as facts: what is not in it is no command and no field.
///
/// Fields stand in any order; a question mark is optional, a bar parts those of which exactly one
/// is given, or at most one with a question mark behind them; `/null` says that null clears. Every
/// command has an id besides.
enum Contract {
    static let table = """
        setProfile: username, fullName?, avatar?, email?, custom?
        setSettings: sendReadReceipts?, shareTyping?, groupAdds?, notifications?, previews?, \
        sound?, badge?, autoDownload?, saveToPhotos?, imageQuality?, keepMessages?
        addContact: user
        removeContact: user
        block: user
        unblock: user
        startDirect: with
        createGroup: title?, photo?, members, reactions?, history?, custom?
        openRequest: context, members, title?, reactions?, history?, custom?
        rename: conversation, title/null
        setPhoto: conversation, photo/null
        clearContext: conversation
        completeRequest: conversation
        cancelRequest: conversation
        add: conversation, user, role?
        remove: conversation, user
        leave: conversation
        setRole: conversation, user, role
        setPermissions: conversation, user, canAdd?, canRemove?, canEdit?
        send: conversation, text?, attachments?, location?, replyTo?, broadcast?, payment?, \
        forwardedFrom?, claimedAt?, custom?
        edit: message, text
        delete: message
        annotate: message, linkPreview?, priority?
        react: message, reaction
        unreact: message, reaction
        toggleReaction: message, reaction
        markDelivered: conversation, upTo
        markRead: conversation, upTo?
        markUnread: conversation, from
        mute: conversation, until?
        unmute: conversation
        pin: conversation
        unpin: conversation
        archive: conversation
        unarchive: conversation
        hide: conversation
        unhide: conversation
        clearHistory: conversation
        clearAll:
        report: message|conversation|user, reason, details?
        resolveReport: report, action, until?, note?
        reinstate: user
        typing: conversation, on
        all: commands
        recordCustom: type, conversation?, data
        appointModerator: user
        dismissModerator: user
        erase: message|user|conversation, basis, reason, forwards?, dryRun?
        forgetUser: user, basis
        placeHold: matter, conversation?, user?, from?, until?
        releaseHold: hold
        setRetention: kind?, minimum?/null, maximum?/null
        runRetention: dryRun?
        configure: textLimit?, receipts?, rateLimit?/null
        """

    /// The rows of the contract's table of queries that are served.
    static let queryTable = """
        conversations: filter?, search?, limit?, cursor?, previewLength?
        conversation: conversation
        messages: conversation, before|after|around?, limit?, deleted?
        message: message
        history: message
        reactions: message
        receipts: message
        unread: conversation?
        members: conversation, former?, limit?, cursor?
        findDirect: with
        findByContext: kind, id
        profile: user
        users: search, exclude?, limit?, cursor?
        settings:
        blocks:
        mayI: action, conversation?, user?, message?
        typing: conversation
        outcome: id
        changes: since, conversation?, limit?
        reports: status?, limit?, cursor?
        state:
        views:
        notificationPlan: position
        events: from?, until?, conversation|user?, type?, limit?, content?
        metrics: from?, until?
        """

    /// The words of every field that has some, and the fields of every object within a field.
    static let words: [String: [String]] = [
        "setSettings.groupAdds": ["everyone", "contacts", "nobody"],
        "setSettings.previews": ["always", "whenUnlocked", "never"],
        "setSettings.autoDownload": ["wifi", "always", "never"],
        "setSettings.imageQuality": ["high", "medium", "low"],
        "setSettings.keepMessages": ["30d", "90d", "1y", "forever"],
        "createGroup.reactions": ["tapback", "open"],
        "createGroup.history": ["full", "sinceJoin"],
        "openRequest.reactions": ["tapback", "open"],
        "openRequest.history": ["full", "sinceJoin"],
        "add.role": ["admin", "member"],
        "setRole.role": ["admin", "member"],
        "send.attachments.kind": ["image", "audio", "file"],
        "report.reason": ["spam", "harassment", "inappropriate", "scam", "other"],
        "resolveReport.action": ["dismiss", "warn", "suspend", "ban"],
        "setRetention.kind": ["direct", "group", "request"],
        "configure.receipts": ["optional", "mandatory"],
        "ask.conversations.filter": ["active", "archived", "hidden", "former", "all"],
        "ask.mayI.action": Array(commands.keys),
        "ask.reports.status": ["open", "dismissed", "warned", "suspended", "banned"],
        "ask.events.type": EventDescription.all.map(\.name),
    ]

    static let objects: [String: String] = [
        "openRequest.context": "kind, id",
        "send.attachments":
            "kind, url, thumbnail?, width?, height?, bytes?, seconds?, name?, sha256?",
        "send.location": "latitude, longitude, name?, address?",
        "annotate.linkPreview": "url, title?, description?, image?",
        "annotate.priority": "isPriority, reason?",
        "configure.rateLimit": "messages, seconds",
    ]

    static let operators = [
        "appointModerator", "dismissModerator", "erase", "forgetUser", "placeHold",
        "releaseHold", "setRetention", "runRetention", "configure",
    ]
    static let moderators = ["resolveReport", "reinstate"]
    static let operatorQueries = ["state", "views", "notificationPlan", "events", "metrics"]

    /// Whose id names what they create.
    static let creators = ["createGroup", "openRequest", "send", "report", "placeHold"]

    struct Field: Hashable, Comparable, CustomStringConvertible {
        var name: String
        var isRequired: Bool
        var alternatives: Set<String> = []
        var isOneNeeded = false
        var isClearedByNull = false

        var description: String {
            "\(name)\(isRequired ? "" : "?")\(isClearedByNull ? "/null" : "")"
                + (alternatives.isEmpty ? "" : " of \(alternatives.sorted())")
        }

        static func < (left: Field, right: Field) -> Bool { left.name < right.name }
    }

    static func fields(_ text: String) -> Set<Field> {
        var fields: Set<Field> = []
        for part in text.split(separator: ", ").map(String.init) {
            if part.contains("|") {
                let isOneNeeded = !part.hasSuffix("?")
                let names = part.split { $0 == "|" || $0 == "?" }.map(String.init)
                for name in names {
                    fields.insert(
                        Field(
                            name: name,
                            isRequired: false,
                            alternatives: Set(names),
                            isOneNeeded: isOneNeeded
                        )
                    )
                }
                continue
            }
            let plain = part.split(separator: "/")[0]
            let isOptional = plain.hasSuffix("?")
            fields.insert(
                Field(
                    name: String(isOptional ? plain.dropLast() : plain),
                    isRequired: !isOptional,
                    isClearedByNull: part.hasSuffix("/null")
                )
            )
        }
        return fields
    }

    static let commands = rows(of: table)
    static let queries = rows(of: queryTable)

    private static func rows(of table: String) -> [String: Set<Field>] {
        var rows: [String: Set<Field>] = [:]
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            rows[String(parts[0])] = fields(String(parts[1].drop { $0 == " " }))
        }
        return rows
    }
}
