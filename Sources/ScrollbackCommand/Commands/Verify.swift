import Audit
import EventLog
import Merkle
import Wire

/// Reads a whole store and names the first thing that is wrong.
enum Verify: Subcommand {
    static let name = "verify"
    static let summary = "read a whole log and name the first thing that is wrong"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .value("pin"), .flag("from-pin"), .values("key"), .value("origin"), .value("keys"),
        .value("threads"), .json, .flag("progress"), .flag("quiet"),
    ]

    static let help = """
        usage: scrollback verify STORE [--pin FILE [--from-pin]] [--key KEY]... [--origin ORIGIN]
                                 [--keys PATH] [--threads N] [--json] [--progress | --quiet]

        Reads every record, tile and kept checkpoint, in a child process that a damaged file may
        kill, and names the first fault with its position: pages of the file, checksums, dense
        positions, streams and their links, times, seals of what can still be read, missing
        content against logged erasures, holds, the tree. Pages are checked on one state of the
        file; beside a process that writes that ends after 10 s, and the report says so.

        Without a checkpoint that was kept elsewhere this shows integrity only: that the log is
        whole and agrees with itself. It is no evidence against tampering, for whoever can write
        the store can write another one that is as whole. Keep one out of their reach:

          scrollback checkpoint chat.scrollback --key signer.key --out june.checkpoint
          (store june.checkpoint, and the public key, where the store's operator cannot write)
          scrollback verify chat.scrollback --pin june.checkpoint --key log.pub

        After a success, sign a newer one and keep that instead.

          --pin FILE       a checkpoint that you kept: the log must begin with what it signed
          --from-pin       read records only from the pinned checkpoint on, and of those before it
                           the tiles alone: for who verified all before it when they kept it.
                           Records and content before the pin, holds placed there, and how
                           the first event behind it in each stream links to the one before,
                           are not looked at
          --key KEY        a public key of the log's, or a file with it; may be given again, for
                           a log whose signer changed keys. The pin, and every checkpoint that
                           the log keeps, must be signed by one of them
          --origin ORIGIN  what checkpoints call the log (default: scrollback/ and the log's id);
                           give it if they were signed with one
          --keys PATH      where keys.bin is, if not in the store
          --threads N      how many threads read (default: one for each processor)
          --progress       tell how far it is even if the standard error is no terminal
          --quiet          do not tell
          --json           print an object: sound, finding {clause, position, message}, counts,
                           pagesChecked, undecided

        exit codes: 0 sound · 1 something is wrong, also that the pin is of another log
        2 usage · 3 it could not be verified, or the pin or a key is not to be believed

        example: scrollback verify chat.scrollback --pin june.checkpoint --key log.pub
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> Answer {
        let meter = try ProgressLine(arguments)
        var options = Verification.Options()
        options.origin = arguments.value("origin")
        if let threads = try arguments.number("threads", in: 1...256) {
            options.threads = Int(threads)
        }
        for word in arguments.values("key") {
            let key = try KeyFiles.verifier(word)
            if !options.keys.contains(key) { options.keys.append(key) }
        }
        let pin = try arguments.value("pin").map { path throws(CommandFailure) in
            // Believed here so that a wrong pin is told apart from a wrong log.
            try Trust.pin(in: path, origin: options.origin, keys: options.keys)
        }
        options.pin = pin?.note
        options.beginsAtPin = arguments.has("from-pin")
        guard pin != nil || !options.beginsAtPin else {
            throw arguments.wrong("needs --pin with --from-pin")
        }
        let report = try verify(OpenStore.directory(arguments), options, meter)
        return answer(report, pin?.checkpoint, options)
    }

    private static func verify(
        _ directory: StoreDirectory,
        _ options: Verification.Options,
        _ meter: ProgressLine
    ) throws(CommandFailure) -> VerifyReport {
        defer { meter.end() }
        do {
            return try VerifyProcess().run(at: directory, options: options) { progress in
                // There is no total before the pages were checked.
                if progress.total == 0 { return }
                meter.show(done: progress.done, total: progress.total)
            }
        } catch {
            throw .failure("notVerified", "\(error)")
        }
    }

    private static func answer(
        _ report: VerifyReport,
        _ pin: Checkpoint?,
        _ options: Verification.Options
    ) -> Answer {
        var answer = Answer()
        answer.fields = [
            ("sound", .boolean(report.isSound)),
            ("finding", report.finding.map(json) ?? .null),
            ("size", .number(report.size.rawValue)),
            ("root", .string(report.root.base64)),
            ("records", .number(report.records)),
            ("withContent", .number(report.withContent)),
            ("erased", .number(report.erased)),
            ("undecided", .number(report.undecided)),
            ("clearContexts", .number(report.clearContexts)),
            ("streams", .number(UInt64(report.streams))),
            ("tiles", .number(report.tiles)),
            ("checkpoints", .number(UInt64(report.checkpoints))),
            ("pinnedSize", pin.map { .number($0.size) } ?? .null),
            ("start", .number(report.start.rawValue)),
            ("signaturesChecked", .boolean(!options.keys.isEmpty)),
            ("pagesChecked", .boolean(report.arePagesChecked)),
        ]
        if let finding = report.finding {
            answer.exit = .finding
            answer.lines = [
                "WRONG     position \(finding.position), clause \(finding.clause.rawValue): "
                    + TerminalText.line(finding.note)
            ]
            return answer
        }
        answer.lines = [
            "sound     events \(report.size), streams \(report.streams), "
                + "contents \(report.withContent), erased \(report.erased), "
                + "checkpoints \(report.checkpoints)",
            "root      \(report.root.base64)",
        ]
        if let pin {
            answer.lines.append(
                "pinned    the log begins with the \(pin.size) events of that checkpoint"
            )
        } else {
            answer.lines.append(
                "pinned    nothing: this shows integrity, not that nobody rewrote the log; "
                    + "see `scrollback help verify`"
            )
        }
        if options.beginsAtPin {
            answer.lines.append(
                "begun     behind event \(report.start): of those before it the tiles alone were read"
            )
        }
        if !report.arePagesChecked {
            answer.lines.append(
                "pages     not checked: another process wrote meanwhile; verify again without it"
            )
        }
        if report.undecided > 0 {
            answer.lines.append(
                "undecided \(report.undecided) contents: an erasure after the copy was made may "
                    + "explain them; verify again when no process writes"
            )
        }
        if report.clearContexts > 0 {
            answer.lines.append(
                "clear     \(report.clearContexts) events say what a request is about outside "
                    + "their content, as earlier versions wrote it; no erasure takes that"
            )
        }
        switch report.reading {
        case .shared: break
        case .unshared:
            answer.lines.append(
                "read      without LMDB's lock, which cannot be written here; writer.lock was held"
            )
        case .copy:
            answer.lines.append(
                "read      from a private copy, removed since: LMDB's lock cannot be written here"
            )
        }
        if options.keys.isEmpty, report.checkpoints > 0 {
            answer.lines.append("signed    not looked at: no --key was given")
        }
        return answer
    }

    private static func json(_ finding: Finding) -> JSON {
        .object([
            ("clause", .string(finding.clause.rawValue)),
            ("position", .number(finding.position.rawValue)),
            ("message", .string(finding.note)),
        ])
    }
}
