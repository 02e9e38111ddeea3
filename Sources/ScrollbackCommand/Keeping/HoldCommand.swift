import Messaging
import Scrollback
import ScrollbackJSON
import Wire

/// Places, releases and lists legal holds.
enum HoldCommand: Subcommand {
    static let name = "hold"
    static let summary = "place, release or list the legal holds that keep content"
    static let operands = ["STORE", "ACTION"]
    static let operandChoices = ["place", "release", "list"]
    static let options: [Option] = [
        .value("matter"), .value("conversation"), .value("user"), .value("from"), .value("until"),
        .value("hold"), .flag("dry-run"), .flag("no-wait"), .value("keys"), .value("control"),
        .json,
        .flag("progress"), .flag("quiet"), .journal, .withoutJournal,
    ]

    private static let actions = [
        ActionOptions(
            name: "place",
            options: ["matter", "conversation", "user", "from", "until", "hold"]
        ),
        ActionOptions(name: "release", options: ["hold", "dry-run", "no-wait"]),
        ActionOptions(name: "list", options: []),
    ]

    static let help = """
        usage: scrollback hold STORE place --matter TEXT [--conversation ID] [--user ID]
                                     [--from TIME] [--until TIME] [--hold ID]
               scrollback hold STORE release --hold ID [--dry-run | --no-wait]
               scrollback hold STORE list
               each with [--keys PATH] [--control PATH] [--journal FILE | --without-journal]
                         [--json] [--progress | --quiet]

        A legal hold keeps what it covers from every erasure until it is released. Without choices
        it covers all conversations and users; each choice narrows it. Releasing a hold carries out
        the erasures that waited for it alone. The list shows no matters, which are people's words.
        If another process writes to the store, this command asks it through its control socket.

          --matter TEXT      what the hold is for; kept sealed in the log
          --conversation ID  cover this conversation
          --user ID          cover what this person wrote
          --from TIME        cover what was sent at this time or later
          --until TIME       cover what was sent before this time
          --hold ID          the hold to release; with place, the id of the new hold: a hold that is
                             placed again with the same id and words is placed once
          --dry-run          change nothing; say what would go with the release, what still waits
                             and why, and which exports held what would go
          --no-wait          do not wait for the erasures that waited for the hold
          --keys PATH        the path of keys.bin (default: in the store)
          --control PATH     the path of the control socket (default: in the store's folder)
          --journal FILE     the journal of a store at rest that has one
          --without-journal  write without the store's journal; the log records that
          --progress         show progress, also if the standard error is no terminal
          --quiet            show no progress
          --json             print an object: hold, position, keeping; with list: holds [{hold, position,
                             placedAt, conversation, user, from, until}]; with --dry-run the
                             object of `scrollback erase`

        exit codes: 0 done · 1 the store is damaged: run scrollback verify · 2 usage
        3 could not be done

        example: scrollback hold chat.scrollback place --matter "case 4" --user ID
        """

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        let meter = try ProgressLine(arguments)
        defer { meter.end() }
        switch try ActionOptions.find(actions, in: arguments) {
        case "place": return try await place(arguments)
        case "release": return try await release(arguments, meter)
        default: return try await list(arguments)
        }
    }

    private static func place(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult
    {
        let now = Engine.wallClock()
        let conversation: ConversationID? = try arguments.id("conversation", "a conversation")
        let user: UserID? = try arguments.id("user", "a user")
        let hold: HoldID = try arguments.id("hold", "a hold") ?? .fresh()
        var line: [(name: String, value: JSON)] = [
            ("do", .string(CommandName.placeHold.rawValue)), ("id", .string("\(hold)")),
            ("matter", .string(try arguments.needed("matter"))),
        ]
        if let conversation { line.append(("conversation", .string("\(conversation)"))) }
        if let user { line.append(("user", .string("\(user)"))) }
        for bound in ["from", "until"] {
            guard let time = try arguments.time(bound, now: now) else { continue }
            // The contract counts whole milliseconds since 1970.
            guard let milliseconds = UInt64(exactly: time.microseconds / 1_000) else {
                throw arguments.wrong("takes with --\(bound) a time since 1970")
            }
            line.append((bound, .number(milliseconds)))
        }
        var link = try OperatorLink.open(arguments)
        defer { link.close() }
        let answered: OperatorLink.Answered
        do throws(CommandFailure) {
            answered = try await link.ask(line)
        } catch {
            guard error.code == "outcomeUnknown" else { throw error }
            // Without its id it would be another hold, and keep what it covers beside the first.
            throw .failure(error.code, "\(error.message) (with --hold \(hold) it is placed once)")
        }
        guard case .hold(hold) = try answered.value(AnswerForm.self) else { throw .otherAnswer }
        return result("placed    hold \(hold)", hold, answered)
    }

    private static func release(
        _ arguments: Arguments,
        _ meter: ProgressLine
    ) async throws(CommandFailure) -> CommandResult {
        _ = try arguments.needed("hold")
        guard let hold: HoldID = try arguments.id("hold", "a hold") else { return CommandResult() }
        if arguments.has("dry-run") {
            return try await ErasureReport.run(
                .releaseHold,
                [("hold", .string("\(hold)"))],
                arguments
            )
        }
        var link = try OperatorLink.open(arguments)
        defer { link.close() }
        let answered = try await link.ask([
            ("do", .string(CommandName.releaseHold.rawValue)), ("hold", .string("\(hold)")),
        ])
        if !arguments.has("no-wait") {
            try await link.waitForErasure(meter) {
                $0.command == .releaseHold && $0.position <= answered.position
            }
        }
        return result("released  hold \(hold)", hold, answered)
    }

    private static func result(
        _ text: String,
        _ hold: HoldID,
        _ answered: OperatorLink.Answered
    ) -> CommandResult {
        CommandResult(
            lines: [text] + answered.keepingLines,
            fields: [
                ("hold", .string("\(hold)")), ("position", .number(answered.position.rawValue)),
                answered.keepingField,
            ]
        )
    }

    private static func list(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        let holds = try await StoredState.read(arguments).holds
        return CommandResult(
            lines: holds.isEmpty ? ["holds     none"] : holds.map(line),
            fields: [("holds", .array(holds.map(json)))]
        )
    }

    private static func line(_ item: HoldItem) -> String {
        let hold = item.hold
        var words = ["hold      \(hold.id), placed \(LocalTime.text(item.placedAt))"]
        if let conversation = hold.conversation { words.append("conversation \(conversation)") }
        if let user = hold.user { words.append("user \(user)") }
        if let from = hold.from { words.append("from \(LocalTime.text(from))") }
        if let until = hold.until { words.append("until \(LocalTime.text(until))") }
        return words.joined(separator: ", ")
    }

    private static func json(_ item: HoldItem) -> JSON {
        let hold = item.hold
        return .object([
            ("hold", .string("\(hold.id)")), ("position", .number(hold.position.rawValue)),
            ("placedAt", .string(item.placedAt.iso8601)),
            ("conversation", hold.conversation.map { .string("\($0)") } ?? .null),
            ("user", hold.user.map { .string("\($0)") } ?? .null),
            ("from", hold.from.map { .string($0.iso8601) } ?? .null),
            ("until", hold.until.map { .string($0.iso8601) } ?? .null),
        ])
    }
}

/// The state of a store, read beside the process that writes or at rest.
enum StoredState {
    static func read(_ arguments: Arguments) async throws(CommandFailure) -> StoreState {
        let store = try Reading.open(arguments)
        defer { store.close() }
        do throws(StoreError) {
            do throws(StoreError) {
                return try store.operator.state()
            } catch {
                guard error.fault?.isMendedByWaiting == true else { throw error }
                await store.waitForViews()
                return try store.operator.state()
            }
        } catch {
            throw CommandFailure(reading: error)
        }
    }
}
