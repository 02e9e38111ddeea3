import Messaging
import ScrollbackJSON
import TestSupport

/// The contract, as facts: what is not in it is no command, no query and no field.
enum Contract {
    typealias Field = ContractFile.Field

    static let commands = fields(of: rows(areTasks: false))
    /// What is sent as commands are, and is none of the log's.
    static let tasks = fields(of: rows(areTasks: true))
    /// Those that are served.
    static let queries = fields(of: ContractFile.whole.queries.filter { !$0.isAround })

    static let operators = names(of: ContractFile.whole.commands, for: .op)
    static let moderators = names(of: ContractFile.whole.commands, for: .moderator)
    static let shared = names(of: ContractFile.whole.commands, for: .usersAndOperator)
    static let operatorQueries = names(of: ContractFile.whole.queries, for: .op)
    static let moderatorQueries = names(of: ContractFile.whole.queries, for: .moderator)
    static let sharedQueries = names(of: ContractFile.whole.queries, for: .usersAndOperator)

    /// The words of every field that has some, and the fields of every object within a field.
    static let words: [String: [String]] = [
        "setSettings.groupAdds": ["everyone", "contacts", "nobody"],
        "setSettings.previews": ["always", "whenUnlocked", "never"],
        "setSettings.autoDownload": ["wifi", "always", "never"],
        "setSettings.imageQuality": ["high", "medium", "low"],
        "setSettings.keepMessages": ["30d", "90d", "1y", "forever"],
        "presence.state": ["online", "offline"],
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
        "configure.emails": ["everyone", "related", "nobody"],
        "configure.looks": ["required", "given", "off"],
        "ask.conversations.filter": ["active", "archived", "hidden", "former", "all"],
        "ask.conversations.kind": ["direct", "group", "request"],
        "ask.media.kind": ["image", "audio", "file", "location", "link"],
        "ask.mayI.action": Array(commands.keys),
        "ask.erasure.list": ["erased", "deferred", "forwards"],
        "ask.reports.status": ["open", "dismissed", "warned", "suspended", "banned"],
        "ask.histogram.type": EventDescription.all.map(\.name),
        "ask.events.type": EventDescription.all.map(\.name),
        "ask.events.types": EventDescription.all.map(\.name),
        "ask.events.stream": ["store"],
    ]

    static let objects: [String: String] = [
        "openRequest.context": "kind, id",
        "send.attachments":
            "kind, url, thumbnail?, width?, height?, bytes?, seconds?, name?, sha256?, "
            + "waveform?",
        "send.location": "latitude, longitude, name?, address?",
        "annotate.linkPreview": "url, title?, description?, image?",
        "add.history": "since",
        "annotate.priority": "isPriority, reason?",
        "configure.rateLimit": "messages, seconds",
        "configure.limits":
            "attachments?/null, audioSeconds?/null, imageBytes?/null, members?/null",
    ]

    /// Whose id names what they create.
    static let creators = ["createGroup", "openRequest", "send", "report", "placeHold"]

    static func fields(_ text: String) -> Set<Field> { Set(ContractFile.fields(text)) }

    private static func fields(of rows: [ContractFile.Row]) -> [String: Set<Field>] {
        var fields: [String: Set<Field>] = [:]
        for row in rows {
            fields[row.name] = Set(
                row.fields.map { field in
                    var field = field
                    // Where it is promised is nothing to the forms.
                    field.isFromElsewhere = false
                    return field
                }
            )
        }
        return fields
    }

    private static func rows(areTasks: Bool) -> [ContractFile.Row] {
        ContractFile.whole.commands.filter {
            (StoreTaskName(rawValue: $0.name) != nil) == areTasks
        }
    }

    private static func names(
        of rows: [ContractFile.Row],
        for audience: ContractFile.Audience
    ) -> [String] {
        rows.filter { $0.audience == audience }.map(\.name)
    }
}
