import EventLog
import Messaging
import Scrollback
import ScrollbackSQLite
import Wire

/// Writes a store to a file for other programs.
enum ExportSQLite: Subcommand {
    static let name = "export-sqlite"
    static let summary = "write the store to an SQLite database for analysts"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .value("out"), .value("at"), .flag("words"), .flag("deleted"), .flag("unlogged"),
        .value("reason"), .value("keys"), .value("control"), .json, .flag("progress"),
        .flag("quiet"), .journal, .withoutJournal,
    ]

    static let help = """
        usage: scrollback export-sqlite STORE --out FILE [--at TIME|POSITION] [--words [--deleted]]
                                 [--unlogged] [--reason TEXT] [--keys PATH] [--control PATH]
                                 [--json] [--progress | --quiet]
                                 [--journal FILE | --without-journal]

        Writes events, users, conversations, members, messages, reactions and receipts as plain
        tables with indexes, all as they were after one event, and views with readable columns.
        `sqlite3 FILE .schema` explains each. What was erased is not in it, also in the past. It
        works on a resting store as on one that another process writes.

        FILE has mode 0600, and gets its name when it is complete. An existing file is not
        replaced.

          --out FILE     the database to write
          --at TIME|POSITION
                         the store as it was at a time, or after the event at a position
                         (default: now)
          --words        with people's words: texts, titles, names and e-mail addresses. Without it
                         these columns are empty
          --deleted      with --words: the texts of deleted messages too
          --unlogged     read words although the log cannot note it
          --reason TEXT  why you read them
          --keys PATH    the path of keys.bin (default: in the store)
          --control PATH the path of the control socket (default: in the store's folder)
          --journal FILE the journal of a store at rest that has one; the look is noted there too
          --without-journal
                         note the look without the store's journal; the log records that
          --json         print an object: file, position, bytes, rows {table: number}
          --progress     show progress, also if the standard error is no terminal
          --quiet        show no progress

        \(GivenMoment.forms.replacing("\n", with: "\n        "))

        exit codes: 0 success · 1 the store is damaged: run scrollback verify · 2 usage
        3 could not be done: FILE exists, the disk is full

        example: scrollback export-sqlite chat.scrollback --out chat.db
        """

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> Answer {
        let path = try arguments.needed("out")
        guard arguments.has("words") || !arguments.has("deleted") else {
            throw arguments.wrong("takes --deleted with --words only")
        }
        let now = Engine.wallClock()
        let moment = try arguments.moment("at", now: now)
        let meter = try ProgressLine(arguments)
        if arguments.has("words") {
            try await Looks.admit(
                LookSubject(name, as: nil, Opening(), isPast: moment != nil),
                arguments
            )
        } else if arguments.has("unlogged") || arguments.value("reason") != nil {
            throw arguments.wrong("takes --unlogged and --reason with --words only")
        }
        let store = try Reading.open(arguments)
        defer {
            meter.end()
            store.close()
        }
        let past: PastStore
        do throws(StoreError) {
            past = try store.asOf(moment ?? .position(store.position)) { done, total in
                meter.show(done: done.rawValue, total: total.rawValue)
            }
        } catch {
            throw CommandFailure(reading: error)
        }
        let export = SQLiteExport(
            of: past,
            words: arguments.has("words"),
            deleted: arguments.has("deleted")
        )
        do throws(SQLiteExportError) {
            let report = try export.write(to: path) { done, total in
                meter.show(done: done, total: total)
            }
            return answer(report, path)
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func answer(_ report: SQLiteExport.Report, _ path: String) -> Answer {
        let name = TerminalText.line(path)
        var answer = Answer()
        answer.lines = ["wrote     \(name), \(report.bytes) bytes, as of event \(report.position)"]
        answer.lines += report.rows.map { table, count in
            "\(table)\(String(repeating: " ", count: 15 - table.count))\(count)"
        }
        answer.fields = [
            ("file", .string(path)), ("position", .number(report.position.rawValue)),
            ("bytes", .number(report.bytes)),
            ("rows", .object(report.rows.map { ($0.table, .number($0.count)) })),
        ]
        return answer
    }
}

extension CommandFailure {
    fileprivate init(_ error: SQLiteExportError) {
        switch error {
        case .alreadyExists(let path):
            self = .failure(
                "alreadyExists",
                "\(TerminalText.line(path)) exists and is not replaced; name another file"
            )
        case .file(let path, let number):
            self = .failure(
                "cannotWrite",
                "\(TerminalText.line(path)) cannot be written: \(systemWords(number))"
            )
        case .database(let words): self = .failure("cannotWrite", TerminalText.line(words))
        case .store(let error): self.init(reading: error)
        case .erasedMeanwhile:
            self = .failure(
                "erasedMeanwhile",
                "content was erased again and again while it was exported; run the command again"
            )
        }
    }
}
