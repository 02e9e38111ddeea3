import EventLog
import Merkle
import Messaging
import Scrollback
import ScrollbackExport
import Wire

/// Writes a part of a store, or all of it, to a folder, or all of it to an SQLite database.
enum Export: Subcommand {
    static let name = "export"
    static let summary =
        "write a conversation, a person's data, a period, everything or an SQLite database"
    static let operands = ["STORE", "DIR"]
    /// A database is a file, which `--sqlite` names.
    static let leastOperands = 1
    static let options =
        (folderOptions + databaseOptions).map { Option.value($0) }
        + (databaseFlags).map {
            Option.flag($0)
        } + [
            .value("sqlite"), .flag("deleted"), .value("reason"), .value("keys"),
            .value("control"), .json, .flag("progress"), .flag("quiet"), .journal, .withoutJournal,
        ]

    /// The options of an export to a folder only.
    private static let folderOptions = ["conversation", "person", "from", "until", "key"]
    /// The options of an export to a database only.
    private static let databaseOptions = ["at"]
    private static let databaseFlags = ["words", "unlogged"]

    static let help = """
        usage: scrollback export STORE DIR [--conversation ID | --person ID | --from TIME --until TIME]
                                 [--deleted] [--reason TEXT] [--key FILE] [--keys PATH]
                                 [--control PATH] [--json] [--progress | --quiet]
                                 [--journal FILE | --without-journal]
               scrollback export STORE --sqlite FILE [--at TIME|POSITION] [--words [--deleted]]
                                 [--unlogged] [--reason TEXT] [--keys PATH] [--control PATH]
                                 [--json] [--progress | --quiet]
                                 [--journal FILE | --without-journal]

        To a folder: writes events with people's words, in the clear, to the new folder DIR: JSON
        lines, a manifest, and SHA256SUMS for `sha256sum -c`. The log notes the export, its author
        and its reason. What is erased meanwhile is not in it. If another process writes to the
        store, this command asks it through its control socket to note the export.

        Without a choice it exports everything.

          --conversation ID  the events of a conversation
          --person ID        what a person wrote and set, their memberships, receipts, settings and
                             reports; of others ids and names only
          --from TIME        what was recorded at this time or later
          --until TIME       what was recorded before this time
          --deleted          include the words of deleted messages; an export of everything
                             always does
          --key FILE         sign a checkpoint with this private key, and prove that the log notes
                             the export

        To a database, for analysts: writes events, users, conversations, members, messages,
        reactions and receipts as plain tables with indexes, all as they were after one event, and
        views with readable columns. `sqlite3 FILE .schema` explains each. What was erased is not
        in it, also in the past. FILE has mode 0600, and gets its name when it is complete. An
        existing file is not replaced. With words, the log notes the export, as above.

          --sqlite FILE      the database to write
          --at TIME|POSITION the store as it was at a time, or after the event at a position
                             (default: now)
          --words            with people's words: texts, titles, names and e-mail addresses.
                             Without it these columns are empty
          --deleted          with --words: the texts of deleted messages too
          --unlogged         write words although the log cannot note the export

        Both take:

          --reason TEXT      what it is for; kept sealed in the log. To a database: with --words
          --keys PATH        the path of keys.bin (default: in the store)
          --control PATH     the path of the control socket (default: in the store's folder)
          --journal FILE     the journal of a store at rest that has one
          --without-journal  note the export or the look without the store's journal; the log
                             records that
          --progress         show progress, also if the standard error is no terminal
          --quiet            show no progress
          --json             print an object: position, upTo, root, manifest, events, contents,
                             erased, withheld, files; of a database: file, position, bytes,
                             sha256, noted (the position of the note, or null),
                             rows {table: number}

        \(GivenMoment.forms)

        exit codes: 0 done · 1 the store is damaged: run scrollback verify · 2 usage
        3 could not be done; no folder and no file is left

        example: scrollback export chat.scrollback case-17 --conversation ID --reason "case 17"
                 scrollback export chat.scrollback --sqlite chat.db
        """

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        guard let file = arguments.value("sqlite") else { return try await toFolder(arguments) }
        guard arguments.operands.count == 1 else {
            throw arguments.wrong("takes one of DIR and --sqlite")
        }
        for name in folderOptions where arguments.value(name) != nil {
            throw arguments.wrong("takes --\(name) with DIR only, not with --sqlite")
        }
        return try await toDatabase(file, arguments)
    }

    private static func toFolder(_ arguments: Arguments) async throws(CommandFailure)
        -> CommandResult
    {
        guard arguments.operands.count == 2 else { throw arguments.wrong("needs DIR or --sqlite") }
        for name in databaseOptions + databaseFlags
        where arguments.value(name) != nil || arguments.has(name) {
            throw arguments.wrong("takes --\(name) with --sqlite only")
        }
        let meter = try ProgressLine(arguments)
        defer { meter.end() }
        let period = try arguments.period(now: Engine.wallClock())
        let scope = ExportScope(
            conversation: try arguments.id("conversation", "a conversation"),
            user: try arguments.id("person", "a person"),
            from: period.from,
            until: period.until,
            includingDeleted: arguments.has("deleted")
        )
        let signer = try arguments.value("key").map { path throws(CommandFailure) in
            try KeyFiles.signer(path)
        }
        let store = try open(arguments, keys: arguments.value("keys"))
        defer { store.close() }
        let report: ExportReport
        do throws(ExportError) {
            report = try await store.operator.export(
                scope,
                to: arguments.operands[1],
                reason: arguments.value("reason"),
                signedBy: signer,
                control: arguments.value("control"),
                progress: { meter.show(done: $0, total: $1) }
            )
        } catch {
            throw CommandFailure(error)
        }
        return result(report, arguments.operands[1])
    }

    /// Opens the store for writing, or beside the process that writes.
    static func open(
        _ arguments: Arguments,
        keys: String?
    ) throws(CommandFailure) -> Store {
        var options = try Store.Options(writing: arguments)
        options.keysPath = keys
        if let store = try Store.openAlone(arguments, options) { return store }
        options.access = .reading
        do throws(StoreError) {
            return try Store.open(arguments.operands[0], options: options)
        } catch {
            throw CommandFailure(reading: error)
        }
    }

    private static func result(_ report: ExportReport, _ path: String) -> CommandResult {
        var result = CommandResult()
        result.lines = [
            "exported  \(report.events) events up to position \(report.upTo) to "
                + TerminalText.line(path),
            "contents  \(report.contents); erased \(report.erased), withheld as deleted or "
                + "forwarded \(report.withheld)",
            "noted     in the log, at position \(report.position)",
            "manifest  \(report.manifest)",
        ]
        result.fields = [
            ("position", .number(report.position.rawValue)),
            ("upTo", .number(report.upTo.rawValue)),
            ("root", .string("\(report.root)")), ("manifest", .string("\(report.manifest)")),
            ("events", .number(report.events)), ("contents", .number(report.contents)),
            ("erased", .number(report.erased)), ("withheld", .number(report.withheld)),
            ("files", .array(report.files.map { .string($0) })),
        ]
        return result
    }
}

extension CommandFailure {
    init(_ error: ExportError) {
        let message = TerminalText.line(error.message)
        switch error.code {
        case .reasonNeeded:
            self = .failure(
                error.code.rawValue,
                "this store wants to know why people's words leave it: add --reason TEXT"
            )
        case .invalidRequest: self = .usage(message)
        case .damaged: self = .finding(error.code.rawValue, message)
        default: self = .failure(error.code.rawValue, message)
        }
    }
}
