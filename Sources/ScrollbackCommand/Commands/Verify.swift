import Audit
import EventLog
import Merkle
import Wire

/// Verifies a whole log, and names the first fault.
enum Verify: Subcommand {
    static let name = "verify"
    static let summary = "verify a whole log and name the first fault"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .value("pin"), .flag("from-pin"), .values("key"), .value("origin"), .value("keys"),
        .value("threads"), .json, .flag("progress"), .flag("quiet"),
    ]

    static let help = """
        usage: scrollback verify STORE [--pin FILE [--from-pin]] [--key KEY]... [--origin ORIGIN]
                                 [--keys PATH] [--threads N] [--json] [--progress | --quiet]

        Reads every record, tile and checkpoint of the log, and prints the first fault with its
        position. It checks the pages of the file, checksums, positions, streams and their links,
        times, the seals of readable content, missing content against logged erasures, holds, and
        the tree. It runs in a child process, because a damaged file can crash its reader. If
        another process writes, the check of pages ends after 10 s, and the report says so.

        Without a pin (a checkpoint kept elsewhere) this shows integrity only: the log is complete
        and consistent. It does not show tampering, because a program that can write the store can
        replace it by another consistent one. So keep a checkpoint out of its reach:

          scrollback checkpoint chat.scrollback --key signer.key --out june.checkpoint
          (store june.checkpoint, and the public key, where the store's operator cannot write)
          scrollback verify chat.scrollback --pin june.checkpoint --key log.pub

        After a success, sign a newer checkpoint and keep that one instead.

          --pin FILE       a checkpoint that you kept: the log must begin with its events
          --from-pin       read records after the pin only, and just the tiles before it; use it
                           if you verified the earlier records when you kept the pin. It does not
                           check records, content and holds before the pin, nor the link from
                           the first later event of each stream to the event before
          --key KEY        a public key of the log, or a file with the key; repeat it for a log
                           whose signer changed keys. One of them must have signed the pin and
                           every checkpoint in the log
          --origin ORIGIN  the origin in checkpoints, if they were signed with --origin
                           (default: scrollback/ and the log's id)
          --keys PATH      the path of keys.bin (default: in the store)
          --threads N      the number of threads that read (default: one per processor)
          --progress       show progress, also if the standard error is no terminal
          --quiet          show no progress
          --json           print an object: sound, finding {clause, position, message}, counts,
                           pagesChecked, undecided

        exit codes: 0 sound · 1 a fault was found, or the pin is of another log · 2 usage
        3 the log could not be verified, or the pin or a key is invalid

        example: scrollback verify chat.scrollback --pin june.checkpoint --key log.pub
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
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
            // Checked here, so that an invalid pin has another message than a damaged log.
            try Trust.pin(in: path, origin: options.origin, keys: options.keys)
        }
        options.pin = pin?.note
        options.beginsAtPin = arguments.has("from-pin")
        guard pin != nil || !options.beginsAtPin else {
            throw arguments.wrong("needs --pin with --from-pin")
        }
        let report = try verify(OpenStore.directory(arguments), options, meter)
        return result(report, pin?.checkpoint, options)
    }

    private static func verify(
        _ directory: StoreDirectory,
        _ options: Verification.Options,
        _ meter: ProgressLine
    ) throws(CommandFailure) -> VerifyReport {
        defer { meter.end() }
        do {
            return try VerifyProcess().run(at: directory, options: options) { progress in
                // The total is unknown until the pages are checked.
                if progress.total == 0 { return }
                meter.show(done: progress.done, total: progress.total)
            }
        } catch {
            throw .failure("notVerified", "\(error)")
        }
    }

    private static func result(
        _ report: VerifyReport,
        _ pin: Checkpoint?,
        _ options: Verification.Options
    ) -> CommandResult {
        var result = CommandResult()
        result.fields = [
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
            result.exit = .finding
            result.lines = [
                "WRONG     position \(finding.position), clause \(finding.clause.rawValue): "
                    + TerminalText.line(finding.note)
            ]
        } else {
            result.lines = lines(of: report, pin, options)
        }
        return result
    }

    /// What a verification says that found nothing wrong.
    private static func lines(
        of report: VerifyReport,
        _ pin: Checkpoint?,
        _ options: Verification.Options
    ) -> [String] {
        var lines = [
            "sound     events \(report.size), streams \(report.streams), "
                + "contents \(report.withContent), erased \(report.erased), "
                + "checkpoints \(report.checkpoints)",
            "root      \(report.root.base64)",
        ]
        if report.erased > 0, report.undecided == 0 {
            lines.append("erased    missing content equals logged erasures")
        }
        if let pin {
            lines.append(
                "pinned    the log begins with the \(pin.size) events of that checkpoint"
            )
        } else {
            lines.append(
                "pinned    nothing: this shows integrity, not that the log was never rewritten; "
                    + "see `scrollback help verify`"
            )
        }
        if options.beginsAtPin {
            lines.append(
                "begun     behind event \(report.start): of those before it the tiles alone were read"
            )
        }
        if !report.arePagesChecked {
            lines.append(
                "pages     not checked: another process wrote meanwhile; verify again without it"
            )
        }
        if report.undecided > 0 {
            lines.append(
                "undecided \(report.undecided) contents: an erasure after the copy was made may "
                    + "explain them; verify again when no process writes"
            )
        }
        if report.clearContexts > 0 {
            lines.append(
                "clear     \(report.clearContexts) events say what a request is about outside "
                    + "their content, as earlier versions wrote it; no erasure takes that"
            )
        }
        switch report.reading {
        case .shared: break
        case .unshared:
            lines.append(
                "read      without LMDB's lock, which cannot be written here; writer.lock was held"
            )
        case .copy:
            lines.append(
                "read      from a private copy, removed since: LMDB's lock cannot be written here"
            )
        }
        if options.keys.isEmpty, report.checkpoints > 0 {
            lines.append("signed    not looked at: no --key was given")
        }
        return lines
    }

    private static func json(_ finding: Finding) -> JSON {
        .object([
            ("clause", .string(finding.clause.rawValue)),
            ("position", .number(finding.position.rawValue)),
            ("message", .string(finding.note)),
        ])
    }
}
