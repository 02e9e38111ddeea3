import EventLog
import Messaging
import Scrollback
import ScrollbackExport
import ScrollbackSQLite
import Wire

extension Export {
    /// Writes a store to an SQLite database.
    static func toDatabase(
        _ path: String,
        _ arguments: Arguments
    ) async throws(CommandFailure) -> CommandResult {
        guard arguments.has("words") || !arguments.has("deleted") else {
            throw arguments.wrong("takes --deleted with --words only")
        }
        let now = Engine.wallClock()
        let moment = try arguments.moment("at", now: now)
        let meter = try ProgressLine(arguments)
        let (store, isNoted) = try openForDatabase(arguments)
        defer {
            meter.end()
            store.close()
        }
        let noting = try await noting(of: store, path, arguments)
        let past: PastStore
        do throws(StoreError) {
            past = try store.asOf(moment ?? .position(store.position)) { done, total in
                meter.show(done: done.rawValue, total: total.rawValue)
            }
        } catch {
            throw CommandFailure(reading: error)
        }
        var export = SQLiteExport(
            of: past,
            words: arguments.has("words"),
            deleted: arguments.has("deleted")
        )
        export.noting = isNoted ? noting : nil
        do throws(SQLiteExportError) {
            let report = try await export.write(to: path) { done, total in
                meter.show(done: done, total: total)
            }
            return result(report, path)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Opens the store so that the log can note an export with words; without words, for reading.
    ///
    /// - Returns: the store, and whether the log will note the export: only `--unlogged` allows
    ///   that it does not.
    private static func openForDatabase(
        _ arguments: Arguments
    ) throws(CommandFailure) -> (store: Store, isNoted: Bool) {
        guard arguments.has("words") else {
            guard !arguments.has("unlogged"), arguments.value("reason") == nil else {
                throw arguments.wrong("takes --unlogged and --reason with --words only")
            }
            return (try Reading.open(arguments), false)
        }
        let options = try Store.Options(writing: arguments)
        let why: String
        do throws(StoreError) {
            return (try Store.open(arguments.operands[0], options: options), true)
        } catch {
            switch try WritingHindrance(error, arguments) {
            case .writer: return (try Reading.open(arguments), true)
            case .other(let cause): why = cause
            }
        }
        guard arguments.has("unlogged") else {
            throw .failure(
                "lookNotLogged",
                "the log cannot note that people's words are exported "
                    + "(\(TerminalText.line(why))); add --unlogged to export them all the same"
            )
        }
        complain("This export was not noted: \(TerminalText.line(why))")
        return (try Reading.open(arguments), false)
    }

    /// Decides whether the export may be made, and returns how the log hears of it.
    private static func noting(
        of store: Store,
        _ path: String,
        _ arguments: Arguments
    ) async throws(CommandFailure) -> ExportNoting {
        let reason = arguments.value("reason")
        var noting = ExportNoting(store, reason: reason)
        noting.control = arguments.value("control")
        do throws(Refusal) {
            if let reason { _ = try ExportNote.kept(reason) }
        } catch {
            throw .usage(error.message)
        }
        do throws(ExportError) {
            try store.requireFreePlace(path)
            if arguments.has("words") { try await noting.refuseUnexplained(Opening()) }
        } catch {
            throw CommandFailure(error)
        }
        return noting
    }

    private static func result(_ report: SQLiteExport.Report, _ path: String) -> CommandResult {
        let name = TerminalText.line(path)
        var result = CommandResult()
        result.lines = ["wrote     \(name), \(report.bytes) bytes, as of event \(report.position)"]
        result.lines += report.rows.map { table, count in
            "\(table)\(String(repeating: " ", count: 15 - table.count))\(count)"
        }
        if let noted = report.noted {
            result.lines.append("noted     in the log, at position \(noted)")
        }
        result.fields = [
            ("file", .string(path)), ("position", .number(report.position.rawValue)),
            ("bytes", .number(report.bytes)), ("sha256", .string("\(report.digest)")),
            ("noted", report.noted.map { .number($0.rawValue) } ?? .null),
            ("rows", .object(report.rows.map { ($0.table, .number($0.count)) })),
        ]
        return result
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
                "\(TerminalText.line(path)) cannot be written: \(systemMessage(number))"
            )
        case .database(let words): self = .failure("cannotWrite", TerminalText.line(words))
        case .store(let error): self.init(reading: error)
        case .unnoted(let error): self.init(error)
        case .erasedMeanwhile:
            self = .failure(
                "erasedMeanwhile",
                "content was erased again and again while it was exported; run the command again"
            )
        }
    }
}
