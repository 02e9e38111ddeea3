import EventLog
import Messaging
import Scrollback
import ScrollbackSQLite
import Wire

extension Export {
    /// Writes a store to an SQLite database.
    static func toDatabase(
        _ path: String,
        _ arguments: Arguments
    ) async throws(CommandFailure) -> Answer {
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
