import Messaging
import ScrollbackJSON
import Wire

/// Carries out an erasing command, waits for its slices, and reports what is erased and what waits.
struct ErasureReport {
    let erasure: Erasure
    let answered: OperatorLink.Answered
    let isDryRun: Bool

    /// The options of every command that may erase.
    static let options: [Option] = [
        .flag("dry-run"), .flag("no-wait"), .value("keys"), .value("control"), .json,
        .flag("progress"), .flag("quiet"), .journal, .withoutJournal,
    ]

    /// The help for these options.
    static let help = """
          --dry-run          change nothing; say what would go, what waits and why, and which
                             exports held what would go
          --no-wait          do not wait until the last slice is erased
          --keys PATH        the path of keys.bin (default: in the store)
          --control PATH     the path of the control socket (default: in the store's folder)
          --journal FILE     the journal of a store at rest that has one
          --without-journal  write without the store's journal; the log records that
          --progress         show progress, also if the standard error is no terminal
          --quiet            show no progress
          --json             print an object: dryRun, request, erased, erasedList, pending,
                             deferredCount, deferred [{position, why, hold}], forwardsCount,
                             forwards, exports, keeping; of a dry run of retention also
                             upcomingCount, upcoming [{position, at}]
        """

    /// Runs a command of the operator that answers with an erasure.
    static func run(
        _ command: CommandName,
        _ fields: [(name: String, value: JSON)],
        _ arguments: Arguments
    ) async throws(CommandFailure) -> CommandResult {
        let meter = try ProgressLine(arguments)
        defer { meter.end() }
        let isDryRun = arguments.has("dry-run")
        guard !isDryRun || !arguments.has("no-wait") else {
            throw arguments.wrong("takes one of --dry-run and --no-wait")
        }
        var generator = SystemRandomNumberGenerator()
        let id = UniqueID.random(using: &generator)
        var line: [(name: String, value: JSON)] = [
            ("do", .string(command.rawValue)), ("id", .string("\(id)")),
        ]
        line += fields
        if isDryRun { line.append(("dryRun", .boolean(true))) }
        var link = try OperatorLink.open(arguments)
        defer { link.close() }
        var (erasure, answered) = try await ask(line, &link)
        if let request = erasure.request, erasure.pending > 0, !arguments.has("no-wait") {
            try await link.waitForErasure(meter) { $0.position == request }
            // The same id again answers the counts of now: a hold may have come meanwhile.
            (erasure, answered) = try await ask(line, &link)
        }
        return ErasureReport(erasure: erasure, answered: answered, isDryRun: isDryRun).result
    }

    private static func ask(
        _ line: [(name: String, value: JSON)],
        _ link: inout OperatorLink
    ) async throws(CommandFailure) -> (Erasure, OperatorLink.Answered) {
        let answered = try await link.ask(line)
        guard case .erasure(let erasure, _) = try answered.value(AnswerForm.self) else {
            throw .otherAnswer
        }
        return (erasure, answered)
    }

    private var result: CommandResult { CommandResult(lines: lines, fields: fields) }

    private var fields: [(name: String, value: JSON)] {
        [
            ("dryRun", .boolean(isDryRun)),
            ("request", erasure.request.map { .number($0.rawValue) } ?? .null),
            ("erased", .number(UInt64(clamping: erasure.erased))),
            ("erasedList", Self.json(erasure.erasedList)),
            ("pending", .number(UInt64(clamping: erasure.pending))),
            ("deferredCount", .number(UInt64(clamping: erasure.deferredCount))),
            ("deferred", .array(erasure.deferred.map(Self.json))),
            ("forwardsCount", .number(UInt64(clamping: erasure.forwardsCount))),
            ("forwards", .array(erasure.forwards.map { .string("\($0)") })),
            ("exports", Self.json(erasure.exports)), answered.keepingField,
        ] + upcomingFields
    }

    private var upcomingFields: [(name: String, value: JSON)] {
        guard let count = erasure.upcomingCount else { return [] }
        let first = (erasure.upcoming ?? []).map { content in
            JSON.object([
                ("position", .number(content.position.rawValue)),
                ("at", .number(UInt64(clamping: content.at.microseconds / 1_000))),
            ])
        }
        return [
            ("upcomingCount", .number(UInt64(clamping: count))), ("upcoming", .array(first)),
        ]
    }

    private static func json(_ positions: [Position]) -> JSON {
        .array(positions.map { .number($0.rawValue) })
    }

    private static func json(_ deferred: Erasure.Deferred) -> JSON {
        var fields: [(name: String, value: JSON)] = [
            ("position", .number(deferred.position.rawValue))
        ]
        switch deferred.why {
        case .hold(let hold):
            fields += [("why", .string("hold")), ("hold", .string("\(hold)"))]
        case .minimumRetention: fields.append(("why", .string("minimumRetention")))
        case .nextRun: fields.append(("why", .string("nextRun")))
        }
        return .object(fields)
    }

    private var lines: [String] {
        var lines: [String] = []
        if isDryRun {
            lines.append("would go  \(Self.contents(erasure.erased)); nothing was changed")
        } else if let request = erasure.request {
            lines.append(
                "erased    \(Self.contents(erasure.erased - erasure.pending)), by the request at "
                    + "position \(request)"
            )
        } else {
            lines.append("erased    \(Self.contents(erasure.erased)); there was nothing more to do")
        }
        if erasure.pending > 0, !isDryRun {
            lines.append(
                "pending   \(Self.contents(erasure.pending)), slice by slice; `scrollback info` "
                    + "shows them"
            )
        }
        if erasure.deferredCount > 0 {
            lines.append(
                "waits     \(Self.contents(erasure.deferredCount)); they go when nothing protects "
                    + "them any more"
            )
            lines += erasure.deferred.map { "  | position \($0.position): \(Self.word($0.why))" }
            let unlisted = erasure.deferredCount - erasure.deferred.count
            if unlisted > 0 { lines.append("  | and \(unlisted) more") }
        }
        if let count = erasure.upcomingCount, count > 0 {
            lines.append("soon      \(Self.contents(count)) go within 30 days, the first of them:")
            lines += (erasure.upcoming ?? []).prefix(10).map {
                "  | position \($0.position), after \(LocalTime.text($0.at))"
            }
        }
        if erasure.forwardsCount > 0 {
            lines.append("copies    forwarded copies: \(erasure.forwardsCount)")
        }
        if isDryRun {
            lines.append(
                erasure.exports.isEmpty
                    ? "exports   no logged export held what would go"
                    : "exports   held what would go, noted at positions: "
                        + erasure.exports.map { "\($0)" }.joined(separator: ", ")
            )
        }
        return lines + answered.keepingLines
    }

    static func contents(_ count: Int) -> String {
        "\(count) content\(count == 1 ? "" : "s")"
    }

    static func word(_ why: Erasure.Reason) -> String {
        switch why {
        case .hold(let hold): "for the hold \(hold)"
        case .minimumRetention: "for the minimum retention"
        case .nextRun: "for the next run of retention"
        }
    }
}
