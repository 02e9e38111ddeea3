import Messaging
import Scrollback
import ScrollbackJSON
import Wire

/// Sets, runs and shows retention.
enum RetainCommand: Subcommand {
    static let name = "retain"
    static let summary = "set, run or show how long content is kept"
    static let operands = ["STORE", "ACTION"]
    static let operandChoices = ["set", "run", "show"]
    static let options: [Option] =
        [
            .value("kind", choices: ConversationKind.known.compactMap(\.name)), .value("minimum"),
            .value("maximum"), .value("conversation"),
        ] + ErasureReport.options

    private static let actions = [
        ActionOptions(name: "set", options: ["kind", "conversation", "minimum", "maximum"]),
        ActionOptions(name: "run", options: ["dry-run", "no-wait"]),
        ActionOptions(name: "show", options: []),
    ]

    static let help = """
        usage: scrollback retain STORE set [--kind KIND | --conversation ID]
                                       [--minimum DAYS] [--maximum DAYS]
               scrollback retain STORE run [--dry-run | --no-wait]
               scrollback retain STORE show
               each with [--keys PATH] [--control PATH] [--journal FILE | --without-journal]
                         [--json] [--progress | --quiet]

        Content younger than the minimum is not erased. The store erases nothing by itself: run
        erases what is older than the maximum, and what earlier requests for erasure left because
        something protected it. show also lists the requests that still wait, and why. If another
        process writes to the store, this command asks it through its control socket.

          --kind KIND        of conversations: direct, group or request (default: all)
          --conversation ID  of this conversation alone: each bound replaces that of its kind
          --minimum DAYS     the number of days, or none; of a conversation, none is that of its kind
          --maximum DAYS     the number of days, or none; of a conversation, none is that of its kind

        \(ErasureReport.help)

        With set, --json prints position and keeping; with show, kinds [{kind, minimum, maximum}], conversations
        [{conversation, kind, minimum, maximum}] and pending [{request, waiting, why}].

        exit codes: 0 done · 1 the store is damaged: run scrollback verify · 2 usage
        3 could not be done

        example: scrollback retain chat.scrollback run --dry-run
        """

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        switch try ActionOptions.find(actions, in: arguments) {
        case "set": return try await set(arguments)
        case "run": return try await ErasureReport.run(.runRetention, [], arguments)
        default: return try await show(arguments)
        }
    }

    private static func set(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        let kinds = ConversationKind.known.compactMap { kind in
            kind.name.map { (name: $0, value: kind) }
        }
        let kind = try arguments.word("kind", of: kinds)
        var line: [(name: String, value: JSON)] = [
            ("do", .string(CommandName.setRetention.rawValue))
        ]
        let conversation: ConversationID? = try arguments.id("conversation", "a conversation")
        guard kind == nil || conversation == nil else {
            throw arguments.wrong("takes either --kind or --conversation")
        }
        if let name = kind?.name { line.append(("kind", .string(name))) }
        if let conversation { line.append(("conversation", .string("\(conversation)"))) }
        var isAny = false
        for bound in ["minimum", "maximum"] {
            guard let word = arguments.value(bound) else { continue }
            isAny = true
            if word == "none" {
                line.append((bound, .null))
            } else if let days = try arguments.number(bound) {
                line.append((bound, .number(days)))
            }
        }
        guard isAny else { throw arguments.wrong("needs --minimum or --maximum with set") }
        var link = try OperatorLink.open(arguments)
        defer { link.close() }
        let answered = try await link.ask(line)
        let position = answered.position
        return CommandResult(
            lines: ["set       at position \(position)"] + answered.keepingLines,
            fields: [("position", .number(position.rawValue)), answered.keepingField]
        )
    }

    private static func show(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        let state = try await StoredState.read(arguments)
        var lines = state.retention.map { kept in
            let name = kept.kind.name ?? ""
            let words = words(kept.retention)
            return name + String(repeating: " ", count: max(1, 10 - name.count)) + words
        }
        lines += state.ownRetentions.map { own in
            "conversation \(own.conversation), a \(own.kind.name ?? ""), of its own: "
                + words(own.retention)
        }
        lines += state.pendingErasures.map { pending in
            "waits     the erasure at position \(pending.request.position): "
                + "\(ErasureReport.contents(pending.waiting)) (\(ErasureReport.word(pending.why)))"
        }
        return CommandResult(
            lines: lines,
            fields: [
                ("kinds", .array(state.retention.map(json))),
                ("conversations", .array(state.ownRetentions.map(json))),
                ("pending", .array(state.pendingErasures.map(json))),
            ]
        )
    }

    private static func words(_ retention: Retention) -> String {
        retention.words ?? "no bounds"
    }

    private static func json(_ kept: StoreState.KindRetention) -> JSON {
        .object([("kind", .string(kept.kind.name ?? ""))] + days(kept.retention))
    }

    private static func json(_ own: OwnRetention) -> JSON {
        .object(
            [
                ("conversation", .string("\(own.conversation)")),
                ("kind", .string(own.kind.name ?? "")),
            ] + days(own.retention)
        )
    }

    private static func days(_ retention: Retention) -> [(name: String, value: JSON)] {
        func days(_ days: Int?) -> JSON { days.map { .number(UInt64(clamping: $0)) } ?? .null }
        return [
            ("minimum", days(retention.minimumDays)), ("maximum", days(retention.maximumDays)),
        ]
    }

    private static func json(_ pending: PendingErasure) -> JSON {
        .object([
            ("request", .number(pending.request.position.rawValue)),
            ("waiting", .number(UInt64(clamping: pending.waiting))),
            ("why", .string(ErasureReport.word(pending.why))),
        ])
    }
}

extension Retention {
    /// The bounds in words; nil if there are none.
    var words: String? {
        let days = [
            minimumDays.map { "at least \($0) days" }, maximumDays.map { "at most \($0) days" },
        ].compactMap { $0 }
        return days.isEmpty ? nil : days.joined(separator: ", ")
    }
}
